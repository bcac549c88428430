//! What happened in a game, row by row, and the game that it adds up to.

use std::collections::HashSet;

use hnefi_clock::{Clock, Stamp};
use hnefi_rules::{BySide, Ending, Game, GameError, Offer, Outcome, Side};

use crate::{Dodge, GameStatus, Timed, Written};

mod event;
mod replay;

pub use event::{Event, EventError, OfferKind, Sides};
pub use replay::{RuledOtherwise, RuledPly};

/// A game with its log folded up: how it stands after everything that happened.
///
/// A log changes through [`Log::apply`], whether a row is read back or has just been appended, and what a ply did is
/// read back through [`Log::replay`]; so a game that is loaded equals the one that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    game: Game,
    rematch: Option<(Side, Sides)>,
    /// How often each side has offered something since its last ply, or since the end.
    offers: BySide<u32>,
    /// The ending without a result, if it is over so.
    void: Option<&'static str>,
    /// Who forfeited the match after it.
    forfeited: Option<Side>,
    /// Who got away from the game without playing it, and how.
    pub(crate) dodged: Option<(Side, Dodge)>,
    timed: Option<Timed>,
    client_ids: HashSet<String>,
    /// How many plies the game had at each version; the first entry is version 0.
    plies_at: Vec<u32>,
    touched_ms: i64,
    moved_ms: Option<i64>,
    /// The plies that the judge of today would rule otherwise.
    ruled: Vec<RuledOtherwise>,
}

/// One row of a log: something that happened, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// When by the running time of the server, and what was given back of the lag of a ply; `None` in a game without clocks.
    pub clock: Option<Stamp>,
    /// What.
    pub event: Event,
}

impl Entry {
    /// A row of a game without clocks.
    pub fn new(at_ms: i64, event: Event) -> Entry {
        Entry { at_ms, clock: None, event }
    }
}

/// How a game ends by time: won by a side, or drawn.
fn over_time(winner: Side, draw: bool, ending: Ending) -> Outcome {
    if draw { Outcome::draw(ending) } else { Outcome::win(winner, ending) }
}

/// When something happened by the running time: where a row does not say, by the time of day.
fn running(at_ms: i64, clock: Option<Stamp>) -> Stamp {
    clock.unwrap_or(Stamp::at(at_ms))
}

/// How offers and their answers are put on a game.
struct Offering {
    offer: fn(&mut Game, Side, Offer) -> Result<(), GameError>,
    accept: fn(&mut Game, Side) -> Result<(), GameError>,
    drop: fn(&mut Game, Side) -> Result<(), GameError>,
}

/// As the rules of today have them.
const JUDGED: Offering = Offering { offer: Game::offer, accept: Game::accept, drop: Game::drop_offer };

/// As a record tells of them.
const AS_MADE: Offering =
    Offering { offer: Game::offer_as_made, accept: Game::accept_as_made, drop: Game::drop_as_made };

impl Log {
    /// A game in which nothing has happened yet.
    pub fn new(game: Game, made_ms: i64) -> Log {
        let plies_at = vec![game.plies().count() as u32];
        Log {
            game,
            rematch: None,
            offers: BySide::default(),
            void: None,
            forfeited: None,
            dodged: None,
            timed: None,
            client_ids: HashSet::new(),
            plies_at,
            touched_ms: made_ms,
            moved_ms: None,
            ruled: Vec::new(),
        }
    }

    /// The same with clocks.
    #[must_use]
    pub fn with_clock(mut self, clock: Option<Clock>) -> Log {
        self.timed = clock.map(Timed::new);
        self
    }

    /// The clocks, if the game has some, with what each ply took.
    pub fn timed(&self) -> Option<&Timed> {
        self.timed.as_ref()
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many rows the log has.
    pub fn version(&self) -> u64 {
        self.plies_at.len() as u64 - 1
    }

    /// How many plies stand.
    pub fn plies(&self) -> u32 {
        self.plies_at.last().copied().unwrap_or_default()
    }

    /// The side to move; `None` when the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.game.turn().filter(|_| self.void.is_none())
    }

    /// Whether the game is over, with a result or without.
    pub fn is_over(&self) -> bool {
        self.void.is_some() || self.game.outcome().is_some()
    }

    /// Whether the server broke the game off without a result.
    pub fn is_broken_off(&self) -> bool {
        self.void == Some(GameStatus::BROKEN_OFF)
    }

