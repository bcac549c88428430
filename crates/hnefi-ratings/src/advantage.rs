//! What a side of a rule set is worth.

use hnefi_rules::Side;

use crate::glicko::{CENTRE, Strength};
use crate::{Z95, periods, whole};

/// What the attackers' side is worth in a rule set, in points of the ratings, as it is kept. Below 0 the defenders' side is worth more.
///
/// ```
/// use hnefi_ratings::Advantage;
/// use hnefi_rules::Side;
/// let unknown = Advantage::new(0);
/// assert_eq!((unknown.points(), unknown.side(), unknown.games), (0.0, None, 0));
/// let known = Advantage { millionths: -41_000_000, deviation_millionths: 6_000_000, games: 900, ..unknown };
/// assert_eq!(known.side(), Some(Side::Defenders));
/// assert_eq!(format!("{:.0} ± {:.0}", known.points().abs(), known.margin(0)), "41 ± 12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Advantage {
    /// What the attackers' side is worth, in millionths of a point.
    pub millionths: i64,
    /// The standard deviation of that right after the last game, in millionths of a point.
    pub deviation_millionths: i64,
    /// How many rated games it rests on: those between players who were settled.
    pub games: i64,
    /// When the last one of them ended, in milliseconds since 1970.
    pub played_ms: i64,
}

impl Advantage {
    /// How far the sides of an unknown rule set are thought to be apart: a standard deviation, in points.
    pub const MOST_DEVIATION: f64 = 150.0;

    /// How much it changes in a rating period on the logistic scale: some 20 points in a year, while people find out how to play.
    const VOLATILITY: f64 = 0.0135;

    /// The advantage in a rule set of which nothing is known, at a time in milliseconds since 1970.
    pub fn new(at_ms: i64) -> Advantage {
        Advantage {
            millionths: 0,
            deviation_millionths: whole(Advantage::MOST_DEVIATION, 1e6),
            games: 0,
            played_ms: at_ms,
        }
    }

    /// What the attackers' side is worth, in points.
    pub fn points(&self) -> f64 {
        self.millionths as f64 / 1e6
    }

    /// The side that is worth more, if whole points tell.
    pub fn side(&self) -> Option<Side> {
        match libm::round(self.points()) as i64 {
            1.. => Some(Side::Attackers),
            0 => None,
            ..0 => Some(Side::Defenders),
        }
    }

    /// The standard deviation at a time in milliseconds since 1970.
    pub fn deviation(&self, at_ms: i64) -> f64 {
        self.rested(at_ms).deviation
    }

    /// Half the width of the interval that holds the true advantage with 95 %, in points.
    pub fn margin(&self, at_ms: i64) -> f64 {
        Z95 * self.deviation(at_ms)
    }

    /// The advantage as if it were a player: 1500 is even.
    pub(crate) fn rested(&self, at_ms: i64) -> Strength {
        let strength = Strength {
            rating: self.points() + CENTRE,
            deviation: self.deviation_millionths as f64 / 1e6,
            volatility: Advantage::VOLATILITY,
        };
        let rested = strength.rested(periods(self.played_ms, at_ms));
        Strength { deviation: rested.deviation.min(Advantage::MOST_DEVIATION), ..rested }
    }

    pub(crate) fn of(strength: Strength, games: i64, played_ms: i64) -> Advantage {
        Advantage {
            millionths: whole(strength.rating - CENTRE, 1e6),
            deviation_millionths: whole(strength.deviation, 1e6),
            games,
            played_ms,
        }
    }
}
