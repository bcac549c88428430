//! The line of a proof, and the second look at a refutation.

use std::collections::HashSet;

use hnefi_rules::{Move, Position};

use super::Prover;
use super::expand::Child;
use super::table::Known;

/// How many more positions may be looked at to find again what the table has lost of a proof, for each ply.
const AGAIN: u64 = 100_000;

impl Prover<'_> {
    /// A line of the proof in which the loser holds out long and the winner wins soon.
    pub(super) fn line(&mut self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = *position;
        self.path.clear();
        loop {
            self.path.push(at.hash());
            let wins = at.turn() == self.winner;
            let mut children = self.all_children(&at);
            // The table may have lost what it knew of any answer, or of every way to win.
            let mut left = AGAIN;
            if !wins || children.iter().all(|child| child.known.proof != 0) {
                for child in children.iter_mut().filter(|child| child.known.proof != 0 && !child.ended) {
                    self.settle(child, left);
                    left = self.left;
                    if wins && child.known.proof == 0 {
                        break;
                    }
                }
            }
            let proven = children.iter().filter(|child| child.known.proof == 0);
            let next = if wins {
                proven.min_by_key(|child| child.known.plies)
            } else {
                proven.max_by_key(|child| (child.known.plies, !child.ended))
            };
            let Some(child) = next else { return line };
            line.push(child.mv);
            if child.ended {
                return line;
            }
            at = child.position;
        }
    }

    /// Works on a position after a move until it is settled or so many positions were looked at.
    fn settle(&mut self, child: &mut Child, budget: u64) {
        self.left = budget;
        self.widen(&child.position, Known::NEVER);
        child.known = self.table.get(child.position.hash()).unwrap_or(child.known);
    }

    /// Whether a position is refuted, if need be by work on it with what is left of the budget.
    fn refute(&mut self, child: &mut Child) -> bool {
        if !child.known.is_settled() && !child.ended && !self.is_spent() {
            self.settle(child, self.left);
        }
        child.known.refutation == 0
    }

    /// Whether the loser holds out without leaning on a way on which a position came again: whatever the winner
    /// plays, there is an answer that leads to a position of which the same is known.
    pub(super) fn holds_out(&mut self, position: &Position) -> bool {
        self.path.clear();
        let mut seen = HashSet::from([position.hash()]);
        let mut open = vec![*position];
        while let Some(at) = open.pop() {
            let wins = at.turn() == self.winner;
            let mut children = self.all_children(&at);
            if wins {
                for mut child in children {
                    self.refute(&mut child);
                    if child.known.refutation != 0 {
                        return false;
                    }
                    if !child.ended && seen.insert(child.position.hash()) {
                        open.push(child.position);
                    }
                }
                continue;
            }
            if children.iter().any(|child| seen.contains(&child.position.hash())) {
                continue;
            }
            let known = children.iter().position(|child| child.known.refutation == 0);
            let found = known.or_else(|| children.iter_mut().position(|child| self.refute(child)));
            let Some(child) = found.map(|index| &children[index]) else { return false };
            if !child.ended && seen.insert(child.position.hash()) {
                open.push(child.position);
            }
        }
        true
    }
}