    /// Whether a side never made its first move, so that the game has no result.
    pub fn is_aborted(&self) -> bool {
        self.void == Some(GameStatus::ABORTED)
    }

    /// Whether the game is over without a result.
    pub fn is_void(&self) -> bool {
        self.void.is_some()
    }

    /// How the game stands, briefly.
    pub fn status(&self) -> GameStatus {
        let outcome = self.game.outcome();
        let ending = outcome.map(|o| o.reason.id()).or(self.void);
        GameStatus {
            plies: self.plies(),
            to_move: self.turn(),
            winner: outcome.and_then(|o| o.winner),
            ending: ending.map(str::to_owned),
        }
    }

    /// When something last happened, in milliseconds since 1970.
    pub fn touched_ms(&self) -> i64 {
        self.touched_ms
    }

    /// When somebody last moved, in milliseconds since 1970, even if it was taken back; `None` if nobody did.
    pub fn moved_ms(&self) -> Option<i64> {
        self.moved_ms
    }

    /// Whether a move with this client id was played, even if it was taken back.
    pub fn has_client_id(&self, client_id: &str) -> bool {
        self.client_ids.contains(client_id)
    }

    /// Who forfeited the match after this game, by the side that he played in it.
    pub fn forfeited(&self) -> Option<Side> {
        self.forfeited
    }

    /// The offer that stands, and who made it.
    pub fn pending(&self) -> Option<(Side, OfferKind)> {
        match self.rematch {
            Some((by, sides)) => Some((by, OfferKind::Rematch(sides))),
            None if self.is_void() => None,
            None => self.game.pending().map(|(by, offer)| (by, OfferKind::Game(offer))),
        }
    }

    /// How often a side has offered something since its last ply, or since the end of the game.
    pub fn offers(&self, by: Side) -> u32 {
        self.offers[by]
    }

    /// How many plies somebody may keep who was shown the first `plies` plies at `version`: those that no
    /// move taken back has touched since. 0 if there was never such a state of the game.
    pub fn unchanged(&self, plies: u32, version: u64) -> u32 {
        let Ok(version) = usize::try_from(version) else { return 0 };
        match self.plies_at.get(version..) {
            Some(since @ [first, ..]) if *first == plies => since.iter().copied().min().unwrap_or(0),
            _ => 0,
        }
    }

