//! Questions at the table, and the referee's answers.

use std::collections::BTreeMap;

use hnefi_formats::answers::CitedAnswer;
use serde::{Deserialize, Serialize};

use crate::{CaptureState, OutcomeState, Refused, RulesName, SideWord, WhyState};

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
    /// How many times the position has stood, this time included; with a move, the one after it. 1 if nobody counted.
    #[serde(default)]
    pub times: Option<usize>,
}

/// The most times that a position can be said to have stood.
pub const MOST_TIMES: usize = 100;

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
    /// The clauses that decide about the move, or about the position where no move is tried; the weightiest first.
    pub decided: Vec<Decided>,
    /// The rule sets of such a board, grouped by what they say; the first group is that of the rule set that was asked.
    pub groups: Vec<TableGroup>,
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

/// A clause that decides, and what it does.
#[derive(Clone, Debug, Serialize)]
pub struct Decided {
    /// What it does, as a sentence; empty where another sentence says it.
    pub says: String,
    /// The clause.
    pub clause: Box<CitedAnswer>,
}

/// Rule sets that say the same.
#[derive(Clone, Debug, Serialize)]
pub struct TableGroup {
    /// Whether they say the same as the rule set that was asked.
    pub same: bool,
    /// What they say.
    pub says: String,
    /// Which.
    pub rules: Vec<TableRules>,
}

/// A rule set with the clauses that decide under it.
#[derive(Clone, Debug, Serialize)]
pub struct TableRules {
    /// Which.
    pub rules: RulesName,
    /// The clauses: where it says the same, the first that decides; else those by which it differs.
    pub clauses: Vec<CitedAnswer>,
}
