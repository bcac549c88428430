//! Weights fitted to the results of games by logistic regression.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use hnefi_engine::{Evaluation, Plan, Weights};
use hnefi_rules::Ruleset;
use hnefi_selfplay::Shards;

use crate::chosen::{check_place, read_weights, write};

#[derive(Args)]
pub(crate) struct Fit {
    /// Shards of games, and folders of shards. The rule sets must be of one family.
    #[arg(required = true)]
    shards: Vec<PathBuf>,
    /// The file of weights to write.
    #[arg(long)]
    out: PathBuf,
    /// The file of weights to begin with, and to stay close to where there is little to learn from. Without it, those
    /// of the family.
    #[arg(long)]
    prior: Option<PathBuf>,
    /// Whose weights are fitted, take or hold.
    #[arg(long, default_value = "take")]
    plan: Plan,
    /// How often all positions are gone through.
    #[arg(long, default_value_t = 30)]
    epochs: u32,
    /// The first step of each weight, in parts of an even chance.
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
    /// How much a weight is held to where it began.
    #[arg(long, default_value_t = 2e-5)]
    hold: f32,
    /// How much neighbours in an ordered group of features are held together.
    #[arg(long, default_value_t = 2e-4)]
    smooth: f32,
    /// How much the search's score counts beside the result of the game, from 0 to 1. The score tells more where there
    /// are few games; the result tells what the search does not know.
    #[arg(long, default_value_t = 0.7)]
    trust: f32,
    /// Groups of features whose weights stay at nothing, to see what the others do without them.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// What makes the odds of a win 2.7 to 1, in hundredths of an attacker, as the prior has it.
    #[arg(long, default_value_t = 300.0)]
    unit: f32,
}

/// Groups whose neighbouring features mean nearly the same.
pub(crate) const ORDERED: [&str; 20] = [
    "attackers-left",
    "defenders-left",
    "king-moves",
    "king-edges",
    "king-nears",
    "lanes-open",
    "lanes-empty",
    "ring",
    "ring-beset",
    "ring-spare",
    "sealed-spare",
    "sealed-defenders",
    "sealed-room",
    "sealed-pen",
    "sealed-fold",
    "sealed-roam",
    "sealed-chase",
    "hunters",
    "hunters-far",
    "reach",
];

/// One position in so many is kept for the test of the others, by game.
const TESTED: u32 = 10;

/// Positions of one step.
const BATCH: usize = 512;

struct Row {
    features: Vec<(u16, i16)>,
    /// What the attackers' chance should be, from 0 to 1.
    result: f32,
}

