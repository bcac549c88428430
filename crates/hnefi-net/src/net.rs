//! A net as it is used: whole numbers.

use pulp::Arch;

use crate::chances::{UNIT, log_odds};
use crate::file::{SCALE_MOST, WIDEST};
use crate::kernels::{self, TILE, Tile};
use crate::{Card, Chances, NetError, Shape, Weights};

/// A sum of the hidden layer of so much counts as 1.
const SUM_ONE: f32 = 255.0;

/// A weight of an output of so much counts as 1.
const OUT_ONE: f32 = 64.0;

/// The log odds of an output are no farther from even, so that sums and differences of them stay within 32 bits.
const FARTHEST: i32 = 1 << 28;

/// A net of whole numbers, ready to judge.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) shape: Shape,
    pub(crate) card: Card,
    pub(crate) men: Box<[Tile]>,
    pub(crate) measures: Box<[Tile]>,
    pub(crate) bias: Box<[Tile]>,
    pub(crate) out: Box<[Tile]>,
    pub(crate) out_bias: Box<[[i32; Shape::OUTPUTS]]>,
    pub(crate) straight: Box<[[i32; Shape::OUTPUTS]]>,
}

/// The men who leave the board and those who come, as the numbers of their inputs, each below [`Shape::men`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Change<'a> {
    /// Who leaves.
    pub gone: &'a [usize],
    /// Who comes.
    pub come: &'a [usize],
}

/// The sums of the hidden layer for the men of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator(Box<[Tile]>);

/// Which of the heads judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// 0 when the attackers are to move, 1 when the defenders are; nothing else.
    pub turn: usize,
    /// The bucket of how many men are left, from 0 on. One beyond the last counts as the last.
    pub bucket: usize,
}

impl Net {
    /// Makes whole numbers of weights; those beyond their range become its end, and what is no number 0.
    ///
    /// # Errors
    /// A shape that no net can have, a list of weights of another length than the shape says, or a card with a scale that no net can have.
    pub fn new(weights: &Weights, card: Card) -> Result<Net, NetError> {
        let shape = weights.shape;
        if !shape.is_sound() {
            return Err(NetError::Shape(shape));
        }
        if weights.lists().map(<[f32]>::len) != shape.lengths() {
            return Err(NetError::Weights(shape));
        }
        let most = Weights::MOST;
        let small = |list: &[f32], one: f32| -> Box<[Tile]> {
            let (tiles, _) = list.as_chunks::<TILE>();
            tiles.iter().map(|tile| tile.map(|w| (w.clamp(-most, most) * one).round() as i16)).collect()
        };
        let wide = |list: &[f32]| -> Box<[[i32; Shape::OUTPUTS]]> {
            let (threes, _) = list.as_chunks::<{ Shape::OUTPUTS }>();
            let whole = |w: f32| ((w * UNIT as f32).round() as i32).clamp(-WIDEST, WIDEST);
            threes.iter().map(|three| three.map(whole)).collect()
        };
        if !(1..=SCALE_MOST).contains(&card.scale) {
            return Err(NetError::Scale(card.scale));
        }
        Ok(Net {
            shape,
            men: small(&weights.men, SUM_ONE),
            measures: small(&weights.measures, SUM_ONE),
            bias: small(&weights.bias, SUM_ONE),
            out: small(&weights.out, OUT_ONE),
            out_bias: wide(&weights.out_bias),
            straight: wide(&weights.straight),
            card,
        })
    }

    /// The same net with another card.
    ///
    /// # Errors
    /// A card with a scale that no net can have.
    pub fn with_card(self, card: Card) -> Result<Net, NetError> {
        if !(1..=SCALE_MOST).contains(&card.scale) {
            return Err(NetError::Scale(card.scale));
        }
        Ok(Net { card, ..self })
    }

