//! Rows of the database, and what they mean.

use std::str::FromStr;
use std::sync::Arc;

use crate::db::{Column, Row};
use crate::{NewGame, NewLink, StoreError, Summary};
use hnefi_live::{Entry, Event, LinkKind, Log, OfferKind, PersonId, Seat, Seats, Standing};
use hnefi_rules::{Game, Intent, Referee, Ruleset, Setup, Side, Square};

/// A game as rows to insert.
#[derive(Debug)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    pub(crate) made_ms: i64,
    pub(crate) ruleset_id: String,
    pub(crate) ruleset_name: String,
    pub(crate) ruleset: String,
    pub(crate) position: String,
    pub(crate) turn: Side,
    pub(crate) match_id: String,
    pub(crate) match_game: u32,
    pub(crate) standing: Standing,
    pub(crate) seats: [(Side, Seat); 2],
    pub(crate) links: Vec<(NewLink, Option<Side>)>,
}

impl GameRow {
    pub(crate) fn of(new: &NewGame, made_ms: i64) -> GameRow {
        let ruleset = new.game.referee().ruleset();
        let side_links =
            Side::ALL.into_iter().flat_map(|side| new.seats[side].links.iter().map(move |l| (l.clone(), Some(side))));
        let watch = new.watch.iter().map(|link| (link.clone(), None));
        GameRow {
            id: new.id.clone(),
            made_ms,
            ruleset_id: ruleset.id().to_owned(),
            ruleset_name: ruleset.name().to_owned(),
            ruleset: ruleset.to_toml(),
            position: new.game.start().rows_text(),
            turn: new.game.start().turn(),
            match_id: new.match_id.clone(),
            match_game: new.match_game,
            standing: Standing::of(&new.game),
            seats: Side::ALL.map(|side| (side, new.seats[side].seat.clone())),
            links: side_links.chain(watch).collect(),
        }
    }
}

/// A row of the log to append.
#[derive(Debug)]
pub(crate) struct EntryRow {
    pub(crate) at_ms: i64,
    pub(crate) kind: &'static str,
    pub(crate) side: Side,
    pub(crate) ply: Option<i64>,
    pub(crate) client_id: Option<String>,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    pub(crate) captures: Option<String>,
    pub(crate) offer: Option<&'static str>,
}

impl EntryRow {
    /// The row of something that led from one state of a game to the next.
    pub(crate) fn of(entry: &Entry, before: &Game, after: &Game) -> EntryRow {
        let mut row = EntryRow {
            at_ms: entry.at_ms,
            kind: kind(&entry.event),
            side: entry.event.by(before).unwrap_or(before.position().turn()),
            ply: None,
            client_id: None,
            from: None,
            to: None,
            captures: None,
            offer: None,
        };
        match &entry.event {
            Event::Ply { mv, client_id } => {
                row.ply = Some(before.plies().count() as i64);
                row.client_id = client_id.clone();
                row.from = Some(mv.from().to_string());
                row.to = Some(mv.to().to_string());
                row.captures = Some(captures(after));
            }
            Event::Offered { offer, .. } => row.offer = Some(offer.id()),
            Event::Dropped { .. }
            | Event::Accepted { .. }
            | Event::Resigned { .. }
            | Event::TakenBack { .. }
            | Event::BrokenOff => {}
        }
        row
    }
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Ply { .. } => "ply",
        Event::Offered { .. } => "offered",
        Event::Dropped { .. } => "dropped",
        Event::Accepted { .. } => "accepted",
        Event::Resigned { .. } => "resigned",
        Event::TakenBack { .. } => "taken-back",
        Event::BrokenOff => "broken-off",
    }
}

/// What the last ply captured, such as `d5/f4`; empty for nothing.
fn captures(game: &Game) -> String {
    let Some(ply) = game.plies().next_back() else { return String::new() };
    let squares: Vec<String> = ply.played.captures.iter().map(|capture| capture.square.to_string()).collect();
    squares.join("/")
}

/// The game that a row and its log add up to.
pub(crate) fn replay(id: &str, row: &Row, entries: &[Row]) -> Result<Log, StoreError> {
    let bad = |problem: String| StoreError::corrupt(id, problem);
    let text = |column: &'static str| -> Result<String, StoreError> {
        row.get(column).map_err(|error| bad(error.to_string()))
    };
    let ruleset = Ruleset::from_toml(&text("ruleset")?).map_err(|error| bad(format!("its rule set: {error}")))?;
    let setup = Setup::from_rows(&text("position")?).map_err(|error| bad(format!("its start: {error}")))?;
    let turn = Side::from_str(&text("turn")?).map_err(|error| bad(format!("its start: {error}")))?;
    let referee = Arc::new(Referee::new(Arc::new(ruleset)));
    let start = referee.position(&setup, turn).map_err(|error| bad(format!("its start: {error}")))?;
    let made_ms: i64 = row.get("made_ms").map_err(|error| bad(error.to_string()))?;
    let version: i64 = row.get("version").map_err(|error| bad(error.to_string()))?;

    let mut log = Log::new(Game::from_position(referee, start), made_ms);
    for (entry, wanted) in entries.iter().zip(1i64..) {
        let seq: i64 = entry.get("seq").map_err(|error| bad(format!("row {wanted}: {error}")))?;
        if seq != wanted {
            return Err(bad(format!("row {wanted} is missing")));
        }
        happen(&mut log, entry).map_err(|problem| bad(format!("row {seq}: {problem}")))?;
    }
    if version != entries.len() as i64 {
        return Err(bad(format!("it should have {version} rows and has {}", entries.len())));
    }
    Ok(log)
}

