//! Questions at the table, and the referee's answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::answers::{CaptureState, Refused, WhyState};
use crate::game::messages::SideWord;
use crate::game::state::{OutcomeState, RulesName};

/// A question at the table.
#[derive(Clone, Debug, Deserialize)]
pub struct TableQuestion {
    /// The id of the rule set.
    pub rules: String,
    /// Rows, rank 1 first.
    pub position: String,
    /// The side to move.
    pub turn: SideWord,
    /// A move to try.
    #[serde(rename = "move", default)]
    pub mv: Option<String>,
    /// A square to ask about: why does the piece there still stand?
    #[serde(default)]
    pub square: Option<String>,
    /// The move that led to the position.
    #[serde(default)]
    pub last: Option<String>,
}

/// The referee's answer at the table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TableAnswer {
    /// Whether the board can be played.
    pub playable: bool,
    /// Every reason why not, a sentence each.
    pub problems: Vec<String>,
    /// The squares to which each piece of the side to move may go.
    pub legal: BTreeMap<String, Vec<String>>,
    /// How the game has ended already, if it has.
    pub outcome: Option<OutcomeState>,
    /// What the move does.
    #[serde(rename = "move")]
    pub mv: Option<TableMove>,
    /// Why the piece asked about still stands; null where nothing stands.
    pub why: Option<WhyState>,
    /// What the other rule sets say to the move.
    pub others: Vec<TableOther>,
}

/// What a move at the table does.
#[derive(Clone, Debug, Serialize)]
pub struct TableMove {
    /// Whether it is legal.
    pub allowed: bool,
    /// What it does, or why it is refused.
    pub says: String,
    /// What it captures.
    pub captures: Vec<CaptureState>,
    /// The position after it; after a refusal the one before.
    pub position: String,
    /// The side to move in that position.
    pub turn: SideWord,
    /// How it ends the game.
    pub outcome: Option<OutcomeState>,
    /// Why it is refused.
    pub refusal: Option<Refused>,
}

/// What another rule set says.
#[derive(Clone, Debug, Serialize)]
pub struct TableOther {
    /// Which.
    pub rules: RulesName,
    /// Whether it says the same.
    pub same: bool,
    /// What it says.
    pub says: String,
}
