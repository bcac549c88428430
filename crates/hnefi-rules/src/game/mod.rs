//! A game: one stack of what happened.

mod line;
mod offers;
mod past;
mod ruled;

use std::sync::Arc;

use self::line::Line;
use crate::repetition::Repeat;
use crate::{Intent, Move, MoveList, Outcome, Played, Position, Reason, Referee, Refusal, Side};

pub use offers::{GameError, Offer};
pub use ruled::{JUDGE, RulingError};

/// A game from its first position to what happened last.
///
/// Everything that happened lies on one stack, and [`Game::undo`] takes one thing off it. Two games are
/// equal when they are under equal rule sets, started alike, and the same things happened.
///
/// ```
/// use hnefi_rules::{Game, Intent, Referee, leaflet};
/// use std::sync::Arc;
/// let referee = Arc::new(Referee::new(leaflet("viking-game").unwrap().clone()));
/// let mut game = Game::new(referee);
/// let fresh = game.clone();
/// let intent = Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() };
/// game.play(intent).unwrap();
/// assert_eq!(game.plies().len(), 1);
/// game.undo();
/// assert_eq!(game, fresh);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    referee: Arc<Referee>,
    start: Position,
    stalled: Option<Outcome>,
    stack: Vec<Happening>,
    line: Line,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.referee.ruleset() == other.referee.ruleset() && self.start == other.start && self.stack == other.stack
    }
}

impl Eq for Game {}

/// One thing that happened in a game.
#[expect(clippy::large_enum_variant, reason = "nearly every happening is a ply, and a game has few")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Somebody moved.
    Ply(Ply),
    /// Somebody offered something, which stands until it is answered, withdrawn, the other side moves, or the
    /// game ends.
    Offered {
        /// Who offers.
        by: Side,
        /// What.
        offer: Offer,
    },
    /// The offer that stood was declined by the other side, or withdrawn by its own.
    Dropped {
        /// Who declined or withdrew it.
        by: Side,
    },
    /// The game ended off the board.
    Ended(Outcome),
}

/// A move as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// What it did.
    pub played: Played,
    /// How it ended the game, if it did.
    pub outcome: Option<Outcome>,
    /// Whether it stands as it was recorded, because the judge of today would rule otherwise: see
    /// [`Game::play_as_ruled`].
    pub recorded: bool,
}

impl Ply {
    /// The side that moved.
    pub fn side(&self) -> Side {
        !self.played.position.turn()
    }
}

impl Game {
    /// A game from the start position.
    pub fn new(referee: Arc<Referee>) -> Game {
        let start = referee.start();
        Game::from_position(referee, start)
    }

    /// A game from a position that the same referee made. It counts as the first occurrence; if its side to
    /// move has no move, the game is over at once.
    pub fn from_position(referee: Arc<Referee>, start: Position) -> Game {
        let stalled = referee.stalled(&start);
        let line = Line::new(&start);
        Game { referee, start, stalled, stack: Vec::new(), line }
    }

    /// The same game before another referee for the same board.
    pub(crate) fn under(&self, referee: Arc<Referee>) -> Game {
        let line = self.line.clone().anew();
        Game { stalled: referee.stalled(&self.start), referee, line, ..self.clone() }
    }

    /// The referee.
    pub fn referee(&self) -> &Arc<Referee> {
        &self.referee
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Everything that happened, the first thing first.
    pub fn happenings(&self) -> &[Happening] {
        &self.stack
    }

    /// The plies, the first one first.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = &Ply> + ExactSizeIterator {
        self.line.plies().iter().map(|&at| self.ply_at(at))
    }

    /// A ply by its number, the first one being 0.
    pub fn ply(&self, number: usize) -> Option<&Ply> {
        self.line.plies().get(number).map(|&at| self.ply_at(at))
    }

