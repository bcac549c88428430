//! What a proof has found so far.

/// More than any number that a position can have.
pub(super) const ENDLESS: u32 = 1 << 30;

/// How much is left to prove a win, and to refute it. One of them is 0 once that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) proof: u32,
    pub(super) refutation: u32,
    /// Of a proved win, how many plies it takes at most.
    pub(super) plies: u32,
}

impl Known {
    pub(super) const NEW: Known = Known::open(1, 1);
    /// As a bound: go on until it is settled.
    pub(super) const NEVER: Known = Known::open(ENDLESS, ENDLESS);
    pub(super) const REFUTED: Known = Known::open(ENDLESS, 0);

    pub(super) const fn open(proof: u32, refutation: u32) -> Known {
        Known { proof, refutation, plies: 0 }
    }

    pub(super) const fn proven_in(plies: u32) -> Known {
        Known { proof: 0, refutation: ENDLESS, plies }
    }

    pub(super) fn is_settled(self) -> bool {
        self.proof == 0 || self.refutation == 0
    }
}

/// Entries that share a line of the memory cache. The key of an empty one is 0; of a proved win, the second number is its plies.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([(u64, [u32; 2]); 4]);

impl Bucket {
    fn place_for(&self, key: u64) -> Option<usize> {
        self.0.iter().position(|&(at, _)| at == key || at == 0)
    }
}

fn pack(known: Known) -> [u32; 2] {
    [known.proof, if known.proof == 0 { known.plies } else { known.refutation }]
}

fn unpack([proof, other]: [u32; 2]) -> Known {
    if proof == 0 { Known::proven_in(other) } else { Known::open(proof, other) }
}

/// A table that grows up to a size, so that a short proof has all of it in the near caches. Once it has that size, of the entries
/// that share a bucket the one with least to lose makes room.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// So many buckets it has at most.
    most: usize,
    /// How many wins were put into it.
    proven: u64,
}

/// So many buckets a table begins with.
const FIRST: usize = 256;

impl Table {
    pub(super) fn new(mebibytes: usize) -> Table {
        let most = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        Table { buckets: vec![Bucket::default(); FIRST], most, proven: 0 }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let Bucket(entries) = &self.buckets[self.index(key)];
        entries.iter().find(|(at, _)| *at == key).map(|&(_, known)| unpack(known))
    }

    /// How many wins it has been told.
    pub(super) fn proven(&self) -> u64 {
        self.proven
    }

    /// Forgets everything but the wins.
    pub(super) fn forget_refuted(&mut self) {
        let entries = self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0);
        entries.filter(|(_, [proof, _])| *proof != 0).for_each(|entry| entry.0 = 0);
    }

    pub(super) fn put(&mut self, key: u64, known: Known) {
        self.proven += u64::from(known.proof == 0);
        self.place(key, known);
    }

    fn place(&mut self, key: u64, known: Known) {
        while self.buckets[self.index(key)].place_for(key).is_none() && self.buckets.len() < self.most {
            self.grow();
        }
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let place = bucket.place_for(key).unwrap_or_else(|| {
            // What is settled is dear; of the rest, what grew little is found again soonest.
            let worth = |known: Known| {
                if known.is_settled() { u32::MAX } else { known.proof.saturating_add(known.refutation) }
            };
            (0..bucket.0.len()).min_by_key(|&place| worth(unpack(bucket.0[place].1))).unwrap_or(0)
        });
        bucket.0[place] = (key, pack(known));
    }

    fn grow(&mut self) {
        let size = (self.buckets.len() * 2).min(self.most);
        let before = std::mem::replace(&mut self.buckets, vec![Bucket::default(); size]);
        let entries = before.into_iter().flat_map(|bucket| bucket.0);
        entries.filter(|(key, _)| *key != 0).for_each(|(key, known)| self.place(key, unpack(known)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> impl Iterator<Item = u64> {
        let mut rng = fastrand::Rng::with_seed(1);
        std::iter::repeat_with(move || rng.u64(1..))
    }

    #[test]
    fn while_it_grows_nothing_is_lost() {
        let mut table = Table::new(1);
        let known = |number: usize| match number % 3 {
            0 => Known::proven_in(number as u32),
            1 => Known::REFUTED,
            _ => Known::open(number as u32, 7),
        };
        keys().take(1_000).enumerate().for_each(|(number, key)| table.put(key, known(number)));
        assert!((FIRST + 1..table.most).contains(&table.buckets.len()), "{}", table.buckets.len());
        assert!(keys().take(1_000).enumerate().all(|(number, key)| table.get(key) == Some(known(number))));
        assert!(keys().skip(1_000).take(1_000).all(|key| table.get(key).is_none()));
        assert_eq!(table.proven(), 334);
    }

    #[test]
    fn a_full_one_keeps_what_is_dear() {
        let mut table = Table::new(1);
        let wins: Vec<u64> = keys().take(5_000).collect();
        wins.iter().for_each(|&key| table.put(key, Known::proven_in(3)));
        keys().skip(5_000).take(200_000).for_each(|key| table.put(key, Known::open(9, 9)));
        assert_eq!((table.buckets.len(), table.proven()), (table.most, 5_000));
        let kept = wins.iter().filter(|&&key| table.get(key) == Some(Known::proven_in(3))).count();
        assert!(kept >= 4_990, "{kept}: five wins seldom share a bucket");
        table.forget_refuted();
        assert_eq!(wins.iter().filter(|&&key| table.get(key).is_some()).count(), kept);
        assert!(keys().skip(5_000).take(200_000).all(|key| table.get(key).is_none()));
    }
}
