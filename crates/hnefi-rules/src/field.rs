//! Sets of squares that spread quickly.

use crate::Square;
use crate::lanes::Lanes;

/// A set of squares by rows, sixteen lanes of which the last is empty.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Field([u16; 16]);

impl Field {
    pub(crate) const EMPTY: Field = Field([0; 16]);

    #[inline(always)]
    pub(crate) fn of(rows: &Lanes) -> Field {
        Field(rows.0)
    }

    #[inline(always)]
    pub(crate) fn has(&self, square: Square) -> bool {
        self.0[usize::from(square.rank() & 15)] >> square.file() & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, square: Square) {
        self.0[usize::from(square.rank() & 15)] |= 1 << square.file();
    }

    #[inline(always)]
    fn with(&self, other: &Field, each: impl Fn(u16, u16) -> u16) -> Field {
        let mut field = Field::EMPTY;
        for (out, (&own, &other)) in field.0.iter_mut().zip(self.0.iter().zip(&other.0)) {
            *out = each(own, other);
        }
        field
    }

    /// Whether another set has the same squares.
    #[inline(always)]
    pub(crate) fn is(&self, other: &Field) -> bool {
        self.0.iter().zip(&other.0).fold(0, |odd, (own, other)| odd | (own ^ other)) == 0
    }

    #[inline(always)]
    pub(crate) fn and(&self, other: &Field) -> Field {
        self.with(other, |own, other| own & other)
    }

    #[inline(always)]
    pub(crate) fn or(&self, other: &Field) -> Field {
        self.with(other, |own, other| own | other)
    }

    #[inline(always)]
    pub(crate) fn without(&self, other: &Field) -> Field {
        self.with(other, |own, other| own & !other)
    }

    #[inline(always)]
    pub(crate) fn meets(&self, other: &Field) -> bool {
        self.0.iter().zip(&other.0).fold(0, |met, (own, other)| met | own & other) != 0
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }

    /// Those squares of `ground` that stand beside one of the set.
    #[inline(always)]
    pub(crate) fn beside(&self, ground: &Field) -> Field {
        let (mut lower, mut higher) = ([0; 16], [0; 16]);
        lower[1..].copy_from_slice(&self.0[..15]);
        higher[..15].copy_from_slice(&self.0[1..]);
        let mut field = Field::EMPTY;
        for lane in 0..16 {
            let own = self.0[lane];
            field.0[lane] = (own << 1 | own >> 1 | lower[lane] | higher[lane]) & ground.0[lane];
        }
        field
    }

    /// The set and those squares of `ground` that stand beside one of it.
    #[inline(always)]
    pub(crate) fn spread(&self, ground: &Field) -> Field {
        self.beside(ground).or(self)
    }

    /// Whether the set has one square and no more.
    #[inline(always)]
    pub(crate) fn is_single(&self) -> bool {
        let mut lanes = 0;
        let mut all = 0u16;
        for &lane in &self.0 {
            lanes += u16::from(lane != 0);
            all |= lane;
        }
        lanes == 1 && all & all.wrapping_sub(1) == 0
    }

    #[inline(always)]
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let lanes = self.0;
        (0..16u8).flat_map(move |rank| {
            let mut lane = lanes[usize::from(rank)];
            std::iter::from_fn(move || {
                let file = (lane != 0).then(|| lane.trailing_zeros() as u8)?;
                lane &= lane - 1;
                Some(Square::at(file, rank))
            })
        })
    }
}
