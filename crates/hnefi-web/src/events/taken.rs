//! What is taken along of an event: files to download.

use hnefi_events::{Player, Standing};
use hnefi_rules::Side;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::log::{Held, Line};
use super::says::{break_id, result_id};

/// The version of the file.
pub(super) const VERSION: u32 = 1;

#[derive(Serialize)]
struct File<'a> {
    v: u32,
    id: &'a str,
    name: &'a str,
    about: &'a str,
    clock: &'a str,
    rules: &'a str,
    places: Option<u32>,
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
pub(super) struct LogLine {
    pub(super) at_ms: i64,
    pub(super) row: Box<RawValue>,
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
        places: held.event.places(),
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
