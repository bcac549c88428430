//! The levels of the computer, to choose from.

use hnefi_engine::Level;
use hnefi_words::Words;

/// A level of the computer.
#[derive(Clone, Debug)]
pub(crate) struct LevelChoice {
    pub(crate) number: u8,
    pub(crate) name: String,
    pub(crate) chosen: bool,
}

/// The level that stands ready: strong enough to be a game, weak enough to be won.
pub(super) const FIRST_LEVEL: u8 = 3;

/// Every level of the computer, one of them chosen.
pub(super) fn levels(chosen: u8) -> Vec<LevelChoice> {
    Level::ALL
        .iter()
        .map(|level| LevelChoice {
            number: level.number(),
            name: Words::english().format("level-name", &[("level", level.id().into())]),
            chosen: level.number() == chosen,
        })
        .collect()
}
