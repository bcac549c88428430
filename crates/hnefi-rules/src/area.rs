//! Sets of squares.

use crate::Square;
use crate::lanes::Lanes;

/// A set of squares in four words, a lane of 16 bits for each rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Area([u64; 4]);

impl Area {
    pub(crate) fn of(rows: &Lanes) -> Area {
        let mut words = [0; 4];
        for (word, lanes) in words.iter_mut().zip(rows.0.chunks_exact(4)) {
            *word = lanes.iter().rev().fold(0, |word, &lane| word << 16 | u64::from(lane));
        }
        Area(words)
    }

    pub(crate) fn has(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    pub(crate) fn add(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    pub(crate) fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Word by word, without the array's own `map`, which the compiler does not always dissolve.
    #[inline(always)]
    fn with(&self, other: &Area, each: impl Fn(u64, u64) -> u64) -> Area {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Area([each(a, e), each(b, f), each(c, g), each(d, h)])
    }

    pub(crate) fn and(&self, other: &Area) -> Area {
        self.with(other, |own, other| own & other)
    }

    pub(crate) fn or(&self, other: &Area) -> Area {
        self.with(other, |own, other| own | other)
    }

    pub(crate) fn without(&self, other: &Area) -> Area {
        self.with(other, |own, other| own & !other)
    }

    pub(crate) fn meets(&self, other: &Area) -> bool {
        self.and(other) != Area::default()
    }

    /// Every square one to the right. What leaves a rank lands on its spare bit, which is no square.
    pub(crate) fn right(&self) -> Area {
        let [a, b, c, d] = self.0;
        Area([a << 1, b << 1, c << 1, d << 1])
    }

    /// Every square one to the left. What leaves a rank lands on the spare bit of the one below.
    pub(crate) fn left(&self) -> Area {
        let [a, b, c, d] = self.0;
        Area([a >> 1, b >> 1, c >> 1, d >> 1])
    }

    /// Every square one up.
    pub(crate) fn up(&self) -> Area {
        let [a, b, c, d] = self.0;
        Area([a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48])
    }

    /// Every square one down.
    pub(crate) fn down(&self) -> Area {
        let [a, b, c, d] = self.0;
        Area([a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16])
    }

    /// The squares beside those of the set, and bits that are no squares.
    pub(crate) fn around(&self) -> Area {
        self.left().or(&self.right()).or(&self.up()).or(&self.down())
    }

    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        let bits = |(word, mut bits): (usize, u64)| {
            std::iter::from_fn(move || {
                let at = (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(Square::at(at as u8 & 15, at as u8 >> 4))
            })
        };
        self.0.into_iter().enumerate().flat_map(bits)
    }
}
