//! The transposition table: what was found about positions that arise again.

use std::sync::atomic::{AtomicU64, Ordering};

use hnefi_rules::Move;

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move's squares; 0 if none was best.
    pub(crate) squares: u16,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// A move's two squares as one number. Never 0, because a move goes somewhere.
#[inline(always)]
pub(crate) fn squares(mv: Move) -> u16 {
    (mv.from().index() << 8 | mv.to().index()) as u16
}

/// A table that threads share. An entry that two threads wrote at once does not fit its key and is ignored.
pub(crate) struct Table {
    slots: Box<[[AtomicU64; 2]]>,
}

impl Table {
    /// A table of about so many mebibytes, at least one.
    pub(crate) fn new(mebibytes: usize) -> Table {
        let slots = (mebibytes.max(1) << 20) / 16;
        Table { slots: (0..slots).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect() }
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize]
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let [check, data] = self.slot(key);
        let data = data.load(Ordering::Relaxed);
        if data == 0 || check.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        Some(Entry {
            squares: data as u16,
            score: (data >> 16) as i16,
            depth: (data >> 32) as i8,
            bound: match data >> 40 & 3 {
                1 => Bound::Exact,
                2 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
        })
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        let data = u64::from(entry.squares)
            | u64::from(entry.score as u16) << 16
            | u64::from(entry.depth as u8) << 32
            | bound << 40;
        let [check, slot] = self.slot(key);
        check.store(key ^ data, Ordering::Relaxed);
        slot.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_put_and_nothing_else() {
        let table = Table::new(1);
        let entry = Entry { squares: 0x1234, score: -29_995, depth: -3, bound: Bound::AtLeast };
        assert_eq!(table.get(99), None);
        table.put(99, entry);
        assert_eq!(table.get(99), Some(entry));
        assert_eq!(table.get(98), None);
    }
}
