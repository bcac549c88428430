//! The first page: which leaflet is in your box, and how do you want to play?

use askama::Template;
use hnefi_engine::Level;
use hnefi_rules::{Side, community, leaflets};
use hnefi_words::Words;

use super::card::{Card, CommunityCard};
use super::filters;
use crate::diagram::Diagram;

/// The first page.
#[derive(Clone, Debug, Template)]
#[template(path = "home.html")]
pub struct HomePage {
    running: Vec<GameRow>,
    finished: Vec<GameRow>,
    cards: Vec<Card>,
    community: Vec<CommunityCard>,
    levels: Vec<LevelChoice>,
    start: String,
    chosen: Option<String>,
}

/// A level of the computer.
#[derive(Clone, Debug)]
pub(super) struct LevelChoice {
    pub(super) number: u8,
    pub(super) name: String,
    pub(super) chosen: bool,
}

/// The level that stands ready: strong enough to be a game, weak enough to be won.
const FIRST_LEVEL: u8 = 3;

impl HomePage {
    /// The first page for a visitor who holds seats in these games, the newest first. The rule set with the id `chosen`,
    /// if there is one, is picked already.
    pub fn new(games: Vec<GameRow>, chosen: Option<String>) -> HomePage {
        let (finished, running) = games.into_iter().partition(|game| game.finished);
        HomePage {
            running,
            finished,
            cards: leaflets().iter().map(|ruleset| Card::new(ruleset)).collect(),
            community: community().iter().map(|ruleset| CommunityCard::new(ruleset)).collect(),
            levels: levels(),
            start: Diagram::new(leaflets()[0].start()).svg(),
            chosen,
        }
    }
}

impl HomePage {
    fn is_chosen(&self, id: &str) -> bool {
        self.chosen.as_deref() == Some(id)
    }
}

/// Every level of the computer.
pub(super) fn levels() -> Vec<LevelChoice> {
    Level::ALL
        .iter()
        .map(|level| LevelChoice {
            number: level.number(),
            name: Words::english().format("level-name", &[("level", level.id().into())]),
            chosen: level.number() == FIRST_LEVEL,
        })
        .collect()
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
    /// Whether it is over.
    pub finished: bool,
    /// Whether the visitor is to move.
    pub yours_to_move: bool,
    /// When something last happened in it, in milliseconds since 1970.
    pub when_ms: i64,
}

impl GameRow {
    /// "You play the attackers", or nothing where one visitor plays both sides.
    fn side_words(&self) -> String {
        match self.sides[..] {
            [side] => Words::english().format("home-you-play", &[("side", side.into())]),
            _ => String::new(),
        }
    }
}
