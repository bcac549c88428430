//! What is written, as rows.

use hnefi_clock::{Clock, Stamp};
use hnefi_live::{
    Arrangement, Change, Conditional, Dodge, Event, GameStatus, MatchLength, NewGame, Seat, SeatChange, Written,
    WrittenPly,
};
use hnefi_rules::Side;

use crate::{Link, digest};

/// A game as rows to insert.
#[derive(Debug)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    pub(crate) made_ms: i64,
    /// The text of the rule set.
    pub(crate) toml: String,
    /// Its SHA-256 in hexadecimal.
    pub(crate) ruleset: String,
    pub(crate) ruleset_id: String,
    pub(crate) ruleset_name: String,
    pub(crate) position: String,
    pub(crate) turn: Side,
    pub(crate) arrangement: Arrangement,
    pub(crate) match_id: String,
    pub(crate) match_game: u32,
    pub(crate) swapped: bool,
    /// How many games the match has.
    pub(crate) match_length: Option<u32>,
    pub(crate) status: GameStatus,
    pub(crate) seats: [(Side, Seat); 2],
    pub(crate) due: Option<i64>,
    /// Whether everybody may find and watch it.
    pub(crate) listed: bool,
    /// The list in which it is rated.
    pub(crate) rated: Option<String>,
    pub(crate) control: Option<String>,
    /// Whether its clocks go on whoever is away.
    pub(crate) no_away: bool,
    /// Whether nothing is taken back in it.
    pub(crate) no_take_back: bool,
    /// When the clocks were set going.
    pub(crate) clock_ms: Option<i64>,
    /// When the next flag falls.
    pub(crate) flag_ms: Option<i64>,
    /// The seek that ends with it.
    pub(crate) seek: Option<String>,
}

impl GameRow {
    pub(crate) fn of(new: &NewGame) -> GameRow {
        let ruleset = new.game.referee().ruleset();
        let toml = ruleset.to_toml();
        GameRow {
            id: new.id.clone(),
            made_ms: new.made_ms,
            ruleset: digest(&toml),
            toml,
            ruleset_id: ruleset.id().to_owned(),
            ruleset_name: ruleset.name().to_owned(),
            position: new.game.start().rows_text(),
            turn: new.game.start().turn(),
            arrangement: new.arrangement,
            match_id: new.match_id.clone(),
            match_game: new.match_game,
            swapped: new.swapped,
            match_length: new.match_length.map(MatchLength::games),
            status: GameStatus::of(&new.game),
            seats: Side::ALL.map(|side| (side, new.seats[side].clone())),
            due: new.due(),
            listed: false,
            no_away: false,
            no_take_back: false,
            rated: None,
            control: new.clock.as_ref().map(|clock| clock.control().to_string()),
            clock_ms: new.clock.as_ref().and_then(Clock::started_ms),
            flag_ms: new.flag_ms(),
            seek: None,
        }
    }
}

/// All that one act changes, as rows.
#[derive(Debug)]
pub(crate) struct ChangeRow {
    pub(crate) game: String,
    /// How many rows the log has.
    pub(crate) seen: u64,
    pub(crate) entries: Vec<EntryRow>,
    pub(crate) status: GameStatus,
    pub(crate) dodged: Option<(Side, Dodge)>,
    pub(crate) seats: Vec<SeatChange>,
    pub(crate) conditional: Vec<(Side, Conditional)>,
    pub(crate) next: Option<GameRow>,
    pub(crate) due: Option<i64>,
    pub(crate) flag_ms: Option<i64>,
    pub(crate) links: Vec<Link>,
}

impl ChangeRow {
    pub(crate) fn of(change: &Change, links: &[Link]) -> ChangeRow {
        ChangeRow {
            game: change.game.clone(),
            seen: change.seen,
            entries: change.entries.iter().map(EntryRow::of).collect(),
            status: change.status.clone(),
            dodged: change.dodged,
            seats: change.seats.clone(),
            conditional: change.conditional.clone(),
            next: change.next.as_ref().map(GameRow::of),
            due: change.due,
            flag_ms: change.flag_ms,
            links: links.to_vec(),
        }
    }
}

/// Until when somebody is away, in milliseconds since 1970; `None` for who is not.
pub(crate) type Until = Option<i64>;

/// A row of the log to append.
#[derive(Debug)]
pub(crate) struct EntryRow {
    pub(crate) at_ms: i64,
    pub(crate) kind: &'static str,
    pub(crate) side: Option<Side>,
    pub(crate) judge: u32,
    pub(crate) outcome: Option<String>,
    pub(crate) ply: Option<u32>,
    pub(crate) client_id: Option<String>,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    pub(crate) captures: Option<String>,
    pub(crate) offer: Option<&'static str>,
    pub(crate) clock: Option<Stamp>,
    pub(crate) span_ms: Option<u32>,
    /// Until when its side is away from now on, if it says so.
    pub(crate) away: Option<Until>,
}

impl EntryRow {
    fn of(written: &Written) -> EntryRow {
        let event = &written.entry.event;
        let (mv, client_id) = match event {
            Event::Ply { mv, client_id } => (Some(mv), client_id.clone()),
            _ => (None, None),
        };
        let captures = |ply: &WrittenPly| {
            let squares: Vec<String> = ply.captures.iter().map(|square| square.to_string()).collect();
            squares.join("/")
        };
        EntryRow {
            at_ms: written.entry.at_ms,
            kind: event.kind(),
            side: written.by,
            judge: written.judge,
            outcome: written.outcome.map(|outcome| outcome.to_string()),
            ply: written.ply.as_ref().map(|ply| ply.number),
            client_id,
            from: mv.map(|mv| mv.from().to_string()),
            to: mv.map(|mv| mv.to().to_string()),
            captures: written.ply.as_ref().map(captures),
            offer: match event {
                Event::Offered { offer, .. } => Some(offer.id()),
                _ => None,
            },
            clock: written.entry.clock,
            span_ms: match event {
                Event::TimeGiven { ms, .. } | Event::Downtime { ms } | Event::Away { ms, .. } => Some(*ms),
                _ => None,
            },
            away: match event {
                Event::Away { ms, .. } => Some(Some(written.entry.at_ms + i64::from(*ms))),
                Event::Back { .. } => Some(None),
                _ => None,
            },
        }
    }
}

/// The columns of a seat besides its game and side: kind, level, person, moves.
pub(crate) fn seat_columns(seat: &Seat) -> (&'static str, Option<i64>, Option<&str>, i64) {
    match seat {
        Seat::Person { person, moves } => ("person", None, Some(person.as_str()), i64::from(*moves)),
        Seat::Computer { level } => ("computer", Some(i64::from(*level)), None, 0),
        Seat::Open => ("person", None, None, 0),
    }
}
