//! What is wrong with a recorded game.

use hnefi_rules::{Outcome, Refusal, RowsError, RulesetError, SetupErrors};

use crate::{Mismatch, MoveError, RecordedResult};

/// What is wrong with a recorded game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the ply at fault, counted from 1; 0 when it lies before the first.
    pub ply: usize,
    /// The move at fault as it was written.
    pub mv: Option<String>,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What is wrong with a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// The line is no JSON.
    #[error("the line is no JSON: {0}")]
    Json(String),
    /// The line is JSON of another shape.
    #[error("`{key}` must be {wanted}")]
    Shape {
        /// The key at fault.
        key: &'static str,
        /// What it must be.
        wanted: &'static str,
    },
    /// The record names no rule set.
    #[error("the record names no rule set")]
    NoRules,
    /// The record names a rule set that nobody knows.
    #[error("there is no rule set `{0}`")]
    UnknownRules(String),
    /// A house rule changes no question that exists, or gives an answer that it does not know.
    #[error("`{0}` is no house rule: write a question and its answer, as in no-move=loss")]
    House(String),
    /// A house rule makes no game.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The rows cannot be read.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The side to move is no side.
    #[error("`{0}` is no side: write `attackers` or `defenders`")]
    Turn(String),
    /// The position cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// A move cannot be read.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// What was written of a move is not what happened.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The game ended on the board otherwise than the record says, or did not end there though it says so.
    #[error("the record says `{}`, and on the board {}", .written.id(), ended(.outcome))]
    Result {
        /// What the record says.
        written: RecordedResult,
        /// How the game ended on the board.
        outcome: Option<Outcome>,
    },
}

fn ended(outcome: &Option<Outcome>) -> String {
    let winner = |outcome: &Outcome| outcome.winner.map_or("a draw".to_owned(), |side| format!("a win of the {side}"));
    outcome.as_ref().map_or_else(|| "the game is not over".to_owned(), |outcome| format!("it was {}", winner(outcome)))
}

impl RecordFault {
    /// The code of this fault in machine-readable output.
    pub const fn code(&self) -> &'static str {
        match self {
            RecordFault::Json(_) | RecordFault::Shape { .. } => "unreadable-record",
            RecordFault::NoRules | RecordFault::UnknownRules(_) => "unknown-rules",
            RecordFault::House(_) | RecordFault::Ruleset(_) => "unreadable-rules",
            RecordFault::Rows(_) => "unreadable-position",
            RecordFault::Turn(_) => "unreadable-turn",
            RecordFault::Setup(_) => "unplayable-position",
            RecordFault::Move(_) => "unreadable-move",
            RecordFault::Refused(refusal) => refusal.reason.code(),
            RecordFault::Mismatch(mismatch) => mismatch.code(),
            RecordFault::Result { .. } => "result-mismatch",
        }
    }
}

impl RecordError {
    pub(crate) fn before_first(fault: RecordFault) -> RecordError {
        RecordError { ply: 0, mv: None, fault }
    }
}
