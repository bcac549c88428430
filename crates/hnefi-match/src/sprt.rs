//! The sequential probability ratio test: how long to play until it is sure enough who is stronger.
//!
//! The test is the generalised one of fishtest, over pairs of games, in logistic Elo. Of all distributions over
//! the five scores of a pair that have the mean of a hypothesis, the most likely one given the results stands for
//! that hypothesis. Michel Van den Bergh derives it in "A practical introduction to the GSPRT" and "Comments on
//! maximum likelihood estimation for multinomial distributions" (cantate.be/Fishtest).

use crate::elo::{expected, moments};

/// Whether one engine is stronger by `elo1` rather than by `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is rather `elo0`.
    AcceptsElo0,
    /// The difference is rather `elo1`.
    AcceptsElo1,
    /// It is too early to tell.
    GoesOn,
}

/// Why numbers make no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The first difference is not below the second, or one of them is beyond 1,000 points.
    #[error("elo0 must be below elo1, both between -1000 and 1000, and not {0} and {1}")]
    Differences(f64, f64),
    /// A probability of error is not above 0 and below 0.5.
    #[error("alpha and beta must lie between 0 and 0.5, and not be {0} and {1}")]
    Errors(f64, f64),
}

impl Sprt {
    /// A test of `elo0` against `elo1`. If the difference is `elo0`, it accepts `elo1` with a probability of
    /// `alpha`; if it is `elo1`, it accepts `elo0` with one of `beta`.
    ///
    /// # Errors
    /// An [`SprtError`] that names the numbers.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let fits = |elo: f64| (-1_000.0..=1_000.0).contains(&elo);
        if !fits(elo0) || !fits(elo1) || elo0 >= elo1 {
            return Err(SprtError::Differences(elo0, elo1));
        }
        let fits = |error: f64| error > 0.0 && error < 0.5;
        if !fits(alpha) || !fits(beta) {
            return Err(SprtError::Errors(alpha, beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The two hypotheses.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Where the test ends: below the first it accepts `elo0`, above the second `elo1`.
    ///
    /// ```
    /// use hnefi_match::Sprt;
    /// let (low, high) = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().bounds();
    /// assert!((high - 2.944).abs() < 0.001 && (low + high).abs() < 1e-12);
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much likelier the results are under `elo1` than under `elo0`. `pairs` counts those
    /// with 0, 1/2, 1, 3/2 and 2 points. 0 without any.
    pub fn ratio(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        // What never happened may happen yet: it counts a thousandth.
        let counts = pairs.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let number: f64 = counts.iter().sum();
        let seen: Vec<(f64, f64)> = (0..5).map(|i| (i as f64 / 4.0, counts[i] / number)).collect();
        let under0 = likeliest(&seen, expected(self.elo0));
        let under1 = likeliest(&seen, expected(self.elo1));
        let sum: f64 = seen.iter().zip(under0.iter().zip(&under1)).map(|((_, p), (p0, p1))| p * (p1 / p0).ln()).sum();
        number * sum
    }

    /// What the test says of these results.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Verdict {
        let (low, high) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= high => Verdict::AcceptsElo1,
            ratio if ratio <= low => Verdict::AcceptsElo0,
            _ => Verdict::GoesOn,
        }
    }
}

/// The shares of the likeliest distribution with a given mean: `p / (1 + x (a - mean))` for the one `x` that
/// makes it a distribution.
fn likeliest(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    // The sum falls all the way from its pole at the one end to that at the other, and is zero once.
    let slope = |x: f64| seen.iter().map(|(a, p)| p * (a - mean) / (1.0 + x * (a - mean))).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    let shares: Vec<f64> = seen.iter().map(|(a, p)| p / (1.0 + x * (a - mean))).collect();
    debug_assert!({
        let found: Vec<(f64, f64)> = seen.iter().zip(&shares).map(|((a, _), p)| (*a, *p)).collect();
        (moments(&found).0 - mean).abs() < 1e-6
    });
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: [u64; 5], elo0: f64, elo1: f64, ratio: f64, within: f64) {
        let found = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().ratio(&pairs);
        assert!((found - ratio).abs() < within, "{pairs:?} {elo0} {elo1}: {found}, not {ratio}");
    }

    /// Ratios that fishtest's own program gives.
    #[test]
    fn as_fishtest_computes_it() {
        check([3, 20, 50, 22, 5], 0.0, 20.0, 0.040_320_372, 1e-8);
        check([3, 20, 50, 22, 5], 0.0, 5.0, 0.178_380_224, 1e-8);
        check([3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911, 1e-8);
        check([0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536, 1e-8);
        check([0, 10, 30, 12, 0], 0.0, 5.0, 0.085_226_848, 1e-8);
        check([12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135, 1e-8);
        check([12, 40, 60, 30, 8], -10.0, 10.0, -2.057_973_200, 1e-8);
    }

    /// Worked examples of fastchess, to the two digits in which they are published.
    #[test]
    fn as_fastchess_publishes_it() {
        check([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07, 0.02);
        check([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98, 0.03);
    }

    /// Near the results, the ratio is `N (s1 - s0) (2 s - s0 - s1) / (2 var)`. By hand for 10, 20, 40, 20, 10: the
    /// mean is 1/2, the variance 0.1 * 2 * 0.25 + 0.2 * 2 * 0.0625 = 0.075; with -5 and 10 Elo the scores are
    /// 0.492805 and 0.514388, and the ratio is 100 * 0.021583 * (-0.007193) / 0.15 = -0.1035.
    #[test]
    fn by_hand() {
        check([10, 20, 40, 20, 10], -5.0, 10.0, -0.1035, 0.001);
    }

    #[test]
    fn a_test_ends() {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
        assert_eq!(test.verdict(&[0; 5]), Verdict::GoesOn);
        assert_eq!(test.ratio(&[0; 5]), 0.0);
        assert_eq!(test.verdict(&[0, 0, 10, 0, 0]), Verdict::GoesOn);
        assert_eq!(test.verdict(&[10, 50, 200, 150, 60]), Verdict::AcceptsElo1);
        assert_eq!(test.verdict(&[60, 150, 200, 50, 10]), Verdict::AcceptsElo0);
        assert_eq!(test.verdict(&[0, 0, 0, 0, 500]), Verdict::AcceptsElo1);
        assert_eq!(test.verdict(&[500, 0, 0, 0, 0]), Verdict::AcceptsElo0);
    }

    #[test]
    fn numbers_that_make_no_test() {
        assert!(Sprt::new(5.0, 5.0, 0.05, 0.05).is_err());
        assert!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, f64::INFINITY, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.05, 0.5).is_err());
    }
}
