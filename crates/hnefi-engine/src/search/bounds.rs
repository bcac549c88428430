//! What an entry of the table says about a score.

use crate::score::{FORCED, WIN};
use crate::search::table::{Bound, Entry};

/// The score of an entry where it settles a search between alpha and beta.
#[inline]
pub(crate) fn decides(entry: &Entry, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let score = from_table(entry.score, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= beta,
        Bound::AtMost => score <= alpha,
    };
    decides.then_some(score)
}

/// Whether an entry's score says that an evaluation is too low or too high.
pub(crate) fn bounds(entry: &Entry, looks: i32, ply: usize) -> bool {
    let score = from_table(entry.score, ply);
    match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => score > looks,
        Bound::AtMost => score < looks,
    }
}

/// Forced ends are counted from the root in the search and from the position in the table.
pub(crate) fn to_table(score: i32, ply: usize) -> i16 {
    let moved = match score {
        _ if score > FORCED => score + ply as i32,
        _ if score < -FORCED => score - ply as i32,
        _ => score,
    };
    moved.clamp(-WIN, WIN) as i16
}

pub(crate) fn from_table(score: i16, ply: usize) -> i32 {
    match i32::from(score) {
        score if score > FORCED => score - ply as i32,
        score if score < -FORCED => score + ply as i32,
        score => score,
    }
}
