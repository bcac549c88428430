//! How a game stands, briefly: for lists of games and the score of a match.

use hnefi_live::Seats;
use hnefi_rules::{Game, Side};

/// How a game stands, without its plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How many plies were played.
    pub plies: u32,
    /// The side to move; `None` when the game is over.
    pub to_move: Option<Side>,
    /// The side that won; `None` for a draw, or while the game runs.
    pub winner: Option<Side>,
    /// The id of the ending, such as `king-captured`; `None` while the game runs.
    pub ending: Option<String>,
}

impl Standing {
    /// How a game stands.
    pub fn of(game: &Game) -> Standing {
        let outcome = game.outcome();
        Standing {
            plies: game.plies().count() as u32,
            to_move: game.turn(),
            winner: outcome.and_then(|o| o.winner),
            ending: outcome.map(|o| o.reason.id().to_owned()),
        }
    }
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The id of the game.
    pub id: String,
    /// The id of its rule set.
    pub ruleset_id: String,
    /// The name of its rule set.
    pub ruleset_name: String,
    /// The match that it belongs to: the id of the first game.
    pub match_id: String,
    /// Which game of the match it is, counted from 1.
    pub match_game: u32,
    /// When something last happened, in milliseconds since 1970.
    pub touched_ms: i64,
    /// How it stands.
    pub standing: Standing,
    /// Who plays.
    pub seats: Seats,
}
