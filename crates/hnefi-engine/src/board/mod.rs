//! What the rules make of a board: its squares, what threatens, what falls, and what ends a game.

pub(crate) mod ending;
pub(crate) mod exchange;
pub(crate) mod path;
pub(crate) mod squares;
pub(crate) mod strikes;
pub(crate) mod terrain;
pub(crate) mod threats;
