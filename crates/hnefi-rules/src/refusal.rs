//! Why a move is refused.

use crate::{Clause, Intent, Outcome, Piece, Point, Question, Square};

/// A move that the referee refuses, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What somebody wanted to play.
    pub intent: Intent,
    /// Why it is refused.
    pub reason: Reason,
}

/// The reason of a refusal, with the square or piece at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A square lies outside this board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// Nothing stands on the square to move from.
    #[error("nothing stands on {0}")]
    Nothing(Square),
    /// The piece belongs to the other side.
    #[error("the {} on {square} is not yours to move", piece.id())]
    NotYours {
        /// Where it stands.
        square: Square,
        /// What it is.
        piece: Piece,
    },
    /// From and to are the same square.
    #[error("a move must end on another square than {0}")]
    Nowhere(Square),
    /// The squares lie on no common row or column.
    #[error("pieces move in straight lines")]
    NotStraight,
    /// A piece stands in the way, or on the square to move to.
    #[error("the {} on {square} stands in the way", piece.id())]
    Blocked {
        /// The first piece in the way.
        square: Square,
        /// What it is.
        piece: Piece,
    },
    /// The way leads over the throne, which is closed to soldiers.
    #[error("the throne on {0} is closed to soldiers")]
    ThroneClosed(Square),
    /// A soldier may not stop on the throne.
    #[error("only the king may stop on the throne on {0}")]
    ThroneStop(Square),
    /// A soldier may not stop on a corner.
    #[error("only the king may stop on the corner {0}")]
    CornerStop(Square),
    /// The king may not come back to the throne, or not stop on it again.
    #[error("the king may not come back to the throne on {0}")]
    KingBarred(Square),
    /// The piece moves one square at a time.
    #[error("the {} moves one square at a time", .0.id())]
    TooFar(Piece),
    /// The position after the move has arisen before, and the rule set forbids making it again.
    #[error("the move repeats an earlier position, which is forbidden")]
    Repeats,
    /// The game is over.
    #[error("the game is over: {}", .0.reason.id())]
    GameOver(Outcome),
}

impl Refusal {
    /// The square at fault: what is in the way, closed or not one's own; where it is none of these, the square to move to.
    ///
    /// ```
    /// use hnefi_rules::{Game, Intent, Referee, leaflet};
    /// let game = Game::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()).into());
    /// let refused = |from: &str, to: &str| {
    ///     let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
    ///     game.legal(intent).unwrap_err().square().to_string()
    /// };
    /// assert_eq!(refused("d1", "d11"), "d6", "a defender is in the way");
    /// assert_eq!(refused("d1", "a1"), "a1", "the corner is the king's");
    /// assert_eq!(refused("d1", "e2"), "e2");
    /// ```
    pub const fn square(&self) -> Square {
        match self.reason {
            Reason::OffBoard(square)
            | Reason::Nothing(square)
            | Reason::NotYours { square, .. }
            | Reason::Nowhere(square)
            | Reason::Blocked { square, .. }
            | Reason::ThroneClosed(square)
            | Reason::ThroneStop(square)
            | Reason::CornerStop(square)
            | Reason::KingBarred(square) => square,
            Reason::NotStraight | Reason::TooFar(_) | Reason::Repeats | Reason::GameOver(_) => self.intent.to,
        }
    }
}

impl Reason {
    /// The code of this reason in machine-readable output.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::OffBoard(_) => "off-board",
            Reason::Nothing(_) => "nothing-there",
            Reason::NotYours { .. } => "not-your-piece",
            Reason::Nowhere(_) => "same-square",
            Reason::NotStraight => "not-straight",
            Reason::Blocked { .. } => "blocked",
            Reason::ThroneClosed(_) => "throne-closed",
            Reason::ThroneStop(_) => "throne-stop",
            Reason::CornerStop(_) => "corner-stop",
            Reason::KingBarred(_) => "king-barred",
            Reason::TooFar(_) => "too-far",
            Reason::Repeats => "repeats",
            Reason::GameOver(_) => "game-over",
        }
    }

    /// The clause of the rule set that says so; `None` where no rule of the game is needed to see it.
    pub const fn clause(self) -> Option<Clause> {
        match self {
            Reason::OffBoard(_) | Reason::Nothing(_) => None,
            Reason::NotYours { .. } | Reason::Nowhere(_) => Some(Clause::Point(Point::Turns)),
            Reason::NotStraight => Some(Clause::Point(Point::Straight)),
            Reason::Blocked { .. } => Some(Clause::Point(Point::Blocked)),
            Reason::ThroneClosed(_) => Some(Clause::Question(Question::SoldiersThrone)),
            Reason::ThroneStop(_) => Some(Clause::Point(Point::ThroneStop)),
            Reason::CornerStop(_) => Some(Clause::Question(Question::Corners)),
            Reason::KingBarred(_) => Some(Clause::Question(Question::KingThrone)),
            Reason::TooFar(Piece::King) => Some(Clause::Question(Question::KingReach)),
            Reason::TooFar(_) => Some(Clause::Question(Question::SoldiersReach)),
            Reason::Repeats => Some(Clause::Question(Question::Repetition)),
            Reason::GameOver(outcome) => outcome.reason.clause(),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.intent, self.reason)
    }
}

impl std::error::Error for Refusal {}
