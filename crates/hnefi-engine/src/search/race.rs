//! Threads that search the same depth: what the first one to finish it found counts for all of them.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::search::found::Found;

/// How far the threads of a search have got.
pub(crate) struct Race {
    /// The greatest depth that one of them has finished.
    reached: AtomicU32,
    /// What was found there.
    best: Mutex<Option<Found>>,
}

impl Race {
    pub(crate) fn new() -> Race {
        Race { reached: AtomicU32::new(0), best: Mutex::new(None) }
    }

    pub(crate) fn has_reached(&self, depth: u32) -> bool {
        self.reached.load(Ordering::Relaxed) >= depth
    }

    /// A thread has finished a depth. Only the first one counts.
    pub(crate) fn arrive(&self, found: &Found) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.has_reached(found.depth) {
            *best = Some(found.clone());
            self.reached.store(found.depth, Ordering::Relaxed);
        }
    }

    /// What was found at the greatest depth.
    pub(crate) fn best(&self) -> Option<Found> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_to_finish_a_depth_counts() {
        let race = Race::new();
        assert!(!race.has_reached(1) && race.best().is_none());
        let found = |depth, score| Found { score, depth, line: Vec::new() };
        for (depth, score) in [(1, 10), (1, 20), (3, 30), (2, 40)] {
            race.arrive(&found(depth, score));
        }
        assert!(race.has_reached(3) && !race.has_reached(4));
        assert_eq!(race.best().map(|found| (found.depth, found.score)), Some((3, 30)));
    }
}
