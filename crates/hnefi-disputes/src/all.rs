//! The thirty.

use hnefi_rules::Clause::{Point as P, Question as Q};
use hnefi_rules::{Point, Question, Side};

use crate::dispute::Asks;
use crate::example::{Anchor, Done};
use crate::{Dispute, Example, Theme};

/// Every dispute, theme by theme.
pub static DISPUTES: [Dispute; 30] = [
    Dispute {
        id: "king-open",
        theme: Theme::King,
        asks: Asks::Capturing,
        clauses: &[Q(Question::KingOpen)],
        also: &[P(Point::KingTaken)],
        example: example(Anchor::Corner, "K c3 t b3 d1", Side::Attackers, Done::Moves("d1-d3")),
    },
    Dispute {
        id: "king-on-throne",
        theme: Theme::King,
        asks: Asks::Capturing,
        clauses: &[Q(Question::KingOnThrone)],
        also: &[P(Point::KingTaken)],
        example: example(Anchor::Throne, "K d4 t c4 d5 e2", Side::Attackers, Done::Moves("e2-e4")),
    },
    Dispute {
        id: "king-beside-throne",
        theme: Theme::King,
        asks: Asks::Capturing,
        clauses: &[Q(Question::KingBesideThrone)],
        also: &[P(Point::KingTaken)],
        example: example(Anchor::Throne, "K d3 t c3 e3 g2", Side::Attackers, Done::Moves("g2-d2")),
    },
    Dispute {
        id: "king-on-edge",
        theme: Theme::King,
        asks: Asks::Capturing,
        clauses: &[Q(Question::KingOnEdge)],
        also: &[Q(Question::Escape), P(Point::KingTaken)],
        example: example(Anchor::Corner, "K a4 T e2 t a3 b4 d5", Side::Attackers, Done::Moves("d5-a5")),
    },
    Dispute {
        id: "king-beside-corner",
        theme: Theme::King,
        asks: Asks::Capturing,
        clauses: &[Q(Question::KingBesideCorner)],
        also: &[Q(Question::Escape), P(Point::KingTaken)],
        example: example(Anchor::Corner, "K b1 T e2 t b2 c5", Side::Attackers, Done::Moves("c5-c1")),
    },
    Dispute {
        id: "king-hammer",
        theme: Theme::King,
        asks: Asks::Capturing,
        clauses: &[Q(Question::KingArms)],
        also: &[P(Point::Sandwich)],
        example: example(Anchor::Corner, "K d2 T b3 t c3 e6", Side::Defenders, Done::Moves("d2-d3")),
    },
    Dispute {
        id: "king-anvil",
        theme: Theme::King,
        asks: Asks::Capturing,
        clauses: &[Q(Question::KingArms)],
        also: &[P(Point::Sandwich)],
        example: example(Anchor::Corner, "K b3 T e3 t c3 e6", Side::Defenders, Done::Moves("e3-d3")),
    },
    Dispute {
        id: "king-returns",
        theme: Theme::King,
        asks: Asks::Moving,
        clauses: &[Q(Question::KingThrone)],
        also: &[],
        example: example(Anchor::Throne, "K c4 t f6", Side::Defenders, Done::Moves("c4-d4")),
    },
    Dispute {
        id: "reach",
        theme: Theme::King,
        asks: Asks::Moving,
        clauses: &[Q(Question::KingReach)],
        also: &[Q(Question::SoldiersReach), P(Point::Straight), P(Point::Blocked)],
        example: example(Anchor::Corner, "K c2 t e6", Side::Defenders, Done::Moves("c2-c5")),
    },
    Dispute {
        id: "throne-pass",
        theme: Theme::Squares,
        asks: Asks::Moving,
        clauses: &[Q(Question::SoldiersThrone)],
        also: &[Q(Question::SoldiersReach)],
        example: example(Anchor::Throne, "K e2 t b4", Side::Attackers, Done::Moves("b4-f4")),
    },
    Dispute {
        id: "throne-stop",
        theme: Theme::Squares,
        asks: Asks::Moving,
        clauses: &[P(Point::ThroneStop), Q(Question::SoldiersThrone)],
        also: &[Q(Question::KingThrone)],
        example: example(Anchor::Throne, "K e2 t c4", Side::Attackers, Done::Moves("c4-d4")),
    },
    Dispute {
        id: "empty-throne-defender",
        theme: Theme::Squares,
        asks: Asks::Capturing,
        clauses: &[Q(Question::EmptyThroneDefenders)],
        also: &[],
        example: example(Anchor::Throne, "K e2 T c4 t b1", Side::Attackers, Done::Moves("b1-b4")),
    },
    Dispute {
        id: "empty-throne-attacker",
        theme: Theme::Squares,
        asks: Asks::Capturing,
        clauses: &[Q(Question::EmptyThroneAttackers)],
        also: &[],
        example: example(Anchor::Throne, "K e2 T b2 t c4 f6", Side::Defenders, Done::Moves("b2-b4")),
    },
    Dispute {
        id: "king-on-throne-defender",
        theme: Theme::Squares,
        asks: Asks::Capturing,
        clauses: &[Q(Question::OccupiedThroneDefenders)],
        also: &[],
        example: example(Anchor::Throne, "K d4 T c4 t b1", Side::Attackers, Done::Moves("b1-b4")),
    },
    Dispute {
        id: "king-on-throne-attacker",
        theme: Theme::Squares,
        asks: Asks::Capturing,
        clauses: &[Q(Question::OccupiedThroneAttackers), Q(Question::KingArms)],
        also: &[],
        example: example(Anchor::Throne, "K d4 T b2 t c4 f6", Side::Defenders, Done::Moves("b2-b4")),
    },
    Dispute {
        id: "corner",
        theme: Theme::Squares,
        asks: Asks::Capturing,
        clauses: &[Q(Question::CornersDefenders)],
        also: &[Q(Question::CornersAttackers)],
        example: example(Anchor::Corner, "K e3 T b1 t c5", Side::Attackers, Done::Moves("c5-c1")),
    },
    Dispute {
        id: "corner-stop",
        theme: Theme::Squares,
        asks: Asks::Moving,
        clauses: &[Q(Question::Corners)],
        also: &[],
        example: example(Anchor::Corner, "K e3 t a2", Side::Attackers, Done::Moves("a2-a1")),
    },
    Dispute {
        id: "between",
        theme: Theme::Captures,
        asks: Asks::Capturing,
        clauses: &[P(Point::SafeBetween)],
        also: &[P(Point::Sandwich)],
        example: example(Anchor::Corner, "K e2 T c4 t b3 d3", Side::Defenders, Done::Moves("c4-c3")),
    },
    Dispute {
        id: "two-at-once",
        theme: Theme::Captures,
        asks: Asks::Capturing,
        clauses: &[P(Point::SeveralAtOnce)],
        also: &[],
        example: example(Anchor::Corner, "K c6 T c3 e3 t b3 f3 d2", Side::Attackers, Done::Moves("d2-d3")),
    },
    Dispute {
        id: "trap",
        theme: Theme::Captures,
        asks: Asks::Capturing,
        clauses: &[Q(Question::SoldierTrap)],
        also: &[P(Point::Sandwich)],
        example: example(Anchor::Corner, "K e2 T a3 t a2 a4 e3", Side::Attackers, Done::Moves("e3-b3")),
    },
    Dispute {
        id: "shieldwall",
        theme: Theme::Captures,
        asks: Asks::Capturing,
        clauses: &[Q(Question::Shieldwall)],
        also: &[],
        example: example(Anchor::Corner, "K e2 T a3 a4 t a2 b3 b4 c5", Side::Attackers, Done::Moves("c5-a5")),
    },
    Dispute {
        id: "must-capture",
        theme: Theme::Captures,
        asks: Asks::Moving,
        clauses: &[P(Point::Compulsion)],
        also: &[],
        example: example(Anchor::Corner, "K c6 T c3 t b3 e3", Side::Attackers, Done::Moves("e3-e2")),
    },
    Dispute {
        id: "escape",
        theme: Theme::Game,
        asks: Asks::Ending,
        clauses: &[Q(Question::Escape)],
        also: &[],
        example: example(Anchor::Corner, "K b3 t e2", Side::Defenders, Done::Moves("b3-a3")),
    },
    Dispute {
        id: "exit-fort",
        theme: Theme::Game,
        asks: Asks::Ending,
        clauses: &[Q(Question::ExitFort)],
        also: &[Q(Question::Escape)],
        example: example(Anchor::Corner, "K c1 T b1 c2 d2 e2 t b4 f4", Side::Defenders, Done::Moves("e2-e1")),
    },
    Dispute {
        id: "all-surrounded",
        theme: Theme::Game,
        asks: Asks::Ending,
        clauses: &[Q(Question::Encirclement)],
        also: &[],
        example: example(Anchor::Corner, "K c3 T b3 t a3 a4 b2 c2 c4 b5 e3", Side::Attackers, Done::Moves("e3-d3")),
    },
    Dispute {
        id: "no-move",
        theme: Theme::Game,
        asks: Asks::Ending,
        clauses: &[Q(Question::NoMove)],
        also: &[],
        example: example(Anchor::Corner, "K e2 T a2 a5 b4 c3 t a3 a4", Side::Defenders, Done::Moves("c3-b3")),
    },
    Dispute {
        id: "no-attackers",
        theme: Theme::Game,
        asks: Asks::Ending,
        clauses: &[P(Point::NoAttackersLeft), Q(Question::NoMove)],
        also: &[],
        example: example(Anchor::Corner, "K e2 T b3 d2 t c3", Side::Defenders, Done::Moves("d2-d3")),
    },
    Dispute {
        id: "repetition",
        theme: Theme::Game,
        asks: Asks::Ending,
        clauses: &[Q(Question::Repetition)],
        also: &[],
        example: example(
            Anchor::Corner,
            "K c3 T b5 t f2 e2",
            Side::Attackers,
            Done::Moves("f2-f3 b5-b6 f3-f2 b6-b5 f2-f3 b5-b6 f3-f2 b6-b5"),
        ),
    },
    Dispute {
        id: "claims",
        theme: Theme::Game,
        asks: Asks::Ending,
        clauses: &[Q(Question::Claims)],
        also: &[Q(Question::Agreement)],
        example: example(Anchor::Corner, "K a4 T c3 t e6 c2 e2 b6 f3", Side::Defenders, Done::Claim(Side::Defenders)),
    },
    Dispute {
        id: "first-move",
        theme: Theme::Game,
        asks: Asks::Ending,
        clauses: &[Q(Question::FirstMove)],
        also: &[P(Point::Turns)],
        example: example(Anchor::Start, "", Side::Attackers, Done::Nothing),
    },
];

/// The dispute of an id.
///
/// ```
/// assert!(hnefi_disputes::dispute("king-on-edge").is_some());
/// assert!(hnefi_disputes::dispute("weather").is_none());
/// ```
pub fn dispute(id: &str) -> Option<&'static Dispute> {
    DISPUTES.iter().find(|dispute| dispute.id == id)
}

const fn example(anchor: Anchor, pieces: &'static str, turn: Side, done: Done) -> Example {
    Example { anchor, pieces, turn, done }
}
