//! What a text turns out to be: a game, many games, a position or a rule set.

use std::sync::Arc;

use hnefi_formats::{
    GameText, Place, Record, read_diagram, read_move, read_position, read_record,
};
use hnefi_rules::{Ruleset, Setup, Side, ruleset};
use hnefi_words::Words;

use super::tree::FoundMove;

/// How many games of one text are looked at.
pub(super) const MOST_GAMES: usize = 5000;
/// How many moves of one game are looked at, variations included.
pub(super) const MOST_MOVES: usize = 3000;

/// What a text turned out to be.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The word of its form: `tags`, `records`, `rows`, `diagram`, `rules-file` or `nothing`.
    pub(super) form: &'static str,
    pub(super) games: Vec<FoundGame>,
    pub(super) rules: Option<Arc<Ruleset>>,
    /// What the text says that the rule set cannot.
    pub(super) lost: Vec<String>,
    /// What is wrong with the text as a whole.
    pub(super) troubles: Vec<Trouble>,
    /// How many games there are that were not looked at.
    pub(super) more_games: usize,
}

/// Something wrong at a place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) place: Place,
    pub(super) says: String,
}

/// A game, or a position, which is a game without moves.
#[derive(Clone, Debug)]
pub(super) struct FoundGame {
    /// Where it begins.
    pub(super) place: Place,
    /// What it is called: its id, or who played.
    pub(super) name: String,
    pub(super) rules: FoundRules,
    pub(super) setup: Option<Setup>,
    pub(super) turn: Option<Side>,
    pub(super) moves: Vec<FoundMove>,
    /// What was remarked before the first move.
    pub(super) comment: String,
    /// What else is told of it, by name.
    pub(super) tags: Vec<(String, String)>,
    pub(super) result: Option<FoundResult>,
    pub(super) troubles: Vec<Trouble>,
}

/// The rule set that a game names.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FoundRules {
    /// None.
    Silent,
    /// One that is not known, by its name.
    Unknown(String),
    /// This one.
    Known(Arc<Ruleset>),
}

/// How a game ended, as its record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoundResult {
    /// This side won.
    Won(Side),
    /// Nobody won.
    Drawn,
    /// It has no end.
    Open,
}

impl FoundGame {
    fn new(place: Place) -> FoundGame {
        FoundGame {
            place,
            name: String::new(),
            rules: FoundRules::Silent,
            setup: None,
            turn: None,
            moves: Vec::new(),
            comment: String::new(),
            tags: Vec::new(),
            result: None,
            troubles: Vec::new(),
        }
    }
}

const FIRST: Place = Place { line: 1, column: 1 };

/// Finds out what a text is.
pub(super) fn find(text: &str) -> Found {
    let trimmed = text.trim_start();
    let begun_at = text.lines().take_while(|line| line.trim().is_empty()).count() + 1;
    let place = Place { line: begun_at, column: 1 };
    if trimmed.is_empty() {
        return Found { form: "nothing", ..Found::default() };
    }
    if trimmed.starts_with('{') {
        return records(text);
    }
    if trimmed.starts_with('/') {
        return rows(trimmed, place);
    }
    if is_rule_file(text) {
        return rule_file(text);
    }
    if let Ok(setup) = read_diagram(text) {
        let game = FoundGame { setup: Some(setup), ..FoundGame::new(FIRST) };
        return Found { form: "diagram", games: vec![game], ..Found::default() };
    }
    tags(text)
}

fn is_rule_file(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("format") && line.contains('='))
}

fn rule_file(text: &str) -> Found {
    match Ruleset::from_toml(text) {
        Ok(rules) => {
            let rules = Arc::new(rules);
            let game = FoundGame { rules: FoundRules::Known(rules.clone()), ..FoundGame::new(FIRST) };
            Found { form: "rules-file", games: vec![game], rules: Some(rules), ..Found::default() }
        }
        Err(error) => {
            let trouble = Trouble { place: FIRST, says: Words::english().ruleset_error(&error) };
            Found { form: "rules-file", troubles: vec![trouble], ..Found::default() }
        }
    }
}

