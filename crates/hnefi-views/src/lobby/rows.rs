//! The rows of the lobby.

use hnefi_clock::Control;
use hnefi_lobby::{Seek, SeekError};
use hnefi_rules::{Ruleset, Side};
use hnefi_wire::control_words;
use hnefi_words::{Words, isolated};

/// A seek, for who looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekRow {
    /// Its id.
    pub id: String,
    /// Who looks for the game, and his rating, such as "1620".
    pub name: Option<String>,
    /// His rating in the list of the game.
    pub rating: Option<String>,
    /// The name of the rules.
    pub rules: String,
    /// The page of the rules.
    pub address: String,
    /// How much time there is.
    pub control: Control,
    /// The side that its person wants.
    pub side: Option<Side>,
    /// How many games the match has.
    pub games: Option<u32>,
    /// Whether it is rated.
    pub rated: bool,
    /// The name of whom it challenges.
    pub to: Option<String>,
    /// Ratings from one to another.
    pub range: Option<String>,
    /// Whether it is the visitor's own.
    pub own: bool,
    /// Why the visitor may not take it.
    pub refused: Option<SeekError>,
}

impl SeekRow {
    /// A row for a visitor who may take the seek. `address` is the page of its rules.
    pub fn new(id: &str, seek: &Seek, rules: &Ruleset, address: String) -> SeekRow {
        SeekRow {
            id: id.to_owned(),
            name: None,
            rating: None,
            rules: rules.name().to_owned(),
            address,
            control: seek.control,
            side: seek.side,
            games: seek.length.map(|length| length.games()),
            rated: seek.rated,
            to: None,
            range: seek.range.map(|range| range.to_string()),
            own: false,
            refused: None,
        }
    }

    pub(crate) fn clock(&self) -> String {
        control_words(self.control)
    }

    /// "you play the attackers", for who takes it; what he wants for who put it up.
    pub(crate) fn side_words(&self) -> String {
        let words = Words::english();
        match self.side {
            None => words.text("lobby-either"),
            Some(side) if self.own => words.format("lobby-wants", &[("side", side.into())]),
            Some(side) => words.format("lobby-plays", &[("side", (!side).into())]),
        }
    }

    pub(crate) fn name_words(&self) -> String {
        self.name.clone().unwrap_or_else(|| Words::english().text("lobby-guest"))
    }

    /// For whom it is.
    pub(crate) fn to_words(&self) -> Option<String> {
        let words = Words::english();
        Some(match (self.to.as_deref()?, self.own) {
            (name, true) => words.format("lobby-for", &[("name", isolated(name).into())]),
            (_, false) => words.text("lobby-for-you"),
        })
    }

    pub(crate) fn decline_words(&self) -> String {
        let name = isolated(&self.name_words());
        Words::english().format("lobby-decline-whom", &[("name", name.into())])
    }

    /// What the button does, for who hears it alone.
    pub(crate) fn button_words(&self) -> String {
        let words = Words::english();
        match self.own {
            true => words.format(
                "lobby-withdraw-what",
                &[("rules", self.rules.as_str().into()), ("clock", self.clock().into())],
            ),
            false => {
                let name = isolated(&self.name_words());
                words.format("lobby-play-whom", &[("name", name.into()), ("rules", self.rules.as_str().into())])
            }
        }
    }

    /// Why the visitor may not take it, as a sentence.
    pub(crate) fn refused_words(&self) -> Option<String> {
        self.refused.map(super::refused_words)
    }
}

/// A game to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningRow {
    /// Where it can be watched.
    pub address: String,
    /// The name of the rules.
    pub rules: String,
    /// Who plays the attackers, with his rating.
    pub attackers: String,
    /// Who plays the defenders, with his rating.
    pub defenders: String,
    /// How many plies were played.
    pub plies: u32,
}

impl RunningRow {
    pub(crate) fn plies_words(&self) -> String {
        Words::english().format("lobby-watch-plies", &[("plies", self.plies.into())])
    }
}
