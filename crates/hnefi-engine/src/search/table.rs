//! The transposition table: what was found about positions that arise again.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use hnefi_memory::{fetch, prefer_large_pages};
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
    /// How the position looks without searching on; [`UNKNOWN`] where nobody looked.
    pub(crate) standing: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

impl Entry {
    /// Whether the score is a proved win or loss.
    #[inline(always)]
    pub(crate) fn is_proved(&self) -> bool {
        self.depth == PROVED
    }

    /// Whether nobody could win at once in the position: only then how it looks is kept.
    #[inline(always)]
    pub(crate) fn is_calm(&self) -> bool {
        self.standing != UNKNOWN
    }
}

/// The depth of what is proved: more than any search has.
pub(crate) const PROVED: i8 = 120;

/// No evaluation was kept.
pub(crate) const UNKNOWN: i16 = i16::MIN;

/// A move's two squares as one number. Never 0, because a move goes somewhere.
#[inline(always)]
pub(crate) fn squares(mv: Move) -> u16 {
    (mv.from().index() << 8 | mv.to().index()) as u16
}

/// Entries that share a line of the memory cache; a new one takes the place of the one that is worth least.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// A table that threads share. An entry that two threads wrote at once does not fit its key and is ignored.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    /// Counts the searches, so that what older ones left behind gives way.
    age: AtomicU8,
}

const AGES: u8 = 64;

impl Table {
    /// A table of about so many mebibytes, at least one, or as many as there are.
    pub(crate) fn new(mebibytes: usize) -> Table {
        let buckets = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut memory = Vec::new();
        let mut count = buckets;
        while memory.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        prefer_large_pages(&mut memory);
        // To write everything now matters. A page of memory that is read before it is written is mapped twice, and the
        // second time interrupts every core on which another thread of the search runs.
        memory.resize_with(count, Bucket::default);
        Table { buckets: memory.into_boxed_slice(), age: AtomicU8::new(0) }
    }

    /// How large it is.
    pub(crate) fn mebibytes(&self) -> usize {
        (size_of_val(&*self.buckets) >> 20).max(1)
    }

    /// How many of a thousand entries this year has written, by a sample.
    pub(crate) fn per_mille(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let of_now = |data: u64| data != 0 && age_of(data) == age;
        let full =
            sample.iter().flat_map(|bucket| &bucket.0).filter(|[_, data]| of_now(data.load(Ordering::Relaxed))).count();
        (full * 1_000 / (sample.len() * 4).max(1)) as u32
    }

