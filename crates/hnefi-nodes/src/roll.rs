//! All nodes at one time.

use crate::{LEASE_MS, Node};

/// The rows of all nodes, and the time for which they are looked at.
///
/// Whoever looks in order to write does so within the transaction that writes, under the lock that all of them take: only
/// then does what is said here still hold when it is committed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roll {
    /// The rows, in any order. A node is gone from here once its games were taken over.
    pub nodes: Vec<Node>,
    /// What the database's clock shows, in milliseconds since 1970.
    pub now_ms: i64,
}

/// To whom a game belongs, as a node sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// To this node, whose lease holds: it may write acts of the game.
    Mine,
    /// To nobody: this node may claim it.
    Free,
    /// To the node of this epoch, whose lease holds: it is asked.
    Elsewhere(i64),
    /// To a node of this epoch whose lease has ended: everything that was that node's is taken over first. The node is
    /// this one, should its own lease have ended; then it may do nothing at all.
    Ended(i64),
}

impl Roll {
    /// The row of the node of this epoch, whether or not its lease holds.
    pub fn node(&self, epoch: i64) -> Option<&Node> {
        self.nodes.iter().find(|node| node.epoch == epoch)
    }

    /// Whether the node of this epoch may write. Every transaction of a node asks this first, and writes nothing where the
    /// answer is no.
    pub fn may_write(&self, epoch: i64) -> bool {
        self.node(epoch).is_some_and(|node| node.holds(self.now_ms))
    }

    /// The row of a node that begins, when it counts `clock_ms`. `None` where a node is there that is not older: the epoch
    /// has to be taken from the sequence in the transaction that writes the row, so that nodes come in the order of their
    /// epochs and no keeper is ever displaced by an older node.
    pub fn join(&self, epoch: i64, clock_ms: i64) -> Option<Node> {
        let youngest = self.nodes.iter().all(|node| node.epoch < epoch);
        youngest.then(|| Node { epoch, until_ms: self.now_ms + LEASE_MS, clock_ms })
    }

    /// The row of this node once its lease is renewed, when it counts `clock_ms`: it has counted before the database's clock was
    /// asked, or the counts of all would run ahead by what lay between, again and again. `None` when it has ended or was taken
    /// over, which no node can undo.
    pub fn renew(&self, epoch: i64, clock_ms: i64) -> Option<Node> {
        self.node(epoch)?.renewed(self.now_ms, clock_ms)
    }

    /// The nodes whose leases hold, in the order of the rows.
    pub fn living(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.holds(self.now_ms))
    }

    /// The nodes whose leases have ended: they are removed, and what they owned is taken over in the same transaction.
    pub fn ended(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| !node.holds(self.now_ms))
    }

    /// The epoch of the keeper, the oldest node: it alone does what only one may do. `None` while its lease has ended and it is
    /// not yet removed: it may be renewing it at this very moment, and of two keepers each would believe that it is the one.
    pub fn keeper(&self) -> Option<i64> {
        let oldest = self.nodes.iter().min_by_key(|node| node.epoch)?;
        oldest.holds(self.now_ms).then_some(oldest.epoch)
    }

    /// To whom a game belongs whose row names this owner, as the node of epoch `me` sees it.
    pub fn standing(&self, owner: Option<i64>, me: i64) -> Standing {
        match owner {
            None => Standing::Free,
            Some(epoch) if !self.may_write(epoch) => Standing::Ended(epoch),
            Some(epoch) if epoch == me => Standing::Mine,
            Some(epoch) => Standing::Elsewhere(epoch),
        }
    }

    /// Whether the node of epoch `me` may make a game its own whose row names this owner: it has none, and the node's own
    /// lease holds.
    pub fn may_claim(&self, owner: Option<i64>, me: i64) -> bool {
        owner.is_none() && self.may_write(me)
    }

    /// The running time that all nodes count together, in milliseconds, for a node that itself counts `mine_ms`: whoever is
    /// furthest says it. It is asked with each renewal, so that counts never drift apart by more than clocks do in a second.
    ///
    /// A node that begins brings how far the count was last known to have come, for the case that no other node runs.
    pub fn count(&self, mine_ms: i64) -> i64 {
        let living = self.living().map(|node| node.count(self.now_ms));
        let known = self.ended().map(|node| node.clock_ms);
        living.chain(known).fold(mine_ms, i64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes 3, 5 and 8, of which 5 has just ended.
    fn roll() -> Roll {
        let node = |epoch, until_ms, clock_ms| Node { epoch, until_ms, clock_ms };
        Roll { nodes: vec![node(8, 12_500, 900), node(5, 10_000, 400), node(3, 11_000, 1_000)], now_ms: 10_000 }
    }

    #[test]
    fn who_may_write() {
        let roll = roll();
        assert_eq!([2, 3, 5, 8, 9].map(|epoch| roll.may_write(epoch)), [false, true, false, true, false]);
        assert_eq!(roll.ended().map(|node| node.epoch).collect::<Vec<_>>(), [5]);
        assert_eq!(roll.renew(5, 500), None);
        assert_eq!(roll.renew(4, 500), None);
        assert_eq!(roll.renew(3, 1_500), Some(Node { epoch: 3, until_ms: 10_000 + LEASE_MS, clock_ms: 1_500 }));
    }

    #[test]
    fn the_keeper_is_the_oldest_and_nobody_before_that_is_removed() {
        let mut roll = roll();
        assert_eq!(roll.keeper(), Some(3));
        roll.now_ms = 11_000;
        assert_eq!(roll.keeper(), None);
        roll.nodes.retain(|node| node.holds(11_000));
        assert_eq!(roll.keeper(), Some(8));
        roll.now_ms = 12_500;
        assert_eq!(roll.keeper(), None);
        // Nobody comes in front of it.
        assert_eq!(roll.join(4, 0), None);
        assert_eq!(roll.join(8, 0), None);
        assert_eq!(roll.join(9, 0).map(|node| node.until_ms), Some(12_500 + LEASE_MS));
    }

    #[test]
    fn to_whom_a_game_belongs() {
        let roll = roll();
        let standing = |owner| roll.standing(owner, 3);
        assert_eq!(standing(None), Standing::Free);
        assert_eq!(standing(Some(3)), Standing::Mine);
        assert_eq!(standing(Some(8)), Standing::Elsewhere(8));
        assert_eq!(standing(Some(5)), Standing::Ended(5));
        // A node of which nothing is known any more.
        assert_eq!(standing(Some(1)), Standing::Ended(1));
        assert_eq!(roll.standing(Some(5), 5), Standing::Ended(5));
        assert!(roll.may_claim(None, 3) && !roll.may_claim(Some(5), 3) && !roll.may_claim(None, 5));
    }

    #[test]
    fn the_furthest_count_is_that_of_all() {
        let mut roll = roll();
        // Node 3 renewed 2 s ago and node 8 half a second ago.
        assert_eq!(roll.count(0), 3_000);
        assert_eq!(roll.count(3_100), 3_100);
        // Whoever has ended says no more than what he said.
        roll.now_ms = 50_000;
        assert_eq!(roll.count(0), 1_000);
        assert_eq!(Roll::default().count(77), 77);
    }
}