    /// The position after so many plies, the first position after none; `None` if there are fewer.
    ///
    /// ```
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    /// let mut game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// let mv = game.moves().into_iter().next().unwrap();
    /// game.play(mv).unwrap();
    /// assert_eq!(game.position_after(0), Some(game.start()));
    /// assert_eq!(game.position_after(1), Some(game.position()));
    /// assert_eq!(game.position_after(2), None);
    /// ```
    pub fn position_after(&self, plies: usize) -> Option<&Position> {
        match plies.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => self.ply(last).map(|ply| &ply.played.position),
        }
    }

    fn ply_at(&self, at: u32) -> &Ply {
        match &self.stack[at as usize] {
            Happening::Ply(ply) => ply,
            other => unreachable!("a ply lies there, not {other:?}"),
        }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.plies().next_back().map_or(&self.start, |ply| &ply.played.position)
    }

    /// The side to move; `None` when the game is over.
    pub fn turn(&self) -> Option<Side> {
        match self.outcome() {
            Some(_) => None,
            None => Some(self.position().turn()),
        }
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.stack.last() {
            None => self.stalled,
            Some(Happening::Ply(ply)) => ply.outcome,
            Some(Happening::Ended(outcome)) => Some(*outcome),
            Some(_) => None,
        }
    }

    /// **Legal**: turns an intent into a move of this game, or says why it is none.
    ///
    /// # Errors
    /// A [`Refusal`]; [`Reason::GameOver`] when the game has ended.
    pub fn legal(&self, intent: Intent) -> Result<Move, Refusal> {
        match self.outcome() {
            Some(outcome) => Err(Refusal { intent, reason: Reason::GameOver(outcome) }),
            None => match self.referee.legal(self.position(), intent) {
                Ok(mv) if self.is_forbidden(mv) => Err(Refusal { intent, reason: Reason::Repeats }),
                legal => legal,
            },
        }
    }

    /// Every legal move of the side to move; none when the game is over.
    ///
    /// These are the moves of [`Referee::moves`] without those that repeat what they may not.
    ///
    /// ```
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    /// let game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// assert_eq!(game.moves().len(), 116);
    /// ```
    pub fn moves(&self) -> MoveList {
        if self.outcome().is_some() {
            return MoveList::new();
        }
        let mut moves = self.moves_on_board();
        if self.forbids_repetition() {
            moves.retain(|mv| !self.is_forbidden(*mv));
        }
        moves
    }

    /// Whether the rule set forbids some moves because of what happened before, so that the board alone does
    /// not tell what is legal.
    pub fn forbids_repetition(&self) -> bool {
        self.referee.answers.repetition.forbids()
    }

    /// Whether a move, legal on the board, repeats what it may not.
    fn is_forbidden(&self, mv: Move) -> bool {
        self.forbids_repetition() && self.judge_after(mv) == Repeat::Forbidden
    }

    /// Every move that the board allows, whatever happened before.
    fn moves_on_board(&self) -> MoveList {
        self.referee.moves(self.position())
    }

    /// Whether every move repeats what it may not.
    fn forbids_all(&self) -> bool {
        self.moves_on_board().into_iter().all(|mv| self.is_forbidden(mv))
    }

    /// **Play**: makes a move, if [`Game::legal`] finds nothing against it, and judges how the game stands.
    ///
    /// A [`Move`] is checked as an [`Intent`] is: it may have been made for another position, game or board.
    ///
    /// ```
    /// use hnefi_rules::{Game, Reason, Referee, ruleset};
    /// use std::sync::Arc;
    /// let game = |id| Game::new(Arc::new(Referee::new(ruleset(id).unwrap().clone())));
    /// let (mut brandubh, large) = (game("brandubh"), game("tablut-15"));
    /// let own = brandubh.moves()[0];
    /// assert_eq!(brandubh.play(own).unwrap().played.mv, own);
    /// let foreign = large.moves().into_iter().find(|mv| mv.from().file() > 6).unwrap();
    /// assert_eq!(brandubh.play(foreign).unwrap_err().reason, Reason::OffBoard(foreign.from()));
    /// ```
    ///
    /// # Errors
    /// The [`Refusal`] of [`Game::legal`]; the game is then unchanged.
    pub fn play(&mut self, mv: impl Into<Intent>) -> Result<&Ply, Refusal> {
        let mv = self.legal(mv.into())?;
        let played = self.referee.play(self.position(), mv);
        let ending = played.ending;
        self.push(Ply { played, outcome: None, recorded: false });
        let judged = ending.or_else(|| self.judge_repetition().outcome()).or_else(|| self.stalled_now());
        let ply = self.last_ply();
        ply.outcome = judged;
        Ok(ply)
    }

    /// Puts a ply on the stack.
    fn push(&mut self, ply: Ply) {
        self.line.push(self.stack.len(), ply.played.mv, &ply.played.position);
        self.stack.push(Happening::Ply(ply));
    }

    /// The ply that was put on the stack just now.
    fn last_ply(&mut self) -> &mut Ply {
        match self.stack.last_mut() {
            Some(Happening::Ply(ply)) => ply,
            other => unreachable!("a ply was put on the stack just now, not {other:?}"),
        }
    }

    /// How the game ends because the side to move has no legal move, counting those forbidden for repetition.
    fn stalled_now(&self) -> Option<Outcome> {
        let without = self.referee.stalled(self.position());
        if without.is_none() && self.forbids_repetition() && self.forbids_all() {
            return Some(self.referee.without_move(self.position().turn()));
        }
        without
    }

    /// Takes the last thing that happened off the stack.
    pub fn undo(&mut self) -> Option<Happening> {
        let undone = self.stack.pop();
        if let Some(Happening::Ply(ply)) = &undone {
            self.line.pop(ply.played.mv, &ply.played.position);
        }
        undone
    }

    /// Takes back the last move of a side and everything that came after it. No offer from before it stands again: it
    /// was answered, or a move went by.
    ///
    /// # Errors
    /// [`GameError::NothingToTakeBack`] if that side has not moved; the game is then unchanged.
    pub fn take_back(&mut self, side: Side) -> Result<(), GameError> {
        let last = self.stack.iter().rposition(|h| matches!(h, Happening::Ply(ply) if ply.side() == side));
        let last = last.ok_or(GameError::NothingToTakeBack)?;
        while self.stack.len() > last {
            self.undo();
        }
        if self.pending().is_some() {
            self.stack.push(Happening::Dropped { by: side });
        }
        Ok(())
    }

    /// Whether a side has moved in this game.
    pub fn has_moved(&self, side: Side) -> bool {
        self.plies().any(|ply| ply.side() == side)
    }
}
