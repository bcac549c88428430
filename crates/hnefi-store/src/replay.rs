//! What was written, read back: the log of a game, lists of games, seats.

use std::str::FromStr;
use std::sync::Arc;

use hnefi_clock::{Clock, Control, Stamp};
use hnefi_live::{Arrangement, Entry, Event, GameStatus, Log, MatchLength, OfferKind, PersonId, RuledPly, Seat, Seats};
use hnefi_nodes::GameTime;
use hnefi_rules::{Game, Intent, Outcome, Referee, Ruleset, Setup, Side, Square};

use crate::db::{Column, Row};
use crate::{StoreError, Summary};

/// The game that a row and its log add up to.
pub(crate) fn replay(id: &str, row: &Row, entries: &[Row]) -> Result<Log, StoreError> {
    let bad = |problem: String| StoreError::corrupt(id, problem);
    let text = |name: &'static str| column::<String>(row, name).map_err(bad);
    let ruleset = Ruleset::from_toml(&text("toml")?).map_err(|error| bad(format!("its rule set: {error}")))?;
    let setup = Setup::from_rows(&text("position")?).map_err(|error| bad(format!("its start: {error}")))?;
    let turn = Side::from_str(&text("turn")?).map_err(|error| bad(format!("its start: {error}")))?;
    let referee = Arc::new(Referee::new(Arc::new(ruleset)));
    let start = referee.position(&setup, turn).map_err(|error| bad(format!("its start: {error}")))?;
    let made_ms: i64 = column(row, "made_ms").map_err(bad)?;
    let version: i64 = column(row, "version").map_err(bad)?;

    let clock = clock(row).map_err(|problem| bad(format!("its clocks: {problem}")))?;
    let log = Log::new(Game::from_position(referee, start), made_ms).with_clock(clock);
    let mut reading = Reading { log, reopened: false };
    for (entry, wanted) in entries.iter().zip(1i64..) {
        let seq: i64 = entry.get("seq").map_err(|error| bad(format!("row {wanted}: {error}")))?;
        if seq != wanted {
            return Err(bad(format!("row {wanted} is missing")));
        }
        reading.read(entry).map_err(|problem| bad(format!("row {seq}: {problem}")))?;
    }
    if version != entries.len() as i64 {
        return Err(bad(format!("it should have {version} rows and has {}", entries.len())));
    }
    Ok(reading.log)
}

/// A log while it is read.
struct Reading {
    log: Log,
    /// Whether moves follow that somebody made after the end.
    reopened: bool,
}

impl Reading {
    /// Applies one row of the log.
    fn read(&mut self, row: &Row) -> Result<(), String> {
        let (kind, at_ms): (String, i64) = (column(row, "kind")?, column(row, "at_ms")?);
        if self.is_void(&kind, row)? {
            self.reopened |= kind == "ply";
            self.log.pass(at_ms);
            return Ok(());
        }
        let clock = stamp(row)?;
        if clock.is_none() && self.log.timed().is_some() {
            return Err("it does not say when it happened by the running time".to_owned());
        }
        let game = self.log.game();
        let by = column::<Option<String>>(row, "side")?;
        let by = by.map(|side| Side::from_str(&side)).transpose().map_err(|error| error.to_string())?;
        let somebody = || by.ok_or_else(|| "nobody did it".to_owned());
        let event = match kind.as_str() {
            "ply" => {
                if by != Some(game.position().turn()) {
                    return Err(format!("it is by {}, and it is the other side's turn", by.map_or("nobody", Side::id)));
                }
                return self.read_ply(at_ms, clock, row);
            }
            "offered" => {
                let offer: String = column(row, "offer")?;
                let offer = OfferKind::from_id(&offer).ok_or_else(|| format!("`{offer}` is no offer"))?;
                Event::Offered { by: somebody()?, offer }
            }
            "dropped" => Event::Dropped { by: somebody()? },
            "accepted" => Event::Accepted { by: somebody()? },
            "resigned" => Event::Resigned { by: somebody()? },
            "taken-back" => Event::TakenBack { by: somebody()? },
            "clocks-started" => Event::ClocksStarted,
            "flag-fell" => Event::FlagFell { by: somebody()?, draw: is_draw(row)? },
            "aborted" => Event::Aborted { by: somebody()? },
            "time-given" => Event::TimeGiven { by: somebody()?, ms: span(row)? },
            "downtime" => Event::Downtime { ms: span(row)? },
            "away" => Event::Away { by: somebody()?, ms: span(row)? },
            "back" => Event::Back { by: somebody()? },
            "match-forfeited" => Event::MatchForfeited { by: somebody()? },
            "claimed-abandoned" => Event::ClaimedAbandoned { by: somebody()?, draw: is_draw(row)? },
            "broken-off" => Event::BrokenOff,
            other => return Err(format!("`{other}` is no kind of entry")),
        };
        self.log.apply(&Entry { at_ms, clock, event }).map_err(|error| error.to_string())
    }

    /// Whether a row tells of something that could not happen any more, because the game was over. Once an offer
    /// outlived the end of its game, and an answer to it changed a result, or opened the game again.
    fn is_void(&self, kind: &str, row: &Row) -> Result<bool, String> {
        if !self.log.is_over() {
            return Ok(false);
        }
        Ok(match kind {
            "ply" | "resigned" => true,
            "dropped" | "accepted" => self.log.pending().is_none(),
            "offered" => {
                let offer: Option<String> = column(row, "offer")?;
                !matches!(offer.as_deref().and_then(OfferKind::from_id), Some(OfferKind::Rematch(_)))
            }
            "taken-back" => self.reopened,
            _ => false,
        })
    }

