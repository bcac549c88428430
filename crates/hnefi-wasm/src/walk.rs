//! Plies by chance, boiled down to a number: who walks the same way under the same rules gets the same one.

use std::sync::Arc;

use hnefi_rules::{Game, Intent, Referee, Ruleset, Square};
use serde::Serialize;

/// After so many plies a game is given up and another one begins.
const LONGEST: usize = 400;

/// What a walk met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Walk {
    /// All of it boiled down: legal moves, refusals, captures with what pieces fell against, positions, ends.
    pub digest: String,
    /// How many plies.
    pub plies: u32,
    /// How many pieces fell.
    pub captures: u32,
    /// How many games ended.
    pub ends: u32,
}

/// Walks so many plies, game after game.
///
/// ```
/// use hnefi_wasm::walk;
/// let brandubh = hnefi_rules::ruleset("brandubh").unwrap();
/// let walked = walk(brandubh, 300, 1);
/// assert!(walked.ends > 0 && walked.captures > 0);
/// assert_eq!(walk(brandubh, 300, 1), walked);
/// assert_ne!(walk(brandubh, 300, 2).digest, walked.digest);
/// ```
pub fn walk(ruleset: &Arc<Ruleset>, plies: u32, seed: u64) -> Walk {
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let (mut dice, mut hash) = (fastrand::Rng::with_seed(seed), Hash::new());
    let (mut captures, mut ends, mut game) = (0, 0, Game::new(referee.clone()));
    let squares: Vec<Square> = ruleset.start().squares().collect();
    // A number of 32 bits is thrown alike on every machine.
    let mut throw = move |faces: usize| dice.u32(..faces as u32) as usize;
    for _ in 0..plies {
        let moves = game.moves();
        if game.outcome().is_some() || moves.is_empty() || game.plies().len() >= LONGEST {
            hash.text(&game.outcome().map(|outcome| outcome.to_string()).unwrap_or_default());
            ends += u32::from(game.outcome().is_some());
            game = Game::new(referee.clone());
            continue;
        }
        for mv in &moves {
            hash.number((mv.from().index() << 8 | mv.to().index()) as u64);
        }
        let tried = Intent { from: squares[throw(squares.len())], to: squares[throw(squares.len())] };
        if let Err(refusal) = game.legal(tried) {
            hash.text(refusal.reason.code());
        }
        let mv = moves[throw(moves.len())];
        let Ok(ply) = game.play(mv) else { break };
        for capture in &ply.played.captures {
            hash.text(&format!("{capture:?}"));
            captures += 1;
        }
        hash.number(ply.played.position.hash());
    }
    Walk { digest: format!("{:016x}", hash.0), plies, captures, ends }
}

/// FNV-1a.
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn text(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn number(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
