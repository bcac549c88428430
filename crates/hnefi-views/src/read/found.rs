//! What a text turns out to be: a game, many games, a position or a rule set.
use std::sync::Arc;

use hnefi_formats::{Content, Format, Note, Place, ReadError, ReadFault, WrittenGame, read_any, read_as};
use hnefi_rules::{Ruleset, leaflets};
use hnefi_words::Words;

/// How many games of one text are looked at.
pub(super) const MOST_GAMES: usize = 5000;

/// What a text turned out to be.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The format; nothing where no reader takes the text.
    pub(super) format: Option<Format>,
    /// The games. A position is a game without moves, and a rule set one from its start.
    pub(super) games: Vec<FoundGame>,
    /// What is wrong with the text as a whole.
    pub(super) trouble: Option<Trouble>,
    /// How many games there are that were not looked at.
    pub(super) more: usize,
}

/// Something wrong at a place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) place: Place,
    pub(super) says: String,
}

impl Trouble {
    /// What is wrong, in words. The rule set is for the names in them.
    pub(super) fn new(error: &ReadError, rules: Option<&Ruleset>) -> Trouble {
        let says = Words::english().read_fault(&error.fault, rules.unwrap_or(&leaflets()[0]));
        Trouble { place: error.place, says }
    }
}

/// A game of the text.
#[derive(Clone, Debug)]
pub(super) struct FoundGame {
    /// How many lines stand before those that its places count.
    lines_before: usize,
    /// What was read, or why nothing was.
    pub(super) read: Result<WrittenGame, ReadError>,
    /// What was understood otherwise than it was written, of a position.
    pub(super) notes: Vec<Note>,
}

impl FoundGame {
    fn new(read: Result<WrittenGame, ReadError>) -> FoundGame {
        FoundGame { lines_before: 0, read, notes: Vec::new() }
    }

    /// A place in the whole text.
    pub(super) fn place(&self, place: Place) -> Place {
        Place { line: place.line + self.lines_before, ..place }
    }

    /// What is wrong with it, with its place in the whole text.
    pub(super) fn trouble(&self, error: &ReadError, rules: Option<&Ruleset>) -> Trouble {
        Trouble { place: self.place(error.place), ..Trouble::new(error, rules) }
    }

    /// The rule set by which it is judged: the one that was chosen, or the one that it names.
    pub(super) fn rules(&self, chosen: Option<&Arc<Ruleset>>) -> Option<Arc<Ruleset>> {
        let own = || Some(self.read.as_ref().ok()?.rules.as_ref()?.as_ref().ok()?.ruleset.clone());
        chosen.cloned().or_else(own)
    }

    /// What it is called: its id, or who played.
    pub(super) fn name(&self) -> String {
        let Ok(game) = &self.read else { return String::new() };
        let id = game.id.as_ref().map(ToString::to_string);
        let players: Vec<&str> = ["attackers", "defenders"].into_iter().filter_map(|name| game.tag(name)).collect();
        let name = id.or_else(|| (!players.is_empty()).then(|| players.join(" – "))).or_else(|| {
            ["event", "title", "puzzle-name"].into_iter().find_map(|name| game.tag(name).map(str::to_owned))
        });
        name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(100).collect()
    }
}

/// Finds out what a text is.
pub(super) fn find(text: &str) -> Found {
    let format = Format::of(text);
    let found = |games| Found { format, games, trouble: None, more: 0 };
    if format == Some(Format::JsonLines) {
        return records(text);
    }
    let document = match read_any(text) {
        Ok(document) => document,
        Err(error) => {
            return Found { trouble: Some(Trouble::new(&error, None)), ..found(Vec::new()) };
        }
    };
    match document.content {
        Content::Games(mut games) => {
            let more = games.len().saturating_sub(MOST_GAMES);
            games.truncate(MOST_GAMES);
            let games = games.into_iter().map(|game| FoundGame::new(Ok(game))).collect();
            Found { more, ..found(games) }
        }
        Content::Position(position) => {
            let place = Place { line: 1, column: 1 };
            let game = WrittenGame {
                position: Some((place, position.setup)),
                turn: position.turn.map(|turn| (place, turn)),
                ..WrittenGame::default()
            };
            found(vec![FoundGame { notes: position.notes, ..FoundGame::new(Ok(game)) }])
        }
        Content::Rules(rules) => {
            let game = WrittenGame { rules: Some(Ok(rules)), ..WrittenGame::default() };
            found(vec![FoundGame::new(Ok(game))])
        }
    }
}

/// Reads a game a line, so that a bad one does not stop the others.
fn records(text: &str) -> Found {
    let mut found = Found { format: Some(Format::JsonLines), games: Vec::new(), trouble: None, more: 0 };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (lines_before, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if found.games.len() == MOST_GAMES {
            found.more += 1;
            continue;
        }
        let read = match read_as(Format::JsonLines, line) {
            Ok(document) => match document.content {
                Content::Games(games) => games.into_iter().next(),
                _ => None,
            }
            .ok_or(ReadError { place: Place { line: 1, column: 1 }, fault: ReadFault::Unrecognised }),
            Err(error) => Err(error),
        };
        found.games.push(FoundGame { lines_before, ..FoundGame::new(read) });
    }
    found
}