fn rows(text: &str, place: Place) -> Found {
    match read_position(text.trim()) {
        Ok((setup, turn)) => {
            let game = FoundGame { setup: Some(setup), turn, ..FoundGame::new(place) };
            Found { form: "rows", games: vec![game], ..Found::default() }
        }
        Err(error) => {
            let trouble = Trouble { place, says: Words::english().position_error(&error) };
            Found { form: "rows", troubles: vec![trouble], ..Found::default() }
        }
    }
}

fn tags(text: &str) -> Found {
    let words = Words::english();
    let game = match GameText::read(text) {
        Ok(game) => game,
        Err(error) => {
            let trouble = Trouble { place: error.place, says: error.fault.to_string() };
            return Found { form: "tags", troubles: vec![trouble], ..Found::default() };
        }
    };
    let mut found = FoundGame::new(FIRST);
    found.rules = match (game.tag("Rules"), game.ruleset()) {
        (_, Ok(ruleset)) => FoundRules::Known(ruleset),
        (Some(name), Err(_)) => FoundRules::Unknown(name.to_owned()),
        (None, Err(_)) => FoundRules::Silent,
    };
    if let Some(rows) = game.tag("Position") {
        match Setup::from_rows(rows) {
            Ok(setup) => found.setup = Some(setup),
            Err(error) => found.troubles.push(Trouble { place: FIRST, says: words.rows_error(&error) }),
        }
    }
    found.turn = game.tag("Turn").and_then(|turn| turn.parse().ok());
    found.result = game.tag("Result").and_then(result);
    let players: Vec<&str> = ["Attackers", "Defenders"].into_iter().filter_map(|name| game.tag(name)).collect();
    found.name = players.join(" – ");
    found.moves = game
        .moves
        .iter()
        .take(MOST_MOVES)
        .enumerate()
        .map(|(index, (place, written))| FoundMove {
            parent: index,
            place: *place,
            text: written.intent.to_string(),
            read: Ok(written.clone()),
            comment: String::new(),
        })
        .collect();
    found.tags = game.tags;
    Found { form: "tags", games: vec![found], ..Found::default() }
}

fn records(text: &str) -> Found {
    let words = Words::english();
    let mut found = Found { form: "records", ..Found::default() };
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if found.games.len() == MOST_GAMES {
            found.more_games += 1;
            continue;
        }
        let mut game = FoundGame::new(Place { line: index + 1, column: 1 });
        match read_record(line) {
            Ok(record) => record_game(&mut game, record, line, words),
            Err((id, fault)) => {
                game.name = id.map(|id| id.to_string()).unwrap_or_default();
                game.troubles.push(Trouble { place: game.place, says: fault.to_string() });
            }
        }
        found.games.push(game);
    }
    found
}

fn record_game(game: &mut FoundGame, record: Record, line: &str, words: &Words) {
    game.name = record.id.map(|id| id.to_string()).unwrap_or_default();
    game.rules = match record.rules {
        None => FoundRules::Silent,
        Some(id) => ruleset(&id).map_or(FoundRules::Unknown(id), |ruleset| FoundRules::Known(ruleset.clone())),
    };
    if let Some(rows) = &record.position {
        match Setup::from_rows(rows) {
            Ok(setup) => game.setup = Some(setup),
            Err(error) => game.troubles.push(Trouble { place: game.place, says: words.rows_error(&error) }),
        }
    }
    game.turn = record.turn.as_deref().and_then(|turn| turn.parse().ok());
    let mut from = line.find("\"moves\"").unwrap_or(0);
    for (index, text) in record.moves.into_iter().take(MOST_MOVES).enumerate() {
        let found = line.get(from..).and_then(|rest| rest.find(&text)).map(|at| from + at);
        let at = found.unwrap_or(from);
        from = found.map_or(from, |at| at + text.len());
        let column = line[..at].chars().count() + 1;
        game.moves.push(FoundMove {
            parent: index,
            place: Place { line: game.place.line, column },
            read: read_move(&text),
            text,
            comment: String::new(),
        });
    }
}

fn result(word: &str) -> Option<FoundResult> {
    match word.trim().to_ascii_lowercase().as_str() {
        "attackers" => Some(FoundResult::Won(Side::Attackers)),
        "defenders" => Some(FoundResult::Won(Side::Defenders)),
        "draw" => Some(FoundResult::Drawn),
        "*" | "ongoing" => Some(FoundResult::Open),
        _ => None,
    }
}
