//! How the king falls. It depends on the place where he stands.

use hnefi_rules::{KingBesideThrone, KingCapture, KingExposure, Piece, Square};

use super::{Board, Referee, capture::Against};

/// The kinds of place that the leaflets tell apart for the king.
enum Place {
    Open,
    Throne,
    BesideThrone,
    Edge,
    BesideCorner,
}

impl Referee {
    /// Against what the king falls whose one side was just struck by an attacker and whose other side is
    /// `opposite`. The striking attacker is one of his neighbours already.
    pub(super) fn king_falls(&self, board: &Board, king: Square, opposite: Option<Square>) -> Option<Against> {
        let between = || between_attackers(board, opposite);
        match place(board, king) {
            Place::Open => match self.answers.king_open {
                KingCapture::Four => four_sides(board, king),
                KingCapture::Two => between(),
            },
            Place::Throne => match self.answers.king_on_throne {
                KingCapture::Four => four_sides(board, king),
                KingCapture::Two => between(),
            },
            Place::BesideThrone => match self.answers.king_beside_throne {
                KingBesideThrone::Three => three_and_throne(board, king).or(four_sides(board, king)),
                KingBesideThrone::Four => four_sides(board, king),
                KingBesideThrone::Two => between(),
            },
            Place::Edge => exposed(self.answers.king_on_edge, board, king, opposite),
            Place::BesideCorner => exposed(self.answers.king_beside_corner, board, king, opposite),
        }
    }
}

type Fell = Option<Against>;

fn place(board: &Board, king: Square) -> Place {
    let beside = |test: &dyn Fn(Square) -> bool| board.neighbours(king).into_iter().flatten().any(test);
    if king == board.throne() {
        Place::Throne
    } else if beside(&|square| square == board.throne()) {
        Place::BesideThrone
    } else if beside(&|square| board.is_corner(square)) {
        Place::BesideCorner
    } else if board.is_edge(king) {
        Place::Edge
    } else {
        Place::Open
    }
}

fn attacker_on(board: &Board, square: Option<Square>) -> bool {
    square.and_then(|square| board.piece(square)) == Some(Piece::Attacker)
}

/// Attackers on all four sides.
fn four_sides(board: &Board, king: Square) -> Fell {
    let surrounded = board.neighbours(king).into_iter().all(|square| attacker_on(board, square));
    surrounded.then_some(("four-sides", None))
}

/// Attackers on three sides, the empty throne on the fourth.
fn three_and_throne(board: &Board, king: Square) -> Fell {
    let throne = board.throne();
    let surrounded =
        board.neighbours(king).into_iter().all(|square| square == Some(throne) || attacker_on(board, square));
    (surrounded && board.piece(throne).is_none()).then_some(("three-and-throne", Some(throne)))
}

/// An attacker on the side opposite the one that struck.
fn between_attackers(board: &Board, opposite: Option<Square>) -> Fell {
    attacker_on(board, opposite).then_some(("attacker", opposite))
}

/// Where the board ends: a sandwich with an attacker or a corner, or every neighbour an attacker, a corner
/// or the edge, or one of the two, or neither.
fn exposed(how: KingExposure, board: &Board, king: Square, opposite: Option<Square>) -> Fell {
    let (sandwich, trap) = match how {
        KingExposure::Safe => (false, false),
        KingExposure::Exposed => (true, true),
        KingExposure::Sandwich => (true, false),
        KingExposure::Surrounded => (false, true),
    };
    if sandwich && opposite.is_some_and(|square| board.is_corner(square)) {
        return Some(("corner", opposite));
    }
    if sandwich && attacker_on(board, opposite) {
        return Some(("attacker", opposite));
    }
    let shut_in = board.neighbours(king).into_iter().flatten();
    let shut_in = shut_in.map(|square| board.is_corner(square) || attacker_on(board, Some(square)));
    if trap && shut_in.into_iter().all(|closed| closed) { Some(("trap", None)) } else { None }
}
