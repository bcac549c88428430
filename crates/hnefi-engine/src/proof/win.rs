//! What wins at once, and what answers it.

use hnefi_rules::{Encirclement, ExitFort, Move, Position, Side};

use super::Prover;
use crate::board::ending::winner_of;
use crate::board::squares::Squares;
use crate::board::threats::{can_win, has_lane, on_the_way_out};

/// In so many directions, at most, may a way to the edge be open for one move to close the ring.
const CLOSED_BY_A_MOVE: u32 = 2;

/// How many threats are tried after each answer.
const THREATS: usize = 4;

impl Prover<'_> {
    /// Whether the side to move captures the king, completes a ring or brings the king out with its next move.
    pub(super) fn wins_now(&self, position: &Position) -> bool {
        can_win(self.referee, &self.terrain, position)
    }

    /// Whether a ring or a fort of the winner may be a move away: a guess that costs little.
    pub(super) fn nearly_encloses(&self, position: &Position) -> bool {
        let answers = self.referee.ruleset().answers();
        match self.winner {
            Side::Attackers => {
                answers.encirclement != Encirclement::None && self.referee.open_ways(position) <= CLOSED_BY_A_MOVE
            }
            Side::Defenders => {
                answers.exit_fort == ExitFort::DefendersWin
                    && position.king().is_some_and(|king| self.referee.is_edge(king))
            }
        }
    }

    /// With what the winner would end the game, were it his turn: most answers of the loser leave one of these.
    pub(super) fn threats(&mut self, position: &Position) -> Vec<Move> {
        if !self.nearly_encloses(position) {
            return Vec::new();
        }
        let passed = position.with_turn(self.winner);
        let moves = self.referee.moves(&passed);
        self.left = self.left.saturating_sub(moves.len() as u64);
        let ends = |mv: &Move| self.referee.advance(&passed, *mv).ending.is_some_and(|e| winner_of(e) == self.winner);
        moves.into_iter().filter(ends).take(THREATS).collect()
    }

    /// Whether one of these moves still ends the game for the winner.
    pub(super) fn still_wins(&mut self, position: &Position, threats: &[Move]) -> bool {
        threats.iter().any(|mv| {
            let Ok(mv) = self.referee.legal(position, mv.intent()) else { return false };
            self.left = self.left.saturating_sub(1);
            self.referee.advance(position, mv).ending.is_some_and(|ending| winner_of(ending) == self.winner)
        })
    }

    /// Where the side to move must go to close the king's way out, if the defenders are to win, it is open and the
    /// attackers cannot win first. Nothing meets two ways at once.
    pub(super) fn answer_squares(&self, position: &Position) -> Option<Squares> {
        let threatened = self.winner == Side::Defenders
            && !self.lane_was_left
            && position.turn() == Side::Attackers
            && has_lane(self.referee, &self.terrain, position)
            && !can_win(self.referee, &self.terrain, position);
        threatened.then(|| on_the_way_out(self.referee, &self.terrain, position))
    }
}
