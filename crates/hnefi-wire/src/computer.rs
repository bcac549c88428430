//! What the computer does for a game.

use hnefi_engine::{Cancel, Level, ProofBudget, Session};
use hnefi_live::{Duty, Found, OfferKind};
use hnefi_rules::{Game, Intent, Offer};
use hnefi_words::Words;

use crate::Hint;

/// What a proof of a forced win may cost: a second or two.
pub const PROOF_BUDGET: ProofBudget = ProofBudget { nodes: 1_000_000, table_mb: 16 };

/// What the computer finds for its duty.
pub fn find(engine: &Session<'_>, game: &Game, duty: Duty, cancel: &Cancel) -> Found {
    match duty {
        Duty::Move { level } => Level::new(level)
            .and_then(|level| engine.choose(game, level, cancel))
            .map_or(Found::Nothing, |choice| Found::Move(choice.mv)),
        Duty::Answer { offer: OfferKind::Rematch(_) | OfferKind::Game(Offer::TakeBack), .. } => Found::Agrees(true),
        Duty::Answer { side, offer: OfferKind::Game(offer @ (Offer::Draw | Offer::Claim(_))) } => {
            Found::Agrees(engine.judges_drawn(game, offer, side, cancel))
        }
    }
}

/// A move that the computer would play, in words.
pub fn hint(mv: Intent) -> Hint {
    let words = Words::english();
    Hint { mv: mv.to_string(), says: words.format("hint-says", &[("move", words.intent(mv).into())]) }
}
