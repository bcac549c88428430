//! What is taken along of an event: files to download, a folder that stays readable without a program, and the way back.

use std::path::Path;

use hnefi_events::{Player, Standing};
use hnefi_rules::Side;
use hnefi_store::{EventChange, EventEntry, Store, StoreError};
use hnefi_views::events::ExportPage;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::log::{Held, Line};
use super::says::{break_id, result_id};
use super::show;
use crate::server::secret::{self, Secrets};

/// The version of the file.
const VERSION: u32 = 1;

/// The files of the folder.
const EVENT: &str = "event.json";
const RESULTS: &str = "results.csv";
const TABLE: &str = "table.csv";
const PAGE: &str = "index.html";

/// The longest file of an event that is read, in bytes.
const LONGEST: u64 = 64 * 1024 * 1024;

/// An event that was written into a folder, or read from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The path of its organisers' link, on the server that has it now.
    pub link: String,
}

/// Why an event cannot be written into a folder, or read from one.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is no such event.
    #[error("there is no event {0}")]
    NoEvent(String),
    /// There is an event of this id already.
    #[error("event {0} is here already")]
    Known(String),
    /// The folder has something in it.
    #[error("{0} is not empty")]
    NotEmpty(String),
    /// The file is no event: why.
    #[error("{file} is no event: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// The database failed, or the key of the links cannot be read.
    #[error("{0}")]
    Failed(String),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> ExportError {
        ExportError::Failed(error.to_string())
    }
}

#[derive(Serialize)]
struct File<'a> {
    v: u32,
    id: &'a str,
    name: &'a str,
    about: &'a str,
    clock: &'a str,
    rules: &'a str,
    games: Vec<GameLine<'a>>,
    table: Vec<PlaceLine<'a>>,
    log: Vec<LogLine>,
}

#[derive(Serialize)]
struct GameLine<'a> {
    round: u32,
    table: u32,
    game: u32,
    attackers: &'a str,
    defenders: &'a str,
    result: Option<&'static str>,
}

#[derive(Serialize)]
struct PlaceLine<'a> {
    place: u32,
    name: &'a str,
    points: f64,
    played: u32,
    tie_breaks: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize, Deserialize)]
struct LogLine {
    at_ms: i64,
    row: Box<RawValue>,
}

/// What is read of such a file: the log says the rest.
#[derive(Deserialize)]
struct ReadFile {
    v: u32,
    id: String,
    log: Vec<LogLine>,
}

/// The event as JSON: its log, the games with their results, and the table.
pub(super) fn json(held: &Held) -> String {
    let log = log(held).into_iter().filter_map(|(at_ms, line)| {
        let row = RawValue::from_string(line.to_json()).ok()?;
        Some(LogLine { at_ms, row })
    });
    let games = games(held).map(|game| GameLine {
        round: game.id.round,
        table: game.id.table,
        game: game.id.game,
        attackers: held.name(game.attackers),
        defenders: held.name(game.defenders),
        result: game.result.map(result_id),
    });
    let standings = held.event.standings();
    let file = File {
        v: VERSION,
        id: &held.id,
        name: &held.told.name,
        about: &held.told.about,
        clock: &held.told.clock,
        rules: &held.rules,
        games: games.collect(),
        table: standings.iter().map(|standing| place(held, standing)).collect(),
        log: log.collect(),
    };
    // All of it is text, numbers and lists of them.
    serde_json::to_string_pretty(&file).unwrap_or_default()
}

/// The log as it can be read elsewhere. Who is who on this server is not known there: so each player has the name that he has here now.
fn log(held: &Held) -> Vec<(i64, Line)> {
    let mut log = held.lines.clone();
    if held.online.is_none() {
        return log;
    }
    if let Some((_, Line::Made { online, .. })) = log.first_mut() {
        *online = None;
    }
    let last_ms = log.last().map_or(0, |(at_ms, _)| *at_ms);
    let named = |player: &Player| Line::Named { player: player.no, name: held.name(player.no).to_owned() };
    log.extend(held.event.players().iter().map(|player| (last_ms, named(player))));
    log
}

fn place<'a>(held: &'a Held, standing: &Standing) -> PlaceLine<'a> {
    let value =
        |quarters: Option<u32>| quarters.map_or(serde_json::Value::Null, |value| (f64::from(value) / 4.0).into());
    let breaks = standing.tie_breaks.iter().map(|one| (break_id(one.tie_break).to_owned(), value(one.quarters)));
    PlaceLine {
        place: standing.place,
        name: held.name(standing.player),
        points: f64::from(standing.halves) / 2.0,
        played: standing.played,
        tie_breaks: breaks.collect(),
    }
}

fn games(held: &Held) -> impl Iterator<Item = &hnefi_events::Game> {
    held.event.rounds().iter().flat_map(|round| &round.pairings).flat_map(|pairing| &pairing.games)
}

/// Every game with its result.
pub(super) fn results_csv(held: &Held) -> String {
    let mut text = "round,table,game,attackers,defenders,result,attackers-points,defenders-points\r\n".to_owned();
    for game in games(held) {
        let points = |side| game.result.map(|result| number(result.halves(side), 2)).unwrap_or_default();
        let cells = [
            game.id.round.to_string(),
            game.id.table.to_string(),
            game.id.game.to_string(),
            held.name(game.attackers).to_owned(),
            held.name(game.defenders).to_owned(),
            game.result.map_or("", result_id).to_owned(),
            points(Side::Attackers),
            points(Side::Defenders),
        ];
        line(&mut text, &cells);
    }
    text
}

