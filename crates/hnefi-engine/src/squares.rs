//! Sets of squares, and how pieces that slide spread over them.

/// A set of squares by rows, file a lowest. Rows beyond the board are empty.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Squares(pub(crate) [u16; 16]);

impl Squares {
    pub(crate) const EMPTY: Squares = Squares([0; 16]);

    /// The set of the squares that pass a test.
    pub(crate) fn of(squares: impl Iterator<Item = hnefi_rules::Square>) -> Squares {
        let mut set = Squares::EMPTY;
        for square in squares {
            set.0[usize::from(square.rank())] |= 1 << square.file();
        }
        set
    }

    #[inline(always)]
    pub(crate) fn has(&self, square: hnefi_rules::Square) -> bool {
        self.0[usize::from(square.rank())] >> square.file() & 1 != 0
    }

    /// The squares, rank 1 first.
    pub(crate) fn squares(&self) -> impl Iterator<Item = hnefi_rules::Square> + '_ {
        (0..16)
            .flat_map(move |rank| (0..16).filter_map(move |file| hnefi_rules::Square::new(file, rank)))
            .filter(|&s| self.has(s))
    }

    #[inline(always)]
    pub(crate) fn count(&self) -> i32 {
        self.0.iter().map(|row| row.count_ones()).sum::<u32>() as i32
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    #[inline(always)]
    pub(crate) fn and(&self, other: &Squares) -> Squares {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn or(&self, other: &Squares) -> Squares {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(crate) fn without(&self, other: &Squares) -> Squares {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn zip(&self, other: &Squares, f: impl Fn(u16, u16) -> u16) -> Squares {
        let mut set = Squares::EMPTY;
        for i in 0..16 {
            set.0[i] = f(self.0[i], other.0[i]);
        }
        set
    }

    /// The squares beside these, whether or not they lie on the board.
    #[inline(always)]
    pub(crate) fn beside(&self) -> Squares {
        let mut set = Squares::EMPTY;
        for i in 0..16 {
            let below = if i > 0 { self.0[i - 1] } else { 0 };
            let above = if i < 15 { self.0[i + 1] } else { 0 };
            set.0[i] = self.0[i] << 1 | self.0[i] >> 1 | below | above;
        }
        set
    }

    /// These squares and all that a sliding piece on one of them reaches in one move over `free` squares.
    #[inline(always)]
    pub(crate) fn slid(&self, free: &Squares) -> Squares {
        let mut set = *self;
        let mut carried = 0;
        for i in 0..16 {
            let through = carried & free.0[i];
            set.0[i] |= through;
            carried = through | self.0[i];
        }
        let mut carried = 0;
        for i in (0..16).rev() {
            let through = carried & free.0[i];
            set.0[i] |= through;
            carried = through | self.0[i];
        }
        for i in 0..16 {
            let (own, free) = (self.0[i], free.0[i]);
            // A carry runs up through the free squares above each piece and clears them.
            let others = free & !own;
            let up = others & !others.wrapping_add(own << 1 & others);
            let mut down = own;
            let mut through = free;
            down |= through & down >> 1;
            through &= through >> 1;
            down |= through & down >> 2;
            through &= through >> 2;
            down |= through & down >> 4;
            through &= through >> 4;
            down |= through & down >> 8;
            set.0[i] |= up | down;
        }
        set
    }

    /// Everything that can be reached from these squares over `free` squares in any number of moves.
    #[inline]
    pub(crate) fn flooded(&self, free: &Squares) -> Squares {
        let mut reached = *self;
        loop {
            let next = reached.slid(free);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}
