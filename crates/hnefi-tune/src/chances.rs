//! How games end at a score of the evaluation by hand, from games that it played against itself.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use hnefi_engine::{Calibration, Weights};
use hnefi_rules::{BySide, Ruleset, Side};
use hnefi_selfplay::Shards;

#[derive(Args)]
pub(crate) struct Fit {
    /// Shards whose games were judged by hand, and folders of such
    #[arg(required = true)]
    shards: Vec<PathBuf>,
}

/// For each score, in steps of so many hundredths, how many games the attackers won, nobody won, the defenders won.
type Ends = BTreeMap<i32, [f64; 3]>;

const STEP: i32 = 10;

impl Fit {
    /// Prints what `weights/chances.toml` says of each family that there are games of.
    pub(crate) fn run(&self) -> Result<()> {
        let mut families: BTreeMap<&str, BySide<Ends>> = BTreeMap::new();
        let shards = Shards::of(&self.shards)?;
        shards.check_judge()?;
        for (path, header) in shards.headers() {
            ensure!(header.mind == "by hand", "{}: its games were judged by \"{}\"", path.display(), header.mind);
        }
        for game in shards.games() {
            let game = game?;
            // Games of unequal sides say how those end.
            if game.nodes[0] != game.nodes[1] {
                continue;
            }
            let end = match game.winner {
                Some(Side::Attackers) => 0,
                None => 1,
                Some(Side::Defenders) => 2,
            };
            let family = Weights::family(&Ruleset::from_toml(&shards.header(&game).ruleset)?);
            let ends = families.entry(family).or_default();
            game.replay(shards.referee(&game), |position, ply, _| {
                let Some(score) = ply.score.filter(|_| !ply.is_forced()) else { return };
                ends[position.turn()].entry(i32::from(score).div_euclid(STEP)).or_default()[end] += 1.0;
            })?;
        }
        for (family, ends) in &families {
            for side in Side::ALL {
                let (won, lost): (Vec<u16>, Vec<u16>) =
                    (0..Calibration::KNOTS).map(|knot| at(&ends[side], knot)).unzip();
                writeln!(std::io::stdout(), "[{family}.{}]\nwon = {won:?}\nlost = {lost:?}\n", side.id())?;
            }
        }
        Ok(())
    }
}

/// How many of a thousand games the attackers won and lost at a knot's score: counted the less the farther a score lies from it, and so far
/// around that there are enough.
fn at(ends: &Ends, knot: usize) -> (u16, u16) {
    const ENOUGH: f64 = 150.0;
    let score = (knot as i32 - Calibration::KNOTS as i32 / 2) * Calibration::STEP;
    let mut counted = [0.0; 3];
    for reach in (1..=Calibration::KNOTS as i32).map(|steps| steps * Calibration::STEP) {
        counted = [0.0; 3];
        for (&step, counts) in ends {
            let far = (STEP * step + STEP / 2 - score).abs();
            let weight = f64::from((reach - far).max(0)) / f64::from(reach);
            for (counted, count) in counted.iter_mut().zip(counts) {
                *counted += weight * count;
            }
        }
        if counted.iter().sum::<f64>() >= ENOUGH {
            break;
        }
    }
    let all = counted.iter().sum::<f64>().max(1.0);
    let [won, _, lost] = counted.map(|count| (1_000.0 * count / all).floor() as u16);
    (won, lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_counted_around_a_score() {
        let mut ends: Ends = (-100..100).map(|step| (step, [30.0, 60.0, 10.0])).collect();
        assert_eq!(at(&ends, 10), (300, 100));
        for step in 0..100 {
            ends.insert(step, [100.0, 0.0, 0.0]);
        }
        let [low, level, high] = [5, 10, 15].map(|knot| at(&ends, knot));
        assert_eq!((low, high), ((300, 100), (1_000, 0)));
        assert!(level.0 > 600 && level.0 < 700, "{level:?}");
        // Where there is little, games farther off help.
        ends.retain(|&step, _| step < 20);
        assert!(at(&ends, 20).0 > 500);
    }
}
