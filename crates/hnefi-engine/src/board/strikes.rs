//! Where soldiers may be captured, and whose move it is.

use hnefi_rules::{Move, Position, Side};

use crate::board::squares::Squares;
use crate::board::terrain::Terrain;

/// The empty squares on which a piece of the side to move may capture a soldier that stands between it and a
/// partner. Traps and shieldwalls, which need no partner, are not among them.
pub(crate) fn strikes(terrain: &Terrain, position: &Position) -> Squares {
    let side = position.turn();
    let own = terrain.men(position, side);
    let others = terrain.men(position, !side);
    let mut victims = others;
    if let Some(king) = position.king().filter(|_| side == Side::Attackers) {
        victims.0[usize::from(king.rank())] &= !(1 << king.file());
    }
    let mut partners = own.or(&terrain.corners);
    partners.0[usize::from(terrain.throne.rank())] |= 1 << terrain.throne.file();
    let empty = terrain.board.without(&own).without(&others);
    let mut set = Squares::EMPTY;
    for ((set, v), p) in set.0.iter_mut().zip(&victims.0).zip(&partners.0) {
        *set = (p << 1 & v) << 1 | (p >> 1 & v) >> 1;
    }
    for ((set, v), p) in set.0[2..].iter_mut().zip(&victims.0[1..]).zip(&partners.0) {
        *set |= v & p;
    }
    for ((set, v), p) in set.0.iter_mut().zip(&victims.0[1..]).zip(&partners.0[2..]) {
        *set |= v & p;
    }
    set.and(&empty)
}

/// Whether a move is the king's.
#[inline(always)]
pub(crate) fn is_kings(position: &Position, mv: Move) -> bool {
    position.king() == Some(mv.from())
}
