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
            set.add(square);
        }
        set
    }

    #[inline(always)]
    pub(crate) fn has(&self, square: hnefi_rules::Square) -> bool {
        self.0[usize::from(square.rank())] >> square.file() & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, square: hnefi_rules::Square) {
        self.0[usize::from(square.rank())] |= 1 << square.file();
    }

    /// The squares, rank 1 first.
    #[cfg(test)]
    pub(crate) fn squares(&self) -> impl Iterator<Item = hnefi_rules::Square> + '_ {
        (0..16)
            .flat_map(move |rank| (0..16).filter_map(move |file| hnefi_rules::Square::new(file, rank)))
            .filter(|&s| self.has(s))
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

    /// Everything that can be reached from these squares over `free` squares in any number of moves.
    #[inline]
    pub(crate) fn flooded(&self, free: &Squares) -> Squares {
        self.flooded_until(free, &Squares::EMPTY).unwrap_or(Squares::EMPTY)
    }

    /// The same; nothing as soon as a square of `until` is reached.
    #[inline]
    pub(crate) fn flooded_until(&self, free: &Squares, until: &Squares) -> Option<Squares> {
        Words::<4>::of(&self.0).flooded_until(&Words::of(&free.0), &Words::of(&until.0)).map(Words::squares)
    }
}

/// Calls `visit` with each square of a set, rank 1 first.
#[inline(always)]
pub(crate) fn each_square(set: &Squares, mut visit: impl FnMut(hnefi_rules::Square)) {
    for (rank, &row) in (0..).zip(&set.0) {
        let mut row = row;
        while row != 0 {
            if let Some(square) = hnefi_rules::Square::new(row.trailing_zeros() as u8, rank) {
                visit(square);
            }
            row &= row - 1;
        }
    }
}

