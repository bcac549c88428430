//! The book of disputes, for programs.

use serde::Serialize;

use super::ClauseAnswer;

/// A question that tables ask, with what rule sets answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DisputeAnswer {
    /// The id.
    pub id: &'static str,
    /// The question as players ask it.
    pub question: String,
    /// The ids of the questions and points that decide it; the first is the one that is cited.
    pub clauses: Vec<&'static str>,
    /// The answers, and who gives them.
    pub answers: Vec<DisputeGroup>,
}

/// An answer to a dispute, and who gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DisputeGroup {
    /// The answer in words.
    pub answer: String,
    /// What the referee makes of the example under the first rule set named: `unplayable`, `refused`, `nothing`, `captured`,
    /// `attackers-win`, `defenders-win`, `draw`, `attackers-move` or `defenders-move`.
    pub ruling: &'static str,
    /// The same as sentences.
    pub says: Vec<String>,
    /// The board of the example as rows, rank 1 first.
    pub position: String,
    /// The side to move there.
    pub turn: &'static str,
    /// What is played from there.
    pub moves: Vec<String>,
    /// Who gives this answer.
    pub rules: Vec<DisputeVoice>,
}

/// A rule set that gives an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DisputeVoice {
    /// The id of the rule set.
    pub rules: String,
    /// The clause on which it rests.
    pub clause: ClauseAnswer,
}
