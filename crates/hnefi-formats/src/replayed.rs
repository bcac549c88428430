//! What the referee makes of a recorded game, and the line of JSON that says it.

use std::sync::Arc;

use hnefi_rules::{Outcome, Ply, Position, Ruleset, Side};
use serde::Serialize;

use crate::answers::{CaptureAnswer, Cite, OutcomeAnswer};
use crate::{RecordError, RecordFault, RecordId, write_move};

/// What the referee makes of a recorded game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayedRecord {
    /// The record's own id.
    pub id: Option<RecordId>,
    /// The rule set under which it was replayed, if it was found.
    pub ruleset: Option<Arc<Ruleset>>,
    /// The plies up to the end or to what is wrong.
    pub plies: Vec<PlyRecord>,
    /// The rows of the first position and the side that moves first, if it could be played.
    pub start: Option<(String, Side)>,
    /// How the game ended on the board, if it did.
    pub outcome: Option<Outcome>,
    /// What is wrong, if anything is.
    pub error: Option<RecordError>,
}

/// A ply of a replayed game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyRecord {
    /// The position before it.
    pub before: Position,
    /// The ply.
    pub ply: Ply,
    /// How many legal moves the side to move has after it; 0 when the game is over.
    pub legal_moves: u32,
}

impl PlyRecord {
    /// The move with its captures: `d1-d4xd5/f4`.
    pub fn written(&self) -> String {
        write_move(&self.ply.played)
    }
}

impl ReplayedRecord {
    /// The rows of the position up to which the game was replayed, and the side to move in it; `None` if there was
    /// no first position.
    pub fn last_position(&self) -> Option<(String, Side)> {
        match self.plies.last() {
            None => self.start.clone(),
            Some(PlyRecord { ply, .. }) => Some((ply.played.position.rows_text(), ply.played.position.turn())),
        }
    }

    /// The line of JSON that answers the record. `say` puts a fault into a sentence; `cite` says which clauses decided
    /// captures.
    pub fn to_json(&self, say: impl Fn(&RecordFault) -> String, cite: Cite<'_>) -> String {
        #[derive(Serialize)]
        struct PlyOut {
            #[serde(rename = "move")]
            mv: String,
            captures: Vec<CaptureAnswer>,
            position: String,
            turn: &'static str,
            legal_moves: u32,
            outcome: Option<OutcomeAnswer>,
        }
        #[derive(Serialize)]
        struct Out<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            id: Option<&'a RecordId>,
            plies: Vec<PlyOut>,
            outcome: Option<OutcomeAnswer>,
            error: Option<ErrorOut<'a>>,
        }
        #[derive(Serialize)]
        struct ErrorOut<'a> {
            ply: usize,
            #[serde(rename = "move")]
            mv: Option<&'a str>,
            reason: &'static str,
            message: String,
        }
        let ply_out = |PlyRecord { before, ply, legal_moves }: &PlyRecord| PlyOut {
            mv: ply.played.mv.to_string(),
            captures: CaptureAnswer::all(before, &ply.played, cite),
            position: ply.played.position.rows_text(),
            turn: ply.played.position.turn().id(),
            legal_moves: *legal_moves,
            outcome: ply.outcome.map(OutcomeAnswer::from),
        };
        let out = Out {
            id: self.id.as_ref(),
            plies: self.plies.iter().map(ply_out).collect(),
            outcome: self.outcome.map(OutcomeAnswer::from),
            error: self.error.as_ref().map(|error| ErrorOut {
                ply: error.ply,
                mv: error.mv.as_deref(),
                reason: error.fault.code(),
                message: say(&error.fault),
            }),
        };
        serde_json::to_string(&out).expect("texts, numbers and lists always fit JSON")
    }
}
