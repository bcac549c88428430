//! Glicko-2 by Mark Glickman ("Example of the Glicko-2 system", 2022), for rating periods of any length.
//!
//! With a length of one period this is his algorithm, step by step. A shorter one lets the player change less: in his model the
//! strength and the logarithm of the volatility wander with a variance that is proportional to the time, so where he adds σ² and
//! divides by τ², `periods` times as much is added and divided by. A game right after another adds nothing.

/// How many points make one unit of the logistic scale: 400 / ln 10, as Glickman rounds it.
pub const SCALE: f64 = 173.7178;

/// The rating that is 0 on the logistic scale.
pub const CENTRE: f64 = 1500.0;

/// How much volatilities change: the system constant τ. Glickman recommends 0.3 to 1.2.
pub const TAU: f64 = 0.5;

/// When the search for the volatility stops.
const TOLERANCE: f64 = 1e-9;

/// After how many steps it stops in any case; it needs fewer than 50 even for a second after a great surprise.
const MOST_STEPS: u32 = 200;

/// What is known of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating, in points.
    pub rating: f64,
    /// Its standard deviation, in points.
    pub deviation: f64,
    /// How much the strength wanders in a rating period, on the logistic scale: the volatility σ.
    pub volatility: f64,
}

/// A game of a player: whom he met, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// The rating of the opponent, in points. What the own side is worth is taken off.
    pub rating: f64,
    /// How uncertain that is: a standard deviation, in points.
    pub deviation: f64,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
}

impl Strength {
    /// The strength after this time without a game.
    #[must_use]
    pub fn rested(self, periods: f64) -> Strength {
        let wandered = self.volatility * SCALE;
        Strength { deviation: libm::sqrt(self.deviation * self.deviation + periods * wandered * wandered), ..self }
    }

