//! The weights of a net as they are learnt.

use crate::Shape;

/// The weights of a net as real numbers, before they are made whole numbers.
///
/// A sum of the hidden layer counts from 0 to 1, squared.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// How many there are.
    pub shape: Shape,
    /// Of each of the men, `hidden` weights, between -[`Weights::MOST`] and that.
    pub men: Vec<f32>,
    /// Of each measure, `hidden` weights, in the same range.
    pub measures: Vec<f32>,
    /// What each sum of the hidden layer begins with, in the same range.
    pub bias: Vec<f32>,
    /// For each head (those of the attackers' turn first) and each output, `hidden` weights, in the same range.
    pub out: Vec<f32>,
    /// For each head and each output, what it begins with, between -1,028 and 1,028.
    pub out_bias: Vec<f32>,
    /// For each side to move, each measure and each output, what the measure adds to the output by itself, in the range of `out_bias`.
    pub straight: Vec<f32>,
}

impl Weights {
    /// The greatest weight, either way.
    pub const MOST: f32 = 1.98;

    /// A net that finds everything equally likely.
    pub fn zero(shape: Shape) -> Weights {
        let [men, measures, bias, out, out_bias, straight] = shape.lengths().map(|length| vec![0.0; length]);
        Weights { shape, men, measures, bias, out, out_bias, straight }
    }

    /// The lists of weights, in the order of the fields.
    pub fn lists(&self) -> [&[f32]; 6] {
        [&self.men, &self.measures, &self.bias, &self.out, &self.out_bias, &self.straight]
    }

    /// The same to be changed.
    pub fn lists_mut(&mut self) -> [&mut Vec<f32>; 6] {
        let Weights { men, measures, bias, out, out_bias, straight, .. } = self;
        [men, measures, bias, out, out_bias, straight]
    }
}
