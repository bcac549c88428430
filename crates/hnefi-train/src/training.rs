//! A training from its first step to its last.

use std::panic::resume_unwind;

use fastrand::Rng;
use hnefi_engine::Inputs;
use hnefi_net::{Shape, Weights};
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::learner::{Images, Learner, Loss, cross_entropy};
use crate::{End, Far, Sample, Samples, Targets};

/// How a net is taught.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingSettings {
    /// Sums in the hidden layer, a multiple of 64 from 64 to 1,024.
    pub hidden: usize,
    /// Output heads for each side to move, by how many men are left: as many as the samples were read for.
    pub buckets: usize,
    /// How often the net sees each sample.
    pub epochs: u32,
    /// After how many samples the weights change; 0 counts as 1.
    pub batch: usize,
    /// How fast they change at the beginning; at the end a hundredth of that.
    pub rate: f32,
    /// How much a game's own end counts beside how games end at the position's score, from 0 to 1.
    pub result: f32,
    /// How many threads learn at once.
    pub threads: usize,
    /// Where chance begins.
    pub seed: u64,
    /// What teaches, in a word that changes with it.
    pub data: String,
    /// With which weights it begins, in a word that changes with them; empty for weights of chance.
    pub from: String,
}

/// What an epoch came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1 on.
    pub number: u32,
    /// The mean loss on the samples that teach, in nats.
    pub taught: f64,
    /// The mean loss on the samples that test.
    pub tested: f64,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// The weights changed; the mean loss on the samples that changed them.
    Learned(f64),
    /// All samples were seen once more.
    Ended(Epoch),
    /// Nothing: the last epoch had ended.
    Done,
}

/// The samples of a training and what is wanted of them.
#[derive(Clone, Copy)]
pub struct Lesson<'a> {
    /// The samples that teach.
    pub teaching: &'a Samples,
    /// The samples that test.
    pub testing: &'a Samples,
    /// What the net shall say of them.
    pub targets: &'a Targets,
}

/// A training that goes on step by step, and can be laid aside between two steps.
pub struct Training<'a> {
    settings: TrainingSettings,
    lesson: Lesson<'a>,
    images: Images,
    pub(crate) course: Course,
    /// The samples in the order of this epoch, each with its image.
    order: Vec<(u32, u8)>,
    learners: Vec<(Learner, Weights)>,
}

/// How far a training has come, and all that it goes on from.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) weights: Weights,
    pub(crate) adam: Adam,
    pub(crate) epochs: Vec<Epoch>,
    /// How many batches of this epoch were learnt.
    pub(crate) batch: usize,
    pub(crate) taught: Loss,
}