/// Applies one row of the log.
fn happen(log: &mut Log, row: &Row) -> Result<(), String> {
    let entry = read_entry(log.game(), row)?;
    log.apply(&entry).map_err(|error| error.to_string())?;
    if let Event::Ply { .. } = entry.event {
        let written: String = column(row, "captures")?;
        let played = captures(log.game());
        if written != played {
            return Err(format!("it captured `{written}` when it was played, and `{played}` now"));
        }
    }
    Ok(())
}

fn read_entry(game: &Game, row: &Row) -> Result<Entry, String> {
    let kind: String = column(row, "kind")?;
    let side: String = column(row, "side")?;
    let by = Side::from_str(&side).map_err(|error| error.to_string())?;
    let event = match kind.as_str() {
        "ply" => {
            let square = |name| -> Result<Square, String> {
                Square::from_str(&column::<String>(row, name)?).map_err(|error| error.to_string())
            };
            let ply: i64 = column(row, "ply")?;
            let plies = game.plies().count() as i64;
            if ply != plies {
                return Err(format!("it is ply {ply}, and {plies} were played before it"));
            }
            let intent = Intent { from: square("from_square")?, to: square("to_square")? };
            let mv = game.legal(intent).map_err(|refusal| refusal.to_string())?;
            Event::Ply { mv, client_id: column(row, "client_id")? }
        }
        "offered" => {
            let offer: String = column(row, "offer")?;
            let offer = OfferKind::from_id(&offer).ok_or_else(|| format!("`{offer}` is no offer"))?;
            Event::Offered { by, offer }
        }
        "dropped" => Event::Dropped { by },
        "accepted" => Event::Accepted { by },
        "resigned" => Event::Resigned { by },
        "taken-back" => Event::TakenBack { by },
        other => return Err(format!("`{other}` is no kind of entry")),
    };
    if event.by(game) != Some(by) {
        return Err(format!("it is by the {by}, and it is the other side's turn"));
    }
    Ok(Entry { at_ms: column(row, "at_ms")?, event })
}

fn column<T: Column>(row: &Row, name: &str) -> Result<T, String> {
    row.get(name).map_err(|error| error.to_string())
}

/// Games joined with their seats, one row a seat, the rows of a game together.
pub(crate) fn summaries(rows: &[Row]) -> Result<Vec<Summary>, StoreError> {
    let mut summaries: Vec<Summary> = Vec::new();
    for row in rows {
        let id: String = row.get("id")?;
        let bad = |problem: String| StoreError::corrupt(&id, problem);
        if summaries.last().is_none_or(|last| last.id != id) {
            summaries.push(summary(&id, row).map_err(bad)?);
        }
        let (side, seat) = seat(row).map_err(bad)?;
        if let Some(last) = summaries.last_mut() {
            last.seats[side] = seat;
        }
    }
    Ok(summaries)
}

fn summary(id: &str, row: &Row) -> Result<Summary, String> {
    let side = |name| -> Result<Option<Side>, String> {
        let text: Option<String> = column(row, name)?;
        text.map(|text| Side::from_str(&text)).transpose().map_err(|error| error.to_string())
    };
    let number = |name| -> Result<u32, String> {
        u32::try_from(column::<i64>(row, name)?).map_err(|error| format!("{name}: {error}"))
    };
    Ok(Summary {
        id: id.to_owned(),
        ruleset_id: column(row, "ruleset_id")?,
        ruleset_name: column(row, "ruleset_name")?,
        match_id: column(row, "match_id")?,
        match_game: number("match_game")?,
        touched_ms: column(row, "touched_ms")?,
        standing: Standing {
            plies: number("plies")?,
            to_move: side("to_move")?,
            winner: side("winner")?,
            ending: column(row, "ending")?,
        },
        seats: Seats { attackers: Seat::Open, defenders: Seat::Open },
    })
}

fn seat(row: &Row) -> Result<(Side, Seat), String> {
    let side = Side::from_str(&column::<String>(row, "side")?).map_err(|error| error.to_string())?;
    let kind: String = column(row, "kind")?;
    let seat = match (kind.as_str(), column::<Option<String>>(row, "visitor")?) {
        ("person", None) => Seat::Open,
        ("person", Some(person)) => {
            let moves = u32::try_from(column::<i64>(row, "moves")?).map_err(|error| error.to_string())?;
            Seat::Person { person: PersonId::new(person), moves }
        }
        ("computer", _) => {
            let level: i64 = column(row, "level")?;
            let level = u8::try_from(level).map_err(|_| format!("`{level}` is no level"))?;
            Seat::Computer { level }
        }
        (other, _) => return Err(format!("`{other}` is no kind of seat")),
    };
    Ok((side, seat))
}

/// The columns of a seat besides its game and side: kind, level, person, moves.
pub(crate) fn seat_columns(seat: &Seat) -> (&'static str, Option<i64>, Option<&str>, i64) {
    match seat {
        Seat::Person { person, moves } => ("person", None, Some(person.as_str()), i64::from(*moves)),
        Seat::Computer { level } => ("computer", Some(i64::from(*level)), None, 0),
        Seat::Open => ("person", None, None, 0),
    }
}

/// The columns of a link besides its game: secret, kind.
pub(crate) fn link_columns(link: &NewLink) -> (&str, &'static str) {
    let kind: LinkKind = link.kind;
    (&link.secret, kind.id())
}
