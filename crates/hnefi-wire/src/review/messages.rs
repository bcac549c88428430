//! What a page asks about a whole game, and what it is answered.

use hnefi_analysis::Found;
use serde::{Deserialize, Serialize};

use crate::{At, Reviewed, SideWord};

/// Asks what a line of an analysis shows, by what was found of its positions so far.
#[derive(Clone, Debug, Deserialize)]
pub struct ReviewQuestion {
    /// The analysis.
    pub text: String,
    /// The moves that lead to a place; the line goes on from there.
    #[serde(default)]
    pub path: Vec<String>,
    /// What was found of each position of the line, from the first on; null where nothing was yet.
    #[serde(default)]
    pub found: Vec<Option<Found>>,
}

/// What a line shows.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewAnswer {
    /// The line: its last position with all its moves.
    pub at: At,
    /// What is to be searched next, and how long. Empty when all is known.
    pub wanted: Vec<Wanted>,
    /// Whether that is a closer look at what seems to be a mistake.
    pub closer: bool,
    /// What it shows so far.
    #[serde(flatten)]
    pub reviewed: Reviewed,
    /// The same as HTML: the graph, the mistakes, the accuracy.
    pub html: String,
    /// The analysis with what was found in it, when all is known; else empty.
    pub text: String,
}

/// A position to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wanted {
    /// After how many moves of the line.
    pub ply: usize,
    /// Over how many positions.
    pub nodes: u64,
}

/// Asks how a move does that is tried in the place of a mistake.
#[derive(Clone, Debug, Deserialize)]
pub struct TryQuestion {
    /// Who moves.
    pub side: SideWord,
    /// The move that is tried.
    #[serde(rename = "move")]
    pub mv: String,
    /// What was found before the mistake.
    pub before: Found,
    /// What was found after it.
    pub played: Found,
    /// What was found after the move that is tried.
    pub after: Found,
}

/// How a move does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TryAnswer {
    /// `best`, `good`, `better` or `no-better`.
    pub verdict: &'static str,
    /// Whether the exercise is solved.
    pub solved: bool,
    /// The verdict as a sentence.
    pub says: String,
    /// How the game would go on: after the best move itself, else after the one that is tried.
    pub line: Vec<String>,
}
