//! Which moves are legal, and why the others are not.

use hnefi_rules::{Corners, Ending, KingThrone, NoMove, Outcome, Piece, Reach, SoldiersThrone, Square};

use super::{Board, Referee, board::STEPS};

impl Referee {
    /// Every legal move of the side to move, sorted.
    ///
    /// It walks from each piece in each direction until something stops it.
    pub fn moves(&self, board: &Board) -> Vec<(Square, Square)> {
        let mut moves = Vec::new();
        for (from, piece) in board.pieces() {
            // Point `turns`: each side moves its own pieces.
            if piece.side() != board.turn {
                continue;
            }
            // Point `straight`: along the row or the column.
            for (files, ranks) in STEPS {
                let mut steps = 1;
                while let Some(to) = board.away(from, files * steps, ranks * steps) {
                    // Point `blocked`: no jumping, no landing on another piece.
                    if board.piece(to).is_some() {
                        break;
                    }
                    if !self.may_enter(board, piece, to) {
                        break;
                    }
                    if self.may_stop(board, piece, to) {
                        moves.push((from, to));
                    }
                    if self.reach(piece) == Reach::One {
                        break;
                    }
                    steps += 1;
                }
            }
        }
        moves.sort();
        moves
    }

    /// Whether a move is legal, or the code of the reason why it is not.
    ///
    /// Where several reasons hold, the one told is the one that a hand on a wooden board meets first: the
    /// squares, the piece, the direction, the way square by square, the square where it ends, the distance.
    ///
    /// # Errors
    /// The code of the reason, as `hnefi_rules::Reason::code` spells it.
    pub fn legal(&self, board: &Board, from: Square, to: Square) -> Result<(), &'static str> {
        if !board.contains(from) || !board.contains(to) {
            return Err("off-board");
        }
        let Some(piece) = board.piece(from) else {
            return Err("nothing-there");
        };
        if piece.side() != board.turn {
            return Err("not-your-piece");
        }
        if from == to {
            return Err("same-square");
        }
        let files = i32::from(to.file()) - i32::from(from.file());
        let ranks = i32::from(to.rank()) - i32::from(from.rank());
        if files != 0 && ranks != 0 {
            return Err("not-straight");
        }
        let distance = files.abs() + ranks.abs();
        for steps in 1..=distance {
            let square = board.away(from, files.signum() * steps, ranks.signum() * steps).ok_or("off-board")?;
            if board.piece(square).is_some() {
                return Err("blocked");
            }
            if !self.may_enter(board, piece, square) {
                return Err(match piece {
                    Piece::King => "king-barred",
                    _ if square == to => "throne-stop",
                    _ => "throne-closed",
                });
            }
        }
        if !self.may_stop(board, piece, to) {
            return Err(match piece {
                Piece::King => "king-barred",
                _ if board.is_corner(to) => "corner-stop",
                _ => "throne-stop",
            });
        }
        if self.reach(piece) == Reach::One && distance > 1 {
            return Err("too-far");
        }
        Ok(())
    }

    /// How the game ends when the side to move has no move. `no-move`.
    pub(super) fn no_move(&self, board: &Board) -> Outcome {
        match self.answers.no_move {
            NoMove::Draw => Outcome { winner: None, reason: Ending::NoLegalMove },
            NoMove::Loss => Outcome { winner: Some(!board.turn), reason: Ending::NoLegalMove },
        }
    }

    /// Whether a piece may enter an empty square at all, be it to pass over it. Only the throne can be closed:
    /// to soldiers (`soldiers-throne`) or to the king (`king-throne`).
    fn may_enter(&self, board: &Board, piece: Piece, square: Square) -> bool {
        if square != board.throne() {
            return true;
        }
        match piece {
            Piece::King => match self.answers.king_throne {
                KingThrone::Returns | KingThrone::Passes => true,
                KingThrone::Barred => false,
            },
            Piece::Attacker | Piece::Defender => match self.answers.soldiers_throne {
                SoldiersThrone::Pass | SoldiersThrone::Stop => true,
                SoldiersThrone::Blocked => false,
            },
        }
    }

    /// Whether a piece may stop on a square that it may enter. The throne is closed as `soldiers-throne` and
    /// `king-throne` say, the corners are closed to soldiers as `corners` says.
    fn may_stop(&self, board: &Board, piece: Piece, square: Square) -> bool {
        if square == board.throne() {
            return match piece {
                Piece::King => self.answers.king_throne == KingThrone::Returns,
                Piece::Attacker | Piece::Defender => self.answers.soldiers_throne == SoldiersThrone::Stop,
            };
        }
        if board.is_corner(square) && piece != Piece::King {
            return self.answers.corners == Corners::Open;
        }
        true
    }

    /// `king-reach` and `soldiers-reach`.
    fn reach(&self, piece: Piece) -> Reach {
        match piece {
            Piece::King => self.answers.king_reach,
            Piece::Attacker | Piece::Defender => self.answers.soldiers_reach,
        }
    }
}
