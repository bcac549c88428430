//! When a search must stop.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::{Allowance, Budget, Cancel, Clock};

/// So many nodes go by at most between two looks at the limits.
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
    /// The greatest ply after which a line that was found best went on.
    deepest: AtomicUsize,
    /// The moment of the last look at the clock, in microseconds; none yet where it is the greatest number.
    looked: AtomicU64,
    /// The longest that a look at the clock had to wait for its turn, in microseconds.
    waited: AtomicU64,
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
            deepest: AtomicUsize::new(0),
            looked: AtomicU64::new(u64::MAX),
            waited: AtomicU64::new(0),
            granted: AtomicU32::new(100),
            lends: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
        }
    }

    pub(crate) fn cancel(&self) -> &'a Cancel {
        self.cancel
    }

    pub(crate) fn depth(&self) -> u32 {
        self.budget.depth
    }

    /// Counts nodes and says whether to stop.
    pub(crate) fn spend(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.cancel.is_cancelled()
            || total >= self.most_nodes()
            || self.budget.time.is_some_and(|time| self.is_over(time.hard))
        {
            self.stop();
        }
        self.is_stopped()
    }

    /// Whether a time is over, or will be before the next look at the clock if that has to wait as long as one had to
    /// before. On a busy machine a thread waits for its turn most of the time.
    fn is_over(&self, time: Duration) -> bool {
        let now = self.elapsed();
        let micros = now.as_micros() as u64;
        let last = self.looked.swap(micros, Ordering::Relaxed);
        let wait = if last == u64::MAX { 0 } else { micros.saturating_sub(last) };
        let longest = self.waited.fetch_max(wait, Ordering::Relaxed).max(wait);
        // One long wait does not come again for sure, and it took enough already.
        now + Duration::from_micros(longest).min(time / 4) >= time
    }

    /// How many positions may be looked at just now.
    fn most_nodes(&self) -> u64 {
        let nodes = self.budget.nodes;
        if self.lends.load(Ordering::Relaxed) { nodes.saturating_add(nodes / 2) } else { nodes }
    }

    /// So many positions a thread may look at before it looks at the limits again.
    pub(crate) fn stride(&self) -> u64 {
        self.left().clamp(1, STRIDE)
    }

    /// How many positions may still be looked at.
    pub(crate) fn left(&self) -> u64 {
        self.most_nodes().saturating_sub(self.nodes())
    }

    /// The time that may still be taken; none where time does not matter.
    pub(crate) fn time_left(&self) -> Option<Allowance> {
        self.budget.time.map(|time| Allowance::all_of(time.hard.saturating_sub(self.elapsed())))
    }

    /// Whether the time is over, without counting anything.
    pub(crate) fn is_late(&self) -> bool {
        self.budget.time.is_some_and(|time| self.elapsed() >= time.hard)
    }

    /// Counts positions that were looked at beside the search, during which it had nothing to wait for.
    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.looked.store(u64::MAX, Ordering::Relaxed);
    }

    /// Takes note of how far a line went.
    pub(crate) fn reach(&self, ply: usize) {
        self.deepest.fetch_max(ply, Ordering::Relaxed);
    }

    /// How far a line went at most.
    pub(crate) fn deepest(&self) -> usize {
        self.deepest.load(Ordering::Relaxed)
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
        time.is_some_and(|time| self.elapsed() >= time.soft.saturating_mul(granted) / 100)
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A clock that is looked at in these milliseconds.
    struct Looks(Mutex<Vec<u64>>);

    impl Clock for Looks {
        fn now(&self) -> Duration {
            let mut looks = self.0.lock().unwrap();
            Duration::from_millis(if looks.len() > 1 { looks.remove(0) } else { looks[0] })
        }
    }

    /// At which look a search of a fifth of a second ends; the first look is its beginning.
    fn ends_at(looks: &[u64]) -> Option<u64> {
        let clock = Looks(Mutex::new(looks.to_vec()));
        let time = Some(Allowance::all_of(Duration::from_millis(200)));
        let cancel = Cancel::new();
        let control = Control::new(Budget { time, ..Budget::of_nodes(u64::MAX) }, &cancel, Some(&clock));
        looks[1..].iter().copied().find(|_| control.spend(STRIDE))
    }

    #[test]
    fn whoever_was_kept_waiting_ends_so_much_sooner() {
        // Whatever was done before the first look was no wait.
        assert_eq!(ends_at(&[0, 30, 31, 32, 197, 198, 199, 200]), Some(197));
        assert_eq!(ends_at(&[0, 1, 2, 3, 4, 100]), None);
        assert_eq!(ends_at(&[0, 1, 2, 42, 43, 82, 121, 158, 159, 160, 161]), Some(160));
        // A single wait, however long, costs no more than a quarter of the time.
        assert_eq!(ends_at(&[0, 1, 101, 102, 148, 149, 150, 151]), Some(150));
        assert_eq!(ends_at(&[0, 1, 901]), Some(901));
    }
}
