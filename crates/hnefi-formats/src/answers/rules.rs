//! Rule sets: the list, one in full, and a comparison.

use hnefi_rules::{Ruleset, leaflets};
use serde::Serialize;

/// A rule set in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesSummary {
    /// The id.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// Who published it; empty for a house rule.
    pub publisher: String,
    /// The few words by which somebody recognises the leaflet; empty for a house rule.
    pub opening_words: String,
    /// The number of files and ranks.
    pub board: u8,
    /// Whether it is one of the published leaflets.
    pub leaflet: bool,
}

impl From<&Ruleset> for RulesSummary {
    fn from(ruleset: &Ruleset) -> RulesSummary {
        RulesSummary {
            id: ruleset.id().to_owned(),
            name: ruleset.name().to_owned(),
            publisher: ruleset.publisher().to_owned(),
            opening_words: ruleset.opening_words().to_owned(),
            board: ruleset.size(),
            leaflet: leaflets().iter().any(|leaflet| leaflet.is_same(ruleset)),
        }
    }
}

/// A rule set in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesetAnswer {
    /// What stands in the list.
    #[serde(flatten)]
    pub summary: RulesSummary,
    /// The id of the rule set from which a house rule started.
    pub base: Option<String>,
    /// The start position.
    pub start: StartAnswer,
    /// One answer to every question.
    pub answers: Vec<QuestionAnswer>,
    /// What is the same everywhere.
    pub points: Vec<PointAnswer>,
    /// The ids of the questions that a house rule answers otherwise than its base.
    pub changed: Vec<&'static str>,
}

/// A start position and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StartAnswer {
    /// The rows, rank 1 first.
    pub position: String,
    /// The side that moves first.
    pub turn: &'static str,
    /// How well it is founded.
    pub grade: &'static str,
    /// Where the leaflet has it.
    pub section: String,
    /// What it says, in our own words.
    pub clause: String,
}

impl From<&Ruleset> for StartAnswer {
    fn from(ruleset: &Ruleset) -> StartAnswer {
        let source = ruleset.start_source();
        StartAnswer {
            position: ruleset.start().to_rows(),
            turn: ruleset.first().id(),
            grade: source.grade.id(),
            section: source.section.clone(),
            clause: source.clause.clone(),
        }
    }
}

/// How a rule set answers a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionAnswer {
    /// The id of the question.
    pub id: &'static str,
    /// The question as people ask it.
    pub question: String,
    /// The word of the rule file.
    pub answer: &'static str,
    /// The same for people.
    pub says: String,
    /// How well it is founded.
    pub grade: &'static str,
    /// Where the leaflet has it.
    pub section: String,
    /// What it says, in our own words.
    pub clause: String,
}

/// A point on which all rule sets act alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointAnswer {
    /// The id of the point.
    pub id: &'static str,
    /// The same for people.
    pub title: String,
    /// How well it is founded.
    pub grade: &'static str,
    /// Where the leaflet has it.
    pub section: String,
    /// What it says, in our own words.
    pub clause: String,
}

/// Where rule sets differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparisonAnswer {
    /// The rule sets.
    pub rules: Vec<RulesSummary>,
    /// The questions that they answer differently.
    pub differences: Vec<DifferenceAnswer>,
    /// What some of them say of playing several games and of house rules, which changes no game.
    pub points: Vec<ComparedPoint>,
    /// Whether they start from different positions.
    pub start_differs: bool,
}

/// A question that rule sets answer differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferenceAnswer {
    /// The id of the question.
    pub id: &'static str,
    /// The question as people ask it.
    pub question: String,
    /// The answer of each rule set.
    pub answers: Vec<ComparedAnswer>,
}

/// A point of which some rule set speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedPoint {
    /// The id of the point.
    pub id: &'static str,
    /// The same for people.
    pub title: String,
    /// What each rule set says.
    pub clauses: Vec<ComparedClause>,
}

/// What one of the rule sets that are compared says of a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedClause {
    /// The id of the rule set.
    pub rules: String,
    /// What it says, in our own words.
    pub clause: String,
    /// How well it is founded.
    pub grade: &'static str,
}

/// The answer of one of the rule sets that are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedAnswer {
    /// The id of the rule set.
    pub rules: String,
    /// The word of the rule file.
    pub answer: &'static str,
    /// The same for people.
    pub says: String,
    /// How well it is founded.
    pub grade: &'static str,
}
