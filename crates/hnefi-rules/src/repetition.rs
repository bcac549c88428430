//! What repetition does: end a game, or forbid a move.

use crate::{Ending, Move, Outcome, Position, Referee, Repetition, Side};

/// A game as the rules on repetition see it: all positions from the start to the last, and the moves between.
pub(crate) struct History<'a> {
    pub(crate) positions: Vec<&'a Position>,
    pub(crate) moves: Vec<Move>,
}

impl<'a> History<'a> {
    /// Whether a move, which leads to `next`, makes a position that it may not make.
    pub(crate) fn forbids(&mut self, mv: Move, next: &'a Position, referee: &Referee) -> bool {
        self.positions.push(next);
        self.moves.push(mv);
        let forbidden = self.is_forbidden(referee);
        self.positions.pop();
        self.moves.pop();
        forbidden
    }

    /// How the last position ends the game by repetition, if it does.
    pub(crate) fn ending(&self, referee: &Referee) -> Option<Outcome> {
        let rule = referee.answers.repetition;
        let winner = match rule {
            Repetition::None
            | Repetition::Forbidden
            | Repetition::DefendersForbidden
            | Repetition::AggressorDeviates => return None,
            Repetition::Sequence => return self.is_third_sequence().then_some(Outcome::draw(Ending::Repetition)),
            _ => {
                let first = self.first_of_three()?;
                match rule {
                    Repetition::AttackersWin => Some(Side::Attackers),
                    Repetition::MoverLoses => self.positions.last().map(|position| position.turn()),
                    Repetition::AggressorLoses => self.aggressor(referee, first).map(|side| !side),
                    _ => None,
                }
            }
        };
        Some(Outcome { winner, reason: Ending::Repetition })
    }

    /// Whether the last move made a position that it may not make.
    fn is_forbidden(&self, referee: &Referee) -> bool {
        let Some((last, earlier)) = self.positions.split_last() else { return false };
        let mover = !last.turn();
        match referee.answers.repetition {
            Repetition::Forbidden => self.first_of_three().is_some(),
            Repetition::DefendersForbidden => mover == Side::Defenders && earlier.contains(last),
            Repetition::AggressorDeviates => {
                self.first_of_three().is_some_and(|first| self.aggressor(referee, first) == Some(mover))
            }
            _ => false,
        }
    }

    /// Where the last position stood two occurrences ago, if this is its third or a later one.
    fn first_of_three(&self) -> Option<usize> {
        let (last, earlier) = self.positions.split_last()?;
        earlier.iter().enumerate().rev().filter(|(_, position)| *position == last).nth(1).map(|(index, _)| index)
    }

    fn is_third_sequence(&self) -> bool {
        let moves = &self.moves;
        (4..=moves.len() / 3).step_by(2).any(|length| {
            let tail = &moves[moves.len() - 3 * length..];
            tail[..length] == tail[length..2 * length] && tail[length..2 * length] == tail[2 * length..]
        })
    }

    /// The side that forces the repetition from the position `first` to the last one: every move of it since
    /// then threatened to win at once, it had another move at least once, and the same is not true of the
    /// other side. `None` if neither or both are so.
    fn aggressor(&self, referee: &Referee, first: usize) -> Option<Side> {
        let forces = |side: Side| {
            let mut choice = false;
            let plies = first..self.positions.len() - 1;
            let threats = plies.filter(|&ply| self.positions[ply].turn() == side).all(|ply| {
                choice |= referee.count_moves(self.positions[ply]) > 1;
                referee.threatens(self.positions[ply + 1], side)
            });
            threats && choice
        };
        match (forces(Side::Attackers), forces(Side::Defenders)) {
            (true, false) => Some(Side::Attackers),
            (false, true) => Some(Side::Defenders),
            _ => None,
        }
    }
}

impl Referee {
    /// Whether a side would win at once if it were its turn: some move of it ends the game.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// let setup = Setup::from_rows("/5K5/11/t10/11/11/11/11/11/11/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Attackers).unwrap();
    /// assert!(referee.threatens(&position, Side::Defenders), "the king goes to a corner");
    /// assert!(!referee.threatens(&position, Side::Attackers));
    /// ```
    pub fn threatens(&self, position: &Position, side: Side) -> bool {
        let position = position.with_turn(side);
        self.moves(&position).into_iter().any(|mv| self.advance(&position, mv).ending.is_some())
    }
}
