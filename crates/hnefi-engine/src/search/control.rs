//! When a search must stop.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use crate::{Budget, Cancel};

/// So many nodes go by between two looks at the limits.
pub(crate) const STRIDE: u64 = 256;

/// The limits of one search, shared by its threads.
pub(crate) struct Control<'a> {
    cancel: &'a Cancel,
    budget: Budget,
    deadline: Option<Instant>,
    begun: Option<Instant>,
    nodes: AtomicU64,
    /// How much of the soft limit is granted, in hundredths.
    granted: AtomicU32,
    stopped: AtomicBool,
}

impl<'a> Control<'a> {
    pub(crate) fn new(budget: Budget, cancel: &'a Cancel) -> Control<'a> {
        // Without a time in the budget, no clock is ever asked.
        let begun = budget.time.map(|_| Instant::now());
        let deadline = begun.zip(budget.time).map(|(begun, time)| begun + time.hard);
        let (nodes, granted) = (AtomicU64::new(0), AtomicU32::new(100));
        Control { cancel, budget, deadline, begun, nodes, granted, stopped: AtomicBool::new(false) }
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
            || total >= self.budget.nodes
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.stop();
        }
        self.is_stopped()
    }

    /// Grants so many hundredths of the soft limit.
    pub(crate) fn grant(&self, percent: u32) {
        self.granted.store(percent, Ordering::Relaxed);
    }

    /// Whether no greater depth should be begun any more.
    pub(crate) fn nearly_spent(&self) -> bool {
        let granted = self.granted.load(Ordering::Relaxed);
        let begun = self.begun.zip(self.budget.time.filter(|time| time.soft < time.hard));
        begun.is_some_and(|(begun, time)| begun.elapsed() >= time.soft * granted / 100)
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
