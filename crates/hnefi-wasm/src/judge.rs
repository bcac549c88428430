//! What a net of chance thinks of positions of chance: who counts alike gets the same number.

use std::sync::Arc;

use hnefi_engine::{ByNet, Inputs, Mind};
use hnefi_net::{Card, Net, Weights};
use hnefi_rules::{Game, Referee, Ruleset};
use serde::Serialize;

use crate::walk::Hash;

/// What a net thought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// All scores boiled down.
    pub digest: String,
    /// How many positions.
    pub positions: u32,
}

/// Judges so many positions of games by chance with a net whose weights are by chance, too.
///
/// ```
/// use hnefi_wasm::judge;
/// let brandubh = hnefi_rules::ruleset("brandubh").unwrap();
/// let judged = judge(brandubh, 50, 1).unwrap();
/// assert_eq!(judged.positions, 50);
/// assert_eq!(judge(brandubh, 50, 1).unwrap(), judged);
/// assert_ne!(judge(brandubh, 50, 2).unwrap().digest, judged.digest);
/// ```
pub fn judge(ruleset: &Arc<Ruleset>, positions: u32, seed: u64) -> Option<Judged> {
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let (mut dice, mut hash) = (fastrand::Rng::with_seed(seed), Hash::new());
    let inputs = Inputs::new(&referee);
    let mut weights = Weights::zero(inputs.shape(128, 4));
    for weight in weights.lists_mut().into_iter().flatten() {
        *weight = dice.f32() * 0.4 - 0.2;
    }
    let net = Net::new(&weights, Card { inputs: inputs.name(), ..Card::default() }).ok()?;
    let mind = ByNet::new(&referee, Arc::new(net)).ok()?;
    let mut game = Game::new(referee.clone());
    let mut state = mind.begin(game.position());
    for _ in 0..positions {
        hash.number(mind.score(&mut state, game.position()) as u64);
        let moves = game.moves();
        if game.outcome().is_some() || moves.is_empty() {
            game = Game::new(referee.clone());
        } else {
            // A number of 32 bits is thrown alike on every machine.
            game.play(moves[dice.u32(..moves.len() as u32) as usize]).ok()?;
        }
    }
    Some(Judged { digest: format!("{:016x}", hash.0), positions })
}
