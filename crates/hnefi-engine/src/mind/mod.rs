//! How good a position looks without searching on.

mod by_hand;
mod evaluation;
mod features;
mod measure;
mod seals;
#[cfg(test)]
mod tests;
mod weights;

use hnefi_rules::{Position, Side};

pub(crate) use by_hand::ByHand;
pub use evaluation::Evaluation;
pub use features::Group;
pub use weights::{Plan, Weights, WeightsError};

/// Judges positions for the search. Another mind is another value of this kind.
pub(crate) trait Evaluate: Sync {
    /// How good a position is for the attackers, in hundredths of an attacker, well below a forced end.
    ///
    /// The eight mirror images of a position must get the same number.
    fn attackers_score(&self, position: &Position) -> i32;

    /// The same for the side to move.
    fn score(&self, position: &Position) -> i32 {
        let score = self.attackers_score(position);
        if position.turn() == Side::Attackers { score } else { -score }
    }
}
