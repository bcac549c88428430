//! How weights follow their gradients.

use hnefi_net::{Shape, Weights};

/// Adam: each weight goes as fast as its gradient is steady.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    pub(crate) first: Weights,
    pub(crate) second: Weights,
    pub(crate) steps: u32,
}

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;

impl Adam {
    pub(crate) fn new(shape: Shape) -> Adam {
        Adam { first: Weights::zero(shape), second: Weights::zero(shape), steps: 0 }
    }

    /// Goes one step, with the mean of a gradient over so many samples.
    pub(crate) fn step(&mut self, weights: &mut Weights, gradient: &Weights, samples: usize, rate: f32) {
        self.steps += 1;
        let steps = self.steps as i32;
        let (first_unit, second_unit) = (1.0 - FIRST.powi(steps), 1.0 - SECOND.powi(steps));
        let share = 1.0 / samples.max(1) as f32;
        let lists = weights
            .lists_mut()
            .into_iter()
            .zip(gradient.lists())
            .zip(self.first.lists_mut())
            .zip(self.second.lists_mut());
        for (number, (((weights, gradient), first), second)) in lists.enumerate() {
            // Sums and outputs are kept in the range of their whole numbers.
            let most = if number < 4 { Weights::MOST } else { f32::MAX };
            for (((weight, gradient), first), second) in weights.iter_mut().zip(gradient).zip(first).zip(second) {
                let gradient = gradient * share;
                *first = FIRST * *first + (1.0 - FIRST) * gradient;
                *second = SECOND * *second + (1.0 - SECOND) * gradient * gradient;
                *weight -= rate * (*first / first_unit) / ((*second / second_unit).sqrt() + 1e-8);
                *weight = weight.clamp(-most, most);
            }
        }
    }
}
