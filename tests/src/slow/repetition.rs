//! What repetition ends, and what it forbids.

use hnefi_rules::{Ending, Outcome, Repetition, Side, Square};

use super::{Board, Game};

impl Game {
    /// How the game ends by repetition with the position now on the board. `repetition`.
    pub(super) fn ended_by_repetition(&self) -> Option<Outcome> {
        // The first board counts as an occurrence; a board includes the side to move.
        let third = || self.boards.iter().filter(|&board| board == self.board()).count() >= 3;
        let (ended, winner) = match self.referee.answers.repetition {
            Repetition::ThirdPosition => (third(), None),
            Repetition::Sequence => (self.sequence(), None),
            Repetition::AttackersWin => (third(), Some(Side::Attackers)),
            // Who is to move now is not who moved.
            Repetition::MoverLoses => (third(), Some(self.board().turn)),
            Repetition::AggressorLoses if third() => (true, self.aggressor().map(|aggressor| !aggressor)),
            Repetition::AggressorLoses
            | Repetition::AggressorDeviates
            | Repetition::Forbidden
            | Repetition::DefendersForbidden
            | Repetition::None => (false, None),
        };
        ended.then_some(Outcome { winner, reason: Ending::Repetition })
    }

    /// Whether a move that is legal on the board is forbidden because of what was there before.
    pub(super) fn forbidden(&self, from: Square, to: Square) -> bool {
        let rule = self.referee.answers.repetition;
        if !matches!(rule, Repetition::Forbidden | Repetition::DefendersForbidden | Repetition::AggressorDeviates) {
            return false;
        }
        let mover = self.board().turn;
        let next = self.referee.play(self.board(), from, to).board;
        let before = self.boards.iter().filter(|&board| *board == next).count();
        match rule {
            Repetition::Forbidden => before >= 2,
            Repetition::DefendersForbidden => mover == Side::Defenders && before >= 1,
            Repetition::AggressorDeviates => {
                before >= 2 && {
                    let mut after = self.clone();
                    after.boards.push(next);
                    after.moves.push((from, to));
                    after.aggressor() == Some(mover)
                }
            }
            _ => false,
        }
    }

    /// Both players' plies together, an even number of them and at least four, played three times running.
    fn sequence(&self) -> bool {
        let played = self.moves.len();
        let mut length = 4;
        while 3 * length <= played {
            let first = &self.moves[played - 3 * length..played - 2 * length];
            let second = &self.moves[played - 2 * length..played - length];
            let third = &self.moves[played - length..];
            if first == second && second == third {
                return true;
            }
            length += 2;
        }
        false
    }

    /// The aggressor, as the decision record on him defines one, where the position now on the board occurs for
    /// the third time or more: the side that forces the repetition while the other does not.
    fn aggressor(&self) -> Option<Side> {
        let now = self.boards.len() - 1;
        let occurrences: Vec<usize> = (0..=now).filter(|&at| self.boards[at] == self.boards[now]).collect();
        let since = occurrences[occurrences.len() - 3];
        let forces = |side: Side| {
            let before: Vec<usize> = (since..now).filter(|&at| self.boards[at].turn == side).collect();
            before.iter().all(|&at| self.threatens(&self.boards[at + 1], side))
                && before.iter().any(|&at| self.referee.moves(&self.boards[at]).len() > 1)
        };
        match (forces(Side::Attackers), forces(Side::Defenders)) {
            (true, false) => Some(Side::Attackers),
            (false, true) => Some(Side::Defenders),
            _ => None,
        }
    }

    /// Whether a side, were it its turn again, had a move that ends the game by itself.
    fn threatens(&self, board: &Board, side: Side) -> bool {
        let mut board = board.clone();
        board.turn = side;
        let moves = self.referee.moves(&board);
        moves.into_iter().any(|(from, to)| self.referee.play(&board, from, to).ending.is_some())
    }
}
