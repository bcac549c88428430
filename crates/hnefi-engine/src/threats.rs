//! Wins in one: the king's clear lane, and the capture of the king.

use hnefi_rules::{Direction, Ending, Intent, Move, Position, Referee, Side, Square};

use crate::squares::Squares;
use crate::terrain::Terrain;

/// A move with which the side to move captures the king or brings him out, if there is one.
///
/// Wins by leaving the other side without a move are not looked for here.
#[inline]
pub(crate) fn winning_move(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Move> {
    match position.turn() {
        Side::Defenders => escape(referee, terrain, position),
        Side::Attackers => capture_of_king(referee, terrain, position),
    }
}

/// Whether the side to move has such a move.
#[inline]
pub(crate) fn can_win(referee: &Referee, terrain: &Terrain, position: &Position) -> bool {
    match position.turn() {
        Side::Defenders => has_lane(referee, terrain, position),
        Side::Attackers => capture_of_king(referee, terrain, position).is_some(),
    }
}

/// The squares on which a move may answer a threat: the attackers must step into the king's way; the
/// defenders have other answers than by squares.
pub(crate) fn answer_squares(referee: &Referee, position: &Position) -> Option<Squares> {
    let king = position.king().filter(|_| position.turn() == Side::Attackers)?;
    let (row, column) = referee.king_destinations(position);
    let mut set = Squares::EMPTY;
    for rank in 0..position.size() {
        set.0[usize::from(rank)] = (column >> rank & 1) << king.file();
    }
    set.0[usize::from(king.rank())] |= row;
    Some(set)
}

/// Whether a clear lane leads the king to an escape, whoever is to move.
#[inline(always)]
pub(crate) fn has_lane(referee: &Referee, terrain: &Terrain, position: &Position) -> bool {
    let Some(king) = position.king() else { return false };
    let (row, column) = referee.king_destinations(position);
    if row & terrain.goals.0[usize::from(king.rank())] != 0 {
        return true;
    }
    // The goals are the same by columns as by rows.
    column & terrain.goals.0[usize::from(king.file())] != 0
}

fn escape(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Move> {
    if !has_lane(referee, terrain, position) {
        return None;
    }
    let king = position.king()?;
    let (row, column) = referee.king_destinations(position);
    let row = row & terrain.goals.0[usize::from(king.rank())];
    let to = if row != 0 {
        Square::new(row.trailing_zeros() as u8, king.rank())
    } else {
        let column = column & terrain.goals.0[usize::from(king.file())];
        Square::new(king.file(), column.trailing_zeros() as u8)
    };
    referee.legal(position, Intent { from: king, to: to? }).ok()
}

#[inline]
fn capture_of_king(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Move> {
    let king = position.king()?;
    if attackers_beside(terrain, position, king) < terrain.takers {
        return None;
    }
    capture_by_arrival(referee, terrain, position, king)
}

/// How many attackers stand beside a square.
#[inline(always)]
pub(crate) fn attackers_beside(terrain: &Terrain, position: &Position, square: Square) -> u32 {
    let (file, rank) = (square.file(), square.rank());
    let row = position.row_bits(Side::Attackers, rank);
    let column = position.column_bits(Side::Attackers, file);
    let beside = |at: u8| (1u16 << at) << 1 | (1u16 << at) >> 1;
    debug_assert!(file < terrain.size && rank < terrain.size);
    (row & beside(file)).count_ones() + (column & beside(rank)).count_ones()
}

#[inline(never)]
fn capture_by_arrival(referee: &Referee, terrain: &Terrain, position: &Position, king: Square) -> Option<Move> {
    for (towards, square) in terrain.neighbours(king) {
        if position.piece(square).is_some() {
            continue;
        }
        for direction in Direction::ALL {
            if direction == towards.opposite() {
                continue;
            }
            let Some(from) = first_attacker(position, square, direction) else { continue };
            let Ok(mv) = referee.legal(position, Intent { from, to: square }) else { continue };
            if referee.advance(position, mv).ending == Some(Ending::KingCaptured) {
                return Some(mv);
            }
        }
    }
    None
}

/// The attacker that looks at a square from a direction, with nothing between.
fn first_attacker(position: &Position, square: Square, direction: Direction) -> Option<Square> {
    let mut at = square;
    loop {
        at = at.step(direction, position.size())?;
        if let Some(piece) = position.piece(at) {
            return (piece.side() == Side::Attackers).then_some(at);
        }
    }
}
