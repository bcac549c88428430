//! A game: one stack of what happened.

use std::sync::Arc;

use crate::repetition::History;
use crate::{
    Agreement, Claims, Ending, Ground, Intent, Move, MoveList, Outcome, Played, Position, Reason, Referee, Refusal,
    Repetition, Side,
};

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
/// let mv = game.legal(intent).unwrap();
/// game.play(mv);
/// assert_eq!(game.plies().count(), 1);
/// game.undo();
/// assert_eq!(game, fresh);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    referee: Arc<Referee>,
    start: Position,
    pub(crate) stalled: Option<Outcome>,
    pub(crate) stack: Vec<Happening>,
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

/// Something that one side offers the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// A draw by agreement.
    Draw,
    /// A draw that is claimed on a ground of the rule set.
    Claim(Ground),
    /// To take back the offering side's last move, and what came after it.
    TakeBack,
}

/// Why something other than a move could not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over")]
    Over(Outcome),
    /// An offer already stands.
    #[error("an offer already stands")]
    OfferStands,
    /// No offer stands that this side could answer or withdraw.
    #[error("no such offer stands")]
    NoOffer,
    /// The rule set knows no draw by agreement.
    #[error("this rule set knows no draw by agreement")]
    NoAgreement,
    /// The rule set knows no such claim.
    #[error("this rule set knows no claim that the game is drawn because of {}", .0.id())]
    NoClaim(Ground),
    /// This side has no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
}

