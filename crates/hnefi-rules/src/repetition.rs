//! When repetition ends a game.

use crate::{Move, Position, Repetition};

/// Whether the last position of a game ends it by repetition.
///
/// `positions` are all from the start to the last, `moves` those between them.
pub(crate) fn is_repetition<'a>(
    rule: Repetition,
    positions: impl DoubleEndedIterator<Item = &'a Position>,
    moves: &[Move],
) -> bool {
    match rule {
        Repetition::None => false,
        Repetition::ThirdPosition => {
            let mut latest_first = positions.rev();
            let Some(last) = latest_first.next() else { return false };
            latest_first.filter(|&position| position == last).nth(1).is_some()
        }
        Repetition::Sequence => (4..=moves.len() / 3).step_by(2).any(|length| {
            let tail = &moves[moves.len() - 3 * length..];
            tail[..length] == tail[length..2 * length] && tail[length..2 * length] == tail[2 * length..]
        }),
    }
}
