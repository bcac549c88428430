//! How likely each end of a game is, and the score that stands for it.

use std::sync::LazyLock;

/// How likely it is that the attackers win, that nobody does, and that the defenders win; together 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// That the attackers win.
    pub attackers: f32,
    /// That the game is drawn.
    pub draw: f32,
    /// That the defenders win.
    pub defenders: f32,
}

impl Chances {
    /// The chances that three log odds stand for.
    pub(crate) fn of(odds: [i32; 3]) -> Chances {
        let most = odds.into_iter().max().unwrap_or(0);
        let [attackers, draw, defenders] = odds.map(|odd| libm::expf((odd - most) as f32 / UNIT as f32));
        let sum = attackers + draw + defenders;
        Chances { attackers: attackers / sum, draw: draw / sum, defenders: defenders / sum }
    }

    /// The three as whole thousandths, which are 1,000 together: the attackers win, nobody does, the defenders win.
    ///
    /// ```
    /// let chances = hnefi_net::Chances { attackers: 0.3336, draw: 0.3332, defenders: 0.3332 };
    /// assert_eq!(chances.thousandths(), [334, 333, 333]);
    /// ```
    pub fn thousandths(self) -> [u32; 3] {
        let whole = |part: f32| (part.clamp(0.0, 1.0) * 1_000.0).round() as u32;
        let attackers = whole(self.attackers);
        let defenders = whole(self.defenders).min(1_000 - attackers);
        [attackers, 1_000 - attackers - defenders, defenders]
    }

    /// The chances shifted until the attackers may expect the points of which these are the log odds: those of both wins change by the
    /// same factor, one up and the other down. Log odds beyond 12 either way count as 12.
    ///
    /// ```
    /// let chances = hnefi_net::Chances { attackers: 0.3, draw: 0.4, defenders: 0.3 }.shifted(2.0);
    /// let points = chances.attackers_points();
    /// assert!(((points / (1.0 - points)).ln() - 2.0).abs() < 1e-4);
    /// assert!(chances.attackers > 0.7 && chances.draw > 0.1);
    /// ```
    pub fn shifted(self, log_odds: f32) -> Chances {
        let Chances { attackers, draw, defenders } = self;
        // With wins times x and losses divided by x: attackers x² + draw/2 (1 - odds) x - defenders odds = 0.
        let (a, d) = (f64::from(attackers).max(1e-6), f64::from(defenders).max(1e-6));
        let odds = libm::exp(f64::from(log_odds.clamp(-12.0, 12.0)));
        let half = f64::from(draw) / 2.0 * (1.0 - odds) / (2.0 * a);
        let x = libm::sqrt(half * half + d * odds / a) - half;
        let (won, lost) = (a * x, d / x);
        let sum = won + f64::from(draw) + lost;
        let [attackers, draw, defenders] = [won, f64::from(draw), lost].map(|part| (part / sum) as f32);
        Chances { attackers, draw, defenders }
    }

    /// The points that the attackers may expect of the game: a win is 1, a draw a half.
    ///
    /// ```
    /// let chances = hnefi_net::Chances { attackers: 0.5, draw: 0.2, defenders: 0.3 };
    /// assert!((chances.attackers_points() - 0.6).abs() < 1e-6);
    /// ```
    pub fn attackers_points(self) -> f32 {
        self.attackers + self.draw / 2.0
    }
}

/// So many stand for one natural unit of log odds.
pub(crate) const UNIT: i32 = 255 * 64;

/// The log odds that are told apart.
const FARTHEST: usize = 12;

/// So many steps of the table are a unit, so that a step is 64.
const STEPS: usize = 255;

/// What log(1 + exp(-x)) is, for x from 0 on. Made without the system's own functions, which differ between systems.
static SOFT: LazyLock<Box<[i32]>> = LazyLock::new(|| {
    let soft = |step: usize| libm::log1p(libm::exp(-((step as f64 + 0.5) / STEPS as f64))) * f64::from(UNIT);
    (0..STEPS * FARTHEST).map(|step| libm::round(soft(step)) as i32).collect()
});

/// The logarithm of the sum of what two log odds stand for.
#[inline(always)]
fn either(soft: &[i32], one: i32, other: i32) -> i32 {
    let apart = one.abs_diff(other) as usize / (UNIT as usize / STEPS);
    one.max(other) + soft.get(apart).copied().unwrap_or(0)
}

/// The logarithm of 2.
const HALF: i32 = 11_312;

/// The log odds of the points that the attackers may expect, [`UNIT`]s: a draw is half a win for each.
#[inline]
pub(crate) fn log_odds([attackers, draw, defenders]: [i32; 3]) -> i32 {
    let soft = &SOFT;
    either(soft, attackers, draw - HALF) - either(soft, defenders, draw - HALF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_log_odds_of_the_expected_points() {
        let step = |k: i32| (k - 7) * 7_001;
        for number in 0..15i32.pow(3) {
            let odds = [step(number % 15), step(number / 15 % 15), step(number / 225)];
            let points = f64::from(Chances::of(odds).attackers_points());
            let wanted = (points / (1.0 - points)).ln();
            let got = f64::from(log_odds(odds)) / f64::from(UNIT);
            assert!(wanted.abs() > 8.0 || (got - wanted).abs() < 0.01, "{odds:?}: {got} for {wanted}");
        }
        assert_eq!(log_odds([5, 77, 5]), 0);
    }
}
