//! What a slow line costs, and how much of it is given back.

/// A store of time out of which the lag of a side's line is given back.
///
/// A move takes out as much as its lag, at most a second and no more than is there; then so much comes in, whatever was
/// taken out. So who feigns lag gains what everybody may gain, and no more.
///
/// ```
/// use hnefi_clock::LagQuota;
/// let mut quota = LagQuota::default();
/// assert_eq!(quota.take(120), 120);
/// assert_eq!(quota.take(60_000), LagQuota::MOST_MS);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LagQuota {
    store_ms: u32,
}

impl LagQuota {
    /// The most that one move gives back, in milliseconds.
    pub const MOST_MS: u32 = 1_000;
    /// What the store holds, at the beginning and at most, in milliseconds.
    pub const FULL_MS: u32 = 3_000;
    /// What each move puts in, in milliseconds.
    pub const REFILL_MS: u32 = 300;

    /// The most that the next move can give back.
    pub fn most(self) -> u32 {
        self.store_ms.min(LagQuota::MOST_MS)
    }

    /// A move was made on a line with so much lag: what is given back of it.
    pub fn take(&mut self, lag_ms: u32) -> u32 {
        let given = lag_ms.min(self.most());
        self.store_ms = (self.store_ms - given + LagQuota::REFILL_MS).min(LagQuota::FULL_MS);
        given
    }
}

impl Default for LagQuota {
    fn default() -> LagQuota {
        LagQuota { store_ms: LagQuota::FULL_MS }
    }
}