    /// The strength after these games, which were played within so many rating periods, or a fraction of one.
    ///
    /// Glickman's own example:
    ///
    /// ```
    /// use hnefi_ratings::glicko::{Met, Strength};
    /// let player = Strength { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
    /// let met = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
    ///     .map(|(rating, deviation, score)| Met { rating, deviation, score });
    /// let Strength { rating, deviation, volatility } = player.after(&met, 1.0);
    /// assert_eq!(format!("{rating:.2} {deviation:.2} {volatility:.6}"), "1464.05 151.52 0.059996");
    /// ```
    #[must_use]
    pub fn after(self, met: &[Met], periods: f64) -> Strength {
        if met.is_empty() {
            return self.rested(periods);
        }
        let mu = (self.rating - CENTRE) / SCALE;
        let phi2 = square(self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for game in met {
            let (g, expected) = expectation(self.rating - game.rating, game.deviation);
            information += g * g * expected * (1.0 - expected);
            surprise += g * (game.score - expected);
        }
        let v = 1.0 / information;
        let volatility = volatility(self.volatility, phi2, v, v * surprise, periods);
        let before2 = phi2 + periods * volatility * volatility;
        let after2 = 1.0 / (1.0 / before2 + information);
        Strength {
            rating: CENTRE + SCALE * (mu + after2 * surprise),
            deviation: SCALE * libm::sqrt(after2),
            volatility,
        }
    }
}

/// The score that is expected of a player who is better by so many points, which are uncertain by this deviation.
///
/// ```
/// use hnefi_ratings::glicko::expected;
/// assert_eq!(expected(0.0, 300.0), 0.5);
/// assert!((expected(400.0, 0.0) - 10.0 / 11.0).abs() < 1e-6);
/// assert!(expected(400.0, 200.0) < expected(400.0, 0.0), "who knows little expects less");
/// ```
pub fn expected(difference: f64, deviation: f64) -> f64 {
    expectation(difference, deviation).1
}

/// Glickman's g and E.
fn expectation(difference: f64, deviation: f64) -> (f64, f64) {
    let phi = deviation / SCALE;
    let g = 1.0 / libm::sqrt(1.0 + 3.0 * phi * phi / square(std::f64::consts::PI));
    // So far from certainty that a surprise stays finite.
    let expected = 1.0 / (1.0 + libm::exp(-g * difference / SCALE));
    (g, expected.clamp(1e-9, 1.0 - 1e-9))
}

/// The volatility after a period in which the estimated improvement was `delta`: step 5, with Glickman's iteration.
fn volatility(before: f64, phi2: f64, v: f64, delta: f64, periods: f64) -> f64 {
    if periods <= 0.0 {
        return before;
    }
    let a = libm::log(before * before);
    let tau2 = TAU * TAU * periods;
    let slope = |x: f64| {
        let wandered = periods * libm::exp(x);
        let variance = phi2 + v + wandered;
        wandered * (delta * delta - variance) / (2.0 * variance * variance) - (x - a) / tau2
    };
    let (mut low, mut f_low) = (a, slope(a));
    let mut high = if delta * delta > phi2 + v {
        libm::log((delta * delta - phi2 - v) / periods)
    } else {
        let step = libm::sqrt(tau2);
        let mut high = a - step;
        while slope(high) < 0.0 {
            high -= step;
        }
        high
    };
    let mut f_high = slope(high);
    for _ in 0..MOST_STEPS {
        if (high - low).abs() <= TOLERANCE {
            break;
        }
        let next = low + (low - high) * f_low / (f_high - f_low);
        let f_next = slope(next);
        if f_next * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (next, f_next);
    }
    libm::exp(low / 2.0)
}

fn square(value: f64) -> f64 {
    value * value
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYER: Strength = Strength { rating: 1500.0, deviation: 200.0, volatility: 0.06 };

    fn met(games: &[(f64, f64, f64)]) -> Vec<Met> {
        games.iter().map(|&(rating, deviation, score)| Met { rating, deviation, score }).collect()
    }

    #[test]
    fn glickmans_example_to_its_printed_digits() {
        let games = met(&[(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]);
        // Step 3, as the paper prints it: g and E of each opponent.
        let printed = [("0.9955", "0.639"), ("0.9531", "0.432"), ("0.7242", "0.303")];
        for (game, (g, e)) in games.iter().zip(printed) {
            let (found_g, found_e) = expectation(1500.0 - game.rating, game.deviation);
            assert_eq!((format!("{found_g:.4}").as_str(), format!("{found_e:.3}").as_str()), (g, e));
        }
        let after = PLAYER.after(&games, 1.0);
        assert_eq!(format!("{:.4}", (after.rating - CENTRE) / SCALE), "-0.2069");
        assert_eq!(format!("{:.4}", after.deviation / SCALE), "0.8722");
        // He prints the first digits, 0.05999, of 0.059996; and goes on with rounded numbers to 1464.06, which is 1464.0507 unrounded.
        assert_eq!((after.volatility * 1e5).floor(), 5999.0);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert_eq!(format!("{:.2}", after.deviation), "151.52");
    }

    #[test]
    fn nothing_wanders_where_no_time_passes() {
        let games = met(&[(1700.0, 80.0, 1.0)]);
        let at_once = PLAYER.after(&games, 0.0);
        assert_eq!(at_once.volatility, PLAYER.volatility);
        assert_eq!(PLAYER.rested(0.0), PLAYER);
        let later = PLAYER.after(&games, 2.0);
        assert!(later.deviation > at_once.deviation && later.rating > at_once.rating);
    }

    #[test]
    fn games_within_no_time_know_no_order_to_speak_of() {
        // Two results that are rated one after the other come close to both at once: the difference is that the second one is
        // expected by a better rating.
        let games = met(&[(1480.0, 30.0, 1.0), (1530.0, 30.0, 0.0)]);
        let sure = Strength { deviation: 60.0, ..PLAYER };
        let together = sure.after(&games, 0.0);
        let singly = games.iter().fold(sure, |player, game| player.after(&[*game], 0.0));
        assert!((together.rating - singly.rating).abs() < 1.0, "{together:?} {singly:?}");
        assert!((together.deviation - singly.deviation).abs() < 0.5);
    }

    #[test]
    fn the_rest_of_a_year_doubles_a_small_deviation() {
        let player = Strength { deviation: 50.0, ..PLAYER };
        let year = player.rested(365.0 / 5.0);
        assert!((year.deviation - 102.0).abs() < 1.0, "{year:?}");
        let halves = player.rested(36.5).rested(36.5);
        assert!((halves.deviation - year.deviation).abs() < 1e-9, "rest is rest, however it is counted");
    }

    #[test]
    fn the_most_surprising_results_stay_finite() {
        for periods in [0.0, 1e-12, 1e-6, 1.0, 1e6] {
            for volatility in [1e-9, 0.06, 5.0] {
                for difference in [-20_000.0, 0.0, 20_000.0] {
                    for score in [0.0, 1.0] {
                        let player = Strength { rating: 1500.0 + difference, deviation: 20.0, volatility };
                        let after = player.after(&met(&[(1500.0, 20.0, score)]), periods);
                        assert!(
                            after.rating.is_finite() && after.deviation > 0.0 && after.volatility > 0.0,
                            "{after:?}"
                        );
                    }
                }
            }
        }
    }
}