    /// How large the net is.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What is told of the net.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The weights as real numbers. [`Net::new`] makes the same net of them, unless a file has weights beyond the ranges of [`Weights`].
    pub fn weights(&self) -> Weights {
        let small = |tiles: &[Tile], one: f32| tiles.as_flattened().iter().map(|&w| f32::from(w) / one).collect();
        let wide =
            |threes: &[[i32; Shape::OUTPUTS]]| threes.as_flattened().iter().map(|&w| w as f32 / UNIT as f32).collect();
        Weights {
            shape: self.shape,
            men: small(&self.men, SUM_ONE),
            measures: small(&self.measures, SUM_ONE),
            bias: small(&self.bias, SUM_ONE),
            out: small(&self.out, OUT_ONE),
            out_bias: wide(&self.out_bias),
            straight: wide(&self.straight),
        }
    }

    /// The sums for an empty board.
    pub fn accumulator(&self) -> Accumulator {
        Accumulator(self.bias.clone())
    }

    /// Some men leave the board and others come.
    ///
    /// # Panics
    /// If the number of a man is not below [`Shape::men`].
    #[inline]
    pub fn change(&self, sums: &mut Accumulator, change: Change<'_>) {
        Arch::new().dispatch(
            #[inline(always)]
            || {
                let tiles = sums.0.len();
                for (tile, sums) in sums.0.iter_mut().enumerate() {
                    kernels::change(sums, &self.men, tiles, tile, change.gone, change.come);
                }
            },
        );
    }

    /// The log odds of the three ends after a change, in parts of which 16,320 are a natural unit.
    #[inline]
    pub(crate) fn odds(
        &self,
        sums: &mut Accumulator,
        change: Change<'_>,
        measures: &[(u16, i16)],
        head: Head,
    ) -> [i32; Shape::OUTPUTS] {
        Arch::new().dispatch(
            #[inline(always)]
            || self.odds_plain(sums, change, measures, head),
        )
    }

    /// The same for whatever instruction set it is compiled for.
    #[inline(always)]
    pub(crate) fn odds_plain(
        &self,
        sums: &mut Accumulator,
        change: Change<'_>,
        measures: &[(u16, i16)],
        head: Head,
    ) -> [i32; Shape::OUTPUTS] {
        let at = head.turn * self.shape.buckets + head.bucket.min(self.shape.buckets - 1);
        let straight = &self.straight[head.turn * self.shape.measures..][..self.shape.measures];
        let tiles = sums.0.len();
        let weights = &self.out[at * Shape::OUTPUTS * tiles..][..Shape::OUTPUTS * tiles];
        let mut totals = [0i32; Shape::OUTPUTS];
        for (tile, sums) in sums.0.iter_mut().enumerate() {
            kernels::change(sums, &self.men, tiles, tile, change.gone, change.come);
            let whole = kernels::measured(sums, &self.measures, tiles, tile, measures);
            for (output, total) in totals.iter_mut().enumerate() {
                *total = total.wrapping_add(kernels::output(&whole, &weights[output * tiles + tile]));
            }
        }
        let mut odds = self.out_bias[at];
        for (odd, total) in odds.iter_mut().zip(totals) {
            *odd = odd.wrapping_add(total / 255);
        }
        for &(measure, times) in measures {
            for (odd, weight) in odds.iter_mut().zip(straight[usize::from(measure)]) {
                *odd = odd.wrapping_add(weight.wrapping_mul(i32::from(times)));
            }
        }
        odds.map(|odd| odd.clamp(-FARTHEST, FARTHEST))
    }

    /// How likely each end of the game is. `measures` are the numbers of the measures, each with how often it is there.
    ///
    /// # Panics
    /// If the number of a measure is not below [`Shape::measures`], or the side to move is neither 0 nor 1.
    pub fn chances(&self, sums: &Accumulator, measures: &[(u16, i16)], head: Head) -> Chances {
        Chances::of(self.odds(&mut sums.clone(), Change::default(), measures, head))
    }

    /// How good the position after a change is for the attackers: the log odds of the points that they may expect, times
    /// the scale of the net's card.
    ///
    /// # Panics
    /// If a number of a man or of a measure is not below those of the net's shape, or the side to move is neither 0 nor 1.
    #[inline]
    pub fn score(&self, sums: &mut Accumulator, change: Change<'_>, measures: &[(u16, i16)], head: Head) -> i32 {
        let odds = log_odds(self.odds(sums, change, measures, head));
        (i64::from(odds) * i64::from(self.card.scale) / i64::from(UNIT)) as i32
    }
}
