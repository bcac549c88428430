//! A training from its first step to its last.

use std::panic::resume_unwind;

use fastrand::Rng;
use hnefi_engine::Inputs;
use hnefi_net::{Shape, Weights};

use crate::adam::Adam;
use crate::learner::{Images, Learner, Loss, cross_entropy};
use crate::{Samples, Targets};

/// How a net is taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How large the net is.
    pub shape: Shape,
    /// How often it sees each sample.
    pub epochs: u32,
    /// After how many samples the weights change.
    pub batch: usize,
    /// How fast they change at the beginning; at the end a hundredth of that.
    pub rate: f32,
    /// How many threads learn at once.
    pub threads: usize,
    /// Where chance begins.
    pub seed: u64,
}

/// What an epoch came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1 on.
    pub number: u32,
    /// The mean loss on the samples that teach, in nats.
    pub taught: f64,
    /// The mean loss on the samples that test.
    pub tested: f64,
}

/// What a training made.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights after the last step.
    pub weights: Weights,
    /// All epochs.
    pub epochs: Vec<Epoch>,
}

/// A training that goes on step by step.
pub struct Training<'a> {
    plan: Plan,
    teaching: &'a Samples,
    testing: &'a Samples,
    targets: &'a Targets,
    images: Images,
    weights: Weights,
    adam: Adam,
    epochs: Vec<Epoch>,
}

impl<'a> Training<'a> {
    /// A training that begins.
    pub fn new(plan: Plan, inputs: &Inputs, teaching: &'a Samples, testing: &'a Samples, targets: &'a Targets) -> Training<'a> {
        let images = std::array::from_fn(|image| (0..plan.shape.men).map(|man| inputs.image(man, image) as u16).collect());
        let weights = beginning(plan.shape, plan.seed);
        let adam = Adam::new(plan.shape);
        Training { plan, teaching, testing, targets, images, weights, adam, epochs: Vec::new() }
    }

    /// Goes on from other weights than those of chance.
    pub fn from_weights(mut self, weights: Weights) -> Training<'a> {
        self.weights = weights;
        self
    }

    /// Learns until the end. `tell` hears how far it is: the share of the work that is done, and the loss just now.
    pub fn run(mut self, tell: &mut dyn FnMut(f64, f64)) -> Trained {
        let batches = self.teaching.len().div_ceil(self.plan.batch);
        let all = f64::from(self.plan.epochs) * batches as f64;
        let mut learners: Vec<(Learner, Weights)> =
            (0..self.plan.threads.max(1)).map(|_| (Learner::new(self.plan.shape), Weights::zero(self.plan.shape))).collect();
        for number in 0..self.plan.epochs {
            let mut chance = Rng::with_seed(self.plan.seed ^ (u64::from(number) << 32));
            let mut order: Vec<(u32, u8)> = (0..self.teaching.len() as u32).map(|index| (index, 0)).collect();
            chance.shuffle(&mut order);
            order.iter_mut().for_each(|(_, image)| *image = chance.u8(..8));
            let mut taught = Loss::default();
            for (batch, chosen) in order.chunks(self.plan.batch).enumerate() {
                let done = (f64::from(number) * batches as f64 + batch as f64) / all;
                let rate = self.plan.rate * (0.01 + 0.99 * 0.5 * (1.0 + (done * std::f64::consts::PI).cos())) as f32;
                let loss = self.batch(chosen, &mut learners, rate);
                taught.sum += loss.sum;
                taught.samples += loss.samples;
                tell(done, loss.mean());
            }
            let tested = self.test();
            self.epochs.push(Epoch { number: number + 1, taught: taught.mean(), tested });
            tell(f64::from(number + 1) / f64::from(self.plan.epochs), tested);
        }
        Trained { weights: self.weights, epochs: self.epochs }
    }

    fn batch(&mut self, chosen: &[(u32, u8)], learners: &mut [(Learner, Weights)], rate: f32) -> Loss {
        let (weights, samples, images, targets) = (&self.weights, self.teaching, &self.images, self.targets);
        let share = chosen.len().div_ceil(learners.len());
        let losses: Vec<Loss> = std::thread::scope(|scope| {
            let threads: Vec<_> = learners
                .iter_mut()
                .zip(chosen.chunks(share))
                .map(|((learner, gradient), chosen)| {
                    scope.spawn(move || {
                        gradient.lists_mut().into_iter().for_each(|list| list.fill(0.0));
                        learner.learn(weights, gradient, samples, chosen, images, targets)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let (first, rest) = learners[..losses.len()].split_first_mut().expect("at least one thread learns");
        for (_, other) in rest {
            for (sum, list) in first.1.lists_mut().into_iter().zip(other.lists()) {
                sum.iter_mut().zip(list).for_each(|(sum, weight)| *sum += weight);
            }
        }
        self.adam.step(&mut self.weights, &first.1, chosen.len(), rate);
        let add = |sum: Loss, loss: &Loss| Loss { sum: sum.sum + loss.sum, samples: sum.samples + loss.samples };
        losses.iter().fold(Loss::default(), add)
    }

    fn test(&self) -> f64 {
        let mut learner = Learner::new(self.plan.shape);
        let mut loss = Loss { sum: 0.0, samples: self.testing.len() };
        for sample in (0..self.testing.len()).map(|index| self.testing.get(index)) {
            loss.sum += f64::from(cross_entropy(learner.says(&self.weights, &sample), self.targets.target(&sample)));
        }
        loss.mean()
    }
}

/// Small weights by chance, as wide as what comes in is narrow.
fn beginning(shape: Shape, seed: u64) -> Weights {
    let mut chance = Rng::with_seed(seed);
    let mut weights = Weights::zero(shape);
    let mut fill = |list: &mut Vec<f32>, inputs: f32| {
        let most = 1.0 / inputs.sqrt();
        list.iter_mut().for_each(|weight| *weight = (chance.f32() * 2.0 - 1.0) * most);
    };
    fill(&mut weights.men, 40.0);
    fill(&mut weights.measures, 160.0);
    fill(&mut weights.out, shape.hidden as f32);
    weights.bias.fill(0.1);
    weights
}
