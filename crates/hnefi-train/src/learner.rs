//! What a net says of one sample, and which way its weights should go.

use hnefi_net::{Shape, Weights};
use pulp::Arch;

use crate::Sample;
use crate::training::Lesson;

/// What one thread needs to learn from samples.
pub(crate) struct Learner {
    arch: Arch,
    sums: Vec<f32>,
    squares: Vec<f32>,
    back: Vec<f32>,
    men: Vec<u16>,
}

/// What a run over samples came to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loss {
    pub(crate) sum: f64,
    pub(crate) samples: usize,
}

impl Loss {
    pub(crate) fn mean(self) -> f64 {
        self.sum / self.samples.max(1) as f64
    }
}

/// Eight images of every man's number.
pub(crate) type Images = [Vec<u16>; 8];

#[inline(always)]
fn add(sums: &mut [f32], row: &[f32], times: f32) {
    let (sums, _) = sums.as_chunks_mut::<16>();
    let (row, _) = row.as_chunks::<16>();
    for (sums, row) in sums.iter_mut().zip(row) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += weight * times;
        }
    }
}

#[inline(always)]
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut parts = [0f32; 16];
    let (one, _) = one.as_chunks::<16>();
    let (other, _) = other.as_chunks::<16>();
    for (one, other) in one.iter().zip(other) {
        for i in 0..16 {
            parts[i] += one[i] * other[i];
        }
    }
    parts.iter().sum()
}

impl Learner {
    pub(crate) fn new(shape: Shape) -> Learner {
        let sums = || vec![0.0; shape.hidden];
        Learner { arch: Arch::new(), sums: sums(), squares: sums(), back: sums(), men: Vec::new() }
    }

    /// How likely the net finds each end.
    #[inline(always)]
    fn forward(&mut self, weights: &Weights, sample: &Sample<'_>) -> [f32; 3] {
        let Shape { hidden, buckets, measures, .. } = weights.shape;
        self.sums.copy_from_slice(&weights.bias);
        for &man in sample.men {
            add(&mut self.sums, &weights.men[usize::from(man) * hidden..][..hidden], 1.0);
        }
        for &(measure, times) in sample.measures {
            add(&mut self.sums, &weights.measures[usize::from(measure) * hidden..][..hidden], f32::from(times));
        }
        for (square, sum) in self.squares.iter_mut().zip(&self.sums) {
            let cut = sum.clamp(0.0, 1.0);
            *square = cut * cut;
        }
        let head = usize::from(sample.turn) * buckets + usize::from(sample.bucket);
        let straight = &weights.straight[usize::from(sample.turn) * measures * 3..];
        let mut odds = [0f32; 3];
        for (output, odd) in odds.iter_mut().enumerate() {
            let at = head * 3 + output;
            *odd = dot(&self.squares, &weights.out[at * hidden..][..hidden]) + weights.out_bias[at];
            for &(measure, times) in sample.measures {
                *odd += straight[usize::from(measure) * 3 + output] * f32::from(times);
            }
        }
        let most = odds.iter().copied().fold(f32::MIN, f32::max);
        let powers = odds.map(|odd| (odd - most).exp());
        let sum: f32 = powers.iter().sum();
        powers.map(|power| power / sum)
    }

    /// Adds to the gradient what a sample says.
    #[inline(always)]
    fn backward(&mut self, weights: &Weights, gradient: &mut Weights, sample: &Sample<'_>, errors: [f32; 3]) {
        let Shape { hidden, buckets, measures, .. } = weights.shape;
        let head = usize::from(sample.turn) * buckets + usize::from(sample.bucket);
        self.back.fill(0.0);
        for (output, &error) in errors.iter().enumerate() {
            let at = head * 3 + output;
            gradient.out_bias[at] += error;
            add(&mut gradient.out[at * hidden..][..hidden], &self.squares, error);
            add(&mut self.back, &weights.out[at * hidden..][..hidden], error);
            for &(measure, times) in sample.measures {
                let straight = usize::from(sample.turn) * measures + usize::from(measure);
                gradient.straight[straight * 3 + output] += error * f32::from(times);
            }
        }
        for (back, &sum) in self.back.iter_mut().zip(&self.sums) {
            *back *= if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
        }
        add(&mut gradient.bias, &self.back, 1.0);
        for &man in sample.men {
            add(&mut gradient.men[usize::from(man) * hidden..][..hidden], &self.back, 1.0);
        }
        for &(measure, times) in sample.measures {
            add(&mut gradient.measures[usize::from(measure) * hidden..][..hidden], &self.back, f32::from(times));
        }
    }

    /// Learns from samples, each in the image that is told for it.
    pub(crate) fn learn(
        &mut self,
        weights: &Weights,
        gradient: &mut Weights,
        lesson: Lesson<'_>,
        chosen: &[(u32, u8)],
        images: &Images,
    ) -> Loss {
        let mut loss = Loss { sum: 0.0, samples: chosen.len() };
        let arch = self.arch;
        arch.dispatch(
            #[inline(always)]
            || {
                let mut men = std::mem::take(&mut self.men);
                for &(index, image) in chosen {
                    let sample = lesson.teaching.get(index as usize);
                    men.clear();
                    men.extend(sample.men.iter().map(|&man| images[usize::from(image)][usize::from(man)]));
                    let sample = Sample { men: &men, ..sample };
                    let target = lesson.targets.target(&sample);
                    let said = self.forward(weights, &sample);
                    loss.sum += f64::from(cross_entropy(said, target));
                    let errors = [said[0] - target[0], said[1] - target[1], said[2] - target[2]];
                    self.backward(weights, gradient, &sample, errors);
                }
                self.men = men;
            },
        );
        loss
    }

    /// What the net says of a sample.
    pub(crate) fn says(&mut self, weights: &Weights, sample: &Sample<'_>) -> [f32; 3] {
        let arch = self.arch;
        arch.dispatch(
            #[inline(always)]
            || self.forward(weights, sample),
        )
    }
}

pub(crate) fn cross_entropy(said: [f32; 3], target: [f32; 3]) -> f32 {
    said.into_iter().zip(target).map(|(said, target)| -target * said.max(1e-7).ln()).sum()
}
