//! The row of one node, and its lease.

/// For how long a lease holds after it was taken or renewed, in milliseconds of the database's clock.
pub const LEASE_MS: i64 = 3_000;
/// How often a node renews its lease, in milliseconds.
pub const RENEW_MS: i64 = 1_000;

/// What the database knows of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Its number; a greater one is a younger node. No two nodes ever have the same.
    pub epoch: i64,
    /// When its lease ends, by the database's clock, in milliseconds since 1970.
    pub until_ms: i64,
    /// The running time that it counted when it last renewed its lease, in milliseconds.
    pub clock_ms: i64,
}

impl Node {
    /// Whether its lease holds when the database's clock shows `now_ms`.
    pub const fn holds(&self, now_ms: i64) -> bool {
        self.until_ms > now_ms
    }

    /// The row once the lease is renewed at `now_ms` by the database's clock, when the node counts `clock_ms`. `None` when
    /// it has ended: it stays ended, whatever the node believes.
    pub fn renewed(&self, now_ms: i64, clock_ms: i64) -> Option<Node> {
        self.holds(now_ms).then(|| Node {
            epoch: self.epoch,
            until_ms: now_ms + LEASE_MS,
            clock_ms: clock_ms.max(self.clock_ms),
        })
    }

    /// The running time that it counts when the database's clock shows `now_ms`, as far as its row tells, in milliseconds.
    pub fn count(&self, now_ms: i64) -> i64 {
        let since_renewal = now_ms - (self.until_ms - LEASE_MS);
        self.clock_ms + since_renewal.clamp(0, LEASE_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_that_has_ended_is_not_renewed() {
        let node = Node { epoch: 7, until_ms: 5_000, clock_ms: 100 };
        let renewed = node.renewed(4_999, 2_000).unwrap();
        assert_eq!(renewed, Node { epoch: 7, until_ms: 4_999 + LEASE_MS, clock_ms: 2_000 });
        assert_eq!(node.renewed(5_000, 2_000), None);
        // Should the database's clock go back, the row's count does not.
        assert_eq!(renewed.renewed(3_000, 1_500).unwrap().clock_ms, 2_000);
    }

    #[test]
    fn a_count_goes_on_for_no_longer_than_the_lease() {
        let node = Node { epoch: 7, until_ms: 5_000, clock_ms: 100 };
        assert_eq!([1_000, 2_000, 2_500, 5_000, 90_000].map(|now| node.count(now)), [100, 100, 600, 3_100, 3_100]);
    }
}