/// The table.
pub(super) fn table_csv(held: &Held) -> String {
    let breaks = held.event.plan().tie_breaks.iter().map(|one| break_id(*one).to_owned());
    let mut text = String::new();
    let head = ["place", "name", "points", "games"].map(str::to_owned);
    line(&mut text, &head.into_iter().chain(breaks).collect::<Vec<_>>());
    for standing in held.event.standings() {
        let breaks =
            standing.tie_breaks.iter().map(|one| one.quarters.map(|value| number(value, 4)).unwrap_or_default());
        let cells = [
            standing.place.to_string(),
            held.name(standing.player).to_owned(),
            number(standing.halves, 2),
            standing.played.to_string(),
        ];
        line(&mut text, &cells.into_iter().chain(breaks).collect::<Vec<_>>());
    }
    text
}

/// Halves or quarters as a spreadsheet reads them: `3.5`.
fn number(parts: u32, of: u32) -> String {
    (f64::from(parts) / f64::from(of)).to_string()
}

fn line(text: &mut String, cells: &[String]) {
    let cell = |cell: &String| match cell.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    text.push_str(&cells.iter().map(cell).collect::<Vec<_>>().join(","));
    text.push_str("\r\n");
}

/// Writes an event of the store in a data folder into another folder, which is made: its log with the results as JSON and CSV, and a page that needs no program.
///
/// # Errors
/// When there is no such event, the folder has something in it, or a file cannot be written.
pub async fn export_event(store: &Store, data: &Path, id: &str, folder: &Path) -> Result<Exported, ExportError> {
    let stored = store.event(id).await?.ok_or_else(|| ExportError::NoEvent(id.to_owned()))?;
    let held = Held::read(&stored).map_err(ExportError::Failed)?;
    let rules = crate::house::asked(&held.rules).map_err(|problem| ExportError::Failed(problem.message()))?;
    let page = ExportPage { shown: show::of(&held, &rules, None, &[]) };
    let page = crate::server::page::render(&page).ok_or_else(|| ExportError::Failed("no page".to_owned()))?;
    let said = |error| ExportError::File { file: folder.display().to_string(), error };
    std::fs::create_dir_all(folder).map_err(said)?;
    if std::fs::read_dir(folder).map_err(said)?.next().is_some() {
        return Err(ExportError::NotEmpty(folder.display().to_string()));
    }
    for (name, text) in [(EVENT, json(&held)), (RESULTS, results_csv(&held)), (TABLE, table_csv(&held)), (PAGE, page)] {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(|error| ExportError::File { file: file.display().to_string(), error })?;
    }
    exported(data, held)
}

/// Reads an event from such a folder, or from its `event.json`, into the store in a data folder. Nobody runs it until somebody follows its organisers' link.
///
/// # Errors
/// When the file cannot be read, is no event, or the event is here already.
pub async fn import_event(store: &Store, data: &Path, from: &Path) -> Result<Exported, ExportError> {
    let file = if from.is_dir() { from.join(EVENT) } else { from.to_owned() };
    let shown = file.display().to_string();
    let said = |error| ExportError::File { file: shown.clone(), error };
    let unreadable = |why: String| ExportError::Unreadable { file: shown.clone(), why };
    let length = std::fs::metadata(&file).map_err(said)?.len();
    if length > LONGEST {
        return Err(unreadable(format!("it has {length} bytes, and at most {LONGEST} are read")));
    }
    let text = std::fs::read_to_string(&file).map_err(said)?;
    let read: ReadFile = serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    if read.v != VERSION {
        return Err(unreadable(format!("version {} is not known: {VERSION} is", read.v)));
    }
    let fits = read.id.len() <= 40
        && !read.id.is_empty()
        && read.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if !fits {
        return Err(unreadable("its id is none".to_owned()));
    }
    let rows = read.log.iter().map(|line| (line.at_ms, line.row.get()));
    let held = Held::replay(&read.id, 0, rows).map_err(unreadable)?;
    crate::house::asked(&held.rules).map_err(|problem| unreadable(problem.message()))?;
    let entries =
        held.lines.iter().map(|(at_ms, line)| EventEntry { at_ms: *at_ms, person: None, act: line.to_json() });
    let change = EventChange {
        event: held.id.clone(),
        seen: 0,
        entries: entries.collect(),
        players: Vec::new(),
        head: held.head(),
    };
    match store.make_event(change, None).await {
        Err(StoreError::Known(id)) => Err(ExportError::Known(id)),
        made => made.map_err(ExportError::from).and_then(|()| exported(data, held)),
    }
}

fn exported(data: &Path, held: Held) -> Result<Exported, ExportError> {
    let key = data.join(secret::LINKS);
    let secrets = Secrets::open(&key).map_err(|error| ExportError::Failed(format!("{error:#}")))?;
    let link = format!("/events/{}/organisers/{}", held.id, secrets.organisers(&held.id, held.links));
    Ok(Exported { id: held.id, name: held.told.name, link })
}
