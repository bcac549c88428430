//! What the referee says, for programs: one shape for outcomes, captures, refusals, clauses, moves and rule sets, wherever
//! they are written as JSON.
//!
//! Each type is the JSON of its name in `docs/formats/answers.md`, through `serde`. Sentences for people are given by who
//! has them; everything else comes from the rules.
//!
//! ```
//! use hnefi_formats::answers::{MovesAnswer, OutcomeAnswer};
//! use hnefi_rules::{Ending, Game, Outcome, Referee, Side, leaflet};
//! use std::sync::Arc;
//! let won = OutcomeAnswer::from(Outcome::win(Side::Defenders, Ending::KingEscaped));
//! assert_eq!(serde_json::to_string(&won).unwrap(), r#"{"winner":"defenders","reason":"king-escaped"}"#);
//!
//! let game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
//! assert_eq!(MovesAnswer::of(&game, &|_, _, _| None).legal_moves, 116);
//! ```

mod disputes;
mod moves;
mod rules;
mod why;

use hnefi_rules::{Capture, Outcome, Played, Position, Side};
use serde::Serialize;

pub use disputes::{DisputeAnswer, DisputeGroup, DisputeVoice};
pub use moves::{MoveAnswer, MovesAnswer, legal_plies};
pub use rules::{
    ComparedAnswer, ComparedClause, ComparedPoint, ComparisonAnswer, DifferenceAnswer, PointAnswer, QuestionAnswer,
    RulesSummary, RulesetAnswer, StartAnswer,
};
pub use why::{AboutAnswer, AllowedAnswer, PieceAnswer, RefusalAnswer, SideAnswer, WhyAnswer, clauses_of};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeAnswer {
    /// `attackers`, `defenders`, or nobody.
    pub winner: Option<&'static str>,
    /// The word for the ending: see [`Ending::id`](hnefi_rules::Ending::id).
    pub reason: &'static str,
}

impl From<Outcome> for OutcomeAnswer {
    fn from(outcome: Outcome) -> OutcomeAnswer {
        OutcomeAnswer { winner: outcome.winner.map(Side::id), reason: outcome.reason.id() }
    }
}

/// Says which clauses decided a capture: asked with the position before the move, what the move did, and one of its captures.
/// `hnefi_words` has one that knows the sentences.
pub type Cite<'a> = &'a dyn Fn(&Position, &Played, &Capture) -> Option<CitedAnswer>;

/// A captured piece and what it fell against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaptureAnswer {
    /// Where it stood.
    pub square: String,
    /// What it was: `attacker`, `defender` or `king`.
    pub piece: &'static str,
    /// Against what: see [`Partner::id`](hnefi_rules::Partner::id).
    pub by: &'static str,
    /// The square of the partner, where there is one.
    pub partner: Option<String>,
    /// The clause that decided it; `None` for a capture that is known from a record alone.
    pub clause: Option<Box<CitedAnswer>>,
}

impl CaptureAnswer {
    /// What a move captured from a position.
    pub fn all(before: &Position, played: &Played, cite: Cite<'_>) -> Vec<CaptureAnswer> {
        played.captures.iter().map(|capture| CaptureAnswer::of(capture, cite(before, played, capture))).collect()
    }

    /// A capture and the clause that decided it.
    pub fn of(capture: &Capture, clause: Option<CitedAnswer>) -> CaptureAnswer {
        CaptureAnswer {
            square: capture.square.to_string(),
            piece: capture.piece.id(),
            by: capture.by.id(),
            partner: capture.by.square().map(|square| square.to_string()),
            clause: clause.map(Box::new),
        }
    }
}

/// A clause that decided something, with what a reader needs to look it up and to compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CitedAnswer {
    /// The clause.
    #[serde(flatten)]
    pub clause: ClauseAnswer,
    /// How well it is founded, in words.
    pub grade_words: String,
    /// How other rule sets decide, as a sentence; empty where they agree.
    pub others: String,
    /// Where it stands on the web app's page about the rule set: a path that ends in `#clause-` and its id.
    pub address: String,
    /// Further clauses that decided it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<CitedAnswer>,
}

/// A clause of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseAnswer {
    /// The key of its question or point in rule files.
    pub id: &'static str,
    /// What it says, in our own words.
    pub text: String,
    /// Where the leaflet has it; empty where the leaflet is silent.
    pub section: String,
    /// How well it is founded: `text`, `reading`, `default` or `house`.
    pub grade: &'static str,
}
