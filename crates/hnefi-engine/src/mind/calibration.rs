//! How games end at a score of the evaluation by hand.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hnefi_net::Chances;
use hnefi_rules::{BySide, Ruleset, Side};
use serde::Deserialize;

use super::Weights;

/// How games end where the evaluation by hand gives the attackers a score, for one side to move.
///
/// The engine has one for each family of rule sets and each side, counted in its own games: `weights/chances.toml`.
///
/// ```
/// use hnefi_engine::Calibration;
///
/// let won = (0..Calibration::KNOTS).map(|knot| 40 * knot as u16).collect();
/// let lost = (0..Calibration::KNOTS).map(|knot| 1_000 - 50 * knot as u16).collect();
/// let chances = Calibration::new(won, lost).unwrap().chances(100);
/// assert!((chances.attackers - 0.42).abs() < 1e-6 && (chances.defenders - 0.475).abs() < 1e-6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calibration {
    won: Vec<u16>,
    lost: Vec<u16>,
}

impl Calibration {
    /// At so many scores it is known how games end.
    pub const KNOTS: usize = 21;

    /// So many hundredths lie between them; the one in the middle is 0.
    pub const STEP: i32 = 200;

    /// A calibration by how many of a thousand games the attackers win and lose at each of the scores, from the least on; `None` if there
    /// are not as many numbers or they are more than a thousand together.
    pub fn new(won: Vec<u16>, lost: Vec<u16>) -> Option<Calibration> {
        let whole = won.len() == Calibration::KNOTS
            && lost.len() == Calibration::KNOTS
            && won.iter().zip(&lost).all(|(&won, &lost)| u32::from(won) + u32::from(lost) <= 1_000);
        whole.then_some(Calibration { won, lost })
    }

    /// The engine's own for a rule set, by the side to move.
    pub fn of(ruleset: &Ruleset) -> BySide<Calibration> {
        CALIBRATIONS.get(Weights::family(ruleset)).cloned().unwrap_or_else(|| unreachable!("every family is tested"))
    }

    /// How likely each end is at a score of the attackers, in hundredths. Between two knots it is between theirs.
    pub fn chances(&self, score: i32) -> Chances {
        let most = Calibration::STEP * (Calibration::KNOTS as i32 / 2);
        let at = (score.clamp(-most, most) + most) as usize;
        let step = Calibration::STEP as usize;
        let (below, above) = (at / step, (at / step + 1).min(Calibration::KNOTS - 1));
        let share = (at % step) as f32 / step as f32;
        let between =
            |list: &[u16]| (f32::from(list[below]) * (1.0 - share) + f32::from(list[above]) * share) / 1_000.0;
        let (attackers, defenders) = (between(&self.won), between(&self.lost));
        Chances { attackers, draw: (1.0 - attackers - defenders).max(0.0), defenders }
    }
}

static CALIBRATIONS: LazyLock<BTreeMap<String, BySide<Calibration>>> = LazyLock::new(|| {
    let families: BTreeMap<String, BTreeMap<String, Ends>> = toml::from_str(include_str!("../../weights/chances.toml"))
        .unwrap_or_else(|error| unreachable!("chances.toml is tested: {error}"));
    let side = |sides: &BTreeMap<String, Ends>, side: Side| {
        let Ends { won, lost } = &sides[side.id()];
        Calibration::new(won.clone(), lost.clone()).unwrap_or_else(|| unreachable!("chances.toml is tested"))
    };
    let both = |sides| BySide { attackers: side(sides, Side::Attackers), defenders: side(sides, Side::Defenders) };
    families.iter().map(|(family, sides)| (family.clone(), both(sides))).collect()
});

/// One table of `chances.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    won: Vec<u16>,
    lost: Vec<u16>,
}

#[cfg(test)]
mod tests {
    use hnefi_rules::rulesets;

    use super::*;

    #[test]
    fn every_family_has_one_by_which_a_good_score_is_worth_more_than_a_bad_one() {
        for ruleset in rulesets() {
            for side in Side::ALL {
                let calibration = &Calibration::of(ruleset)[side];
                let points = |score| calibration.chances(score).attackers_points();
                assert!(
                    points(-1_000) + 0.1 < points(0) && points(0) + 0.1 < points(1_000),
                    "{} {side:?}",
                    ruleset.id()
                );
                for score in (-3_000..3_000).step_by(50) {
                    let Chances { attackers, draw, defenders } = calibration.chances(score);
                    assert!((attackers + draw + defenders - 1.0).abs() < 1e-5);
                }
            }
        }
    }
}
