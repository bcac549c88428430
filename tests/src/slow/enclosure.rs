//! Exit forts and rings: what one side can never break.

use std::collections::HashSet;

use hnefi_rules::{Encirclement, ExitFort, Hostility, OccupiedThrone, Piece, Shieldwall, Side, Square, Trap};

use super::{Board, Referee, board::STEPS};

impl Referee {
    /// Whether the king stands in an exit fort, as the decision record on it defines one. `exit-fort`.
    pub(super) fn exit_fort(&self, board: &Board) -> bool {
        if self.answers.exit_fort == ExitFort::None {
            return false;
        }
        let Some(king) = board.king() else { return false };
        if !board.is_edge(king) || board.is_corner(king) || !self.could_move(board, king) {
            return false;
        }
        let mut lifted = board.clone();
        lifted.put(king, None);
        !self.reaches(&lifted, Side::Attackers, |square| square == king)
    }

    /// Whether the attackers have a ring, as the decision record on it defines each kind. `encirclement`.
    pub(super) fn encircled(&self, board: &Board) -> bool {
        match self.answers.encirclement {
            Encirclement::None => false,
            Encirclement::Closed => {
                let mut defenders = board.pieces().filter(|&(_, piece)| piece.side() == Side::Defenders);
                !defenders.any(|(square, _)| walks_to_the_edge(board, square, &mut HashSet::new()))
            }
            Encirclement::Unbreakable => {
                !self.reaches(board, Side::Defenders, |square| board.is_edge(square))
                    && !self.with_time(board).is_empty()
            }
        }
    }

    /// Where the attackers stand who can step to and fro for ever: neither in the reach of the defenders nor beside
    /// a square of it, and able to move, were it their turn.
    pub fn with_time(&self, board: &Board) -> Vec<Square> {
        let mut reach = Reach::new(self, board, Side::Defenders);
        while !reach.grow().is_empty() {}
        let attackers = board.pieces().filter(|&(_, piece)| piece == Piece::Attacker).map(|(square, _)| square);
        attackers
            .filter(|&square| !reach.has(Some(square)) && !reach.beside(square) && self.could_move(board, square))
            .collect()
    }

    /// Whether the piece on a square has a legal move, were it its turn.
    fn could_move(&self, board: &Board, square: Square) -> bool {
        let mut board = board.clone();
        let Some(piece) = board.piece(square) else { return false };
        board.turn = piece.side();
        self.moves(&board).iter().any(|&(from, _)| from == square)
    }

    /// Whether some square of the reach of a side is as asked.
    fn reaches(&self, board: &Board, side: Side, asked: impl Fn(Square) -> bool) -> bool {
        let mut reach = Reach::new(self, board, side);
        loop {
            let fresh = reach.grow();
            if fresh.iter().any(|&square| asked(square)) {
                return true;
            }
            if fresh.is_empty() {
                return false;
            }
        }
    }
}

/// Whether somebody walks from a square to the edge, from neighbour to neighbour, over whatever is no attacker. He has
/// been on the squares of `visited`.
fn walks_to_the_edge(board: &Board, from: Square, visited: &mut HashSet<Square>) -> bool {
    visited.insert(from);
    board.is_edge(from)
        || board.neighbours(from).into_iter().flatten().any(|next| {
            !visited.contains(&next)
                && board.piece(next) != Some(Piece::Attacker)
                && walks_to_the_edge(board, next, visited)
        })
}

/// The squares that the pieces of a side could ever come to while the others hold still.
struct Reach<'a> {
    referee: &'a Referee,
    board: &'a Board,
    side: Side,
    squares: HashSet<Square>,
}