impl GameError {
    /// The code of this error on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            GameError::Over(_) => "game-over",
            GameError::OfferStands => "offer-stands",
            GameError::NoOffer => "no-offer",
            GameError::NoAgreement => "no-agreement",
            GameError::NoClaim(_) => "no-claim",
            GameError::NothingToTakeBack => "nothing-to-take-back",
        }
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
        Game { referee, start, stalled, stack: Vec::new() }
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
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = &Ply> {
        self.stack.iter().filter_map(|happening| match happening {
            Happening::Ply(ply) => Some(ply),
            _ => None,
        })
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

    /// The offer that stands, and who made it. None does once the game is over: the end answers every offer.
    ///
    /// ```
    /// use hnefi_rules::{Game, GameError, Offer, Referee, Side, leaflet};
    /// use std::sync::Arc;
    /// let mut game = Game::new(Arc::new(Referee::new(leaflet("viking-game").unwrap().clone())));
    /// game.offer(Side::Attackers, Offer::Draw).unwrap();
    /// assert_eq!(game.pending(), Some((Side::Attackers, Offer::Draw)));
    /// game.resign(Side::Attackers).unwrap();
    /// assert_eq!(game.pending(), None);
    /// assert_eq!(game.accept(Side::Defenders), Err(GameError::NoOffer));
    /// ```
    pub fn pending(&self) -> Option<(Side, Offer)> {
        if self.outcome().is_some() {
            return None;
        }
        for (index, happening) in self.stack.iter().enumerate().rev() {
            match happening {
                Happening::Offered { by, offer } => {
                    let answered =
                        self.stack[index..].iter().any(|h| matches!(h, Happening::Ply(p) if p.side() != *by));
                    return (!answered).then_some((*by, *offer));
                }
                Happening::Dropped { .. } | Happening::Ended(_) => return None,
                Happening::Ply(_) => {}
            }
        }
        None
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
            let next: Vec<_> = moves.iter().map(|&mv| self.after(mv)).collect();
            let mut next = next.iter();
            let mut history = self.history();
            moves.retain(|mv| next.next().is_some_and(|next| !history.forbids(*mv, next, &self.referee)));
        }
        moves
    }

    /// Whether the rule set forbids some moves because of what happened before, so that the board alone does
    /// not tell what is legal.
    pub fn forbids_repetition(&self) -> bool {
        matches!(
            self.referee.answers.repetition,
            Repetition::Forbidden | Repetition::DefendersForbidden | Repetition::AggressorDeviates
        )
    }

    /// Whether a move, legal on the board, repeats what it may not.
    fn is_forbidden(&self, mv: Move) -> bool {
        self.forbids_repetition() && {
            let next = self.after(mv);
            self.history().forbids(mv, &next, &self.referee)
        }
    }

    /// Every move that the board allows, whatever happened before.
    fn moves_on_board(&self) -> MoveList {
        self.referee.moves(self.position())
    }

    /// The position after a move.
    fn after(&self, mv: Move) -> Position {
        self.referee.advance(self.position(), mv).position
    }

    /// Whether every move repeats what it may not.
    fn forbids_all(&self) -> bool {
        self.moves_on_board().into_iter().all(|mv| self.is_forbidden(mv))
    }

    fn history(&self) -> History<'_> {
        History {
            positions: std::iter::once(&self.start).chain(self.plies().map(|ply| &ply.played.position)).collect(),
            moves: self.plies().map(|ply| ply.played.mv).collect(),
        }
    }

    /// **Play**: makes a move that [`Game::legal`] gave for the position now, and judges how the game stands.
    pub fn play(&mut self, mv: Move) -> &Ply {
        let played = self.referee.play(self.position(), mv);
        let ending = played.ending;
        self.stack.push(Happening::Ply(Ply { played, outcome: None, recorded: false }));
        let judged = ending.or_else(|| self.history().ending(&self.referee)).or_else(|| self.stalled_now());
        match self.stack.last_mut() {
            Some(Happening::Ply(ply)) => {
                ply.outcome = judged;
                ply
            }
            _ => unreachable!("a ply was pushed just now"),
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

    /// Offers something to the other side.
    ///
    /// ```
    /// use hnefi_rules::{Ending, Game, GameError, Ground, Offer, Referee, Side, leaflet};
    /// use std::sync::Arc;
    /// let referee = Arc::new(Referee::new(leaflet("viking-game").unwrap().clone()));
    /// let mut game = Game::new(referee);
    /// let claim = Offer::Claim(Ground::KingAtSide);
    /// assert_eq!(game.offer(Side::Defenders, claim), Err(GameError::NoClaim(Ground::KingAtSide)));
    /// game.offer(Side::Defenders, Offer::Draw).unwrap();
    /// game.accept(Side::Attackers).unwrap();
    /// assert_eq!(game.outcome().unwrap().reason, Ending::Agreement);
    /// ```
    ///
    /// # Errors
    /// When the game is over, an offer already stands, the rule set has no such draw, or `by` has not moved.
    pub fn offer(&mut self, by: Side, offer: Offer) -> Result<(), GameError> {
        match (self.outcome(), offer) {
            (Some(outcome), _) => return Err(GameError::Over(outcome)),
            (None, _) if self.pending().is_some() => return Err(GameError::OfferStands),
            (None, Offer::Draw) if !self.allows_agreement() => return Err(GameError::NoAgreement),
            (None, Offer::Claim(ground)) if !self.grounds().contains(&ground) => {
                return Err(GameError::NoClaim(ground));
            }
            (None, Offer::TakeBack) if !self.has_moved(by) => return Err(GameError::NothingToTakeBack),
            (None, _) => {}
        }
        self.stack.push(Happening::Offered { by, offer });
        Ok(())
    }

    /// Accepts the offer that stands: the game is drawn, or the plies are taken back.
    ///
    /// # Errors
    /// [`GameError::NoOffer`] unless the other side's offer stands.
    pub fn accept(&mut self, by: Side) -> Result<(), GameError> {
        match self.pending() {
            Some((from, offer)) if from != by => {
                match offer {
                    Offer::Draw => self.stack.push(Happening::Ended(Outcome::draw(Ending::Agreement))),
                    Offer::Claim(ground) => {
                        self.stack.push(Happening::Ended(Outcome::draw(Ending::Claim(ground))));
                    }
                    Offer::TakeBack => self.take_back(from)?,
                }
                Ok(())
            }
            _ => Err(GameError::NoOffer),
        }
    }

    /// Declines the other side's offer, or withdraws one's own.
    ///
    /// # Errors
    /// [`GameError::NoOffer`] if none stands.
    pub fn drop_offer(&mut self, by: Side) -> Result<(), GameError> {
        self.pending().ok_or(GameError::NoOffer)?;
        self.stack.push(Happening::Dropped { by });
        Ok(())
    }

    /// Ends the game off the board: a resignation, time, abandonment, or a draw that a referee grants.
    ///
    /// # Errors
    /// [`GameError::Over`] if it has ended already.
    pub fn end(&mut self, outcome: Outcome) -> Result<(), GameError> {
        match self.outcome() {
            Some(over) => Err(GameError::Over(over)),
            None => {
                self.stack.push(Happening::Ended(outcome));
                Ok(())
            }
        }
    }

    /// A side resigns and the other one wins.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game has ended already.
    pub fn resign(&mut self, side: Side) -> Result<(), GameError> {
        self.end(Outcome::win(!side, Ending::Resignation))
    }

    /// Takes the last thing that happened off the stack.
    pub fn undo(&mut self) -> Option<Happening> {
        self.stack.pop()
    }

    /// Takes back the last move of a side and everything that came after it.
    ///
    /// # Errors
    /// [`GameError::NothingToTakeBack`] if that side has not moved; the game is then unchanged.
    pub fn take_back(&mut self, side: Side) -> Result<(), GameError> {
        let last = self.stack.iter().rposition(|h| matches!(h, Happening::Ply(ply) if ply.side() == side));
        self.stack.truncate(last.ok_or(GameError::NothingToTakeBack)?);
        Ok(())
    }

    /// Whether the rule set lets the players agree on a draw.
    pub fn allows_agreement(&self) -> bool {
        self.referee.answers.agreement == Agreement::Allowed
    }

    /// The grounds on which the rule set lets a player claim a draw.
    pub fn grounds(&self) -> &'static [Ground] {
        match self.referee.answers.claims {
            Claims::None => &[],
            Claims::NoProgress => &[Ground::NoProgress],
            Claims::KingOutOfReach => &[Ground::KingAtSide, Ground::KingShutIn],
        }
    }

    /// Whether a side has moved in this game.
    pub fn has_moved(&self, side: Side) -> bool {
        self.plies().any(|ply| ply.side() == side)
    }
}
