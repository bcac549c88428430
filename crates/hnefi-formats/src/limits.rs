//! How much is read at most.

use crate::{Place, ReadError, ReadFault};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 16 << 20;
/// The most moves that a game may have, its variations included.
pub const MAX_MOVES: usize = 5_000;
/// The most games that a text may have.
pub const MAX_GAMES: usize = 20_000;

/// Refuses a text that is too long to be read.
pub(crate) fn bounded(text: &str) -> Result<(), ReadError> {
    if text.len() > MAX_TEXT {
        return Err(ReadError::new(Place::START, ReadFault::TooLong(MAX_TEXT)));
    }
    Ok(())
}
