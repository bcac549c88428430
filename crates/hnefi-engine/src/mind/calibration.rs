//! How games end at a score of the evaluation by hand.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hnefi_net::Chances;
use hnefi_rules::{BySide, Ruleset};
use serde::{Deserialize, Serialize};

use super::Weights;

/// How often each side wins where the evaluation by hand gives the attackers a score, for one side to move.
///
/// The engine has one for each family of rule sets and each side, fitted to its own games: `weights/chances.toml`.
///
/// ```
/// let even = hnefi_engine::Calibration { win: 100.0, lose: -50.0, unit: 120.0 };
/// let chances = even.chances(100);
/// assert!((chances.attackers - 0.5).abs() < 1e-6 && chances.draw > 0.2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The score of the attackers, in hundredths, at which they win half of the games.
    pub win: f32,
    /// The score at which the defenders win half of the games; at most `win`.
    pub lose: f32,
    /// So many hundredths are a natural unit of log odds; more than 0.
    pub unit: f32,
}

static CALIBRATIONS: LazyLock<BTreeMap<String, BySide<Calibration>>> =
    LazyLock::new(|| match toml::from_str::<BTreeMap<String, Sides>>(include_str!("../../weights/chances.toml")) {
        Ok(families) => families.into_iter().map(|(family, sides)| (family, sides.into())).collect(),
        Err(error) => unreachable!("chances.toml is tested: {error}"),
    });

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    attackers: Calibration,
    defenders: Calibration,
}

impl From<Sides> for BySide<Calibration> {
    fn from(sides: Sides) -> Self {
        BySide { attackers: sides.attackers, defenders: sides.defenders }
    }
}

impl Calibration {
    /// The engine's own for a rule set, by the side to move.
    pub fn of(ruleset: &Ruleset) -> BySide<Calibration> {
        CALIBRATIONS.get(Weights::family(ruleset)).copied().unwrap_or_else(|| unreachable!("every family is tested"))
    }

    /// How likely each end is at a score of the attackers, in hundredths.
    pub fn chances(self, score: i32) -> Chances {
        let score = score as f32;
        let attackers = likely((score - self.win) / self.unit);
        let defenders = likely((self.lose - score) / self.unit);
        Chances { attackers, draw: (1.0 - attackers - defenders).max(0.0), defenders }
    }
}

fn likely(odds: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-odds))
}

#[cfg(test)]
mod tests {
    use hnefi_rules::{Side, rulesets};

    use super::*;

    #[test]
    fn every_family_has_one_that_rises_with_the_score() {
        for ruleset in rulesets() {
            for side in Side::ALL {
                let calibration = Calibration::of(ruleset)[side];
                let Calibration { win, lose, unit } = calibration;
                assert!(lose <= win && unit > 0.0, "{} {side:?}: {calibration:?}", ruleset.id());
                let points = |score| calibration.chances(score).attackers_points();
                assert!(points(-2_000) < 0.1 && points(2_000) > 0.9, "{} {side:?}", ruleset.id());
                for score in (-1_000..1_000).step_by(50) {
                    let chances = calibration.chances(score);
                    let sum = chances.attackers + chances.draw + chances.defenders;
                    assert!((sum - 1.0).abs() < 1e-5 && points(score) < points(score + 50));
                }
            }
        }
    }
}
