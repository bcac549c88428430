//! The moves that a search chooses among, and the order in which it looks at them.

use std::cmp::Reverse;

use hnefi_rules::{Advanced, Move, Position};

use crate::mind::Mind;
use crate::score::{WIN, is_lost};
use crate::search::found::Found;
use crate::search::table::{Bound, Entry, UNKNOWN, squares};
use crate::search::worker::Worker;

/// The moves in front were the best ones of late and keep their places.
const BEST_OF_LATE: usize = 3;

/// A move that a search may choose.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) next: Advanced,
    /// How many positions were looked at behind it at the last depth: what is hard to refute comes before the rest.
    pub(crate) nodes: u64,
    /// What the last search of it said: its score, or no more than a limit to it.
    pub(crate) last: i32,
    /// How deep that search went.
    pub(crate) depth: u32,
}

impl Candidate {
    /// Whether the move is known to lose.
    pub(crate) fn is_lost(&self) -> bool {
        is_lost(self.last)
    }
}

impl<M: Mind> Worker<'_, M> {
    /// The candidates for a first look: what an earlier search found best, then what looks best.
    pub(crate) fn candidates(&mut self, position: &Position, moves: &[Move]) -> Vec<Candidate> {
        let candidate = |&mv: &Move| {
            let next = self.referee.advance(position, mv);
            Candidate { mv, next, nodes: 0, last: -self.glance(position, mv, &next), depth: 0 }
        };
        let mut candidates: Vec<Candidate> = moves.iter().map(candidate).collect();
        candidates.sort_by_key(|candidate| Reverse(candidate.last));
        let known = self.table.get(self.key(position)).map_or(0, |entry| entry.squares);
        if let Some(at) = candidates.iter().position(|candidate| squares(candidate.mv) == known) {
            candidates[..=at].rotate_right(1);
        }
        candidates
    }

    /// Keeps the best move for the next search, and says nothing about its score: among other moves it would be another.
    pub(crate) fn keep_best(&self, position: &Position, found: &Found) {
        let (squares, depth) = (squares(found.line[0]), found.depth.min(100) as i8);
        let nothing = Entry { squares, score: -(WIN as i16), standing: UNKNOWN, depth, bound: Bound::AtLeast };
        self.table.put(self.key(position), nothing);
    }
}

/// Puts what was hard to refute at the last depth before the rest, and counts anew.
pub(crate) fn by_work(candidates: &mut [Candidate]) {
    if let Some(rest) = candidates.get_mut(BEST_OF_LATE..) {
        rest.sort_by_key(|candidate| Reverse(candidate.nodes));
    }
    candidates.iter_mut().for_each(|candidate| candidate.nodes = 0);
}

/// Puts lines of one depth in order, the best one first, and their moves in front of the others in the same order.
pub(crate) fn rank(lines: &mut [Found], candidates: &mut [Candidate]) {
    lines.sort_by_key(|line| Reverse(line.score));
    for (index, line) in lines.iter().enumerate() {
        if let Some(at) = candidates.iter().position(|candidate| candidate.mv == line.line[0]) {
            candidates[index..=at].rotate_right(1);
        }
    }
}