impl<'a> Reach<'a> {
    /// Nothing yet.
    fn new(referee: &'a Referee, board: &'a Board, side: Side) -> Reach<'a> {
        Reach { referee, board, side, squares: HashSet::new() }
    }

    /// Adds every square that belongs to the reach because of what is in it already, and tells which.
    fn grow(&mut self) -> Vec<Square> {
        let mut fresh = Vec::new();
        for square in self.board.all_squares() {
            if !self.squares.contains(&square) && self.belongs(square) {
                fresh.push(square);
            }
        }
        self.squares.extend(&fresh);
        fresh
    }

    fn belongs(&self, square: Square) -> bool {
        match self.board.piece(square) {
            // The first part of the definition: a piece of the side stands there.
            Some(piece) if piece.side() == self.side => true,
            // The second: beside a square of the set, and no soldier of the others on it.
            None => self.beside(square),
            // The third: a soldier of the others who could fall.
            Some(_) => self.between(square) || self.trapped(square) || self.in_a_row(square),
        }
    }

    fn has(&self, square: Option<Square>) -> bool {
        square.is_some_and(|square| self.squares.contains(&square))
    }

    fn beside(&self, square: Square) -> bool {
        self.board.neighbours(square).into_iter().any(|neighbour| self.has(neighbour))
    }

    /// Two opposite neighbours in the set or ever hostile, one at least in the set.
    fn between(&self, square: Square) -> bool {
        let [up, down, left, right] = self.board.neighbours(square);
        [(up, down), (left, right)].into_iter().any(|(one, other)| {
            let partner = |square| self.has(square) || self.ever_hostile(square);
            partner(one) && partner(other) && (self.has(one) || self.has(other))
        })
    }

    /// Under `soldier-trap`, every neighbour in the set, the throne, a corner or off the board, one at least in
    /// the set.
    fn trapped(&self, square: Square) -> bool {
        self.referee.answers.soldier_trap == Trap::Captured
            && self.beside(square)
            && self.board.neighbours(square).into_iter().flatten().all(|neighbour| {
                neighbour == self.board.throne() || self.board.is_corner(neighbour) || self.has(Some(neighbour))
            })
    }

    /// Under `shieldwall`, some row of two or more along the edge with this square in it: soldiers of the others
    /// off the corners, each with the square in front of it in the set, and both squares beyond the ends in the set
    /// or ever hostile corners.
    fn in_a_row(&self, square: Square) -> bool {
        if self.referee.answers.shieldwall == Shieldwall::None {
            return false;
        }
        STEPS.into_iter().any(|inward| {
            let on_this_edge = self.board.away(square, -inward.0, -inward.1).is_none();
            on_this_edge && self.in_a_row_of_edge(square, inward)
        })
    }

    fn in_a_row_of_edge(&self, square: Square, inward: (i32, i32)) -> bool {
        let at = |steps: i32| self.board.away(square, inward.1 * steps, inward.0 * steps);
        let fits = |steps: i32| {
            at(steps).is_some_and(|square| {
                let soldier = self.board.piece(square) == Some(Piece::soldier_of(!self.side));
                soldier && !self.board.is_corner(square) && self.has(self.board.away(square, inward.0, inward.1))
            })
        };
        let ends = |steps: i32| {
            let corner = at(steps).is_some_and(|square| self.board.is_corner(square));
            self.has(at(steps)) || corner && self.ever_hostile(at(steps))
        };
        let size = self.board.size();
        (-size..=0).any(|first| {
            (0..=size).any(|last| last > first && (first..=last).all(fits) && ends(first - 1) && ends(last + 1))
        })
    }

    /// Whether a square is a corner or the throne and may at any time be hostile to the soldiers who hold still.
    fn ever_hostile(&self, square: Option<Square>) -> bool {
        let Some(square) = square else { return false };
        let answers = &self.referee.answers;
        let others = !self.side;
        if self.board.is_corner(square) {
            return self.referee.corner_is_hostile(others);
        }
        square == self.board.throne()
            && match others {
                Side::Attackers => {
                    answers.empty_throne_attackers == Hostility::Hostile
                        || answers.occupied_throne_attackers == Hostility::Hostile
                }
                Side::Defenders => {
                    answers.empty_throne_defenders == Hostility::Hostile
                        || answers.occupied_throne_defenders != OccupiedThrone::Harmless
                }
            }
    }
}
