//! A game from its first board on, with everything that was played.

use hnefi_rules::{Ending, Outcome, Repetition, Square};

use super::{Board, Played, Referee};

/// A game under the slow referee. It knows how a game ends on the board; agreements, claims and
/// resignations are not its business.
#[derive(Clone, Debug)]
pub struct Game {
    referee: Referee,
    /// Every board of the game, the first one too.
    boards: Vec<Board>,
    moves: Vec<(Square, Square)>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game that begins with a board. If the side to move has no move, it has ended already.
    pub fn new(referee: Referee, board: Board) -> Game {
        let outcome = referee.stalled(&board);
        Game { referee, boards: vec![board], moves: Vec::new(), outcome }
    }

    /// Plays a move. What [`Played::ending`] tells is only how the king ended the game with this move;
    /// [`Game::outcome`] knows every ending.
    ///
    /// # Errors
    /// The code of the reason against it; `game-over` if the game has ended.
    pub fn play(&mut self, from: Square, to: Square) -> Result<Played, &'static str> {
        self.legal(from, to)?;
        let played = self.referee.play(self.board(), from, to);
        self.boards.push(played.board.clone());
        self.moves.push((from, to));
        // The king's fate comes first, then repetition, then a side that cannot move.
        self.outcome = played.ending;
        if self.outcome.is_none() && self.repeats() {
            self.outcome = Some(Outcome { winner: None, reason: Ending::Repetition });
        }
        if self.outcome.is_none() {
            self.outcome = self.referee.stalled(self.board());
        }
        Ok(played)
    }

    /// Whether a move may be played now, or the code of the reason why not.
    ///
    /// # Errors
    /// The code of the reason against it; `game-over` if the game has ended.
    pub fn legal(&self, from: Square, to: Square) -> Result<(), &'static str> {
        if self.outcome.is_some() {
            return Err("game-over");
        }
        self.referee.legal(self.board(), from, to)
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// The referee.
    pub fn referee(&self) -> &Referee {
        &self.referee
    }

    /// `repetition`.
    fn repeats(&self) -> bool {
        match self.referee.answers.repetition {
            // The first board counts as an occurrence; a board includes the side to move.
            Repetition::ThirdPosition => self.boards.iter().filter(|&board| board == self.board()).count() >= 3,
            // Both players' plies together, an even number of them and at least four, played three times running.
            Repetition::Sequence => {
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
            _ => false,
        }
    }
}
