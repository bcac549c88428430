//! The first page: play at once, by your leaflet.
use std::sync::Arc;

use askama::Template;
use hnefi_engine::Level;
use hnefi_rules::{Ruleset, Side, community, leaflets};
use hnefi_wire::house::HouseRules;
use hnefi_wire::level_name;
use hnefi_words::Words;
use serde_json::{Value, json};

use crate::diagram::Diagram;
use crate::filters;
use crate::rules::card::{Card, CommunityCard};
use crate::{Base, Choices, Subject, Unfold};

/// How many running games are shown at once; the others are unfolded, so that the button to play stays in sight.
const SHOWN: usize = 3;

/// The first page.
#[derive(Clone, Debug, Template)]
#[template(path = "home.html")]
pub struct HomePage {
    unfold: Unfold,
    running: Vec<GameRow>,
    finished: Vec<GameRow>,
    groups: Vec<(&'static str, Vec<RuleChoice>)>,
    choices: Choices,
    cards: Vec<Card>,
    community: Vec<CommunityCard>,
    start: String,
    /// The start position that all leaflets share.
    shared_start: String,
    /// Whether there is anything to forget.
    known: bool,
    /// Whether there is no server at all.
    alone: bool,
    /// What a row of a game in this browser may say.
    row_words: String,
}

/// A rule set to choose.
#[derive(Clone, Debug)]
pub(crate) struct RuleChoice {
    /// Its id, or the code of house rules.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) chosen: bool,
}

impl HomePage {
    /// The first page for a visitor who holds seats in these games, the newest first. The rule set `chosen` and
    /// the `choices` stand ready. `known` is whether the visitor is a guest with a session.
    pub fn new(base: &Base, games: Vec<GameRow>, chosen: &Ruleset, choices: Choices, known: bool) -> HomePage {
        let (finished, mut running): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| game.finished);
        running.sort_by_key(|game| (!game.yours_to_move, game.left_ms.unwrap_or(i64::MAX)));
        let (words, shown) = (Words::english(), Subject::new(chosen.start(), chosen.answers()));
        HomePage {
            unfold: Unfold::new(base, words.text("site-title"), &words.text("home-lead"), &shown),
            running,
            finished,
            groups: rule_groups(chosen),
            choices,
            cards: leaflets().iter().map(|ruleset| Card::new(ruleset)).collect(),
            community: community().iter().map(|ruleset| CommunityCard::new(ruleset)).collect(),
            start: Diagram::start(chosen).plain().svg(),
            shared_start: Diagram::start(&leaflets()[0]).plain().svg(),
            known,
            alone: false,
            row_words: row_words(),
        }
    }

    /// The first page where there is no server: a browser keeps all games.
    ///
    /// ```
    /// use hnefi_views::{Base, Build, home::HomePage};
    /// let build = Build { assets: "/assets".to_owned(), version: "1".to_owned() };
    /// let page = HomePage::alone(&Base { url: String::new(), local_only: false });
    /// assert!(hnefi_views::render(&page, &build).unwrap().contains("needs a Hnefi server"));
    /// ```
    pub fn alone(base: &Base) -> HomePage {
        let page = HomePage::new(base, Vec::new(), &leaflets()[0], Choices::first().called(None), false);
        HomePage { alone: true, ..page }
    }

    /// What the visitor is called, or nothing.
    fn name(&self) -> &str {
        self.choices.name.as_deref().unwrap_or_default()
    }

    fn shown(&self) -> &[GameRow] {
        self.running.get(..SHOWN).unwrap_or(&self.running)
    }

    fn folded(&self) -> &[GameRow] {
        self.running.get(SHOWN..).unwrap_or_default()
    }

    fn folded_words(&self) -> String {
        let count = self.folded().len();
        let id = if count == 1 { "shelf-more-one" } else { "shelf-more-other" };
        Words::english().format(id, &[("count", count.into())])
    }

    /// In how many games a person waits for the visitor's move.
    fn turns(&self) -> usize {
        self.running.iter().filter(|game| game.waited_for).count()
    }

    fn running_title(&self) -> String {
        match self.turns() {
            0 => Words::english().text("home-your-games"),
            count => Words::english().format("days-turns-title", &[("count", count.into())]),
        }
    }

    fn most_shown(&self) -> usize {
        SHOWN
    }

