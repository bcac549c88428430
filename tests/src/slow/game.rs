//! A game from its first board on, with everything that was played.

use hnefi_rules::{Outcome, Square};

use super::{Board, Played, Referee};

/// A game under the slow referee. It knows how a game ends on the board; agreements, claims and
/// resignations are not its business.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) referee: Referee,
    /// Every board of the game, the first one too.
    pub(super) boards: Vec<Board>,
    pub(super) moves: Vec<(Square, Square)>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game that begins with a board. If the side to move has no move, it has ended already.
    pub fn new(referee: Referee, board: Board) -> Game {
        let mut game = Game { referee, boards: vec![board], moves: Vec::new(), outcome: None };
        game.outcome = game.stalled();
        game
    }

    /// Plays a move. What [`Played::ending`] tells is only how this move ended the game by itself;
    /// [`Game::outcome`] knows every ending.
    ///
    /// # Errors
    /// The code of the reason against it; `game-over` if the game has ended.
    pub fn play(&mut self, from: Square, to: Square) -> Result<Played, &'static str> {
        self.legal(from, to)?;
        let played = self.referee.play(self.board(), from, to);
        self.boards.push(played.board.clone());
        self.moves.push((from, to));
        // What the move won by itself comes first, then repetition, then a side that cannot move.
        self.outcome = played.ending.or_else(|| self.ended_by_repetition()).or_else(|| self.stalled());
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
        self.referee.legal(self.board(), from, to)?;
        if self.forbidden(from, to) { Err("repeats") } else { Ok(()) }
    }

    /// Every move that may be played now, sorted; none after the end.
    pub fn moves(&self) -> Vec<(Square, Square)> {
        let mut moves = self.referee.moves(self.board());
        moves.retain(|&(from, to)| self.legal(from, to).is_ok());
        moves
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

    /// How the game ends because the side to move has no move that it may play; `None` if it has one.
    fn stalled(&self) -> Option<Outcome> {
        let moves = self.referee.moves(self.board());
        let stuck = moves.into_iter().all(|(from, to)| self.forbidden(from, to));
        stuck.then(|| self.referee.no_move(self.board()))
    }
}
