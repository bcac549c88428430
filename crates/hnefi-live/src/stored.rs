//! A game as it was stored, with the other games of its match.

use hnefi_rules::BySide;

use crate::score::give;
use crate::{Arrangement, Conditional, GameStatus, Log, MatchLength, NewGame, Score, Seats};

/// A game as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its id.
    pub id: String,
    /// What happened in it.
    pub log: Log,
    /// Who plays.
    pub seats: Seats,
    /// How the players sit.
    pub arrangement: Arrangement,
    /// The match that it belongs to.
    pub match_id: String,
    /// Which game of the match it is, counted from 1.
    pub match_game: u32,
    /// Whether the players sit the other way round than in the first game of the match.
    pub swapped: bool,
    /// How many games the match has, if that is settled.
    pub match_length: Option<MatchLength>,
    /// Whether it counts for ratings: then nothing is taken back.
    pub rated: bool,
    /// Whether its clocks go on whoever is away.
    pub no_away: bool,
    /// Whether nothing is taken back in it, rated or not.
    pub no_take_back: bool,
    /// The conditional moves.
    pub conditional: BySide<Conditional>,
    /// The other games of the match.
    pub others: Vec<OtherGame>,
}

/// Another game of the same match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherGame {
    /// Its id.
    pub id: String,
    /// Which game of the match it is, counted from 1.
    pub match_game: u32,
    /// Whether the players sit the other way round than in the first game of the match.
    pub swapped: bool,
    /// How it stands.
    pub status: GameStatus,
}

impl Stored {
    /// A game in which nothing has happened yet, the first or the last of its match.
    pub fn new(game: NewGame) -> Stored {
        Stored {
            id: game.id,
            log: Log::new(game.game, game.made_ms).with_clock(game.clock),
            seats: game.seats,
            arrangement: game.arrangement,
            match_id: game.match_id,
            match_game: game.match_game,
            swapped: game.swapped,
            match_length: game.match_length,
            rated: false,
            no_away: false,
            no_take_back: false,
            conditional: BySide::default(),
            others: Vec::new(),
        }
    }
}

/// How a match stands before the end of its game `number`, for who plays each side there, where the players are `swapped` or not. Games of a match that was
/// settled before, or of one that followed, give no points.
pub(crate) fn score_of(games: &[OtherGame], number: u32, swapped: bool, length: Option<MatchLength>) -> Score {
    let place = |number: u32| match length.map(MatchLength::games) {
        Some(games) => ((number - 1) / games, (number - 1) % games + 1),
        None => (0, number),
    };
    let (round, game) = place(number);
    let mut score = Score { game, ..Score::new(length) };
    for OtherGame { match_game, swapped: other, status, .. } in games {
        let ended = status.ending.as_deref().is_some_and(|ending| !GameStatus::VOID.contains(&ending));
        if ended && place(*match_game).0 == round {
            give(&mut score.points, status.winner.map(|winner| if *other == swapped { winner } else { !winner }));
        }
    }
    score
}