impl Fit {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        check_place(&self.out)?;
        let (mut learnt, mut tested) = (Vec::new(), Vec::new());
        let mut prior = None;
        let unknown = self.without.iter().find(|&name| Weights::groups().iter().all(|group| group.name != name));
        ensure!(unknown.is_none(), "there is no group of features \"{}\"", unknown.cloned().unwrap_or_default());
        let left_out: BTreeSet<usize> = Weights::groups()
            .iter()
            .filter(|g| self.without.iter().any(|w| w == g.name))
            .flat_map(|g| g.range())
            .collect();
        let mut family = None;
        let shards = Shards::of(&self.shards)?;
        shards.check_judge()?;
        for (path, header) in shards.headers() {
            let ruleset = Ruleset::from_toml(&header.ruleset)?;
            let own = Weights::family(&ruleset);
            let first = *family.get_or_insert(own);
            ensure!(first == own, "{}: {} is not of the family {first}", path.display(), header.rules);
            prior.get_or_insert(Weights::of(&ruleset));
        }
        let mut evaluations: HashMap<&str, Evaluation> = HashMap::new();
        for game in shards.games() {
            let game = game?;
            let (referee, rules) = (shards.referee(&game), &shards.header(&game).ruleset);
            let evaluation = evaluations.entry(rules).or_insert_with(|| Evaluation::new(referee));
            let rows = if game.number % TESTED == 0 { &mut tested } else { &mut learnt };
            game.replay(referee, |position, ply, game| {
                // What takes, or ends the game, is for the search to see.
                let Some(score) = ply.score.filter(|_| !ply.takes && !ply.is_forced()) else { return };
                let features = evaluation.features(position).into_iter();
                let features = features
                    .filter(|(feature, _)| !left_out.contains(feature))
                    .map(|(feature, times)| (feature as u16, times as i16))
                    .collect();
                let thought = 1.0 / (1.0 + (-f32::from(score) / self.unit).exp());
                let result = self.trust * thought + (1.0 - self.trust) * game.result();
                rows.push(Row { features, result });
            })?;
        }
        let prior = match &self.prior {
            Some(file) => read_weights(file)?,
            None => prior.context("no positions")?,
        };
        let mut begins = prior.values(self.plan).to_vec();
        left_out.iter().for_each(|&feature| begins[feature] = 0);
        let mut model = Model::new(&begins, self.unit);
        println!("{} positions to learn from, {} to test", learnt.len(), tested.len());
        println!("before: loss {:.4} learnt, {:.4} tested", model.loss(&learnt), model.loss(&tested));
        let mut chance = fastrand::Rng::with_seed(1);
        for epoch in 0..self.epochs {
            chance.shuffle(&mut learnt);
            let rate = self.rate * (1.0 - epoch as f32 / self.epochs as f32);
            for batch in learnt.chunks(BATCH) {
                model.step(batch, rate, self.hold, self.smooth);
            }
            if epoch % 5 == 4 || epoch + 1 == self.epochs {
                println!(
                    "epoch {}: loss {:.4} learnt, {:.4} tested",
                    epoch + 1,
                    model.loss(&learnt),
                    model.loss(&tested)
                );
            }
        }
        let weights = prior.with(self.plan, &model.weights()).expect("one weight for every feature");
        write(&self.out, &weights.to_toml())
    }
}

/// Log odds that the attackers win, linear in the features.
struct Model {
    /// The last one stands alone.
    weights: Vec<f32>,
    prior: Vec<f32>,
    /// Adam's running means of gradients and of their squares.
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// Pairs of neighbouring features.
    neighbours: Vec<(usize, usize)>,
}

impl Model {
    fn new(prior: &[i16], unit: f32) -> Model {
        let mut prior: Vec<f32> = prior.iter().map(|&value| f32::from(value) / unit).collect();
        prior.push(0.0);
        let ordered = Weights::groups().iter().filter(|group| ORDERED.contains(&group.name));
        let neighbours = ordered.flat_map(|group| group.range().zip(group.range().skip(1))).collect();
        let zeros = vec![0.0; prior.len()];
        Model { weights: prior.clone(), prior, mean: zeros.clone(), square: zeros, steps: 0, neighbours }
    }

    fn chance(&self, row: &Row) -> f32 {
        let alone = self.weights[self.weights.len() - 1];
        let odds: f32 = row.features.iter().map(|&(f, times)| self.weights[usize::from(f)] * f32::from(times)).sum();
        1.0 / (1.0 + (-odds - alone).exp())
    }

    /// The mean logarithmic loss.
    fn loss(&self, rows: &[Row]) -> f32 {
        let loss = |row: &Row| {
            let chance = self.chance(row).clamp(1e-6, 1.0 - 1e-6);
            f64::from(-row.result * chance.ln() - (1.0 - row.result) * (1.0 - chance).ln())
        };
        (rows.iter().map(loss).sum::<f64>() / rows.len().max(1) as f64) as f32
    }

    fn step(&mut self, batch: &[Row], rate: f32, hold: f32, smooth: f32) {
        let mut gradient = vec![0.0; self.weights.len()];
        for row in batch {
            let error = (self.chance(row) - row.result) / batch.len() as f32;
            for &(feature, times) in &row.features {
                gradient[usize::from(feature)] += error * f32::from(times);
            }
            *gradient.last_mut().expect("there is always the last weight") += error;
        }
        let moved: Vec<f32> = self.weights.iter().zip(&self.prior).map(|(weight, prior)| weight - prior).collect();
        for (slope, moved) in gradient.iter_mut().zip(&moved) {
            *slope += hold * moved;
        }
        for &(a, b) in &self.neighbours {
            let apart = smooth * (moved[a] - moved[b]);
            gradient[a] += apart;
            gradient[b] -= apart;
        }
        self.steps += 1;
        let fade = |decay: f32| 1.0 - decay.powi(self.steps);
        for (i, slope) in gradient.into_iter().enumerate() {
            self.mean[i] = 0.9 * self.mean[i] + 0.1 * slope;
            self.square[i] = 0.999 * self.square[i] + 0.001 * slope * slope;
            self.weights[i] -= rate * (self.mean[i] / fade(0.9)) / ((self.square[i] / fade(0.999)).sqrt() + 1e-8);
        }
    }

