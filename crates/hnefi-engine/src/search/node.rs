//! One position of the search.

use hnefi_rules::Move;

use crate::search::table::Entry;

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
