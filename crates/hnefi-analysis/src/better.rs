//! The move that was better than a mistake.

use hnefi_rules::{Direction, Game, Intent, Move, Side, Square};

use crate::facts::{after, edge_of, edges_in_reach, open_corners, taken, threat};
use crate::{Change, Found};

/// The best move that was found in the place of a mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// The move.
    pub mv: Move,
    /// How it would have gone on, this move first.
    pub line: Vec<Move>,
    /// What it does that the mistake does not, if one thing stands out.
    pub merit: Option<Merit>,
}

/// What a move is good for. All of it is true on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Merit {
    /// It wins by force.
    Wins {
        /// In so many plies, itself included.
        plies: u32,
    },
    /// It captures.
    Captures {
        /// Where.
        squares: Vec<Square>,
    },
    /// The king comes to an edge at which he did not stand.
    KingReaches {
        /// Which.
        edge: Direction,
    },
    /// It threatens to win with the next move.
    Threatens {
        /// The move that wins.
        by: Intent,
    },
    /// It answers what the other side threatens to win with.
    Parries {
        /// The move that would win.
        threat: Intent,
    },
    /// The attackers cut the king off from a corner.
    CutsOff {
        /// Which.
        corner: Square,
    },
    /// The king cannot come to an edge at once any more.
    Closes {
        /// Which.
        edge: Direction,
    },
}

impl Better {
    pub(crate) fn of(game: &Game, change: &Change, before: &Found, best: &[Move]) -> Option<Better> {
        let &mv = best.first().filter(|&&mv| mv != change.mv)?;
        let merit = merit(game, change, before, mv);
        Some(Better { mv, line: best.to_vec(), merit })
    }
}

fn merit(game: &Game, change: &Change, before: &Found, mv: Move) -> Option<Merit> {
    let referee = game.referee();
    let from = game.position_after(change.ply - 1)?;
    let made = game.position_after(change.ply)?;
    let best = after(referee, from, mv.intent())?;
    let side = change.side;
    if let Some(plies) = before.win_in {
        return Some(Merit::Wins { plies });
    }
    if !best.captures.is_empty() && game.ply(change.ply - 1)?.played.captures.is_empty() {
        return Some(Merit::Captures { squares: taken(&best) });
    }
    if let Some(threat) = threat(referee, from, !side) {
        // Only what the mistake leaves open is a merit of the other move.
        return crate::facts::threat(referee, made, !side).map(|_| Merit::Parries { threat });
    }
    if from.king() == Some(mv.from())
        && let Some(edge) = edge_of(from, mv.to())
        && edge_of(from, mv.from()) != Some(edge)
    {
        return Some(Merit::KingReaches { edge });
    }
    if let Some(by) = threat(referee, &best.position, side) {
        return Some(Merit::Threatens { by });
    }
    if side == Side::Defenders {
        return None;
    }
    let (was, is, would) =
        (open_corners(referee, from), open_corners(referee, made), open_corners(referee, &best.position));
    if let Some(&corner) = was.iter().find(|corner| is.contains(corner) && !would.contains(corner)) {
        return Some(Merit::CutsOff { corner });
    }
    let (is, would) = (edges_in_reach(referee, made), edges_in_reach(referee, &best.position));
    let closed = edges_in_reach(referee, from).into_iter().find(|edge| is.contains(edge) && !would.contains(edge));
    closed.map(|edge| Merit::Closes { edge })
}
