//! What one act does to a game, as something that can be stored.

use hnefi_clock::Clock;
use hnefi_rules::{Game, JUDGE, Outcome, Side, Square};

use crate::{Arrangement, Conditional, Dodge, Entry, Event, Log, MatchLength, Seat, Seats};

/// All that one act does: it is stored whole, or not at all.
///
/// ```
/// use hnefi_live::{Change, Entry, Event, Log, GameStatus};
/// use hnefi_rules::{Game, Referee, Side, leaflet};
/// use std::sync::Arc;
///
/// let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
/// let mut log = Log::new(Game::new(referee), 1_000);
/// let resigned = Entry::new(2_000, Event::Resigned { by: Side::Attackers });
/// let written = log.append(resigned).unwrap();
/// assert_eq!(written.outcome.unwrap().winner, Some(Side::Defenders));
///
/// let change = Change { entries: vec![written], ..Change::none("game1", &log, 0) };
/// assert_eq!(change.status.ending.as_deref(), Some("resignation"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The game.
    pub game: String,
    /// How many entries the log had before: who has seen fewer or more may not write.
    pub seen: u64,
    /// What happened, the first thing first. None when only seats changed.
    pub entries: Vec<Written>,
    /// How the game stands afterwards.
    pub status: GameStatus,
    /// Who got away from it without playing it, and how.
    pub dodged: Option<(Side, Dodge)>,
    /// The seats that changed hands.
    pub seats: Vec<SeatChange>,
    /// The conditional moves that changed.
    pub conditional: Vec<(Side, Conditional)>,
    /// The game in which the match goes on from here.
    pub next: Option<NewGame>,
    /// When the server must act by itself, in milliseconds since 1970; `None` when it need not. Takes the place of
    /// what was due before.
    pub due: Option<i64>,
    /// When the flag of the side to move falls, in milliseconds of the running time; `None` when none can.
    pub flag_ms: Option<i64>,
}

/// An entry of a log, with what the referee said when it was made.
///
/// What was ruled stays ruled: whoever stores this stores the ruling, and does not ask again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What happened, and when.
    pub entry: Entry,
    /// Who did it; `None` for the server.
    pub by: Option<Side>,
    /// What it did on the board, if it is a ply.
    pub ply: Option<WrittenPly>,
    /// How the game ended with it, if it did.
    pub outcome: Option<Outcome>,
    /// The number of the judge: [`JUDGE`] when it was made.
    pub judge: u32,
}

/// What a ply did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPly {
    /// How many plies were played before it.
    pub number: u32,
    /// Where pieces fell, by file, then rank.
    pub captures: Vec<Square>,
}

/// A seat that changed hands: who joins takes an open one, who moves to another device takes over his own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatChange {
    /// The side.
    pub side: Side,
    /// Who sat there. If it is somebody else by now, nothing may be stored.
    pub before: Seat,
    /// Who sits there now.
    pub after: Seat,
}

/// A game to be made: the first of a match, or the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id, which nobody else may have.
    pub id: String,
    /// When it is made, in milliseconds since 1970.
    pub made_ms: i64,
    /// The match that it belongs to: the id of the first game.
    pub match_id: String,
    /// Which game of the match it is, counted from 1.
    pub match_game: u32,
    /// Whether the players sit the other way round than in the first game of the match.
    pub swapped: bool,
    /// How many games the match has, if that is settled. After them another match of this length follows under the same id,
    /// and its games are counted on.
    pub match_length: Option<MatchLength>,
    /// Its clocks, if it has some; they may have been set going.
    pub clock: Option<Clock>,
    /// The rule set and the first position. Nothing has happened in it.
    pub game: Game,
    /// How the players sit.
    pub arrangement: Arrangement,
    /// Who plays.
    pub seats: Seats,
}

impl NewGame {
    /// When the server must act in it by itself: at once, if the computer moves first.
    pub fn due(&self) -> Option<i64> {
        let first = self.game.turn().map(|turn| &self.seats[turn]);
        matches!(first, Some(Seat::Computer { .. })).then_some(self.made_ms)
    }

    /// When the flag of the side that moves first falls, in milliseconds of the running time; `None` where no clock runs yet.
    pub fn flag_ms(&self) -> Option<i64> {
        self.clock.as_ref()?.falls_at()
    }
}

/// How a game stands, without its plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStatus {
    /// How many plies were played.
    pub plies: u32,
    /// The side to move; `None` when the game is over.
    pub to_move: Option<Side>,
    /// The side that won; `None` for a draw or no result, or while the game runs.
    pub winner: Option<Side>,
    /// The id of the ending, such as `king-captured`, or `broken-off`; `None` while the game runs.
    pub ending: Option<String>,
}

impl GameStatus {
    /// The ending of a game that was broken off without a result.
    pub const BROKEN_OFF: &str = "broken-off";
    /// The ending of a game in which a side never made its first move.
    pub const ABORTED: &str = "aborted";
    /// The endings without a result.
    pub const VOID: [&str; 2] = [GameStatus::BROKEN_OFF, GameStatus::ABORTED];

    /// How a game stands in which nothing happened but what the rules know.
    pub fn of(game: &Game) -> GameStatus {
        let outcome = game.outcome();
        GameStatus {
            plies: game.plies().count() as u32,
            to_move: game.turn(),
            winner: outcome.and_then(|o| o.winner),
            ending: outcome.map(|o| o.reason.id().to_owned()),
        }
    }
}

impl Change {
    /// A change that does nothing to a game that stands as `log`, of which `seen` entries were there before.
    pub fn none(game: &str, log: &Log, seen: u64) -> Change {
        Change {
            game: game.to_owned(),
            seen,
            entries: Vec::new(),
            status: log.status(),
            dodged: log.dodged(),
            seats: Vec::new(),
            conditional: Vec::new(),
            next: None,
            due: None,
            flag_ms: None,
        }
    }
}

impl Written {
    /// The row of an entry with which a log has just grown, given who did it and whether the game was over before.
    pub(crate) fn of(entry: Entry, by: Option<Side>, was_over: bool, log: &Log) -> Written {
        let last = log.game().plies().next_back().filter(|_| matches!(entry.event, Event::Ply { .. }));
        let ply = last.map(|ply| WrittenPly {
            number: log.plies() - 1,
            captures: ply.played.captures.iter().map(|capture| capture.square).collect(),
        });
        Written { entry, by, ply, outcome: log.game().outcome().filter(|_| !was_over), judge: JUDGE }
    }
}
