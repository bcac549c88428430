//! Exchange tests: whether a man who has just moved falls at once.

use hnefi_rules::{Position, Referee, Square};

use crate::board::terrain::Terrain;

/// Whether the side to move can capture the soldier of the other side on a square, by coming to the far side of
/// him. What falls by a trap or a shieldwall is not seen, and nor is what a hostile throne may do.
pub(crate) fn hangs(referee: &Referee, terrain: &Terrain, position: &Position, square: Square) -> bool {
    let hunters = position.turn();
    let (file, rank) = (square.file(), square.rank());
    let row = position.row_bits(hunters, rank);
    let column = position.column_bits(hunters, file);
    let row_taken = row | position.row_bits(!hunters, rank);
    let column_taken = column | position.column_bits(!hunters, file);
    let on_corner_rank = terrain.corners.0[usize::from(rank)];
    let on_corner_file = terrain.corners.0[usize::from(file)];
    // The squares beside him from which a hunter who comes there would take him.
    let strikes = |men: u16, taken: u16, hostile: u16, at: u8| {
        let here = 1u16 << at;
        let partners = men | hostile;
        let low = if partners & here << 1 != 0 { here >> 1 } else { 0 };
        let high = if partners & here >> 1 != 0 { here << 1 } else { 0 };
        (low | high) & !taken
    };
    let board = (1u32 << terrain.size) as u16;
    let board = board.wrapping_sub(1);
    let mut found = false;
    let mut look = |to: Option<Square>| {
        if let Some(to) = to {
            referee.for_each_move_onto(position, to, |_| found = true);
        }
    };
    let mut bits = strikes(row, row_taken, on_corner_rank, file) & board;
    while bits != 0 {
        look(Square::new(bits.trailing_zeros() as u8, rank));
        bits &= bits - 1;
    }
    let mut bits = strikes(column, column_taken, on_corner_file, rank) & board;
    while bits != 0 {
        look(Square::new(file, bits.trailing_zeros() as u8));
        bits &= bits - 1;
    }
    found
}