/// A set of squares by words of four ranks, for boards of at most four times as many ranks as words.
///
/// What leaves a rank sideways lands on a bit that is no square, so it must be masked before it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Words<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Words<N> {
    /// The set of these ranks.
    #[inline(always)]
    pub(crate) fn of(ranks: &[u16; 16]) -> Words<N> {
        let word = |i: usize| {
            let rank = |j: usize| u64::from(ranks[4 * i + j]) << (16 * j);
            rank(0) | rank(1) | rank(2) | rank(3)
        };
        Words(std::array::from_fn(word))
    }

    #[inline(always)]
    pub(crate) fn one(square: hnefi_rules::Square) -> Words<N> {
        let at = square.index();
        Words(std::array::from_fn(|i| if at / 64 == i { 1 << (at % 64) } else { 0 }))
    }

    #[inline(always)]
    pub(crate) fn squares(self) -> Squares {
        let rank = |i: usize| if i / 4 < N { (self.0[i / 4] >> (16 * (i % 4))) as u16 } else { 0 };
        Squares(std::array::from_fn(rank))
    }

    #[inline(always)]
    fn zip(self, other: Words<N>, f: impl Fn(u64, u64) -> u64) -> Words<N> {
        Words(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(crate) fn without(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Every square one to the left.
    #[inline(always)]
    pub(crate) fn left(self) -> Words<N> {
        Words(self.0.map(|word| word >> 1))
    }

    /// Every square one to the right.
    #[inline(always)]
    pub(crate) fn right(self) -> Words<N> {
        Words(self.0.map(|word| word << 1))
    }

    /// Every square one up.
    #[inline(always)]
    pub(crate) fn up(self) -> Words<N> {
        Words(std::array::from_fn(|i| self.0[i] << 16 | if i > 0 { self.0[i - 1] >> 48 } else { 0 }))
    }

    /// Every square one down.
    #[inline(always)]
    pub(crate) fn down(self) -> Words<N> {
        Words(std::array::from_fn(|i| self.0[i] >> 16 | if i + 1 < N { self.0[i + 1] << 48 } else { 0 }))
    }

    /// How many squares.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        if cfg!(target_feature = "popcnt") {
            return self.0.iter().map(|word| word.count_ones()).sum();
        }
        // Three words may share their sums of four bits, which are at most twelve, and all their sums of eight.
        let mut bytes = 0;
        for three in self.0.chunks(3) {
            let mut nibbles = 0;
            for word in three {
                let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
                nibbles += (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
            }
            bytes += (nibbles & 0x0f0f_0f0f_0f0f_0f0f) + (nibbles >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        }
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// How many of the `free` squares pieces on these squares can move to within their ranks.
    #[inline(always)]
    pub(crate) fn along_ranks(self, free: Words<N>) -> u32 {
        let right = self.right().and(free);
        // A sum runs through all free squares to the right at once.
        let right = free.zip(right, |free, first| free & !free.wrapping_add(first));
        let (mut left, mut way) = (self, free);
        for step in [1, 2, 4, 8] {
            left = left.or(left.zip(way, |left, way| left >> step & way));
            way = way.zip(way, |way, same| way & same >> step);
        }
        right.or(left.without(self)).count()
    }

    /// Everything that can be reached from these squares over `free` squares in any number of moves; nothing as
    /// soon as a square of `until` is reached.
    #[inline]
    pub(crate) fn flooded_until(self, free: &Words<N>, until: &Words<N>) -> Option<Words<N>> {
        let mut reached = self;
        loop {
            let vertical = reached.up().or(reached.down());
            let (mut grew, mut met) = (0, 0);
            for i in 0..N {
                let (now, free) = (reached.0[i], free.0[i]);
                let more = (now << 1 | now >> 1 | vertical.0[i]) & free & !now;
                // A sum runs through all free squares to the right at once.
                let run = free & !free.wrapping_add(more);
                let next = now | more | run;
                grew |= next ^ now;
                met |= next & until.0[i];
                reached.0[i] = next;
            }
            if met != 0 {
                return None;
            }
            if grew == 0 {
                return Some(reached);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(set: &Squares) -> Squares {
        let words = Words::<4>::of(&set.0);
        words.left().or(words.right()).or(words.up()).or(words.down()).squares()
    }

    #[test]
    fn squares_are_counted_alike_however_they_are_kept() {
        let mut chance = fastrand::Rng::with_seed(4);
        for number in 0..1000 {
            let ranks: [u16; 16] = std::array::from_fn(|i| match (i, number) {
                (15, _) => 0,
                (_, 0) => 0x7fff,
                _ => chance.u16(..0x8000),
            });
            let count: u32 = ranks.iter().map(|rank| rank.count_ones()).sum();
            assert_eq!(Words::<4>::of(&ranks).count(), count);
            let of_twelve: u32 = ranks[..12].iter().map(|rank| rank.count_ones()).sum();
            assert_eq!(Words::<3>::of(&ranks).count(), of_twelve);
        }
    }

    #[test]
    fn pieces_move_along_their_ranks_as_far_as_squares_are_free() {
        let mut chance = fastrand::Rng::with_seed(5);
        for size in [7, 9, 11, 13, 15] {
            for _ in 0..400 {
                let (mut men, mut free) = ([0u16; 16], [0u16; 16]);
                let mut wanted = 0;
                for (men, free) in men.iter_mut().zip(&mut free).take(size) {
                    let board = (1 << size) - 1;
                    *men = chance.u16(..) & chance.u16(..) & board;
                    *free = (chance.u16(..) | chance.u16(..)) & board & !*men;
                    let mut reached = 0u16;
                    for at in (0..size).filter(|at| *men >> at & 1 != 0) {
                        let is_free = |to: &usize| *free >> to & 1 != 0;
                        for to in (at + 1..size).take_while(is_free).chain((0..at).rev().take_while(is_free)) {
                            reached |= 1 << to;
                        }
                    }
                    wanted += reached.count_ones();
                }
                assert_eq!(Words::<4>::of(&men).along_ranks(Words::of(&free)), wanted);
            }
        }
    }

    #[test]
    fn a_flood_reaches_what_steps_reach() {
        let mut chance = fastrand::Rng::with_seed(3);
        for size in [7, 9, 11, 13, 15] {
            for _ in 0..400 {
                let mut free = Squares::EMPTY;
                for row in &mut free.0[..size] {
                    *row = (chance.u16(..) | chance.u16(..)) & ((1 << size) - 1);
                }
                let from = Squares::of(free.squares().filter(|_| chance.u8(..40) == 0));
                let mut walked = from;
                loop {
                    let next = walked.or(&beside(&walked).and(&free));
                    if next == walked {
                        break;
                    }
                    walked = next;
                }
                assert_eq!(from.flooded(&free), walked);
                for square in free.squares().take(5) {
                    let until = Squares::of(std::iter::once(square));
                    assert_eq!(from.flooded_until(&free, &until).is_none(), walked.has(square) && !from.is_empty());
                }
            }
        }
    }
}
