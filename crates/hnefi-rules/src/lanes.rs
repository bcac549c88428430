//! Boards of bits. A lane is a row or a column: 16 bits, of which at most 15 are squares.
//!
//! A position keeps every set of pieces twice, once by rows and once by columns, so that sliding along
//! a column is the same work as along a row. The spare bit above the last square is always a wall.

use crate::Square;

/// A set of squares as 16 lanes. Lane `i` of a set kept by rows is rank `i`; by columns, file `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(align(32))]
pub(crate) struct Lanes(pub(crate) [u16; 16]);

impl Lanes {
    #[inline(always)]
    pub(crate) fn lane(&self, index: u8) -> u16 {
        self.0[usize::from(index & 15)]
    }

    #[inline(always)]
    pub(crate) fn flip(&mut self, index: u8, bits: u16) {
        self.0[usize::from(index & 15)] ^= bits;
    }

    /// Whether a set kept by rows holds a square.
    #[inline(always)]
    pub(crate) fn has(&self, square: Square) -> bool {
        self.lane(square.rank()) >> square.file() & 1 != 0
    }

    /// Adds a square to a set that is the same by rows and by columns, such as the four corners.
    pub(crate) fn add(&mut self, square: Square) {
        self.0[usize::from(square.rank())] |= 1 << square.file();
    }
}

/// The squares that a piece on bit `at` reaches in a lane in which `stops` cannot be entered.
#[inline(always)]
pub(crate) fn slide(stops: u16, at: u8) -> u16 {
    let above = stops & (!1 << at);
    let up = (above & above.wrapping_neg()).wrapping_sub(2 << at);
    let here = 1u32 << at;
    let below = (u32::from(stops) & (here - 1)) << 1 | 1;
    let down = here - (1 << (31 - below.leading_zeros()));
    up | down as u16
}

/// For every lane at once: how many (piece, destination) pairs the pieces `own` have over `free` squares,
/// where `stay` are the squares on which they may stop.
#[inline(always)]
pub(crate) fn count_slides(own: &Lanes, free: &Lanes, stay: &Lanes) -> u32 {
    let mut counts = [0u16; 16];
    for (count, ((own, free), stay)) in counts.iter_mut().zip(own.0.iter().zip(&free.0).zip(&stay.0)) {
        // A carry runs up through the free squares above each piece and clears them.
        let up = free & !free.wrapping_add(own << 1 & free);
        let mut down = *own;
        let mut through = *free;
        down |= through & down >> 1;
        through &= through >> 1;
        down |= through & down >> 2;
        through &= through >> 2;
        down |= through & down >> 4;
        through &= through >> 4;
        down |= through & down >> 8;
        *count = ((up & stay).count_ones() + (down & free & stay).count_ones()) as u16;
    }
    counts.iter().map(|&c| u32::from(c)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares reached from `at`, by walking.
    fn walk(stops: u16, at: u8) -> u16 {
        let mut reached = 0;
        let mut square = at + 1;
        while stops >> square & 1 == 0 {
            reached |= 1 << square;
            square += 1;
        }
        let mut square = at;
        while square > 0 && stops >> (square - 1) & 1 == 0 {
            square -= 1;
            reached |= 1 << square;
        }
        reached
    }

    #[test]
    fn slides_as_a_walker_would() {
        for size in [7u8, 9, 11, 13, 15] {
            let walls = !((1u32 << size) - 1) as u16;
            for pieces in 0..1u32 << size.min(11) {
                let stops = walls | pieces as u16;
                for at in 0..size {
                    assert_eq!(slide(stops, at), walk(stops, at), "{stops:016b} {at}");
                }
            }
        }
    }

    #[test]
    fn counts_what_slides_reach() {
        let mut chance = fastrand::Rng::with_seed(7);
        for _ in 0..20_000 {
            let walls = 0xf800;
            let taken = chance.u16(..) | walls;
            let own = chance.u16(..) & taken & !walls;
            let stay = !(chance.u16(..) & chance.u16(..));
            let mut lanes = (Lanes::default(), Lanes::default(), Lanes::default());
            (lanes.0.0[3], lanes.1.0[3], lanes.2.0[3]) = (own, !taken, stay);
            let expected: u32 =
                (0..11).filter(|at| own >> at & 1 != 0).map(|at| (slide(taken, at) & stay).count_ones()).sum();
            assert_eq!(count_slides(&lanes.0, &lanes.1, &lanes.2), expected);
        }
    }
}