    /// A row to be filled in by a script, for a game that the browser keeps.
    fn blank(&self) -> GameRow {
        GameRow {
            id: String::new(),
            ruleset_name: String::new(),
            against: String::new(),
            sides: Vec::new(),
            status: String::new(),
            left_ms: None,
            waited_for: false,
            finished: false,
            yours_to_move: false,
            touched_ms: 0,
        }
    }
}

/// All that a row of a game in this browser may say: against whom by level, which side, and how it stands.
fn row_words() -> String {
    let words = Words::english();
    let sides = |id: &str| -> serde_json::Map<String, Value> {
        let text = |side: Side| words.format(id, &[("side", side.into())]);
        Side::ALL.into_iter().map(|side| (side.id().to_owned(), text(side).into())).collect()
    };
    let levels = Level::ALL
        .iter()
        .map(|level| words.format("against-computer", &[("level", level_name(level.number()).into())]));
    json!({
        "screen": words.text("against-screen"),
        "computer": levels.collect::<Vec<_>>(),
        "plays": sides("home-you-play"),
        "yours": words.text("status-yours"),
        "to_move": sides("status-to-move"),
        "won": words.text("status-won"),
        "lost": words.text("status-lost"),
        "side_won": sides("status-side-won"),
        "drawn": words.text("status-drawn"),
        "broken_off": words.text("status-broken-off"),
    })
    .to_string()
}

/// The rule sets to choose from under their headings; first the house rules, if some are chosen.
pub(crate) fn rule_groups(chosen: &Ruleset) -> Vec<(&'static str, Vec<RuleChoice>)> {
    let known = chosen.is_published();
    let choice = |rules: &Arc<Ruleset>| RuleChoice {
        id: rules.id().to_owned(),
        name: rules.name().to_owned(),
        chosen: known && rules.id() == chosen.id(),
    };
    let mut groups = vec![
        ("house-new-leaflets", leaflets().iter().map(choice).collect()),
        ("house-new-community", community().iter().map(choice).collect()),
    ];
    if !known {
        let own = RuleChoice { id: HouseRules::of(chosen).code(), name: chosen.name().to_owned(), chosen: true };
        groups.insert(0, ("table-house", vec![own]));
    }
    groups
}

/// One of the visitor's games.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// The id of the game.
    pub id: String,
    /// The name of its rule set.
    pub ruleset_name: String,
    /// Against whom, in words, such as "against the computer".
    pub against: String,
    /// The sides that the visitor plays.
    pub sides: Vec<Side>,
    /// How it stands, in words.
    pub status: String,
    /// What the side to move has left, in milliseconds; `None` in a game without clocks.
    pub left_ms: Option<i64>,
    /// Whether a person waits for the visitor's move, in a game at which nobody sits all the time.
    pub waited_for: bool,
    /// Whether it is over.
    pub finished: bool,
    /// Whether the visitor is to move.
    pub yours_to_move: bool,
    /// When something last happened, in milliseconds since 1970.
    pub touched_ms: i64,
}

/// What is left on a clock, in milliseconds, in words.
///
/// ```
/// use hnefi_views::home::left_words;
/// assert_eq!(left_words(26 * 60 * 60_000), "1 day 2 h left");
/// assert_eq!(left_words(-5), "0 min left");
/// ```
pub fn left_words(left_ms: i64) -> String {
    let (words, minutes) = (Words::english(), left_ms.max(0) / 60_000);
    let (days, hours) = (minutes / (24 * 60), minutes / 60 % 24);
    match (days, hours) {
        (0, 0) => words.format("days-left-minutes", &[("minutes", minutes.into())]),
        (0, hours) => words.format("days-left-hours", &[("hours", hours.into()), ("minutes", (minutes % 60).into())]),
        (days, hours) => words.format("days-left-days", &[("days", days.into()), ("hours", hours.into())]),
    }
}

impl GameRow {
    /// The address of its page, which only a game has.
    pub(crate) fn address(&self) -> String {
        if self.id.is_empty() { String::new() } else { format!("/game/{}", self.id) }
    }

    /// What the side to move has left, in words; nothing in a game without clocks.
    pub(crate) fn left_words(&self) -> String {
        self.left_ms.map(left_words).unwrap_or_default()
    }

    /// "You play the attackers", or nothing where one visitor plays both sides.
    pub(crate) fn side_words(&self) -> String {
        match self.sides[..] {
            [side] => Words::english().format("home-you-play", &[("side", side.into())]),
            _ => String::new(),
        }
    }
}
