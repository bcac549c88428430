//! The eight ways in which a square board can be turned and mirrored.

use hnefi_rules::{Setup, Square};

/// One of the eight ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    mirror_files: bool,
    mirror_ranks: bool,
    swap: bool,
}

impl Symmetry {
    /// All eight, the one that changes nothing first.
    pub fn all() -> [Symmetry; 8] {
        std::array::from_fn(|n| Symmetry { mirror_files: n & 1 != 0, mirror_ranks: n & 2 != 0, swap: n & 4 != 0 })
    }

    /// Where a square of a board of `size` goes.
    pub fn square(self, square: Square, size: u8) -> Square {
        let mirror = |n: u8, mirrored: bool| if mirrored { size - 1 - n } else { n };
        let file = mirror(square.file(), self.mirror_files);
        let rank = mirror(square.rank(), self.mirror_ranks);
        let (file, rank) = if self.swap { (rank, file) } else { (file, rank) };
        Square::new(file, rank).expect("a square of the same board")
    }

    /// The image of a board.
    pub fn setup(self, setup: &Setup) -> Setup {
        let mut image = Setup::empty(setup.size()).expect("a size that a board has");
        for (square, piece) in setup.pieces() {
            image.set(self.square(square, setup.size()), Some(piece));
        }
        image
    }
}
