//! Differences of strength in Elo points, with the interval that they lie in.

/// A difference of strength with its 95 % interval.
///
/// The difference is logistic: 0 means half of the points, 400 ten points to one. A score of nothing or
/// everything has no finite difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference that the score stands for.
    pub difference: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// So many standard errors to either side hold 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

impl Elo {
    /// From how often each score happened: of n counts the first stands for 0 points, the last for 1, and the
    /// others lie evenly between them. Three counts are games (lost, drawn, won), five are pairs of games.
    /// `None` without any.
    ///
    /// Games of a pair share an opening and are not independent, so where there are pairs their variance is the
    /// one to take.
    ///
    /// ```
    /// use hnefi_match::Elo;
    /// let even = Elo::of(&[10, 30, 10]).unwrap();
    /// assert_eq!(even.difference, 0.0);
    /// assert!((even.low + even.high).abs() < 1e-9 && even.high > 0.0);
    /// assert!(Elo::of(&[0, 0, 7]).unwrap().difference.is_infinite());
    /// ```
    pub fn of(counts: &[u64]) -> Option<Elo> {
        let (mean, variance) = moments(&distribution(counts)?);
        let number: u64 = counts.iter().sum();
        let margin = Z95 * (variance / number as f64).sqrt();
        Some(Elo { difference: elo(mean), low: elo(mean - margin), high: elo(mean + margin) })
    }
}

/// The Elo difference of an expected score; infinite at 0 and 1 and beyond.
pub(crate) fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding nothing turns a negative zero into a positive one.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The expected score of an Elo difference.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Each score with its share; `None` without any.
fn distribution(counts: &[u64]) -> Option<Vec<(f64, f64)>> {
    let number: u64 = counts.iter().sum();
    let last = counts.len().checked_sub(1).filter(|last| *last > 0 && number > 0)? as f64;
    Some(counts.iter().enumerate().map(|(i, &n)| (i as f64 / last, n as f64 / number as f64)).collect())
}

/// Mean and variance.
pub(crate) fn moments(distribution: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|(value, share)| value * share).sum();
    let variance = distribution.iter().map(|(value, share)| share * (value - mean).powi(2)).sum();
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(counts: &[u64], difference: f64, error: f64) {
        let elo = Elo::of(counts).unwrap();
        let found = (elo.high - elo.low) / 2.0;
        assert!((elo.difference - difference).abs() < 0.005, "{elo:?}");
        assert!((found - error).abs() < 0.005, "{elo:?}, half the interval is {found}");
    }

    /// Worked examples that fastchess publishes with its formulas: counts of pairs with 0, 1/2, 1, 3/2 and 2
    /// points, and of single games lost, drawn and won.
    #[test]
    fn published_examples() {
        check(&[34, 54, 31 + 32, 64, 75], 55.58, 27.65);
        check(&[332, 433, 457 + 41, 333, 334], -8.64, 10.33);
        check(&[7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95);
        check(&[96, 111, 136], 40.70, 30.43);
    }

    /// By hand: 1 loss, 2 draws, 5 wins. The mean is 6/8, the variance 0.125 * 0.5625 + 0.25 * 0.0625 + 0.625 * 0.0625
    /// = 0.125, the margin 1.96 * sqrt(0.125 / 8) = 0.245.
    #[test]
    fn by_hand() {
        let elo = Elo::of(&[1, 2, 5]).unwrap();
        assert!((elo.difference - 190.848).abs() < 0.001);
        assert!((expected(elo.low) - 0.505).abs() < 0.0001);
        assert!((expected(elo.high) - 0.995).abs() < 0.0001);
    }

    #[test]
    fn nothing_and_everything() {
        assert_eq!(Elo::of(&[0, 0, 0]), None);
        assert_eq!(Elo::of(&[]), None);
        assert_eq!(Elo::of(&[3, 0, 0]).unwrap().high, f64::NEG_INFINITY);
        for difference in [-800.0, -10.0, 0.0, 35.5, 700.0] {
            assert!((elo(expected(difference)) - difference).abs() < 1e-9);
        }
    }
}
