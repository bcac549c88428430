//! What a move captures, and against what.

use hnefi_rules::{Ending, Escape, Hostility, KingArms, OccupiedThrone, Outcome, Piece, Side, Square, Trap};

use super::{Board, Referee, board::STEPS};

/// What a move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The board after it, captured pieces taken off, the other side to move.
    pub board: Board,
    /// What it captured, sorted by file, then rank.
    pub captures: Vec<Captured>,
    /// How the king ended the game with this move, if he did: captured or escaped. Repetition and a side
    /// without a move are the game's business: see [`Game`](super::Game).
    pub ending: Option<Outcome>,
}

/// A captured piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Where it stood.
    pub square: Square,
    /// What it was.
    pub piece: Piece,
    /// What it fell against besides the piece that moved: `attacker`, `defender`, `king`, `corner`,
    /// `throne`, `trap`, `four-sides` or `three-and-throne`.
    pub by: &'static str,
    /// Where that stands; `None` for `trap` and `four-sides`.
    pub partner: Option<Square>,
}

/// The word for what a piece fell against, and its square where it has one.
pub(super) type Against = (&'static str, Option<Square>);

impl Referee {
    /// Carries out a legal move with all its captures.
    pub fn play(&self, board: &Board, from: Square, to: Square) -> Played {
        let moved = board.piece(from);
        let mut after = board.clone();
        after.put(from, None);
        after.put(to, moved);

        // Everything is judged on the board as the moved piece finds it, and only then taken off. So two victims
        // of one move do not hide each other.
        let mut captures = Vec::new();
        if let Some(moved) = moved {
            for (files, ranks) in STEPS {
                captures.extend(self.capture_beside(&after, moved, to, files, ranks));
            }
        }
        captures.sort_by_key(|captured| (captured.square.file(), captured.square.rank()));

        for captured in &captures {
            after.put(captured.square, None);
        }
        after.turn = !board.turn;

        let mut ending = None;
        // Point `king-taken`.
        if captures.iter().any(|captured| captured.piece == Piece::King) {
            ending = Some(Outcome { winner: Some(Side::Attackers), reason: Ending::KingCaptured });
        }
        // `escape`.
        let goal = match self.answers.escape {
            Escape::Corner => after.is_corner(to),
            Escape::Edge => after.is_edge(to),
        };
        if moved == Some(Piece::King) && goal {
            ending = Some(Outcome { winner: Some(Side::Defenders), reason: Ending::KingEscaped });
        }
        Played { board: after, captures, ending }
    }

    /// The piece that the moved piece on `to` captures on the neighbouring square in one direction, if any.
    fn capture_beside(&self, board: &Board, moved: Piece, to: Square, files: i32, ranks: i32) -> Option<Captured> {
        // Point `safe-between` needs no line: only neighbours of the moved piece are ever looked at, so a
        // piece that moves in between is never the one captured.
        let square = board.away(to, files, ranks)?;
        let piece = board.piece(square)?;
        if piece.side() == moved.side() {
            return None;
        }
        // `king-arms`: an unarmed king is no hammer.
        if moved == Piece::King && self.answers.king_arms == KingArms::Unarmed {
            return None;
        }
        let opposite = board.away(square, files, ranks);
        let (by, partner) = match piece {
            Piece::King => self.king_falls(board, square, opposite)?,
            Piece::Attacker | Piece::Defender => self.soldier_falls(board, square, opposite, piece.side())?,
        };
        Some(Captured { square, piece, by, partner })
    }

    /// Against what a soldier falls whose one side was just struck and whose other side is `opposite`.
    fn soldier_falls(&self, board: &Board, soldier: Square, opposite: Option<Square>, side: Side) -> Option<Against> {
        // Point `sandwich`. The edge is no partner.
        if let Some(opposite) = opposite
            && let Some(by) = self.partner(board, opposite, side)
        {
            return Some((by, Some(opposite)));
        }
        // `soldier-trap`: every neighbour is an enemy, the throne, a corner or the edge.
        if self.answers.soldier_trap == Trap::Captured {
            let shut_in = board.neighbours(soldier).into_iter().all(|neighbour| match neighbour {
                None => true,
                Some(square) if square == board.throne() || board.is_corner(square) => true,
                Some(square) => self.enemy(board, square, side).is_some(),
            });
            if shut_in {
                return Some(("trap", None));
            }
        }
        None
    }

    /// What a square is to a soldier of `side` who is struck from the opposite side: the word for a hostile
    /// square, else for an enemy piece on it, else nothing.
    fn partner(&self, board: &Board, square: Square, side: Side) -> Option<&'static str> {
        if board.is_corner(square) && self.corner_hostility(side) == Hostility::Hostile {
            return Some("corner");
        }
        if square == board.throne() && self.throne_hostility(board, side) == Hostility::Hostile {
            return Some("throne");
        }
        self.enemy(board, square, side)
    }

    /// The word for an enemy of `side` on a square who takes part in captures.
    fn enemy(&self, board: &Board, square: Square, side: Side) -> Option<&'static str> {
        match board.piece(square)? {
            piece if piece.side() == side => None,
            Piece::Attacker => Some("attacker"),
            Piece::Defender => Some("defender"),
            // `king-arms`: an unarmed king is no anvil, nor one of those who shut somebody in.
            Piece::King if self.answers.king_arms == KingArms::Unarmed => None,
            Piece::King => Some("king"),
        }
    }

    /// `corners-attackers` and `corners-defenders`.
    fn corner_hostility(&self, side: Side) -> Hostility {
        match side {
            Side::Attackers => self.answers.corners_attackers,
            Side::Defenders => self.answers.corners_defenders,
        }
    }

    /// `empty-throne-…` while nobody is on the throne, `occupied-throne-…` while the king is.
    fn throne_hostility(&self, board: &Board, side: Side) -> Hostility {
        let occupied = board.piece(board.throne()).is_some();
        match (occupied, side) {
            (false, Side::Attackers) => self.answers.empty_throne_attackers,
            (false, Side::Defenders) => self.answers.empty_throne_defenders,
            (true, Side::Attackers) => self.answers.occupied_throne_attackers,
            (true, Side::Defenders) => match self.answers.occupied_throne_defenders {
                OccupiedThrone::Hostile => Hostility::Hostile,
                _ => Hostility::Harmless,
            },
        }
    }
}
