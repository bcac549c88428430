//! When a search must stop.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use crate::{Budget, Cancel, Clock};

/// So many nodes go by between two looks at the limits.
pub(crate) const STRIDE: u64 = 256;

/// Without a clock, so many positions count as a millisecond.
const A_MILLISECOND: u64 = 200;

/// The limits of one search, shared by its threads.
pub(crate) struct Control<'a> {
    cancel: &'a Cancel,
    clock: Option<&'a dyn Clock>,
    budget: Budget,
    begun: Duration,
    nodes: AtomicU64,
    /// How much of the soft limit is granted, in hundredths.
    granted: AtomicU32,
    /// Whether more positions than the budget has may be looked at for a while.
    lends: AtomicBool,
    stopped: AtomicBool,
}

impl<'a> Control<'a> {
    pub(crate) fn new(budget: Budget, cancel: &'a Cancel, clock: Option<&'a dyn Clock>) -> Control<'a> {
        // Without a time in the budget, no clock is ever asked.
        let clock = clock.filter(|_| budget.time.is_some());
        Control {
            cancel,
            clock,
            budget,
            begun: clock.map_or(Duration::ZERO, Clock::now),
            nodes: AtomicU64::new(0),
            granted: AtomicU32::new(100),
            lends: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
        }
    }

    pub(crate) fn cancel(&self) -> &'a Cancel {
        self.cancel
    }

    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    pub(crate) fn depth(&self) -> u32 {
        self.budget.depth
    }

    /// Counts nodes and says whether to stop.
    pub(crate) fn spend(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.cancel.is_cancelled()
            || total >= self.most_nodes()
            || self.budget.time.is_some_and(|time| self.elapsed() >= time.hard)
        {
            self.stop();
        }
        self.is_stopped()
    }

    /// How many positions may be looked at just now.
    fn most_nodes(&self) -> u64 {
        let nodes = self.budget.nodes;
        if self.lends.load(Ordering::Relaxed) { nodes.saturating_add(nodes / 2) } else { nodes }
    }

    /// Whether half as many positions as the budget has may be looked at beyond it. The time is no longer for that.
    pub(crate) fn lend(&self, lends: bool) {
        self.lends.store(lends, Ordering::Relaxed);
    }

    /// How long the search took so far.
    fn elapsed(&self) -> Duration {
        match self.clock {
            Some(clock) => clock.now().saturating_sub(self.begun),
            None => Duration::from_millis(self.nodes() / A_MILLISECOND),
        }
    }

    /// Grants so many hundredths of the soft limit.
    pub(crate) fn grant(&self, percent: u32) {
        self.granted.store(percent, Ordering::Relaxed);
    }

    /// Whether no greater depth should be begun any more.
    pub(crate) fn nearly_spent(&self) -> bool {
        let granted = self.granted.load(Ordering::Relaxed);
        let time = self.budget.time.filter(|time| time.soft < time.hard);
        time.is_some_and(|time| self.elapsed() >= time.soft * granted / 100)
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}
