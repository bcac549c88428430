//! The moves of a position, and what to expect of them.

use hnefi_rules::{Move, Position};

use super::Prover;
use super::table::Known;
use crate::board::ending::winner_of;
use crate::board::squares::each_square;

/// No way is followed for more plies, so that the search needs little of the stack.
const LONGEST: usize = 256;

/// A move and what is known about the position after it.
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) position: Position,
    pub(super) known: Known,
    /// Whether it is decided without looking at the position after it.
    pub(super) ended: bool,
}

impl Prover<'_> {
    /// The moves worth looking at: where the king's lane is open, the attackers' that close it. An open lane that
    /// no move closes leaves none, and is won.
    pub(super) fn children(&mut self, position: &Position) -> Vec<Child> {
        let answers = self.answer_squares(position);
        let Some(squares) = answers else {
            let moves = self.referee.moves(position);
            return self.after(position, moves.into_iter(), true);
        };
        let mut moves = Vec::new();
        let referee = self.referee;
        each_square(&squares, |square| referee.for_each_move_onto(position, square, |mv| moves.push(mv)));
        self.after(position, moves.into_iter(), true)
    }

    /// Every move.
    pub(super) fn all_children(&mut self, position: &Position) -> Vec<Child> {
        let moves = self.referee.moves(position);
        self.after(position, moves.into_iter(), false)
    }

    /// The positions after some moves; if `enough`, only the one that settles the matter where there is one.
    fn after(&mut self, position: &Position, moves: impl Iterator<Item = Move>, enough: bool) -> Vec<Child> {
        let wins = position.turn() == self.winner;
        let threats = if wins { Vec::new() } else { self.threats(position) };
        let mut children = Vec::with_capacity(moves.size_hint().0);
        for mv in moves {
            let next = self.referee.advance(position, mv);
            let after = next.position;
            self.left = self.left.saturating_sub(1);
            let hash = after.hash();
            let decided = match next.ending {
                Some(ending) => Some(winner_of(ending) == self.winner),
                None if !self.referee.has_move(&after) => {
                    Some(self.referee.stalled(&after).is_some_and(|outcome| outcome.winner == Some(self.winner)))
                }
                None if self.path.len() >= LONGEST => Some(false),
                None if hash == position.hash() || self.path.contains(&hash) || self.past.contains(&hash) => {
                    Some(false)
                }
                None => None,
            };
            let known = match decided {
                Some(true) => Known::proven_in(0),
                Some(false) => Known::REFUTED,
                None => match self.table.get(hash) {
                    Some(known) => known,
                    None if self.still_wins(&after, &threats) => Known::proven_in(1),
                    None => self.first_guess(&after),
                },
            };
            let settles = known.is_settled() && (known.proof == 0) == wins;
            let child = Child { mv, position: after, known, ended: decided.is_some() };
            if settles && enough {
                return vec![child];
            }
            children.push(child);
        }
        children
    }

    /// What to expect of a position that nobody has looked at: forcing moves first.
    fn first_guess(&self, position: &Position) -> Known {
        let wins = position.turn() == self.winner;
        if self.wins_now(position) {
            return if wins { Known::proven_in(1) } else { Known::REFUTED };
        }
        if let Some(squares) = self.answer_squares(position) {
            let mut answers = 0;
            let referee = self.referee;
            each_square(&squares, |square| referee.for_each_move_onto(position, square, |_| answers += 1));
            return if answers == 0 { Known::proven_in(2) } else { Known::open(answers, 2) };
        }
        // The fewer answers, the sooner a proof. A threat leaves few.
        let passed = position.with_turn(!position.turn());
        let threat = self.wins_now(&passed);
        let near = self.nearly_encloses(position);
        match (wins, threat, near) {
            (true, true, _) => Known::open(2, 1),
            (true, false, true) => Known::open(3, 1),
            (true, false, false) => Known::open(4, 1),
            (false, true, _) => Known::open(1, 2),
            (false, false, true) => Known::open(4, 1),
            (false, false, false) => Known::open(8, 1),
        }
    }
}