    fn read_ply(&mut self, at_ms: i64, clock: Option<Stamp>, row: &Row) -> Result<(), String> {
        let ply: i64 = column(row, "ply")?;
        let plies = i64::from(self.log.plies());
        if ply != plies {
            return Err(format!("it is ply {ply}, and {plies} were played before it"));
        }
        let square = |name| square_of(&column::<String>(row, name)?);
        let captures: String = column(row, "captures")?;
        let captures: Vec<Square> =
            captures.split('/').filter(|text| !text.is_empty()).map(square_of).collect::<Result<_, _>>()?;
        let outcome = outcome_of(row)?;
        let judge: Option<i64> = column(row, "judge")?;
        let judge = judge.map(u32::try_from).transpose().map_err(|error| format!("judge: {error}"))?;
        let ruled = RuledPly {
            intent: Intent { from: square("from_square")?, to: square("to_square")? },
            captures,
            outcome,
            judge,
            client_id: column(row, "client_id")?,
            clock,
        };
        self.log.replay(at_ms, ruled).map_err(|error| error.to_string())
    }
}

/// The clocks of a game, as they stood when it was made.
fn clock(row: &Row) -> Result<Option<Clock>, String> {
    let Some(control) = control(row)? else { return Ok(None) };
    let mut clock = Clock::new(control);
    if let Some(started) = column::<Option<i64>>(row, "clock_ms")? {
        let turn = Side::from_str(&column::<String>(row, "turn")?).map_err(|error| error.to_string())?;
        clock.start(turn, started);
    }
    Ok(Some(clock))
}

fn control(row: &Row) -> Result<Option<Control>, String> {
    let control: Option<String> = column(row, "control")?;
    control.map(|text| text.parse()).transpose().map_err(|error: hnefi_clock::ControlError| error.to_string())
}

/// When a row happened by the running time; `None` where it does not say.
fn stamp(row: &Row) -> Result<Option<Stamp>, String> {
    let Some(at_ms) = column::<Option<i64>>(row, "clock_ms")? else { return Ok(None) };
    let lag: i64 = column::<Option<i64>>(row, "lag_ms")?.unwrap_or_default();
    let lag_ms = u32::try_from(lag).map_err(|error| format!("lag_ms: {error}"))?;
    Ok(Some(Stamp { at_ms, lag_ms }))
}

fn span(row: &Row) -> Result<u32, String> {
    u32::try_from(column::<i64>(row, "span_ms")?).map_err(|error| format!("span_ms: {error}"))
}

/// How a row ended the game, if it did.
fn outcome_of(row: &Row) -> Result<Option<Outcome>, String> {
    let outcome: Option<String> = column(row, "outcome")?;
    outcome.map(|text| Outcome::from_str(&text)).transpose().map_err(|error| error.to_string())
}

/// Whether a row drew the game: what was ruled when it was written stays ruled.
fn is_draw(row: &Row) -> Result<bool, String> {
    let outcome = outcome_of(row)?.ok_or("it does not say how the game ended")?;
    Ok(outcome.winner.is_none())
}

fn square_of(text: &str) -> Result<Square, String> {
    Square::from_str(text).map_err(|error| error.to_string())
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
    let number = |name| -> Result<u32, String> {
        u32::try_from(column::<i64>(row, name)?).map_err(|error| format!("{name}: {error}"))
    };
    let arrangement: String = column(row, "arrangement")?;
    let rated: Option<String> = column(row, "rated")?;
    let time = GameTime { skipped_ms: column(row, "skipped_ms")?, resumes_ms: column(row, "resumes_ms")? };
    let length: Option<i64> = column(row, "match_length")?;
    let length = length.map(|games| {
        let known = u32::try_from(games).ok().and_then(MatchLength::from_games);
        known.ok_or_else(|| format!("match_length: no match has {games} games"))
    });
    Ok(Summary {
        id: id.to_owned(),
        ruleset_id: column(row, "ruleset_id")?,
        ruleset_name: column(row, "ruleset_name")?,
        arrangement: Arrangement::from_id(&arrangement).ok_or_else(|| format!("`{arrangement}` is no arrangement"))?,
        match_id: column(row, "match_id")?,
        match_game: number("match_game")?,
        swapped: number("swapped")? != 0,
        match_length: length.transpose()?,
        control: control(row)?,
        flag_ms: column::<Option<i64>>(row, "flag_ms")?.map(|flag_ms| time.falls_at(flag_ms)),
        touched_ms: column(row, "touched_ms")?,
        status: status(row)?,
        listed: number("listed")? != 0,
        no_away: number("no_away")? != 0,
        no_take_back: number("no_take_back")? != 0,
        rated: rated.map(|list| list.parse().map_err(|error| format!("{error}"))).transpose()?,
        seats: Seats { attackers: Seat::Open, defenders: Seat::Open },
    })
}

/// How a game stands, as its row says.
pub(crate) fn status(row: &Row) -> Result<GameStatus, String> {
    let side = |name| -> Result<Option<Side>, String> {
        let text: Option<String> = column(row, name)?;
        text.map(|text| Side::from_str(&text)).transpose().map_err(|error| error.to_string())
    };
    Ok(GameStatus {
        plies: u32::try_from(column::<i64>(row, "plies")?).map_err(|error| format!("plies: {error}"))?,
        to_move: side("to_move")?,
        winner: side("winner")?,
        ending: column(row, "ending")?,
    })
}

fn seat(row: &Row) -> Result<(Side, Seat), String> {
    let side = Side::from_str(&column::<String>(row, "side")?).map_err(|error| error.to_string())?;
    let kind: String = column(row, "kind")?;
    let seat = match (kind.as_str(), column::<Option<String>>(row, "person")?) {
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