    /// Empties it.
    pub(crate) fn clear(&self) {
        for data in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            data.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Says that a game begins a search, whose last one was in the year `last`: a year passes when a game that already
    /// searched in it searches again. So what a game left behind grows old by its own moves, however many others are played.
    pub(crate) fn turn_over(&self, last: &AtomicU8) {
        let now = self.age.load(Ordering::Relaxed);
        let next = (now + 1) % AGES;
        if last.load(Ordering::Relaxed) != now {
            last.store(now, Ordering::Relaxed);
        } else {
            // Where another game was first, its year is as good.
            let _ = self.age.compare_exchange(now, next, Ordering::Relaxed, Ordering::Relaxed);
            last.store(next, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Has what may be known about a position brought near, since it is asked for soon.
    #[inline(always)]
    pub(crate) fn fetch(&self, key: u64) {
        fetch(self.bucket(key));
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (data != 0 && check.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut least = (i32::MAX, 0);
        let bucket = &self.bucket(key).0;
        for (index, [check, data]) in bucket.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            if old == 0 {
                least = (i32::MIN, index);
                break;
            }
            let known = unpack(old);
            if check.load(Ordering::Relaxed) ^ old == key {
                // A shallow look does not wipe out a deep one, and no look forgets the best move.
                if entry.squares == 0 {
                    entry.squares = known.squares;
                }
                if age_of(old) == age && entry.bound != Bound::Exact && known.depth > entry.depth + 3 {
                    return;
                }
                least = (i32::MIN, index);
                break;
            }
            let years = i32::from((AGES + age - age_of(old)) % AGES);
            least = least.min((i32::from(known.depth) - 8 * years, index));
        }
        let data = pack(entry, age);
        let [check, slot] = &bucket[least.1];
        check.store(key ^ data, Ordering::Relaxed);
        slot.store(data, Ordering::Relaxed);
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 42) as u8 & (AGES - 1)
}

#[inline(always)]
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    u64::from(entry.squares)
        | u64::from(entry.score as u16) << 16
        | u64::from(entry.depth as u8) << 32
        | bound << 40
        | u64::from(age) << 42
        | u64::from(entry.standing as u16) << 48
}

#[inline(always)]
fn unpack(data: u64) -> Entry {
    Entry {
        squares: data as u16,
        score: (data >> 16) as i16,
        standing: (data >> 48) as i16,
        depth: (data >> 32) as i8,
        bound: match data >> 40 & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { squares: 0x1234, score: -29_995, standing: -321, depth: -3, bound: Bound::AtLeast };

    #[test]
    fn gives_back_what_was_put_and_nothing_else() {
        let table = Table::new(1);
        assert_eq!(table.get(99), None);
        let year = AtomicU8::default();
        for age in 0..AGES {
            table.put(99, Entry { depth: age as i8, ..ENTRY });
            assert_eq!(table.get(99), Some(Entry { depth: age as i8, ..ENTRY }));
            assert_eq!(table.get(98), None);
            table.turn_over(&year);
        }
    }

    #[test]
    fn it_fills_by_the_searches_of_now() {
        let (table, year) = (Table::new(1), AtomicU8::default());
        let entries = size_of_val(&*table.buckets) as u64 / 16;
        assert_eq!(table.per_mille(), 0);
        (0..entries / 2).for_each(|at| table.put((u64::MAX / entries * 2).wrapping_mul(at) | 1, ENTRY));
        assert!((400..=600).contains(&table.per_mille()), "{}", table.per_mille());
        table.turn_over(&year);
        assert_eq!(table.per_mille(), 0);
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        let table = Table::new(1);
        table.turn_over(&AtomicU8::default());
        (1..=4).for_each(|key| table.put(key << 60, ENTRY));
        table.clear();
        assert!((1..=4).all(|key| table.get(key << 60).is_none()));
        assert_eq!(table.age.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn what_is_old_and_shallow_gives_way_first() {
        let table = Table::new(1);
        for key in 1..=4 {
            table.put(key, Entry { depth: key as i8, ..ENTRY });
        }
        table.put(5, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.get(1), None);
        assert!((2..=5).all(|key| table.get(key).is_some()));
        table.turn_over(&AtomicU8::default());
        (5..=8).for_each(|key| table.put(key, Entry { depth: 1, ..ENTRY }));
        assert!((5..=8).all(|key| table.get(key).is_some()));
        // A much shallower search of the same position does not wipe out what is known.
        table.put(7, Entry { depth: 30, ..ENTRY });
        table.put(7, Entry { depth: 2, ..ENTRY });
        assert_eq!(table.get(7).map(|entry| entry.depth), Some(30));
    }

    #[test]
    fn a_game_does_not_grow_old_by_the_moves_of_others() {
        let table = Table::new(1);
        let games: Vec<AtomicU8> = (0..50).map(|_| AtomicU8::default()).collect();
        for round in 0..3 {
            games.iter().for_each(|game| table.turn_over(game));
            assert_eq!(table.age.load(Ordering::Relaxed), round + 1);
        }
        // Whoever plays on alone leaves the others behind.
        (0..3).for_each(|_| table.turn_over(&games[0]));
        assert_eq!(table.age.load(Ordering::Relaxed), 6);
    }
}
