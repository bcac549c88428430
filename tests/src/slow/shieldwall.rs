//! Rows of pieces on the edge that fall together.

use hnefi_rules::{Shieldwall, Side, Square};

use super::{Board, Referee, board::STEPS};

impl Referee {
    /// The squares of every row that the piece of `side` that moved to `to` brackets. `shieldwall`.
    pub(super) fn shieldwalls(&self, board: &Board, side: Side, to: Square) -> Vec<Square> {
        let mut fallen = Vec::new();
        if self.answers.shieldwall == Shieldwall::None {
            return fallen;
        }
        // The four edges, each as the direction along it and the direction from it towards the centre.
        for (inward_files, inward_ranks) in STEPS {
            if board.away(to, -inward_files, -inward_ranks).is_some() {
                continue;
            }
            // `to` lies on the edge whose inner side is in that direction; the row lies along it on either hand.
            for way in [1, -1] {
                let (files, ranks) = (way * inward_ranks, way * inward_files);
                fallen.extend(self.row(board, side, to, (files, ranks), (inward_files, inward_ranks)));
            }
        }
        fallen
    }

    /// The row of enemies of `side` that begins next to `to`, if everything about it is as a capture needs it.
    fn row(&self, board: &Board, side: Side, to: Square, along: (i32, i32), inward: (i32, i32)) -> Vec<Square> {
        let mut row = Vec::new();
        let mut next = board.away(to, along.0, along.1);
        while let Some(square) = next {
            let enemy = board.piece(square).is_some_and(|piece| piece.side() != side);
            if !enemy || board.is_corner(square) {
                break;
            }
            row.push(square);
            next = board.away(square, along.0, along.1);
        }
        let victims = !side;
        let bracketed = next.is_some_and(|end| {
            board.is_corner(end) && self.corner_is_hostile(victims) || self.anvil(board, end, victims).is_some()
        });
        let faced = row.iter().all(|&square| {
            board.away(square, inward.0, inward.1).is_some_and(|front| self.anvil(board, front, victims).is_some())
        });
        if row.len() >= 2 && bracketed && faced { row } else { Vec::new() }
    }
}
