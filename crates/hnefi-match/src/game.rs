//! One game of a match: who plays what, how it goes, and what is written down of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hnefi_rules::{BySide, Ending, Game, Outcome, Side};
use hnefi_uci::{Failure, Said};
use serde::{Deserialize, Serialize};

use crate::limit::Left;
use crate::player::Player;
use crate::{DrawAgreement, Limit, Opening};

/// Which game of a match this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The pair, from 0. Both of its games have the same opening.
    pub pair: usize,
    /// 0 where the first engine attacks, 1 where it defends.
    pub game: u8,
}

impl Place {
    /// The side that the first engine plays.
    pub fn side_of_first(self) -> Side {
        if self.game == 0 { Side::Attackers } else { Side::Defenders }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The rules ended it.
    Rules(Ending),
    /// It was called a draw after so many plies as a match allows.
    MoveCap,
    /// A side took more time than it had.
    Time,
    /// A side's engine is gone.
    Crash,
    /// A side's engine said nothing.
    Silence,
    /// A side's engine answered with something that is no legal move.
    IllegalMove,
    /// A side's engine would not have a legal move of the other side, or would not move.
    Refusal,
    /// A side's engine gave the game up.
    Resignation,
}

impl Ended {
    /// The word in records.
    pub const fn id(self) -> &'static str {
        match self {
            Ended::Rules(ending) => ending.id(),
            Ended::MoveCap => "move-cap",
            Ended::Time => "time",
            Ended::Crash => "crash",
            Ended::Silence => "silence",
            Ended::IllegalMove => "illegal-move",
            Ended::Refusal => "refusal",
            Ended::Resignation => "resignation",
        }
    }
}

/// What is written down of a game. It can be replayed like any recorded game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which game of the match this is.
    pub id: Place,
    /// The id of the rule set.
    pub rules: String,
    /// Who attacked.
    pub attackers: String,
    /// Who defended.
    pub defenders: String,
    /// The number of the opening.
    pub opening: usize,
    /// How many of the moves are the opening.
    pub opening_plies: usize,
    /// The moves, captures included.
    pub moves: Vec<String>,
    /// How long each move after the opening took, in milliseconds; one more if the last answer was no move.
    pub times_ms: Vec<u64>,
    /// What each engine said of the position before its own move: hundredths, `win 3`, `loss 2`, or nothing.
    pub scores: Vec<Option<RecordedScore>>,
    /// How it ended.
    pub outcome: RecordedOutcome,
}

/// A score as it stands in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RecordedScore {
    /// Hundredths of what the engine counts in.
    Hundredths(i32),
    /// A forced end: `win 3` or `loss 2`, in moves of that engine.
    Forced(String),
}

impl From<Said> for RecordedScore {
    fn from(said: Said) -> RecordedScore {
        match said {
            Said::Hundredths(n) => RecordedScore::Hundredths(n),
            Said::Win(n) => RecordedScore::Forced(format!("win {n}")),
            Said::Loss(n) => RecordedScore::Forced(format!("loss {n}")),
        }
    }
}

/// How a game ended, in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedOutcome {
    /// `attackers`, `defenders`, or nobody.
    pub winner: Option<String>,
    /// The word for the reason: see [`Ended::id`].
    pub reason: String,
    /// More about it, where an engine was at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl GameRecord {
    /// The side that won.
    pub fn winner(&self) -> Option<Side> {
        self.outcome.winner.as_ref().and_then(|side| side.parse().ok())
    }

    /// What is wrong with a record that was read, if anything is.
    pub(crate) fn fault(&self) -> Option<String> {
        let winner = self.outcome.winner.as_deref().filter(|side| side.parse::<Side>().is_err());
        match (self.id.game, winner) {
            (0 | 1, None) => None,
            (0 | 1, Some(winner)) => Some(format!("`{winner}` is no side")),
            (game, _) => Some(format!("a pair has the games 0 and 1 and no game {game}")),
        }
    }

    /// Whether an engine lost the game otherwise than on the board.
    pub fn is_fault(&self) -> bool {
        let faults = [Ended::Time, Ended::Crash, Ended::Silence, Ended::IllegalMove, Ended::Refusal];
        faults.iter().any(|fault| fault.id() == self.outcome.reason)
    }
}

/// What holds for all games of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) limits: BySide<Limit>,
    pub(crate) margin: Duration,
    pub(crate) silence: Duration,
    pub(crate) move_cap: usize,
    pub(crate) agree: Option<DrawAgreement>,
}

/// A game as it goes on.
pub(crate) struct Course {
    game: Game,
    terms: Terms,
    left: BySide<Left>,
    times: Vec<u64>,
    scores: Vec<Option<RecordedScore>>,
}

