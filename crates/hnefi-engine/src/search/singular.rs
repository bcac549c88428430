//! Moves that stand alone: where one move is much better than all others, it is searched deeper.

use hnefi_rules::Move;

use crate::mind::Mind;
use crate::search::Idea;
use crate::search::bounds::from_table;
use crate::search::node::{Known, Node};
use crate::search::prune::is_judged;
use crate::search::table::Bound;
use crate::search::worker::Worker;

/// No move is asked whether it stands alone below this depth.
const DEPTH: i32 = 7;

/// How much worse the others must be, for each ply of depth.
const MARGIN: i32 = 2;

/// What the others say about the move that the table thinks best.
pub(crate) enum Alone {
    /// They are as good, or were not asked.
    No,
    /// They are worse, so that all depends on it.
    Yes,
    /// They are so good that the position is settled without it, at this score.
    Settled(i32),
}

impl<M: Mind> Worker<'_, M> {
    /// Whether the move from the table stands alone, found by a shallower search of the others.
    pub(crate) fn alone(&mut self, node: &Node<'_>, first: Option<Move>, known: &Known) -> Alone {
        let (Some(first), Some(entry)) = (first, known.entry) else { return Alone::No };
        let (depth, score) = (node.depth, from_table(entry.score, node.ply));
        let deep = depth >= DEPTH && i32::from(entry.depth) >= depth - 3 && entry.bound != Bound::AtMost;
        if !deep
            || !self.ideas.has(Idea::Singular)
            || known.without.is_some()
            || !is_judged(score)
            || node.ply >= self.farthest
        {
            return Alone::No;
        }
        let below = score - MARGIN * depth;
        let shallow = Node { depth: (depth - 1) / 2, alpha: below - 1, beta: below, ..*node };
        let others = Known { without: Some(first), entry: None, ..*known };
        let best = self.try_moves(shallow, others);
        if best < below {
            Alone::Yes
        } else if below >= node.beta {
            Alone::Settled(below)
        } else {
            Alone::No
        }
    }
}
