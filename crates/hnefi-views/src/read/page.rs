//! The page that shows what a text holds.
use std::sync::Arc;

use askama::Template;
use hnefi_formats::Format;
use hnefi_rules::Ruleset;
use hnefi_wire::house;
use hnefi_words::Words;
use serde::Deserialize;

use super::found::{self, Trouble};
use super::list::GameList;
use super::score::Item;
use super::view::GameView;
use crate::Choices;
use crate::filters;

/// How many problems are shown.
const MOST_TROUBLES: usize = 30;
/// How many characters of a line are shown on each side of a problem.
const ROUND_TROUBLE: usize = 40;

/// The longest address that is made of a text, in bytes. Servers in between refuse long ones.
const LONGEST_ADDRESS: usize = 3000;

/// What somebody asks of the page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// The text.
    pub text: String,
    /// The id of the rule set to judge by; empty for the one that the text names.
    pub rules: String,
    /// The same from a button, which counts more than the list beside it.
    pub pick: String,
    /// Which game and which place in it, such as `3.12`, counted from 1 and from 0.
    pub at: String,
    /// Which page of a list of games, counted from 1.
    pub page: String,
    /// The form in which the game is wanted as a file, perhaps with `@` and the place.
    pub format: String,
}

impl Asked {
    /// The text with the line ends that it had before a browser sent it.
    pub(super) fn plain(&self) -> String {
        self.text.replace("\r\n", "\n")
    }

    /// The address that shows the same, where it is short enough for one.
    ///
    /// ```
    /// let asked = hnefi_views::read::Asked { text: "d1-d4 f4-i4".to_owned(), ..Default::default() };
    /// assert_eq!(asked.address().unwrap(), "/read?text=d1-d4+f4-i4");
    /// ```
    pub fn address(&self) -> Option<String> {
        let query = query_string(&Asked { text: self.plain(), ..self.clone() });
        (query.len() + "/read?".len() <= LONGEST_ADDRESS).then(|| format!("/read?{query}"))
    }

    /// The rule set that was chosen, if one was.
    pub(super) fn chosen(&self) -> Result<Option<Arc<Ruleset>>, String> {
        if self.rules.is_empty() {
            return Ok(None);
        }
        let unknown = |_| {
            let id: String = self.rules.chars().take(60).collect();
            Words::english().format("form-wrong", &[("field", "rules".into()), ("value", id.into())])
        };
        house::named(&self.rules).map(Some).map_err(unknown)
    }
}

/// The page.
#[derive(Clone, Debug, Template)]
#[template(path = "read.html")]
pub struct ReadPage {
    text: String,
    /// The rule set that was chosen, as a form names it.
    rules: String,
    rulesets: Vec<Choice>,
    read: Option<Box<Reading>>,
    choices: Choices,
    /// The address that shows the same, where it is short enough for one.
    link: Option<String>,
}

/// A rule set to choose.
#[derive(Clone, Debug)]
struct Choice {
    id: String,
    name: String,
    chosen: bool,
}

/// What the page says of a text.
#[derive(Clone, Debug)]
struct Reading {
    /// What it is, in a sentence.
    what: String,
    troubles: Vec<TroubleView>,
    more_troubles: usize,
    /// What was understood otherwise than it was written.
    notes: Vec<TroubleView>,
    list: Option<GameList>,
    game: Option<GameView>,
}

/// A problem with its place in the text.
#[derive(Clone, Debug)]
struct TroubleView {
    line: usize,
    column: usize,
    says: String,
    /// The line before the place, the character there, and the line after it.
    before: String,
    at: String,
    after: String,
}

impl ReadPage {
    /// The page for what somebody asks.
    ///
    /// # Errors
    /// A sentence about what the form says that cannot be.
    pub fn new(asked: &Asked, link: Option<String>) -> Result<ReadPage, String> {
        let chosen = asked.chosen()?;
        let text = asked.plain();
        let read = (!text.trim().is_empty()).then(|| Box::new(Reading::new(&text, chosen.as_ref(), asked)));
        let choice = |id: &str, ruleset: &Ruleset| Choice {
            id: id.to_owned(),
            name: ruleset.name().to_owned(),
            chosen: id == asked.rules,
        };
        let mut rulesets: Vec<Choice> = hnefi_rules::rulesets().map(|ruleset| choice(ruleset.id(), ruleset)).collect();
        if let Some(chosen) = chosen.filter(|_| !rulesets.iter().any(|choice| choice.chosen)) {
            rulesets.insert(0, choice(&asked.rules, &chosen));
        }
        Ok(ReadPage { text, rules: asked.rules.clone(), rulesets, read, link, choices: Choices::first() })
    }
}

