//! Which moves other threads are searching just now, so that two threads do not do the same work.
//!
//! A thread that meets such a move puts it off. When it comes back, the other thread has often left the answer
//! in the table. The idea is Kerrigan's simplified form of ABDADA.

use std::sync::atomic::{AtomicU64, Ordering};

use hnefi_rules::Move;

use crate::search::table::squares;

/// The moves that are being searched. What is written here is a hint only: a move that is overwritten by another
/// is searched twice, and nothing worse.
pub(crate) struct Busy {
    slots: Box<[AtomicU64]>,
}

const SLOTS: usize = 1 << 12;

/// Below this depth, work is done sooner than looked up.
pub(crate) const DEPTH: i32 = 3;

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The key of a move in a position, searched to a depth.
    pub(crate) fn key(position: u64, mv: Move, depth: i32) -> u64 {
        let mv = u64::from(squares(mv)) << 8 | depth as u64 & 0xff;
        position ^ mv.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[(key >> 40) as usize % SLOTS]
    }

    pub(crate) fn has(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    pub(crate) fn begin(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    pub(crate) fn end(&self, key: u64) {
        // Another move may have taken the place.
        let _ = self.slot(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
