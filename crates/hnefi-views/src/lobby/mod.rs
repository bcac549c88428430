//! The lobby: who looks for a game, what is played, who is here.

mod rows;

use askama::Template;
use hnefi_clock::Control;
use hnefi_engine::Level;
use hnefi_live::MatchLength;
use hnefi_lobby::{MOST_SEEKS, SeekError};
use hnefi_rules::{Ruleset, ruleset};
use hnefi_wire::{control_words, level_name};
use hnefi_words::Words;

pub use rows::{RunningRow, SeekRow};

use crate::drawn::html;
use crate::filters;
use crate::home::{RuleChoice, rule_groups};
use crate::ratings::WorthRow;

/// What one press looks for: rules and clock.
const PRESETS: [(&str, &str); 4] =
    [("copenhagen", "10+5"), ("brandubh", "3+2"), ("fetlar-2018", "15+10"), ("fetlar-2018", "2d")];

/// The clocks to choose from.
pub(crate) const CLOCKS: [&str; 10] = ["3+2", "5+3", "10+5", "15+10", "30+20", "1d", "2d", "3d", "7d", "14d"];

/// The clock that is picked before somebody picks another one.
const CLOCK: &str = "10+5";

/// The level of the computer that stands ready.
const LEVEL: u8 = 3;

/// The page of the lobby.
#[derive(Clone, Debug, Template)]
#[template(path = "lobby.html")]
pub struct LobbyPage {
    live: LobbyLive,
    /// Why what somebody wanted could not be.
    refused: Option<String>,
    groups: Vec<(&'static str, Vec<RuleChoice>)>,
    /// What the form of a seek of one's own says.
    typed: TypedSeek,
    /// Whether that form is open.
    open: bool,
    /// Whether the visitor has an account, so that his games can be rated.
    member: bool,
}

/// What the form of a seek says, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedSeek {
    /// The code of house rules.
    pub house: String,
    /// The clock that is picked, as `10+5`.
    pub clock: String,
    /// A clock that is not in the list.
    pub own_clock: String,
    /// The side, by its id; empty for either.
    pub side: String,
    /// How many games the match has; empty for one game.
    pub games: String,
    /// The name of whom it challenges.
    pub to: String,
    /// The lowest and the highest rating.
    pub ratings: [String; 2],
    /// Whether the game is rated.
    pub rated: bool,
}

impl Default for TypedSeek {
    /// What stands in the form before somebody types.
    fn default() -> TypedSeek {
        let [house, own_clock, side, to, low, high] = std::array::from_fn(|_| String::new());
        let games = MatchLength::ALL[0].games().to_string();
        TypedSeek { house, clock: CLOCK.to_owned(), own_clock, side, games, to, ratings: [low, high], rated: true }
    }
}

/// What changes in the lobby while somebody looks at it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Template)]
#[template(path = "lobby-live.html")]
pub struct LobbyLive {
    /// The open seeks, the visitor's own first.
    pub seeks: Vec<SeekRow>,
    /// The games to watch, the strongest first.
    pub running: Vec<RunningRow>,
    /// The names of those who are here.
    pub here: Vec<String>,
    /// How many are here without a name.
    pub guests: usize,
    /// What is known of what a side is worth.
    pub worth: Vec<WorthRow>,
}

impl LobbyPage {
    /// The lobby with the rules of a form chosen.
    pub fn new(live: LobbyLive, refused: Option<String>, chosen: &Ruleset, member: bool) -> LobbyPage {
        LobbyPage { live, refused, groups: rule_groups(chosen), typed: TypedSeek::default(), open: false, member }
    }

    /// With the form of a seek of one's own open, and this in it.
    #[must_use]
    pub fn typed(self, typed: TypedSeek) -> LobbyPage {
        LobbyPage { typed, open: true, ..self }
    }

    fn live_html(&self) -> String {
        html(&self.live)
    }

    /// What one press looks for: the values of the form, and the words.
    fn presets(&self) -> Vec<(&'static str, &'static str, String, String)> {
        let preset = |(rules, clock): (&'static str, &'static str)| {
            Some((rules, clock, ruleset(rules)?.name().to_owned(), clock_words(clock)?))
        };
        PRESETS.into_iter().filter_map(preset).collect()
    }

    fn preset_games(&self) -> u32 {
        MatchLength::Two.games()
    }

    fn lengths(&self) -> [(u32, bool); 3] {
        MatchLength::ALL.map(|length| (length.games(), length.games().to_string() == self.typed.games))
    }

    fn sides(&self) -> [(&'static str, &'static str, bool); 3] {
        let choice = |side, words| (side, words, side == self.typed.side);
        [
            choice("", "home-side-either"),
            choice("attackers", "home-side-attackers"),
            choice("defenders", "home-side-defenders"),
        ]
    }

    fn clocks(&self) -> Vec<(&'static str, String, bool)> {
        CLOCKS.into_iter().filter_map(|clock| Some((clock, clock_words(clock)?, clock == self.typed.clock))).collect()
    }

    fn levels(&self) -> Vec<(u8, String, bool)> {
        Level::ALL.iter().map(|level| (level.number(), level_name(level.number()), level.number() == LEVEL)).collect()
    }
}

impl LobbyLive {
    /// How many seeks of others there are.
    fn is_alone(&self) -> bool {
        self.seeks.iter().all(|seek| seek.own)
    }

    /// How many are here.
    pub fn count(&self) -> usize {
        self.here.len() + self.guests
    }

    /// As a page puts it in its place: elements with the ids of those whose content they are.
    pub fn html(&self) -> String {
        html(self)
    }

    fn guests_words(&self) -> Option<String> {
        let words = || Words::english().format("lobby-here-guests", &[("count", self.guests.into())]);
        (self.guests > 0).then(words)
    }

    fn count_words(&self) -> String {
        let id = if self.count() == 1 { "lobby-here-one" } else { "lobby-here-other" };
        Words::english().format(id, &[("count", self.count().into())])
    }
}

pub(crate) fn clock_words(clock: &str) -> Option<String> {
    clock.parse::<Control>().ok().map(control_words)
}

/// Why a seek cannot be put up or taken, as a sentence.
///
/// ```
/// use hnefi_lobby::SeekError;
/// assert_eq!(hnefi_views::lobby::refused_words(SeekError::Own), "That seek is your own.");
/// ```
pub fn refused_words(error: SeekError) -> String {
    let words = Words::english();
    match error {
        SeekError::Gone => words.text("lobby-refused-gone"),
        SeekError::Own => words.text("lobby-refused-own"),
        SeekError::Waits(1) => words.text("lobby-refused-waits-one"),
        SeekError::Waits(minutes) => words.format("lobby-refused-waits-other", &[("minutes", minutes.into())]),
        SeekError::NeedsAccount => words.text("lobby-refused-account"),
        SeekError::OutOfRange => words.text("lobby-refused-range"),
        SeekError::NotRated => words.text("lobby-refused-not-rated"),
        SeekError::TooMany => words.format("lobby-refused-too-many", &[("most", MOST_SEEKS.into())]),
        SeekError::Apart => words.text("lobby-refused-apart"),
        SeekError::Same => words.text("lobby-refused-same"),
        SeekError::Mixed => words.text("programs-refused-mixed"),
        SeekError::ByChallenge => words.text("programs-refused-by-challenge"),
    }
}
