//! The first page: which leaflet is in your box, and how do you want to play?

use askama::Template;
use hnefi_rules::Side;

use super::filters;

/// The first page.
#[derive(Clone, Debug, Template)]
#[template(path = "home.html")]
pub struct HomePage {
    games: Vec<GameRow>,
}

impl HomePage {
    /// The first page for a visitor who holds seats in these games, the newest first.
    pub fn new(games: Vec<GameRow>) -> HomePage {
        HomePage { games }
    }
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