    /// Lets something happen that was recorded; on an error nothing has changed. A claim that was made once is
    /// not judged again, and an offer that was answered stood.
    ///
    /// # Errors
    /// When it cannot follow on what happened before.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), EventError> {
        self.happen(entry, &AS_MADE)
    }

    /// Lets something happen, with the way in which offers are put on the game.
    fn happen(&mut self, entry: &Entry, offering: &Offering) -> Result<(), EventError> {
        if self.is_void()
            && !matches!(
                entry.event,
                Event::Offered { .. } | Event::Dropped { .. } | Event::Accepted { .. } | Event::MatchForfeited { .. }
            )
        {
            return Err(EventError::BrokenOff);
        }
        let was_over = self.is_over();
        match &entry.event {
            Event::Ply { mv, client_id } => {
                let by = self.game.position().turn();
                self.game.play(*mv).map_err(EventError::Refused)?;
                self.reset_offers(by);
                self.press(by, entry.at_ms, entry.clock);
                self.client_ids.extend(client_id.clone());
                self.moved_ms = Some(entry.at_ms);
            }
            Event::Offered { by, offer } => {
                self.offer(*by, *offer, offering)?;
                self.offers[*by] += 1;
            }
            Event::Dropped { by } => match self.rematch.take() {
                Some(_) => {}
                None if self.is_void() => return Err(GameError::NoOffer.into()),
                None => (offering.drop)(&mut self.game, *by)?,
            },
            Event::Accepted { by } => match self.rematch {
                Some((from, _)) if from == *by => return Err(GameError::NoOffer.into()),
                Some(_) => self.rematch = None,
                None if self.is_void() => return Err(GameError::NoOffer.into()),
                None => (offering.accept)(&mut self.game, *by)?,
            },
            Event::Resigned { by } => self.game.end(Outcome::win(!*by, Ending::Resignation))?,
            Event::TakenBack { by } => {
                self.game.take_back(*by)?;
                self.rematch = None;
            }
            Event::FlagFell { by, draw } => self.game.end(over_time(!*by, *draw, Ending::Time))?,
            Event::ClaimedAbandoned { by, draw } => self.game.end(over_time(*by, *draw, Ending::Abandoned))?,
            Event::MatchForfeited { by } => {
                if !self.is_over() {
                    return Err(EventError::NotOver);
                }
                self.rematch = None;
                self.forfeited = Some(*by);
            }
            Event::BrokenOff => self.end_without_result(GameStatus::BROKEN_OFF)?,
            Event::Aborted { .. } => self.end_without_result(GameStatus::ABORTED)?,
            Event::ClocksStarted
            | Event::TimeGiven { .. }
            | Event::Downtime { .. }
            | Event::Away { .. }
            | Event::Back { .. } => {
                if let Some(outcome) = self.game.outcome() {
                    return Err(GameError::Over(outcome).into());
                }
            }
        }
        let plies = match entry.event {
            Event::Ply { .. } => self.plies() + 1,
            Event::TakenBack { .. } | Event::Accepted { .. } => self.game.plies().count() as u32,
            Event::Offered { .. }
            | Event::Dropped { .. }
            | Event::Resigned { .. }
            | Event::FlagFell { .. }
            | Event::ClaimedAbandoned { .. }
            | Event::ClocksStarted
            | Event::TimeGiven { .. }
            | Event::Downtime { .. }
            | Event::Away { .. }
            | Event::Back { .. }
            | Event::MatchForfeited { .. }
            | Event::Aborted { .. }
            | Event::BrokenOff => self.plies(),
        };
        if self.is_over() && !was_over {
            self.offers = BySide::default();
        }
        let turn = self.turn();
        if let Some(timed) = &mut self.timed {
            timed.happen(entry, plies as usize, turn, running(entry.at_ms, entry.clock).at_ms);
        }
        self.note_dodge(&entry.event);
        self.note(plies, entry.at_ms);
        Ok(())
    }

    /// A side has moved: it can offer again, and after the end both can.
    fn reset_offers(&mut self, by: Side) {
        self.offers[by] = 0;
        if self.is_over() {
            self.offers = BySide::default();
        }
    }

    /// Presses the clock of a side that has moved.
    fn press(&mut self, by: Side, at_ms: i64, clock: Option<Stamp>) {
        let over = self.is_over();
        let Some(timed) = &mut self.timed else { return };
        let stamp = running(at_ms, clock);
        timed.press(by, stamp);
        if over {
            timed.stop(stamp.at_ms);
        }
    }

    /// The row as it is stored: of the lag of its line, what is given back.
    fn with_lag(&self, mut entry: Entry) -> Entry {
        if let (Some(stamp), Some(timed)) = (&mut entry.clock, &self.timed) {
            let side = self.game.position().turn();
            let moved = matches!(entry.event, Event::Ply { .. });
            stamp.lag_ms = if moved { timed.clock().lag_given(side, *stamp) } else { 0 };
        }
        entry
    }

    fn end_without_result(&mut self, ending: &'static str) -> Result<(), EventError> {
        if let Some(outcome) = self.game.outcome() {
            return Err(GameError::Over(outcome).into());
        }
        self.void = Some(ending);
        Ok(())
    }

    /// Counts a row, after which so many plies stand.
    fn note(&mut self, plies: u32, at_ms: i64) {
        self.plies_at.push(plies);
        self.touched_ms = at_ms;
        self.ruled.retain(|ruled| ruled.ply < plies);
    }

    /// **Append**: lets something happen, and gives the row to store. On an error nothing has changed.
    ///
    /// # Errors
    /// Those of [`Log::apply`], and for a claim that the board refutes.
    pub fn append(&mut self, entry: Entry) -> Result<Written, EventError> {
        let (by, was_over) = (entry.event.by(&self.game), self.is_over());
        let entry = self.with_lag(entry);
        self.happen(&entry, &JUDGED)?;
        Ok(Written::of(entry, by, was_over, self))
    }

    fn offer(&mut self, by: Side, offer: OfferKind, offering: &Offering) -> Result<(), EventError> {
        match offer {
            OfferKind::Game(_) if self.is_void() => Err(EventError::BrokenOff),
            OfferKind::Game(offer) => Ok((offering.offer)(&mut self.game, by, offer)?),
            OfferKind::Rematch(_) if !self.is_over() => Err(EventError::NotOver),
            OfferKind::Rematch(_) if self.rematch.is_some() => Err(GameError::OfferStands.into()),
            OfferKind::Rematch(sides) => {
                self.rematch = Some((by, sides));
                Ok(())
            }
        }
    }
}
