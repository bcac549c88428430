//! A game as a shard keeps it.

use std::path::Path;
use std::sync::Arc;

use hnefi_engine::Score;
use hnefi_rules::{Ending, Intent, Position, Referee, Setup, Side};

use crate::ShardError;

/// A game that the engine played against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number. With the shard's header it says everything about the game.
    pub number: u32,
    /// Which of the header's [`Starts`](crate::Starts) it began from, counted from 0.
    pub start: u8,
    /// The number of its opening, where it began with one that is kept.
    pub opening: Option<u16>,
    /// The board before the first ply; `None` for the rule set's own start.
    pub setup: Option<Setup>,
    /// The side that moved first.
    pub turn: Side,
    /// How many positions each side looked at for a move: the attackers, then the defenders.
    pub nodes: [u32; 2],
    /// Whether it was played to its end on the board whatever the search said, so that the judgement of the others
    /// can be checked.
    pub to_the_end: bool,
    /// The plies, those of the opening included.
    pub plies: Vec<PlyRecord>,
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub why: Why,
    /// Where it is kept. Games are equal wherever they are kept.
    pub place: Place,
}

/// A move, and what the engine thought before it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRecord {
    /// The move. Of a game that ended because a forced win was found, the last one is not needed any more.
    pub mv: Intent,
    /// What the search thought of the position before the move, seen by the attackers, in hundredths of an attacker. Beyond
    /// 29,000 either way it is a forced end: 30,000 less the plies until it comes; 20,000 less some plies is a circle of moves from which one
    /// side gains by the rule on repetition. `None` where nobody searched.
    pub score: Option<i16>,
    /// Whether chance chose the move.
    pub by_chance: bool,
    /// Whether the engine's choice takes something, whatever was played.
    pub takes: bool,
    /// Whether the side that is not to move would win at once if it were.
    pub threat: bool,
}

impl PlyRecord {
    /// Whether the search saw the end.
    pub fn is_forced(&self) -> bool {
        self.score.is_some_and(is_forced)
    }
}

/// Whether a score stands for a forced end.
pub(crate) fn is_forced(score: i16) -> bool {
    forced_end(score).is_some()
}

/// In how many plies a forced end comes, if the score stands for one.
fn forced_end(score: i16) -> Option<u32> {
    let score = Score::from_hundredths(score.into());
    score.forced_win().or(score.forced_loss())
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// On the board, by the rules.
    Board(Ending),
    /// The search found a forced win.
    Forced,
    /// The score had been clear for long.
    GivenUp,
    /// Nothing had been captured for long, which is a draw.
    Quiet,
    /// It had as many plies as a game may have, which is a draw.
    Cap,
}

impl Why {
    /// The word in JSON and in tables.
    pub const fn id(self) -> &'static str {
        match self {
            Why::Board(ending) => ending.id(),
            Why::Forced => "forced",
            Why::GivenUp => "given-up",
            Why::Quiet => "quiet",
            Why::Cap => "cap",
        }
    }
}

/// Where a game is kept.
#[derive(Clone, Debug)]
pub struct Place {
    /// The shard.
    pub path: Arc<Path>,
    /// The byte at which its block begins.
    pub offset: u64,
}

impl Place {
    /// Of a game that no shard keeps yet.
    pub(crate) fn nowhere() -> Place {
        Place { path: Arc::from(Path::new("")), offset: 0 }
    }
}

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

impl Played {
    /// What the attackers got: 0, a half or 1.
    pub fn result(&self) -> f32 {
        match self.winner {
            Some(Side::Attackers) => 1.0,
            Some(Side::Defenders) => 0.0,
            None => 0.5,
        }
    }

    /// How many plies it takes to its end, those of a forced win that was found and not played any more among them.
    pub fn length(&self) -> usize {
        // The last ply that is kept is the first of the forced ones.
        let unplayed = match (self.why, self.plies.last()) {
            (Why::Forced, Some(PlyRecord { score: Some(score), .. })) => {
                forced_end(*score).map_or(0, |plies| plies.saturating_sub(1))
            }
            _ => 0,
        };
        self.plies.len() + unplayed as usize
    }

    /// The position before the first ply.
    ///
    /// # Errors
    /// [`ShardError::Damaged`] where the referee has no such position.
    pub fn first(&self, referee: &Referee) -> Result<Position, ShardError> {
        match &self.setup {
            None => Ok(referee.start().with_turn(self.turn)),
            Some(setup) => referee.position(setup, self.turn).map_err(|error| self.fault(error.to_string())),
        }
    }

    /// Plays the game again: gives each position with the ply that was played there.
    /// [`Shards::check_judge`](crate::Shards::check_judge) says whether they are those that stood then.
    ///
    /// # Errors
    /// [`ShardError::Damaged`], which names file and byte, where a move is not legal.
    pub fn replay(
        &self,
        referee: &Referee,
        mut show: impl FnMut(&Position, &PlyRecord, &Played),
    ) -> Result<(), ShardError> {
        let mut position = self.first(referee)?;
        for (index, ply) in self.plies.iter().enumerate() {
            let mv = referee.legal(&position, ply.mv).map_err(|refusal| {
                let (number, code) = (self.number, refusal.reason.code());
                self.fault(format!("game {number}, ply {index}: {} is not legal: {code}", ply.mv))
            })?;
            show(&position, ply, self);
            position = referee.advance(&position, mv).position;
        }
        Ok(())
    }

    fn fault(&self, fault: String) -> ShardError {
        ShardError::damaged(&self.place.path, self.place.offset, fault)
    }
}
