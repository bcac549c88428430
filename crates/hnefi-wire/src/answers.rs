//! Refusals and the answers to questions.

use hnefi_formats::answers::{CaptureAnswer, CitedAnswer, ClauseAnswer};
use hnefi_rules::{Clause, Played, Position, Ruleset, Square, Standing};
use hnefi_words::{Cites, WhyWords, Words};
use serde::Serialize;

use crate::{Step, house, other_referees};

/// A refusal with the id of the message that it answers.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedId {
    /// The client's id of the move; null where there was none.
    pub id: Option<String>,
    /// Why.
    #[serde(flatten)]
    pub refused: Refused,
}

/// Why something was refused.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// The clause that decides, where one does.
    pub clause: Option<Box<CitedAnswer>>,
}

impl Refused {
    /// A refusal that no clause of a rule set decides, by the id of its words: `refused-` and its code.
    pub fn plain(words: &str) -> Refused {
        let code = words.strip_prefix("refused-").unwrap_or(words).to_owned();
        Refused { code, message: Words::english().text(words), clause: None }
    }

    /// What the referee refuses. `allowed_by` says in words which other rule sets allow it.
    pub fn by_referee(refusal: &hnefi_rules::Refusal, ruleset: &Ruleset, others: String) -> Refused {
        let words = Words::english();
        Refused {
            code: refusal.reason.code().to_owned(),
            message: words.refusal(refusal, ruleset),
            clause: refusal.reason.clause().map(|clause| cited(ruleset, clause, others)),
        }
    }
}

/// A clause of a rule set as it is cited. `others` says how other rule sets decide.
pub(crate) fn cited(ruleset: &Ruleset, clause: Clause, others: String) -> Box<CitedAnswer> {
    let page = house::address(ruleset);
    Box::new(Cites::new(Words::english(), ruleset, &[], &page).clause(clause, others))
}

/// A captured piece as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CaptureState {
    /// What fell, against what, and by which clause.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub capture: CaptureAnswer,
    /// The squares between which it fell, that of the piece that moved first.
    pub captors: Vec<String>,
    /// The same as a sentence.
    pub says: String,
}

impl CaptureState {
    /// All that a move captured from a position.
    pub fn all(before: &Position, played: &Played, ruleset: &Ruleset) -> Vec<CaptureState> {
        if played.captures.is_empty() {
            return Vec::new();
        }
        let (words, page) = (Words::english(), house::address(ruleset));
        let others = other_referees(ruleset);
        let cites = Cites::new(words, ruleset, &others, &page);
        let all = played.captures.iter().map(|capture| CaptureState {
            capture: CaptureAnswer::of(capture, cites.capture(before, played, capture)),
            captors: played.captors(capture).iter().map(Square::to_string).collect(),
            says: words.capture_founded(capture, ruleset),
        });
        all.collect()
    }
}

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
pub struct WhyState {
    /// The square or move asked about.
    pub about: String,
    /// The question.
    pub title: String,
    /// The answer, the weightiest line first.
    pub lines: Vec<String>,
    /// The clauses that decide.
    pub clauses: Vec<WhyClause>,
    /// The squares round the piece, or the one at fault for a move that is refused.
    pub marks: Vec<Mark>,
    /// Whether the last move decides, and nobody has said what it was.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asks_last: bool,
    /// Of a proof, the line that it tells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
}

impl WhyState {
    /// An answer in words.
    pub fn of(about: String, words: WhyWords, marks: Vec<Mark>) -> WhyState {
        let clause = |words: hnefi_words::ClauseWords| WhyClause {
            grade_words: words.grade_words.clone(),
            clause: words.into(),
        };
        WhyState {
            about,
            title: words.title,
            lines: words.lines,
            clauses: words.clauses.into_iter().map(clause).collect(),
            marks,
            asks_last: false,
            steps: Vec::new(),
        }
    }
}

/// A clause in an answer.
#[derive(Clone, Debug, Serialize)]
pub struct WhyClause {
    /// The clause.
    #[serde(flatten)]
    pub clause: ClauseAnswer,
    /// How well it is founded, in words.
    pub grade_words: String,
}

/// What a square is to the piece beside it.
#[derive(Clone, Debug, Serialize)]
pub struct Mark {
    /// The square.
    pub square: String,
    /// `open`, `enemy`, `hostile` or `harmless`; `refuses` of a move.
    pub mark: &'static str,
}

impl Mark {
    /// The word for what stands on a side of a piece; `None` for the edge.
    pub fn word(standing: Standing) -> Option<&'static str> {
        match standing {
            Standing::Edge => None,
            Standing::Empty | Standing::Comrade(_) => Some("open"),
            Standing::Enemy(_) => Some("enemy"),
            Standing::Hostile(_) => Some("hostile"),
            Standing::Unarmed | Standing::Harmless(_) => Some("harmless"),
        }
    }
}
