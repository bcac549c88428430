//! What is asked of a position, and what is answered.

use hnefi_rules::Move;

use crate::{Budget, Level, Score};

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub struct Analysis<'a> {
    /// The level that chooses.
    pub level: Level,
    /// What the search may spend.
    pub budget: Budget,
    /// How many moves are compared and told, from 1.
    pub lines: usize,
    /// The moves to choose among. Those that are not legal do not count, and where none is, all legal moves do.
    pub among: &'a [Move],
}

/// The move that the engine chose and what it thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// How good the position is for the side that moves, if it plays this move.
    pub score: Score,
    /// How many plies deep the search went throughout; 0 when there was no time to search.
    pub depth: u32,
    /// How many positions it looked at, over all threads.
    pub nodes: u64,
    /// The principal variation: what it expects both sides to play, this move first.
    ///
    /// Whoever is told of the search ([`Engine::analyse`](crate::Engine::analyse)) gets it whole: where the score is a
    /// forced win, up to the move that wins, and else as far as the engine remembers.
    pub pv: Vec<Move>,
    /// How many plies deep the deepest line went that was found best on the way.
    pub deepest: u32,
}

/// Gets what a search has found so far, and which line it is.
pub(crate) type Tell<'a> = &'a mut dyn FnMut(&Choice, usize);