impl Reading {
    fn new(text: &str, chosen: Option<&Arc<Ruleset>>, asked: &Asked) -> Reading {
        let words = Words::english();
        let found = found::find(text);
        let many = found.games.len() > 1;
        let selected = match (many, place(&asked.at)) {
            (false, place) => Some((0, place.map_or(0, |(_, number)| number))),
            (true, place) => place.map(|(game, number)| (game.min(found.games.len() - 1), number)),
        };
        let list = many.then(|| GameList::new(&found, chosen, asked, selected.map(|(game, _)| game)));
        let mut troubles: Vec<Trouble> = found.trouble.clone().into_iter().collect();
        let mut notes = Vec::new();
        let game = selected.filter(|&(game, _)| game < found.games.len()).map(|(game, number)| {
            let mut view = GameView::new(&found.games[game], chosen, game, number);
            troubles.append(&mut view.troubles);
            notes.append(&mut view.notes);
            view
        });
        let id = match found.format {
            None => "nothing",
            Some(Format::TagList) if !text.lines().any(|line| line.trim_start().starts_with('[')) => "moves",
            Some(format) => format.id(),
        };
        let count = found.games.len() + found.more;
        let what = words.format(&format!("import-form-{id}"), &[("count", count.into())]);
        let more_troubles = troubles.len().saturating_sub(MOST_TROUBLES);
        let lines: Vec<&str> = text.lines().collect();
        let view = |trouble| TroubleView::new(trouble, &lines);
        Reading {
            what,
            troubles: troubles.into_iter().take(MOST_TROUBLES).map(view).collect(),
            more_troubles,
            notes: notes.into_iter().take(MOST_TROUBLES).map(view).collect(),
            list,
            game,
        }
    }
}

impl Reading {
    /// Whether the text holds rules and nothing else.
    fn is_rules(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.only_rules)
    }

    /// Whether the text is to be seen at once, because something is to be done about it.
    fn shows_text(&self) -> bool {
        let is_faulty = |list: &GameList| list.faulty > 0;
        !self.troubles.is_empty() || self.list.as_ref().map_or(self.game.is_none(), is_faulty)
    }

    fn notes_words(&self) -> String {
        Words::english().format("import-notes", &[("count", self.notes.len().into())])
    }

    fn more_words(&self) -> String {
        Words::english().format("import-more-troubles", &[("count", self.more_troubles.into())])
    }
}

impl TroubleView {
    fn place_words(&self) -> String {
        Words::english().format("import-place", &[("line", self.line.into()), ("column", self.column.into())])
    }

    /// Whether it is about a place at all.
    fn has_place(&self) -> bool {
        self.line > 0
    }

    /// Whether there is anything to show of the line.
    fn shows(&self) -> bool {
        !(self.before.trim().is_empty() && self.at.trim().is_empty() && self.after.trim().is_empty())
    }

    fn new(trouble: Trouble, lines: &[&str]) -> TroubleView {
        let (line, column) = (trouble.place.line, trouble.place.column);
        let text = lines.get(line.wrapping_sub(1)).copied().unwrap_or_default();
        let at = column.saturating_sub(1);
        let from = at.saturating_sub(ROUND_TROUBLE);
        let mut before: String = text.chars().skip(from).take(at - from).collect();
        if from > 0 {
            before.insert(0, '…');
        }
        let mut after: String = text.chars().skip(at + 1).take(ROUND_TROUBLE).collect();
        if text.chars().nth(at + 1 + ROUND_TROUBLE).is_some() {
            after.push('…');
        }
        let at = text.chars().nth(at).unwrap_or(' ').to_string();
        TroubleView { line, column, says: trouble.says, before, at, after }
    }
}

/// The game, counted from 0, and the place in it; nothing where it is not said.
pub(super) fn place(at: &str) -> Option<(usize, usize)> {
    let (game, number) = at.split_once('.')?;
    Some((game.parse::<usize>().ok()?.checked_sub(1)?, number.parse().ok()?))
}

/// What somebody asks as the query of an address.
fn query_string(asked: &Asked) -> String {
    let mut query = String::new();
    for (name, value) in [("text", &asked.text), ("rules", &asked.rules), ("at", &asked.at), ("page", &asked.page)] {
        if value.is_empty() {
            continue;
        }
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(name);
        query.push('=');
        for byte in value.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b',' => {
                    query.push(char::from(byte));
                }
                b' ' => query.push('+'),
                byte => query.push_str(&format!("%{byte:02X}")),
            }
        }
    }
    query
}
