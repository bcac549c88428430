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
    /// How this move ended the game by itself, if it did: king captured, king escaped, exit fort or
    /// encirclement. Repetition and a side without a move are the game's business: see
    /// [`Game`](super::Game).
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
    /// `throne`, `shieldwall`, `trap`, `four-sides` or `three-and-throne`.
    pub by: &'static str,
    /// Where that stands; `None` for `shieldwall`, `trap` and `four-sides`.
    pub partner: Option<Square>,
}

/// What a piece fell against, and the square of it where it has one.
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
        let mut captures: Vec<Captured> = Vec::new();
        if let Some(moved) = moved.filter(|&moved| self.is_hammer(moved)) {
            for (files, ranks) in STEPS {
                captures.extend(self.sandwich_beside(&after, moved, to, files, ranks));
            }
            for square in self.shieldwalls(&after, moved.side(), to) {
                let soldier = after.piece(square).filter(|&piece| piece != Piece::King);
                captures.extend(soldier.map(|piece| (square, piece, ("shieldwall", None))).map(captured));
            }
            for (files, ranks) in STEPS {
                captures.extend(self.trap_beside(&after, moved, to, files, ranks));
            }
        }
        // A piece that falls in two ways is told with the first: the sort keeps their order.
        captures.sort_by_key(|captured| (captured.square.file(), captured.square.rank()));
        captures.dedup_by_key(|captured| captured.square);

        for captured in &captures {
            after.put(captured.square, None);
        }
        after.turn = !board.turn;

        let king_captured = captures.iter().any(|captured| captured.piece == Piece::King);
        let ending = self.ending(&after, moved, to, king_captured);
        Played { board: after, captures, ending }
    }

    /// How a move ends the game by itself. `board` is the one after it.
    fn ending(&self, board: &Board, moved: Option<Piece>, to: Square, king_captured: bool) -> Option<Outcome> {
        let win = |winner, reason| Some(Outcome { winner: Some(winner), reason });
        // Point `king-taken`.
        if king_captured {
            return win(Side::Attackers, Ending::KingCaptured);
        }
        // `escape`.
        let goal = match self.answers.escape {
            Escape::Corner => board.is_corner(to),
            Escape::Edge => board.is_edge(to),
        };
        if moved == Some(Piece::King) && goal {
            return win(Side::Defenders, Ending::KingEscaped);
        }
        match !board.turn {
            Side::Defenders if self.exit_fort(board) => win(Side::Defenders, Ending::ExitFort),
            Side::Attackers if self.encircled(board) => win(Side::Attackers, Ending::Encirclement),
            _ => None,
        }
    }

    /// The enemy of the moved piece on the neighbouring square in one direction, with what lies behind it.
    fn victim(
        &self,
        board: &Board,
        moved: Piece,
        to: Square,
        files: i32,
        ranks: i32,
    ) -> Option<(Square, Piece, Option<Square>)> {
        // Point `safe-between` needs no line: only neighbours of the moved piece are ever looked at, so a
        // piece that moves in between is never the one captured.
        let square = board.away(to, files, ranks)?;
        let piece = board.piece(square)?;
        (piece.side() != moved.side()).then(|| (square, piece, board.away(square, files, ranks)))
    }

    /// The neighbour of the moved piece in one direction that falls by itself, traps of soldiers apart.
    fn sandwich_beside(&self, board: &Board, moved: Piece, to: Square, files: i32, ranks: i32) -> Option<Captured> {
        let (square, piece, opposite) = self.victim(board, moved, to, files, ranks)?;
        let against = match piece {
            Piece::King => self.king_falls(board, square, opposite)?,
            // Point `sandwich`. The edge is no partner.
            Piece::Attacker | Piece::Defender => self.partner(board, square, opposite?, piece.side())?,
        };
        Some(captured((square, piece, against)))
    }

    /// The neighbouring soldier in one direction who is shut in by the moved piece. `soldier-trap`: every
    /// neighbour is an enemy, the throne, a corner or the edge.
    fn trap_beside(&self, board: &Board, moved: Piece, to: Square, files: i32, ranks: i32) -> Option<Captured> {
        let (square, piece, _) = self.victim(board, moved, to, files, ranks)?;
        if piece == Piece::King || self.answers.soldier_trap == Trap::None {
            return None;
        }
        let shut_in = board.neighbours(square).into_iter().flatten().all(|neighbour| {
            neighbour == board.throne()
                || board.is_corner(neighbour)
                // The moved piece is the hammer, whether or not it could be an anvil.
                || neighbour == to
                || self.anvil(board, neighbour, piece.side()).is_some()
        });
        shut_in.then(|| captured((square, piece, ("trap", None))))
    }

    /// What the square opposite the moved piece is to the struck soldier of `side`: a hostile square, else an
    /// enemy piece on it, else nothing.
    fn partner(&self, board: &Board, soldier: Square, opposite: Square, side: Side) -> Option<Against> {
        if board.is_corner(opposite) && self.corner_is_hostile(side) {
            return Some(("corner", Some(opposite)));
        }
        if opposite == board.throne() && self.throne_is_hostile(board, soldier, side) {
            return Some(("throne", Some(opposite)));
        }
        self.anvil(board, opposite, side).map(|by| (by, Some(opposite)))
    }

    /// The word for an enemy of `side` on a square who takes part in captures that another moves to make.
    pub(super) fn anvil(&self, board: &Board, square: Square, side: Side) -> Option<&'static str> {
        match board.piece(square)? {
            piece if piece.side() == side => None,
            Piece::Attacker => Some("attacker"),
            Piece::Defender => Some("defender"),
            // `king-arms`.
            Piece::King => match self.answers.king_arms {
                KingArms::Armed | KingArms::Anvil => Some("king"),
                KingArms::Unarmed | KingArms::Hammer => None,
            },
        }
    }

    /// Whether a piece captures by its own move. `king-arms`.
    fn is_hammer(&self, moved: Piece) -> bool {
        moved != Piece::King || matches!(self.answers.king_arms, KingArms::Armed | KingArms::Hammer)
    }

    /// `corners-attackers` and `corners-defenders`.
    pub(super) fn corner_is_hostile(&self, side: Side) -> bool {
        let hostility = match side {
            Side::Attackers => self.answers.corners_attackers,
            Side::Defenders => self.answers.corners_defenders,
        };
        hostility == Hostility::Hostile
    }

    /// Whether the throne is hostile to a soldier of `side` beside it: `empty-throne-…` while nobody is on it,
    /// `occupied-throne-…` while the king is. With a soldier on it, it is only his square.
    fn throne_is_hostile(&self, board: &Board, soldier: Square, side: Side) -> bool {
        let throne = board.throne();
        match (board.piece(throne), side) {
            (None, Side::Attackers) => self.answers.empty_throne_attackers == Hostility::Hostile,
            (None, Side::Defenders) => self.answers.empty_throne_defenders == Hostility::Hostile,
            (Some(Piece::King), Side::Attackers) => self.answers.occupied_throne_attackers == Hostility::Hostile,
            (Some(Piece::King), Side::Defenders) => match self.answers.occupied_throne_defenders {
                OccupiedThrone::Hostile => true,
                OccupiedThrone::Harmless => false,
                OccupiedThrone::Boxed => board
                    .neighbours(throne)
                    .into_iter()
                    .flatten()
                    .filter(|&side| side != soldier)
                    .all(|side| board.piece(side) == Some(Piece::Attacker)),
            },
            (Some(Piece::Attacker | Piece::Defender), _) => false,
        }
    }
}

fn captured((square, piece, (by, partner)): (Square, Piece, Against)) -> Captured {
    Captured { square, piece, by, partner }
}
