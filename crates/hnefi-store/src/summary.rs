//! How a game stands, briefly: for lists of games and the score of a match.

use hnefi_clock::Control;
use hnefi_live::{Arrangement, GameStatus, MatchLength, Seats};
use hnefi_ratings::List;

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The id of the game.
    pub id: String,
    /// The id of its rule set.
    pub ruleset_id: String,
    /// The name of its rule set.
    pub ruleset_name: String,
    /// How the players sit.
    pub arrangement: Arrangement,
    /// The match that it belongs to: the id of the first game.
    pub match_id: String,
    /// Which game of the match it is, counted from 1.
    pub match_game: u32,
    /// Whether the players sit the other way round than in the first game of the match.
    pub swapped: bool,
    /// How many games the match has, if that is settled.
    pub match_length: Option<MatchLength>,
    /// How much time there is; `None` for a game without clocks.
    pub control: Option<Control>,
    /// When the flag of the side to move falls, in milliseconds of the server's running time; `None` where none can.
    pub flag_ms: Option<i64>,
    /// When something last happened, in milliseconds since 1970.
    pub touched_ms: i64,
    /// How it stands.
    pub status: GameStatus,
    /// Whether everybody may find and watch it.
    pub listed: bool,
    /// Whether its clocks go on whoever is away.
    pub no_away: bool,
    /// Whether nothing is taken back in it, rated or not.
    pub no_take_back: bool,
    /// The list in which it is rated; `None` for a friendly game.
    pub rated: Option<List>,
    /// Who plays.
    pub seats: Seats,
}
