//! How games end.

use crate::{Clause, Point, Question, Side};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Ending,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The king was captured.
    KingCaptured,
    /// The king reached a square on which he escapes.
    KingEscaped,
    /// The king stands on the edge in a fort that cannot be broken.
    ExitFort,
    /// King and defenders are ringed in and cannot break out.
    Encirclement,
    /// The side to move has no legal move.
    NoLegalMove,
    /// Repetition, as the rule set has it.
    Repetition,
    /// The players agreed on a draw.
    Agreement,
    /// A player claimed a draw, and it was granted.
    Claim(Ground),
    /// A side resigned.
    Resignation,
    /// A side ran out of time.
    Time,
    /// A side left the game.
    Abandoned,
}

impl Ending {
    /// The word for this ending on the wire and in files.
    pub const fn id(self) -> &'static str {
        match self {
            Ending::KingCaptured => "king-captured",
            Ending::KingEscaped => "king-escaped",
            Ending::ExitFort => "exit-fort",
            Ending::Encirclement => "encirclement",
            Ending::NoLegalMove => "no-legal-move",
            Ending::Repetition => "repetition",
            Ending::Agreement => "agreement",
            Ending::Claim(_) => "claim",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::Abandoned => "abandoned",
        }
    }

    /// The clause of the rule set that ended the game; `None` for what people did off the board.
    pub const fn clause(self) -> Option<Clause> {
        match self {
            Ending::KingCaptured => Some(Clause::Point(Point::KingTaken)),
            Ending::KingEscaped => Some(Clause::Question(Question::Escape)),
            Ending::ExitFort => Some(Clause::Question(Question::ExitFort)),
            Ending::Encirclement => Some(Clause::Question(Question::Encirclement)),
            Ending::NoLegalMove => Some(Clause::Question(Question::NoMove)),
            Ending::Repetition => Some(Clause::Question(Question::Repetition)),
            Ending::Agreement => Some(Clause::Question(Question::Agreement)),
            Ending::Claim(_) => Some(Clause::Question(Question::Claims)),
            Ending::Resignation | Ending::Time | Ending::Abandoned => None,
        }
    }
}

/// The ground on which a player claims a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The king is at the side and cannot be brought to where he can be taken.
    KingAtSide,
    /// The king can reach no corner, and no attacker can reach him.
    KingShutIn,
    /// Neither side makes progress.
    NoProgress,
}

impl Ground {
    /// Every ground.
    pub const ALL: [Ground; 3] = [Ground::KingAtSide, Ground::KingShutIn, Ground::NoProgress];

    /// The word for this ground on the wire and in files.
    pub const fn id(self) -> &'static str {
        match self {
            Ground::KingAtSide => "king-at-side",
            Ground::KingShutIn => "king-shut-in",
            Ground::NoProgress => "no-progress",
        }
    }

    /// The ground of a word.
    pub fn from_id(id: &str) -> Option<Ground> {
        Ground::ALL.into_iter().find(|g| g.id() == id)
    }
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Side, reason: Ending) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Ending) -> Outcome {
        Outcome { winner: None, reason }
    }
}