/// How a game ended: who won, why, and more about it.
type End = (Option<Side>, Ended, Option<String>);

/// Why a game is no result.
pub(crate) enum Unfinished {
    /// The match was decided meanwhile, or cannot go on.
    Stopped,
    /// The program of a side cannot be started, which says nothing about how it plays.
    NotStarted(Side, Failure),
}

impl Course {
    /// The game after its opening.
    pub(crate) fn new(mut game: Game, opening: &Opening, terms: Terms) -> Course {
        for &mv in &opening.moves {
            game.play(mv).expect("a legal move");
        }
        let left = BySide { attackers: terms.limits.attackers.start(), defenders: terms.limits.defenders.start() };
        Course { game, terms, left, times: Vec::new(), scores: Vec::new() }
    }

    /// Plays it to its end, whatever the players do, unless `stop` says that it no longer counts.
    pub(crate) fn play(&mut self, mut players: BySide<&mut Player>, stop: &AtomicBool) -> Result<End, Unfinished> {
        for side in Side::ALL {
            match players[side].sit_down() {
                Ok(()) => {}
                Err(failure @ Failure::NotStarted(_)) => return Err(Unfinished::NotStarted(side, failure)),
                Err(failure) => return Ok((Some(!side), fault(&failure), Some(failure.to_string()))),
            }
        }
        loop {
            if let Some(Outcome { winner, reason }) = self.game.outcome() {
                return Ok((winner, Ended::Rules(reason), None));
            }
            if self.terms.agree.is_some_and(|agree| agree.is_reached(&self.game, &self.scores)) {
                DrawAgreement::agree(&mut self.game);
                continue;
            }
            if self.game.plies().count() >= self.terms.move_cap {
                return Ok((None, Ended::MoveCap, None));
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Unfinished::Stopped);
            }
            let side = self.game.position().turn();
            if let Some(end) = self.ply(side, players[side]) {
                return Ok(end);
            }
        }
    }

    /// One move, or how the game ends instead.
    fn ply(&mut self, side: Side, player: &mut Player) -> Option<End> {
        let Terms { limits, margin, silence, .. } = self.terms;
        let limit = limits[side];
        let allowed = limit.allowed(self.left[side], margin);
        let patience = allowed.unwrap_or_default() + silence;
        let question = Limit::question(&limits, side, &self.left, self.game.referee().ruleset().first());
        let lost = |ended, detail: String| Some((Some(!side), ended, Some(detail)));
        let answer = match player.ask(&self.game, &question, patience) {
            Ok(answer) => answer,
            Err(failure) => return lost(fault(&failure), failure.to_string()),
        };
        self.times.push(answer.elapsed.as_millis() as u64);
        // Whoever cannot be told how long a move may take is not held to it.
        if let Some(allowed) = allowed.filter(|allowed| answer.elapsed > *allowed && player.knows_time()) {
            let (took, had) = (answer.elapsed.as_millis(), allowed.saturating_sub(margin).as_millis());
            player.end();
            return lost(Ended::Time, format!("{took} ms for a move, with {had} ms left"));
        }
        self.left[side] = limit.after(self.left[side], answer.elapsed);
        let Some(intent) = answer.intent else {
            player.end();
            return lost(Ended::IllegalMove, format!("`{}` is no move", answer.text));
        };
        match self.game.play(intent) {
            Ok(_) => {
                self.scores.push(answer.info.score.map(RecordedScore::from));
                None
            }
            Err(refusal) => {
                player.end();
                lost(Ended::IllegalMove, format!("{intent}: {}", refusal.reason.code()))
            }
        }
    }

    /// What is written down of it.
    pub(crate) fn record(self, id: Place, opening: &Opening, names: BySide<String>, end: End) -> GameRecord {
        let (winner, ended, detail) = end;
        GameRecord {
            id,
            rules: self.game.referee().ruleset().id().to_owned(),
            attackers: names.attackers,
            defenders: names.defenders,
            opening: opening.number,
            opening_plies: opening.moves.len(),
            moves: self.game.plies().map(|ply| hnefi_formats::write_move(&ply.played)).collect(),
            times_ms: self.times,
            scores: self.scores,
            outcome: RecordedOutcome {
                winner: winner.map(|side| side.id().to_owned()),
                reason: ended.id().to_owned(),
                detail,
            },
        }
    }
}

fn fault(failure: &Failure) -> Ended {
    match failure {
        Failure::Silent { .. } => Ended::Silence,
        Failure::NotStarted(_) | Failure::Gone(_) | Failure::Variant(_) | Failure::Option(_) => Ended::Crash,
        Failure::Refused { .. } => Ended::Refusal,
        Failure::Resigned => Ended::Resignation,
    }
}