impl<'a> Training<'a> {
    /// A training that begins, from weights of chance.
    pub fn new(settings: TrainingSettings, inputs: &Inputs, lesson: Lesson<'a>) -> Training<'a> {
        let weights = beginning(inputs.shape(settings.hidden, settings.buckets), settings.seed);
        Training::from(settings, inputs, lesson, weights)
    }

    /// A training that begins with given weights, such as those of a net that other games taught.
    ///
    /// # Panics
    /// If the weights are of another shape than the inputs and settings say.
    pub fn from(settings: TrainingSettings, inputs: &Inputs, lesson: Lesson<'a>, weights: Weights) -> Training<'a> {
        let shape = inputs.shape(settings.hidden, settings.buckets);
        assert_eq!(weights.shape, shape, "the weights to begin with fit the settings");
        let course = Course { weights, adam: Adam::new(shape), epochs: Vec::new(), batch: 0, taught: Loss::default() };
        Training::on(settings, inputs, lesson, course)
    }

    pub(crate) fn on(settings: TrainingSettings, inputs: &Inputs, lesson: Lesson<'a>, course: Course) -> Training<'a> {
        let shape = course.weights.shape;
        let images = std::array::from_fn(|image| (0..shape.men).map(|man| inputs.image(man, image) as u16).collect());
        let learners = (0..settings.threads.max(1)).map(|_| (Learner::new(shape), Weights::zero(shape))).collect();
        Training { settings, lesson, images, course, order: Vec::new(), learners }
    }

    /// The settings that it follows.
    pub fn settings(&self) -> &TrainingSettings {
        &self.settings
    }

    /// The weights as they are now.
    pub fn weights(&self) -> &Weights {
        &self.course.weights
    }

    /// The epochs that have ended.
    pub fn epochs(&self) -> &[Epoch] {
        &self.course.epochs
    }

    /// Which share of all steps is done, from 0 to 1.
    pub fn done(&self) -> f64 {
        let batches = self.batches().max(1) as f64;
        let ended = self.course.epochs.len() as f64 * batches;
        ((ended + self.course.batch as f64) / (f64::from(self.settings.epochs) * batches)).min(1.0)
    }

    fn batch_size(&self) -> usize {
        self.settings.batch.max(1)
    }

    fn batches(&self) -> usize {
        self.lesson.teaching.len().div_ceil(self.batch_size())
    }

    /// Learns one batch, or tests when all samples were seen.
    pub fn step(&mut self) -> Step {
        let epoch = self.course.epochs.len() as u32;
        if epoch >= self.settings.epochs {
            return Step::Done;
        }
        if self.course.batch >= self.batches() {
            let ended = Epoch { number: epoch + 1, taught: self.course.taught.mean(), tested: self.test() };
            self.course.epochs.push(ended);
            (self.course.batch, self.course.taught) = (0, Loss::default());
            self.order.clear();
            return Step::Ended(ended);
        }
        if self.order.is_empty() {
            let mut chance = Rng::with_seed(self.settings.seed ^ (u64::from(epoch) << 32));
            self.order = (0..self.lesson.teaching.len() as u32).map(|index| (index, 0)).collect();
            chance.shuffle(&mut self.order);
            self.order.iter_mut().for_each(|(_, image)| *image = chance.u8(..8));
        }
        let loss = self.learn();
        self.course.batch += 1;
        self.course.taught.sum += loss.sum;
        self.course.taught.samples += loss.samples;
        Step::Learned(loss.mean())
    }

    fn learn(&mut self) -> Loss {
        let rate = self.settings.rate * (0.01 + 0.99 * 0.5 * (1.0 + (self.done() * std::f64::consts::PI).cos())) as f32;
        let from = self.course.batch * self.batch_size();
        let chosen = &self.order[from..(from + self.batch_size()).min(self.order.len())];
        let (weights, lesson, images) = (&self.course.weights, self.lesson, &self.images);
        let share = chosen.len().div_ceil(self.learners.len());
        let losses: Vec<Loss> = std::thread::scope(|scope| {
            let threads: Vec<_> = self
                .learners
                .iter_mut()
                .zip(chosen.chunks(share))
                .map(|((learner, gradient), chosen)| {
                    scope.spawn(move || {
                        gradient.lists_mut().into_iter().for_each(|list| list.fill(0.0));
                        learner.learn(weights, gradient, lesson, chosen, images)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let (first, rest) = self.learners[..losses.len()].split_first_mut().expect("at least one thread learns");
        for (_, other) in rest {
            for (sum, list) in first.1.lists_mut().into_iter().zip(other.lists()) {
                sum.iter_mut().zip(list).for_each(|(sum, weight)| *sum += weight);
            }
        }
        self.course.adam.step(&mut self.course.weights, &first.1, chosen.len(), rate);
        let add = |sum: Loss, loss: &Loss| Loss { sum: sum.sum + loss.sum, samples: sum.samples + loss.samples };
        losses.iter().fold(Loss::default(), add)
    }

    /// The mean loss on the samples that test.
    fn test(&self) -> f64 {
        let Lesson { testing, targets, .. } = self.lesson;
        let mut learner = Learner::new(self.course.weights.shape);
        let mut loss = Loss { sum: 0.0, samples: testing.len() };
        for sample in testing.iter() {
            let said = learner.says(&self.course.weights, &sample);
            loss.sum += f64::from(cross_entropy(said, targets.target(&sample)));
        }
        loss.mean()
    }

    /// The [`calibration`] of the net on the samples that test.
    pub fn calibration(&self) -> Vec<(u64, f64)> {
        calibration(&self.course.weights, self.lesson.testing.iter())
    }

    /// The mean loss on the samples that test of whoever knows only how often games end in which way.
    pub fn blind_loss(&self) -> f64 {
        let Lesson { teaching, testing, targets } = self.lesson;
        let mut ends = [0f64; 3];
        for sample in teaching.iter() {
            for (end, share) in ends.iter_mut().zip(targets.target(&sample)) {
                *end += f64::from(share);
            }
        }
        let said = ends.map(|end| (end / teaching.len().max(1) as f64) as f32);
        let sum: f64 = testing.iter().map(|sample| f64::from(cross_entropy(said, targets.target(&sample)))).sum();
        sum / testing.len().max(1) as f64
    }
}

/// How the odds that a net gives compare with what came of games that it was not taught by: for each tenth of what it expects of the attackers' points,
/// how many positions it gave such odds in games that say something, and what the attackers got in these games, from 0 to 1.
///
/// ```
/// use hnefi_net::{Shape, Weights};
/// use hnefi_train::{End, Sample, calibration};
/// let knows_nothing = Weights::zero(Shape { men: 2, measures: 1, hidden: 64, buckets: 1 });
/// let won = Sample { men: &[0], measures: &[], turn: 0, bucket: 0, end: End::Beside(0), score: 0, source: 0 };
/// assert_eq!(calibration(&knows_nothing, [won].into_iter())[5], (1, 1.0));
/// ```
pub fn calibration<'a>(weights: &Weights, samples: impl Iterator<Item = Sample<'a>>) -> Vec<(u64, f64)> {
    let mut learner = Learner::new(weights.shape);
    let mut tenths = [(0u64, 0.0); 10];
    for sample in samples {
        let (End::Beside(won) | End::Soon(Far { won, .. }) | End::Alone(Far { won, .. })) = sample.end else {
            continue;
        };
        let [win, draw, _] = learner.says(weights, &sample);
        let tenth = (((win + draw / 2.0) * 10.0) as usize).min(9);
        tenths[tenth].0 += 1;
        tenths[tenth].1 += 1.0 - f64::from(won) / 2.0;
    }
    tenths.into_iter().map(|(count, points)| (count, points / (count.max(1) as f64))).collect()
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
