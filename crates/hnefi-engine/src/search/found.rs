//! What a search found, and what a position looks like without one.

use hnefi_rules::{Advanced, Move, Position, Referee};

use crate::mind::Mind;
use crate::score::WIN;

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) score: i32,
    pub(crate) depth: u32,
    pub(crate) line: Vec<Move>,
}

/// How a position after a move looks to the other side, without searching on.
pub(crate) fn glance<M: Mind>(mind: &M, state: &mut M::State, before: &Position, mv: Move, next: &Advanced) -> i32 {
    if next.ending.is_some() {
        return -WIN;
    }
    mind.made(state, before, mv, next);
    let score = mind.score(state, &next.position);
    mind.unmade(state);
    score
}

/// The move that looks best without searching on, for when there is no time to search.
pub(crate) fn at_a_glance(mind: &impl Mind, referee: &Referee, position: &Position, moves: &[Move]) -> Option<Found> {
    let mut state = mind.begin(position);
    let mut looks = |mv: Move| -glance(mind, &mut state, position, mv, &referee.advance(position, mv));
    let (mv, score) = moves.iter().map(|&mv| (mv, looks(mv))).max_by_key(|&(_, score)| score)?;
    Some(Found { score, depth: 0, line: vec![mv] })
}
