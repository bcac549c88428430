//! What was ruled stays ruled: plies as they were recorded, whatever the judge of today says of them.

use super::Game;
use crate::{Capture, Clauses, Ending, Intent, Move, Outcome, Partner, Piece, Played, Ply, Square};

/// The number of the judge: which code decided.
///
/// A record of a game keeps it beside what every ply did. A ply that was recorded under another number may be
/// ruled otherwise today, and is put on the game by [`Game::play_as_ruled`]. Records without a number were
/// judged by 1.
///
/// It is raised by one with every change of code that can change, under any rule set that could be written
/// before the change, which moves are legal, what a move captures, or how a game ends. Mending a fault in the
/// judge is such a change. A new question or answer, or a correction of a rule file, need not be one: a recorded
/// game keeps its own rule set. 3 is the first that knows closed rings, which end most games that rings end.
pub const JUDGE: u32 = 3;

/// Why a recorded ply cannot be put on a game: no board can hold what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulingError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A square lies outside this board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// Nothing stands on the square from which the piece is to have moved.
    #[error("nothing stands on {0}")]
    Nothing(Square),
    /// The piece belongs to the other side.
    #[error("the {} on {square} does not belong to the side to move", piece.id())]
    NotYours {
        /// Where it stands.
        square: Square,
        /// What it is.
        piece: Piece,
    },
    /// A piece stands on the square to which the other is to have moved.
    #[error("the {} on {square} stands where the move ends", piece.id())]
    Occupied {
        /// Where it stands.
        square: Square,
        /// What it is.
        piece: Piece,
    },
    /// No enemy stands where one is to have been captured, or he is named twice.
    #[error("no enemy stands on {0} to be captured")]
    NoVictim(Square),
    /// Moves do not end games so, people do.
    #[error("no move ends a game by {0}")]
    NotByMove(Ending),
}

impl Game {
    /// Puts a ply on the game as it was ruled when it was played: the piece moves, what was captured then is
    /// taken off, and the game ends as it ended then, or goes on.
    ///
    /// Where the judge of today rules the same, this is [`Game::play`]. Where it would not, the ply says so
    /// ([`Ply::recorded`]); a capture that it cannot explain is [`Partner::Recorded`]. Afterwards the game goes
    /// on from the recorded position under the judge of today, who counts recorded positions for repetition. A
    /// side without a legal move today may then have to resign or agree on a draw: a recorded ply that did not end
    /// the game does not end it now.
    ///
    /// ```
    /// use hnefi_rules::{Game, Intent, Referee, leaflet};
    /// use std::sync::Arc;
    /// let mut game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// // Some earlier judge let a soldier stop on a corner, and took a defender that stood far away.
    /// let intent = Intent { from: "d1".parse().unwrap(), to: "a1".parse().unwrap() };
    /// let fallen = "f8".parse().unwrap();
    /// let ply = game.play_as_ruled(intent, &[fallen], None).unwrap();
    /// assert!(ply.recorded);
    /// assert_eq!(ply.played.captures[0].by.id(), "recorded");
    /// assert_eq!(game.position().piece(fallen), None);
    /// ```
    ///
    /// # Errors
    /// A [`RulingError`] for what no board can hold; the game is then unchanged.
    pub fn play_as_ruled(
        &mut self,
        intent: Intent,
        captured: &[Square],
        outcome: Option<Outcome>,
    ) -> Result<&Ply, RulingError> {
        // That nobody could move at the start is what today's judge says; somebody did.
        if let (Some(over), false) = (self.outcome(), self.stack.is_empty()) {
            return Err(RulingError::Over(over));
        }
        let ply = self.ruled(intent, captured, outcome)?;
        match self.play(intent) {
            Ok(today) if today.rules_as(&ply) => {}
            Ok(_) => {
                self.undo();
                self.push(ply);
            }
            Err(_) => self.push(ply),
        }
        Ok(self.last_ply())
    }

    /// The ply that a record tells of, if a board can hold it.
    fn ruled(&self, intent: Intent, captured: &[Square], outcome: Option<Outcome>) -> Result<Ply, RulingError> {
        let Intent { from, to } = intent;
        let before = *self.position();
        let size = before.size();
        if let Some(outside) = [from, to].into_iter().find(|s| s.file() >= size || s.rank() >= size) {
            return Err(RulingError::OffBoard(outside));
        }
        let piece = before.piece(from).ok_or(RulingError::Nothing(from))?;
        let side = before.turn();
        if piece.side() != side {
            return Err(RulingError::NotYours { square: from, piece });
        }
        if let Some(piece) = before.piece(to) {
            return Err(RulingError::Occupied { square: to, piece });
        }
        if let Some(Outcome { reason, .. }) = outcome.filter(|outcome| !outcome.reason.is_by_move()) {
            return Err(RulingError::NotByMove(reason));
        }

        let mut arrived = before;
        arrived.toggle(piece, from);
        arrived.toggle(piece, to);
        let mut position = arrived.with_turn(!side);
        let mut captures = Vec::with_capacity(captured.len());
        for &square in captured {
            let victim = position.piece(square).filter(|victim| victim.side() != side);
            let victim = victim.ok_or(RulingError::NoVictim(square))?;
            position.toggle(victim, square);
            let explained = self.referee.strike_on(&arrived, to, square);
            captures.push(explained.unwrap_or(Capture {
                square,
                piece: victim,
                by: Partner::Recorded,
                clauses: Clauses::default(),
            }));
        }
        captures.sort_by_key(|capture| capture.square.file_then_rank());
        let ending = outcome.filter(|outcome| outcome.reason.is_at_once());
        let played = Played { mv: Move::new(from, to), piece, captures, position, ending };
        Ok(Ply { played, outcome, recorded: true })
    }
}

impl Ply {
    /// Whether two rulings on one move did the same.
    fn rules_as(&self, other: &Ply) -> bool {
        self.played.position == other.played.position && self.outcome == other.outcome
    }
}
