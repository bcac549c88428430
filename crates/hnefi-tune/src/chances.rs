//! How games end at a score of the evaluation by hand, from games that it played against itself.

use std::collections::BTreeMap;
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
            println!("[{family}]");
            for side in Side::ALL {
                let Calibration { win, lose, unit } = fitted(&ends[side]);
                println!("{} = {{ win = {win:.1}, lose = {lose:.1}, unit = {unit:.1} }}", side.id());
            }
            println!();
        }
        Ok(())
    }
}

/// The calibration under which the games are likeliest.
fn fitted(ends: &Ends) -> Calibration {
    let loss = |calibration: Calibration| -> f64 {
        let of_step = |(&step, counts): (&i32, &[f64; 3])| {
            let chances = calibration.chances(STEP * step + STEP / 2);
            let likely = [chances.attackers, chances.draw, chances.defenders];
            counts.iter().zip(likely).map(|(count, likely)| -count * f64::from(likely).max(1e-6).ln()).sum::<f64>()
        };
        ends.iter().map(of_step).sum()
    };
    let mut best = Calibration { win: 100.0, lose: -100.0, unit: 200.0 };
    let mut least = loss(best);
    let mut stride = 128.0f32;
    while stride > 0.2 {
        let Calibration { win, lose, unit } = best;
        let around = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 0.0)];
        let moved = around.into_iter().flat_map(|(a, b, c)| [(a, b, c), (-a, -b, -c)]).map(|(a, b, c)| Calibration {
            win: win + a * stride,
            lose: lose + b * stride,
            unit: unit + c * stride,
        });
        let sound = moved.filter(|moved| moved.lose <= moved.win && moved.unit >= 10.0);
        let better = sound.map(|moved| (loss(moved), moved)).min_by(|(a, _), (b, _)| a.total_cmp(b));
        match better {
            Some((loss, calibration)) if loss < least => (least, best) = (loss, calibration),
            _ => stride /= 2.0,
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_made_the_games_is_found_again() {
        let truth = Calibration { win: 173.0, lose: -41.0, unit: 130.0 };
        let of_step = |step: i32| {
            let chances = truth.chances(STEP * step + STEP / 2);
            (step, [chances.attackers, chances.draw, chances.defenders].map(|part| 1_000.0 * f64::from(part)))
        };
        let found = fitted(&(-100..100).map(of_step).collect());
        for (found, wanted) in [(found.win, truth.win), (found.lose, truth.lose), (found.unit, truth.unit)] {
            assert!((found - wanted).abs() < 2.0, "{found} for {wanted}");
        }
    }
}
