//! How good a position looks without searching on.

mod by_hand;
mod by_net;
mod by_nets;
mod calibration;
mod evaluation;
mod features;
mod inputs;
mod measure;
mod nets;
mod own;
mod seals;
#[cfg(test)]
mod tests;
mod weights;

use hnefi_net::Chances;
use hnefi_rules::{Advanced, Move, Position, Side};

pub use by_hand::ByHand;
pub use by_net::{ByNet, NetMismatch};
pub use by_nets::{ByNets, TwoSums};
pub use calibration::Calibration;
pub use evaluation::Evaluation;
pub use features::Group;
pub use inputs::Inputs;
pub use nets::{ShippedNet, Stage, shipped_nets};
pub use own::{MindChoice, MindFileError, OwnMind};
pub use weights::{Plan, Weights, WeightsError};

/// Judges positions of one rule set for the search. Another mind is another type of this kind; see [`Engine::with_mind`].
///
/// Each thread of a search has a state of its own, and tells the mind of every move that it makes and takes back. So
/// sums that change little with a move need not be made anew for each position, as in a net whose first layer is an
/// accumulator. To pass is no move: a state must not depend on whose turn it is.
///
/// ```
/// use hnefi_engine::{Chances, Engine, EngineOptions, Mind};
/// use hnefi_rules::{Advanced, Game, Move, Position, Referee, Side, leaflet};
/// use std::sync::Arc;
///
/// /// Counts men; the numbers of all positions on the way are kept.
/// struct Material;
///
/// fn lead(position: &Position) -> i32 {
///     100 * (position.men(Side::Attackers) as i32 - 2 * position.men(Side::Defenders) as i32)
/// }
///
/// impl Mind for Material {
///     type State = Vec<i32>;
///
///     fn begin(&self, position: &Position) -> Vec<i32> {
///         vec![lead(position)]
///     }
///
///     fn made(&self, state: &mut Vec<i32>, _before: &Position, _mv: Move, after: &Advanced) {
///         let now = if after.taken.is_empty() { *state.last().unwrap() } else { lead(&after.position) };
///         state.push(now);
///     }
///
///     fn unmade(&self, state: &mut Vec<i32>) {
///         state.pop();
///     }
///
///     fn attackers_score(&self, state: &mut Vec<i32>, _position: &Position) -> i32 {
///         *state.last().unwrap()
///     }
///
///     fn chances(&self, _position: &Position, score: i32) -> Chances {
///         let attackers = if score > 0 { 0.6 } else { 0.4 };
///         Chances { attackers, draw: 0.0, defenders: 1.0 - attackers }
///     }
/// }
///
/// let options = EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) };
/// let engine = Engine::with_mind(options, |_: &Referee| Material);
/// let game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
/// assert_eq!(engine.evaluate(&game).hundredths(), lead(game.position()));
/// ```
///
/// [`Engine::with_mind`]: crate::Engine::with_mind
pub trait Mind: Send + Sync {
    /// What a thread of a search carries from position to position.
    type State: Send;

    /// The state for a position from which a search begins.
    fn begin(&self, position: &Position) -> Self::State;

    /// A move was made in the position that the state stands for; now it stands for the one after it.
    #[inline(always)]
    fn made(&self, state: &mut Self::State, before: &Position, mv: Move, after: &Advanced) {
        let _ = (state, before, mv, after);
    }

    /// The last move that was made is taken back.
    #[inline(always)]
    fn unmade(&self, state: &mut Self::State) {
        let _ = state;
    }

    /// How good the position that the state stands for is for the attackers, in hundredths of an attacker, between
    /// -15,000 and 15,000. `position` is that position, or that one with the other side to move.
    ///
    /// The eight mirror images of a position should get the same number.
    fn attackers_score(&self, state: &mut Self::State, position: &Position) -> i32;

    /// The same for the side to move.
    #[inline(always)]
    fn score(&self, state: &mut Self::State, position: &Position) -> i32 {
        let score = self.attackers_score(state, position);
        if position.turn() == Side::Attackers { score } else { -score }
    }

    /// How likely each end of the game is from a position for which a search has found such a score of the attackers, in
    /// hundredths.
    fn chances(&self, position: &Position, score: i32) -> Chances;

    /// How wide the margins are within which the search looks closely, in percent of those for the evaluation by hand: less
    /// for a mind whose scores are smaller for the same chances, or nearer to what a search finds.
    fn margins(&self) -> i32 {
        100
    }
}
