//! What a proof has found so far.

/// More than any number that a position can have.
pub(super) const ENDLESS: u32 = 1 << 30;

/// How much is left to prove a win, and to refute it. One of them is 0 once that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) proof: u32,
    pub(super) refutation: u32,
}

impl Known {
    pub(super) const NEW: Known = Known { proof: 1, refutation: 1 };
    pub(super) const PROVEN: Known = Known { proof: 0, refutation: ENDLESS };
    pub(super) const REFUTED: Known = Known { proof: ENDLESS, refutation: 0 };

    pub(super) fn is_settled(self) -> bool {
        self.proof == 0 || self.refutation == 0
    }
}

/// A table of fixed size. Of the entries that share a bucket the one with least to lose makes room.
pub(super) struct Table {
    buckets: Vec<[(u64, Known); 4]>,
}

impl Table {
    pub(super) fn new(mebibytes: usize) -> Table {
        let count = (mebibytes.max(1) << 20) / std::mem::size_of::<[(u64, Known); 4]>();
        Table { buckets: vec![[(0, Known::NEW); 4]; count] }
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.buckets[self.bucket(key)].iter().find(|(k, _)| *k == key).map(|(_, known)| *known)
    }

    pub(super) fn put(&mut self, key: u64, known: Known) {
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
