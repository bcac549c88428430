//! How far a corner is from being sealed.

use std::sync::LazyLock;

/// For every set of attackers on the sixteen squares next to a corner, a row of four bits from the corner on
/// for each rank: how many more of them a closed chain round the corner needs, where `FAR` and more are one,
/// times `CROWDS`; and how many there are, where the last number stands for more.
static CORNERS: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(corners);

/// As many attackers as are missing to a corner without any.
const FAR: u8 = 3;

/// So many numbers of attackers next to a corner are told apart, from none on.
pub(crate) const CROWDS: u8 = 5;

/// The corner and the squares beside it. An attacker there falls against the corner, so he seals nothing.
const WEAK: u16 = 0x0013;

/// How many attackers are missing to a chain, even an oblique one, that shuts the corner off from the board.
#[derive(Clone, Copy)]
pub(crate) struct Seals(&'static [u8; 1 << 16]);

impl Seals {
    pub(crate) fn new() -> Seals {
        Seals(&CORNERS)
    }

    /// What is missing times `CROWDS`, and who is there, for all four corners of a board of so many rows: the lower left one, the lower right one, the upper two.
    #[inline(always)]
    pub(crate) fn of(self, attackers: &[u16; 16], size: usize) -> [u8; 4] {
        let four = |from: usize| {
            let row = |i: usize| u64::from(attackers[(from + i) & 15]) << (16 * i);
            row(0) | row(1) | row(2) | row(3)
        };
        let (below, above) = (four(0), four(size - 4));
        const NIBBLES: u64 = 0x000f_000f_000f_000f;
        // Each product brings the four rows together in the topmost bits, the corner's own row lowest.
        let gather = |rows: u64| ((rows & NIBBLES).wrapping_mul(0x0001_0010_0100_1000) >> 48) as u16;
        let gather_down = |rows: u64| ((rows & NIBBLES).wrapping_mul(0x1000_0100_0010_0001) >> 48) as u16;
        let mirrored = |block: u16| {
            let pairs = (block >> 1 & 0x5555) | (block & 0x5555) << 1;
            (pairs >> 2 & 0x3333) | (pairs & 0x3333) << 2
        };
        let right = size - 4;
        [gather(below), mirrored(gather(below >> right)), gather_down(above), mirrored(gather_down(above >> right))]
            .map(|block| self.0[usize::from(block)])
    }
}

fn corners() -> Box<[u8; 1 << 16]> {
    let mut missing = vec![0; 1 << 16];
    for attackers in (0..=u16::MAX).rev() {
        missing[usize::from(attackers)] = if is_sealed(attackers) {
            0
        } else {
            let one_more = (0..16).map(|bit| attackers | 1 << bit).filter(|&more| more != attackers);
            let least = one_more.map(|more| missing[usize::from(more)]).min().unwrap_or(FAR);
            (least + 1).min(FAR)
        };
    }
    for (attackers, corner) in missing.iter_mut().enumerate() {
        *corner = *corner * CROWDS + (attackers.count_ones() as u8).min(CROWDS - 1);
    }
    missing.into_boxed_slice().try_into().expect("one entry for every set of sixteen squares")
}

/// Whether nothing slides from the corner out of the sixteen squares.
fn is_sealed(attackers: u16) -> bool {
    let free = !attackers | WEAK;
    let mut reached = 1u16;
    loop {
        let beside = (reached << 1 & 0xeeee) | (reached >> 1 & 0x7777) | reached << 4 | reached >> 4;
        let next = reached | beside & free;
        if next & 0xf888 != 0 {
            return false;
        }
        if next == reached {
            return true;
        }
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_attackers_that_a_chain_still_needs() {
        for (squares, wanted) in [
            (&[][..], 3),
            (&[(0, 1), (1, 0)], 3),
            (&[(0, 2), (1, 1)], 1),
            (&[(0, 2), (1, 1), (2, 0)], 0),
            (&[(0, 2), (2, 0)], 1),
            (&[(0, 3), (1, 2), (2, 1), (3, 0)], 0),
            (&[(0, 3), (1, 3), (2, 2)], 2),
        ] {
            for size in [7usize, 9, 11, 13, 15] {
                for corner in 0..4 {
                    let mut rows = [0u16; 16];
                    for &(file, rank) in squares {
                        let file = if corner & 1 == 0 { file } else { size - 1 - file };
                        let rank = if corner & 2 == 0 { rank } else { size - 1 - rank };
                        rows[rank] |= 1 << file;
                    }
                    let wanted = wanted * CROWDS + squares.len() as u8;
                    assert_eq!(Seals::new().of(&rows, size)[corner], wanted, "{squares:?} at {corner} of {size}");
                }
            }
        }
    }
}
