//! What a net shall say of a position: between how its game ended and how games end at its score, or how soon.

use hnefi_net::Card;

use crate::{End, Far, Sample, Samples};

/// For each source of scores and each side to move, how games end in which a search gave a position such a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Targets {
    ends: Vec<[Vec<[f32; 3]>; 2]>,
    /// How much the game's own end counts beside that, from 0 to 1.
    result: f32,
}

/// Scores that are told apart: so many hundredths in one step, so many steps on each side of nothing.
const STEP: i32 = 20;
const STEPS: i32 = 75;

/// Scores at which the game is known to end are forced; the last step on each side is theirs.
const FORCED: i32 = 16_000;

/// Where the sooner end counts more, one that is so many plies away counts half, and the rest is a draw.
const HALF: f32 = 200.0;

/// So many plies a search has seen ahead where it gives a score, all in all.
const SIGHT: f32 = 8.0;

/// What an end says, however far it is away.
fn sure(won: u8) -> [f32; 3] {
    let mut end = [0.0; 3];
    end[usize::from(won)] = 1.0;
    end
}

/// What it says where the sooner one counts more.
fn soon(Far { won, left }: Far) -> [f32; 3] {
    let counts = (-(left as f32) / HALF).exp2();
    let mut end = [0.0, 1.0 - counts, 0.0];
    end[usize::from(won)] += counts;
    end
}

fn step(score: i16) -> usize {
    let score = i32::from(score);
    if score.abs() >= FORCED {
        return if score > 0 { 2 * STEPS as usize + 2 } else { 0 };
    }
    ((score.div_euclid(STEP)).clamp(-STEPS, STEPS) + STEPS + 1) as usize
}

impl Targets {
    /// Learns from the samples whose games say so how games end; each sample's own game, if it says something beside the score,
    /// counts for `result` of its target, from 0 to 1. Each source of the samples that get targets needs samples here whose games say so; a
    /// [`Material`](crate::Material) sees to that.
    pub fn of(samples: &Samples, result: f32) -> Targets {
        let steps = 2 * STEPS as usize + 3;
        let mut counts: Vec<[Vec<[f64; 3]>; 2]> = Vec::new();
        for sample in samples.iter() {
            let source = usize::from(sample.source);
            if counts.len() <= source {
                counts.resize_with(source + 1, || [vec![[0.0; 3]; steps], vec![[0.0; 3]; steps]]);
            }
            if let End::Beside(won) = sample.end {
                counts[source][usize::from(sample.turn)][step(sample.score)][usize::from(won)] += 1.0;
            }
        }
        let smooth = |counts: Vec<[f64; 3]>| (0..steps).map(|at| smoothed(&counts, at)).collect();
        let ends = counts.into_iter().map(|sides| sides.map(smooth)).collect();
        Targets { ends, result }
    }

    /// What a net shall say of a sample: how likely each end is.
    #[inline(always)]
    pub fn target(&self, sample: &Sample<'_>) -> [f32; 3] {
        let ends = || self.ends[usize::from(sample.source)][usize::from(sample.turn)][step(sample.score)];
        let (said, own) = match sample.end {
            End::Nothing => return ends(),
            End::Beside(won) => (ends(), sure(won)),
            End::Soon(far) if i32::from(sample.score).abs() < FORCED => (said(sample.score), soon(far)),
            End::Soon(far) | End::Alone(far) => return soon(far),
        };
        std::array::from_fn(|end| said[end] + (own[end] - said[end]) * self.result)
    }
}

/// What a net says by a score where it has learnt how soon games are won. What is far away is a draw.
fn said(score: i16) -> [f32; 3] {
    let scale = Card::default().scale as f32;
    let points = 1.0 / (1.0 + (-f32::from(score) / scale).exp());
    let fades = (-SIGHT / HALF).exp2();
    let (won, lost) = ((2.0 * points - 1.0).max(0.0) * fades, (1.0 - 2.0 * points).max(0.0) * fades);
    [won, 1.0 - won - lost, lost]
}

/// How games end at a step, with the help of the steps beside it as far as there are few.
fn smoothed(counts: &[[f64; 3]], at: usize) -> [f32; 3] {
    const ENOUGH: f64 = 3000.0;
    let mut sum = [0.01; 3];
    for far in 0..counts.len() {
        let beside = [at.checked_sub(far), (far > 0).then_some(at + far)];
        // Forced ends are no neighbours of others.
        let is_edge = |step: usize| step == 0 || step == counts.len() - 1;
        for step in beside
            .into_iter()
            .flatten()
            .filter(|&step| step == at || (step < counts.len() && !is_edge(step) && !is_edge(at)))
        {
            for (sum, count) in sum.iter_mut().zip(counts[step]) {
                *sum += count;
            }
        }
        if sum.iter().sum::<f64>() >= ENOUGH || is_edge(at) {
            break;
        }
    }
    let all: f64 = sum.iter().sum();
    sum.map(|end| (end / all) as f32)
}
