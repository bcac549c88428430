//! The rating of a player in a list.

use crate::glicko::Strength;
use crate::{Z95, periods, whole};

/// The rating of a player in a list, as it is kept: whole numbers of small parts, so that nothing is lost or gained on the way.
///
/// ```
/// use hnefi_ratings::{PERIOD_MS, Rating};
/// let new = Rating::new(0);
/// assert_eq!((new.points(), new.deviation(0), new.games), (1500.0, 350.0, 0));
/// assert!(new.is_provisional(0));
///
/// let known = Rating { deviation_millionths: 60_000_000, ..new };
/// assert!(!known.is_provisional(0));
/// assert!(known.is_provisional(400 * PERIOD_MS), "who is away for long is less certain");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rating {
    /// The rating, in millionths of a point.
    pub millionths: i64,
    /// Its standard deviation right after the last game, in millionths of a point.
    pub deviation_millionths: i64,
    /// The volatility of Glicko-2, in billionths.
    pub volatility_billionths: i64,
    /// How many rated games it rests on.
    pub games: i64,
    /// When the last one of them ended, in milliseconds since 1970.
    pub played_ms: i64,
}

impl Rating {
    /// The largest deviation: that of somebody of whom nothing is known.
    pub const MOST_DEVIATION: f64 = 350.0;

    /// The smallest deviation, so that ratings go on moving.
    pub const LEAST_DEVIATION: f64 = 45.0;

    /// Above this deviation a rating is provisional.
    pub const PROVISIONAL: f64 = 110.0;

    /// The rating of somebody who has not played in the list, at a time in milliseconds since 1970.
    pub fn new(at_ms: i64) -> Rating {
        let begin = Strength { rating: 1500.0, deviation: Rating::MOST_DEVIATION, volatility: 0.06 };
        Rating { games: 0, ..Rating::of(begin, 0, at_ms) }
    }

    /// The rating, in points.
    pub fn points(&self) -> f64 {
        self.millionths as f64 / 1e6
    }

    /// The standard deviation of the rating at a time in milliseconds since 1970: it grows with the time since the last game.
    pub fn deviation(&self, at_ms: i64) -> f64 {
        self.rested(at_ms).deviation
    }

    /// Half the width of the interval that holds the true strength with 95 %, in points.
    pub fn margin(&self, at_ms: i64) -> f64 {
        Z95 * self.deviation(at_ms)
    }

    /// Whether too little is known at this time to rank the player.
    pub fn is_provisional(&self, at_ms: i64) -> bool {
        self.deviation(at_ms) > Rating::PROVISIONAL
    }

    /// What is known right after the last game.
    pub(crate) fn strength(&self) -> Strength {
        Strength {
            rating: self.points(),
            deviation: self.deviation_millionths as f64 / 1e6,
            volatility: self.volatility_billionths as f64 / 1e9,
        }
    }

    /// What is known at a time.
    pub(crate) fn rested(&self, at_ms: i64) -> Strength {
        let rested = self.strength().rested(periods(self.played_ms, at_ms));
        Strength { deviation: rested.deviation.min(Rating::MOST_DEVIATION), ..rested }
    }

    pub(crate) fn of(strength: Strength, games: i64, played_ms: i64) -> Rating {
        let deviation = strength.deviation.clamp(Rating::LEAST_DEVIATION, Rating::MOST_DEVIATION);
        Rating {
            millionths: whole(strength.rating, 1e6),
            deviation_millionths: whole(deviation, 1e6),
            volatility_billionths: whole(strength.volatility, 1e9).max(1),
            games,
            played_ms,
        }
    }
}
