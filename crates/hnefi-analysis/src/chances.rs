//! Chances in thousandths, and the points that they are worth to a side.

use hnefi_rules::{Outcome, Side};

/// The points that a side may expect: a win is 1, a draw a half.
///
/// ```
/// use hnefi_rules::Side;
/// assert_eq!(hnefi_analysis::points([300, 400, 300], Side::Attackers), 0.5);
/// assert_eq!(hnefi_analysis::points([0, 200, 800], Side::Defenders), 0.9);
/// ```
pub fn points(chances: [u32; 3], side: Side) -> f64 {
    let [attackers, draw, defenders] = chances.map(f64::from);
    let won = if side == Side::Attackers { attackers } else { defenders };
    (won + draw / 2.0) / 1_000.0
}

/// The chances in a game that is over.
pub fn of_outcome(outcome: Outcome) -> [u32; 3] {
    outcome.winner.map_or([0, 1_000, 0], of_winner)
}

/// The chances where a side is known to win.
pub(crate) fn of_winner(side: Side) -> [u32; 3] {
    match side {
        Side::Attackers => [1_000, 0, 0],
        Side::Defenders => [0, 0, 1_000],
    }
}
