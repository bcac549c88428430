//! The first page: which leaflet is in your box, and how do you want to play?

use askama::Template;
use hnefi_rules::{Side, community, leaflets};
use hnefi_words::Words;

use crate::diagram::Diagram;
use crate::game::levels::{LevelChoice, levels};
use crate::rules::card::{Card, CommunityCard};
use crate::server::filters;

/// The first page.
#[derive(Clone, Debug, Template)]
#[template(path = "home.html")]
pub(crate) struct HomePage {
    running: Vec<GameRow>,
    finished: Vec<GameRow>,
    cards: Vec<Card>,
    community: Vec<CommunityCard>,
    levels: Vec<LevelChoice>,
    start: String,
    chosen: Option<String>,
    /// Whether there is anything to forget.
    known: bool,
}

impl HomePage {
    /// The first page for a visitor who holds seats in these games, the newest first. The rule set with the id `chosen`,
    /// if there is one, is picked already. `known` is whether the
    /// visitor has a session.
    pub(crate) fn new(games: Vec<GameRow>, chosen: Option<String>, known: bool) -> HomePage {
        let (finished, running) = games.into_iter().partition(|game| game.finished);
        HomePage {
            running,
            finished,
            cards: leaflets().iter().map(|ruleset| Card::new(ruleset)).collect(),
            community: community().iter().map(|ruleset| CommunityCard::new(ruleset)).collect(),
            levels: levels(),
            start: Diagram::new(leaflets()[0].start()).svg(),
            chosen,
            known,
        }
    }
}

impl HomePage {
    fn is_chosen(&self, id: &str) -> bool {
        self.chosen.as_deref() == Some(id)
    }
}

/// One of the visitor's games.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    /// The id of the game.
    pub(crate) id: String,
    /// The name of its rule set.
    pub(crate) ruleset_name: String,
    /// Against whom, in words, such as "against the computer".
    pub(crate) against: String,
    /// The sides that the visitor plays.
    pub(crate) sides: Vec<Side>,
    /// How it stands, in words.
    pub(crate) status: String,
    /// Whether it is over.
    pub(crate) finished: bool,
    /// Whether the visitor is to move.
    pub(crate) yours_to_move: bool,
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