    /// The weights in hundredths of an attacker: what an attacker adds on average, between a third and all of them,
    /// is the measure.
    fn weights(&self) -> Vec<i16> {
        let left = Weights::groups().iter().find(|group| group.name == "attackers-left").map(|group| group.range());
        let worth = left.map_or(0.0, |left| {
            let (few, all) = (left.start + left.len() / 3, left.end - 1);
            (self.weights[all] - self.weights[few]) / (all - few) as f32
        });
        let unit = (100.0 / worth.max(1e-3)).clamp(120.0, 400.0);
        println!("an attacker is worth {worth:.3} in log odds; one unit of them is {unit:.0} hundredths");
        let rounded = |weight: &f32| (weight * unit).round().clamp(-9_000.0, 9_000.0) as i16;
        self.weights[..self.weights.len() - 1].iter().map(rounded).collect()
    }
}

#[cfg(test)]
mod tests {
    use hnefi_engine::{Cancel, Engine, EngineOptions, MindChoice};
    use hnefi_rules::ruleset;
    use hnefi_selfplay::{Recipe, Run, Settings};

    use super::*;

    fn play(rules: &str, folder: &std::path::Path) {
        let ruleset = ruleset(rules).unwrap();
        let settings = Settings { nodes: 40, plies: 60, ..Settings::of(ruleset) };
        let recipe = Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap();
        let engine = || Engine::of_mind(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) }, MindChoice::Hand);
        let run = Run { recipe: &recipe, out: folder, numbers: 0..12, threads: 1 };
        run.play(&engine, &Cancel::new(), &mut |_| {}).unwrap();
    }

    fn fit(folder: &std::path::Path) -> Fit {
        Fit {
            shards: vec![folder.to_owned()],
            out: folder.join("fitted.toml"),
            prior: None,
            plan: Plan::Take,
            epochs: 3,
            rate: 0.01,
            hold: 2e-5,
            smooth: 2e-4,
            trust: 0.7,
            without: Vec::new(),
            unit: 300.0,
        }
    }

    #[test]
    fn weights_are_fitted_to_shards_of_one_family() {
        let folder = tempfile::tempdir().unwrap();
        play("brandubh", folder.path());
        fit(folder.path()).run().unwrap();
        let before = Weights::of(ruleset("brandubh").unwrap());
        let after = read_weights(&folder.path().join("fitted.toml")).unwrap();
        assert_ne!(after.values(Plan::Take), before.values(Plan::Take));
        assert_eq!(after.values(Plan::Hold), before.values(Plan::Hold));

        let without = Fit { without: vec!["king-moves".to_owned()], ..fit(folder.path()) };
        let moves = Weights::groups().iter().find(|group| group.name == "king-moves").unwrap().range();
        assert!(before.values(Plan::Take)[moves.clone()].iter().any(|&weight| weight != 0));
        without.run().unwrap();
        let after = read_weights(&without.out).unwrap();
        assert!(after.values(Plan::Take)[moves].iter().all(|&weight| weight == 0), "{:?}", after.values(Plan::Take));

        play("tablut-15", folder.path());
        let error = fit(folder.path()).run().unwrap_err().to_string();
        assert!(error.contains("tablut-15 is not of the family corner-two"), "{error}");
    }

    #[test]
    fn where_nothing_can_be_written_no_shard_is_read() {
        let folder = tempfile::tempdir().unwrap();
        for (out, told) in [("missing/fitted.toml", "missing"), ("", "is a folder")] {
            let fit = Fit { out: folder.path().join(out), ..fit(folder.path()) };
            let error = fit.run().unwrap_err().to_string();
            assert!(error.contains("cannot write") && error.contains(told), "{error}");
        }
    }
}
