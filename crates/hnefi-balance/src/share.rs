//! The attackers' share of the points.

use std::fmt;

/// The attackers' share of the points, with the interval in which it lies with 95 %.
///
/// The interval is Wilson's for games without draws. Draws make the true one narrower. Shown, it is in points of a hundred.
///
/// ```
/// let share = hnefi_balance::Share::of([68, 12, 320]);
/// assert_eq!(share.to_string(), "18.5 [15.0, 22.6]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share, between 0 and 1, as the next two are.
    pub points: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    games: f64,
}

/// So many standard errors to either side hold 95 % of a normal distribution.
const Z95: f64 = 1.96;

impl Share {
    /// Of games that the attackers won, drew and lost; at least one.
    pub fn of(results: [u32; 3]) -> Share {
        let [won, drawn, lost] = results.map(f64::from);
        let games = won + drawn + lost;
        let points = (won + drawn / 2.0) / games;
        let z = Z95 * Z95 / games;
        let middle = (points + z / 2.0) / (1.0 + z);
        let half = Z95 / (1.0 + z) * (points * (1.0 - points) / games + z / (4.0 * games)).sqrt();
        Share { points, low: (middle - half).max(0.0), high: (middle + half).min(1.0), games }
    }

    /// By how much it is more than another, between -1 and 1, and half of the interval in which that lies with 95 %.
    ///
    /// ```
    /// use hnefi_balance::Share;
    ///
    /// let (change, half) = Share::of([50, 0, 50]).change(&Share::of([25, 0, 75]));
    /// assert!((change - 0.25).abs() < 1e-9 && (half - 0.1296).abs() < 1e-4);
    /// ```
    pub fn change(&self, other: &Share) -> (f64, f64) {
        let variance = |share: &Share| share.points * (1.0 - share.points) / share.games;
        (self.points - other.points, Z95 * (variance(self) + variance(other)).sqrt())
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} [{:.1}, {:.1}]", 100.0 * self.points, 100.0 * self.low, 100.0 * self.high)
    }
}
