//! What the referee makes of a recorded game, and the line of JSON that says it.

use std::sync::Arc;

use hnefi_rules::{Outcome, Ruleset, Side};
use serde::Serialize;

use crate::answers::OutcomeAnswer;
use crate::{RecordError, RecordFault, RecordId};

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyRecord {
    /// The move without its captures.
    #[serde(rename = "move")]
    pub mv: String,
    /// The squares of the captured pieces, the king's included, by file, then rank.
    pub captures: Vec<String>,
    /// The rows after the ply.
    pub position: String,
    /// The side to move after the ply: `attackers` or `defenders`.
    pub turn: &'static str,
    /// How many legal moves that side has; 0 when the game is over.
    pub legal_moves: u32,
    /// How the ply ended the game.
    pub outcome: Option<OutcomeAnswer>,
}

impl PlyRecord {
    /// The move with its captures: `d1-d4xd5/f4`.
    pub fn written(&self) -> String {
        if self.captures.is_empty() { self.mv.clone() } else { format!("{}x{}", self.mv, self.captures.join("/")) }
    }
}

impl ReplayedRecord {
    /// The rows of the position up to which the game was replayed, and the side to move in it; `None` if there was
    /// no first position.
    pub fn last_position(&self) -> Option<(&str, Side)> {
        let (rows, turn) = self.start.as_ref()?;
        match self.plies.last() {
            None => Some((rows, *turn)),
            Some(ply) => Some((&ply.position, ply.turn.parse().ok()?)),
        }
    }

    /// The line of JSON that answers the record. `say` puts a fault into a sentence.
    pub fn to_json(&self, say: impl Fn(&RecordFault) -> String) -> String {
        #[derive(Serialize)]
        struct Out<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            id: Option<&'a RecordId>,
            plies: &'a [PlyRecord],
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
        let out = Out {
            id: self.id.as_ref(),
            plies: &self.plies,
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
