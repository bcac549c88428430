//! One position of the search.

use hnefi_rules::{Move, Position};

use crate::score::{FORCED, WIN};
use crate::search::table::{Entry, squares};

/// A position and what is asked about it.
#[derive(Clone, Copy)]
pub(crate) struct Node<'p> {
    pub(crate) position: &'p Position,
    /// How many plies are searched from here on.
    pub(crate) depth: i32,
    /// The side to move has as much already, so that less need not be told apart.
    pub(crate) alpha: i32,
    /// The other side will not let it have as much, so that more need not be told apart.
    pub(crate) beta: i32,
    /// How many plies lead here from the position on the board.
    pub(crate) ply: usize,
}

impl Node<'_> {
    /// Whether all that is asked is whether the score is above alpha: a null window.
    #[inline(always)]
    pub(crate) fn is_scout(&self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// What is known about a position before its moves are tried.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) threatened: bool,
    pub(crate) standing: i32,
    /// Whether it looks better than two plies ago.
    pub(crate) improving: bool,
    pub(crate) entry: Option<Entry>,
    /// Whether the other side passed just now.
    pub(crate) passed: bool,
    /// A move that is not to be tried.
    pub(crate) without: Option<Move>,
}

/// What the moves of a position came to so far.
pub(crate) struct Tried {
    pub(crate) best: i32,
    /// The squares of the best move, if it is above alpha.
    pub(crate) best_move: u16,
    /// Alpha, as far as it was raised.
    pub(crate) low: i32,
    /// How many moves were searched.
    pub(crate) index: usize,
    /// Whether there was a move at all.
    pub(crate) any: bool,
    /// The quiet ones that refuted nothing.
    pub(crate) quiet: arrayvec::ArrayVec<Move, 64>,
    /// What other threads search just now comes at the end, each with the number that it would have had.
    pub(crate) put_off: arrayvec::ArrayVec<(Move, usize), 32>,
}

impl Tried {
    #[inline(always)]
    pub(crate) fn new(node: &Node<'_>, threatened: bool) -> Tried {
        Tried {
            // A side that faces a threat and finds no answer loses to it.
            best: if threatened { node.ply as i32 + 2 - WIN } else { -WIN },
            best_move: 0,
            low: node.alpha,
            index: 0,
            any: false,
            quiet: arrayvec::ArrayVec::new(),
            put_off: arrayvec::ArrayVec::new(),
        }
    }

    /// Takes note of a score; says whether it raises alpha.
    #[inline(always)]
    pub(crate) fn note(&mut self, mv: Move, score: i32) -> bool {
        self.best = self.best.max(score);
        let raises = score > self.low;
        if raises {
            (self.low, self.best_move) = (score, squares(mv));
        }
        raises
    }

    /// Whether every move so far loses by force.
    #[inline(always)]
    pub(crate) fn all_lose(&self) -> bool {
        self.best <= -FORCED
    }
}
