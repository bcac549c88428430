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

/// A table of fixed size. Of the entries that share a bucket the one with least to lose makes room.
pub(super) struct Table {
    buckets: Vec<[(u64, Known); 4]>,
    /// How many wins were put into it.
    proven: u64,
}

impl Table {
    pub(super) fn new(mebibytes: usize) -> Table {
        let count = (mebibytes.max(1) << 20) / std::mem::size_of::<[(u64, Known); 4]>();
        Table { buckets: vec![[(0, Known::NEW); 4]; count], proven: 0 }
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.buckets[self.bucket(key)].iter().find(|(k, _)| *k == key).map(|(_, known)| *known)
    }

    /// How many wins it has been told.
    pub(super) fn proven(&self) -> u64 {
        self.proven
    }

    /// Forgets everything but the wins.
    pub(super) fn forget_refuted(&mut self) {
        for entry in self.buckets.iter_mut().flatten().filter(|(_, known)| known.proof != 0) {
            *entry = (0, Known::NEW);
        }
    }

    pub(super) fn put(&mut self, key: u64, known: Known) {
        self.proven += u64::from(known.proof == 0);
        let index = self.bucket(key);
        let bucket = &mut self.buckets[index];
        let place = bucket.iter().position(|(k, _)| *k == key || *k == 0).unwrap_or_else(|| {
            // What is settled is dear; of the rest, what grew little is found again soonest.
            let worth = |known: &Known| {
                if known.is_settled() { u32::MAX } else { known.proof.saturating_add(known.refutation) }
            };
            (0..bucket.len()).min_by_key(|&i| worth(&bucket[i].1)).unwrap_or(0)
        });
        bucket[place] = (key, known);
    }
}
