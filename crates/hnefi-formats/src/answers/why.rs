//! Why a piece still stands, why a move is refused, and what an allowed one does.

use std::sync::Arc;

use hnefi_rules::{Clause, Game, Neighbour, Piece, Ply, Position, Refusal, Ruleset, Standing, Why, WhyNot};
use serde::Serialize;

use super::{CaptureAnswer, Cite, ClauseAnswer, OutcomeAnswer};

/// The answer to a "why", for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WhyAnswer {
    /// The id of the rule set.
    pub rules: String,
    /// The rows of the position, rank 1 first.
    pub position: String,
    /// The side to move.
    pub turn: &'static str,
    /// What was asked about, and the answer.
    #[serde(flatten)]
    pub about: AboutAnswer,
    /// The question, for people.
    pub title: String,
    /// The answer, for people, the weightiest line first.
    pub lines: Vec<String>,
    /// The clauses that decide, the weightiest first.
    pub clauses: Vec<ClauseAnswer>,
}

impl WhyAnswer {
    /// An answer about the position of a game, with what people read of it.
    pub fn new(
        game: &Game,
        about: AboutAnswer,
        title: String,
        lines: Vec<String>,
        clauses: Vec<ClauseAnswer>,
    ) -> WhyAnswer {
        let position = game.position();
        WhyAnswer {
            rules: game.referee().ruleset().id().to_owned(),
            position: position.rows_text(),
            turn: position.turn().id(),
            about,
            title,
            lines,
            clauses,
        }
    }
}

/// What a "why" was about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum AboutAnswer {
    /// A piece that still stands.
    Piece(PieceAnswer),
    /// A move that is refused.
    Refused(RefusalAnswer),
    /// A move that is allowed.
    Allowed(AllowedAnswer),
}

/// Why a piece still stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceAnswer {
    /// Where it stands.
    pub square: String,
    /// What it is.
    pub piece: &'static str,
    /// Whether the last move captures it, so that it should come off the board.
    pub captured: bool,
    /// `captured`, or the word of [`Why::id`].
    pub why: &'static str,
    /// What is on each side, clockwise from north.
    pub sides: Vec<SideAnswer>,
    /// The ids of the other rule sets under which it would have been captured.
    pub captured_under: Vec<String>,
}

/// What is on one side of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideAnswer {
    /// `north`, `east`, `south` or `west`.
    pub direction: &'static str,
    /// The square; `None` beyond the edge.
    pub square: Option<String>,
    /// The word of [`Standing::id`].
    pub standing: &'static str,
    /// Who stands there, where that matters.
    pub piece: Option<&'static str>,
    /// For a harmless square, the ids of the other rule sets under which it would be hostile.
    pub hostile_under: Vec<String>,
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusalAnswer {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// `false`.
    pub allowed: bool,
    /// The word of [`Reason::code`](hnefi_rules::Reason::code).
    pub reason: &'static str,
    /// The ids of the other rule sets that allow it.
    pub allowed_under: Vec<String>,
}

/// What an allowed move does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AllowedAnswer {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// `true`.
    pub allowed: bool,
    /// What it captures, by file, then rank.
    pub captures: Vec<CaptureAnswer>,
    /// How it ends the game.
    pub outcome: Option<OutcomeAnswer>,
}

impl From<&WhyNot> for PieceAnswer {
    fn from(why: &WhyNot) -> PieceAnswer {
        PieceAnswer {
            square: why.square.to_string(),
            piece: why.piece.id(),
            captured: matches!(why.why, Why::Falls(_)),
            why: match why.why {
                Why::Falls(_) => "captured",
                stands => stands.id(),
            },
            sides: why.sides.iter().map(SideAnswer::from).collect(),
            captured_under: ids(&why.elsewhere),
        }
    }
}

impl From<&Neighbour> for SideAnswer {
    fn from(side: &Neighbour) -> SideAnswer {
        let piece = match side.standing {
            Standing::Comrade(piece) | Standing::Enemy(piece) => Some(piece),
            Standing::Unarmed => Some(Piece::King),
            Standing::Edge | Standing::Empty | Standing::Hostile(_) | Standing::Harmless(_) => None,
        };
        SideAnswer {
            direction: side.direction.id(),
            square: side.square.map(|square| square.to_string()),
            standing: side.standing.id(),
            piece: piece.map(Piece::id),
            hostile_under: ids(&side.hostile_elsewhere),
        }
    }
}

impl RefusalAnswer {
    /// A refusal, and the other rule sets that allow the move.
    pub fn of(refusal: &Refusal, allowing: &[Arc<Ruleset>]) -> RefusalAnswer {
        RefusalAnswer {
            mv: refusal.intent.to_string(),
            allowed: false,
            reason: refusal.reason.code(),
            allowed_under: ids(allowing),
        }
    }
}

impl AllowedAnswer {
    /// What a move does in a position. `cite` says which clauses decide its captures.
    pub fn of(before: &Position, ply: &Ply, cite: Cite<'_>) -> AllowedAnswer {
        AllowedAnswer {
            mv: ply.played.mv.to_string(),
            allowed: true,
            captures: CaptureAnswer::all(before, &ply.played, cite),
            outcome: ply.outcome.map(OutcomeAnswer::from),
        }
    }
}

/// The clauses that decide what a ply did, each once: those of its captures, then that of the ending.
pub fn clauses_of(ply: &Ply) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let ending = ply.outcome.and_then(|outcome| outcome.reason.clause());
    for clause in ply.played.captures.iter().flat_map(|capture| capture.clauses.iter()).chain(ending) {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    clauses
}

fn ids(rulesets: &[Arc<Ruleset>]) -> Vec<String> {
    rulesets.iter().map(|ruleset| ruleset.id().to_owned()).collect()
}
