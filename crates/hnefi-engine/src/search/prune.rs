//! What is not searched, or less deeply: margins and numbers of moves. Each has the name here that it has among the ideas, and
//! beside it the one that the field knows it by.

use crate::score::FORCED;

/// How far a position may lie from what is needed before it is searched less closely, which depends on the [mind](crate::Mind).
pub(crate) struct Margins {
    percent: i32,
}

impl Margins {
    /// Margins of so many percent; see [`Mind::margins`](crate::Mind::margins).
    pub(crate) fn new(percent: i32) -> Margins {
        Margins { percent: percent.max(1) }
    }

    #[inline(always)]
    fn of(&self, hundredths: i32) -> i32 {
        hundredths * self.percent / 100
    }

    /// Reverse futility. A position whose evaluation is this far above beta needs no search so many plies before the end of it.
    #[inline(always)]
    pub(crate) fn reverse_futility(&self, depth: i32, improving: bool) -> i32 {
        self.of(70 * depth - if improving { 50 } else { 0 })
    }

    /// Razoring. A position whose evaluation is this far below alpha is only looked at for what is sharp.
    #[inline(always)]
    pub(crate) fn razoring(&self, depth: i32) -> i32 {
        self.of(150 + 150 * depth)
    }

    /// Null move. How many plies less deep the search after a pass goes.
    #[inline(always)]
    pub(crate) fn after_pass(&self, depth: i32, above: i32) -> i32 {
        3 + depth / 3 + (above / self.of(150)).min(3)
    }

    /// Futility. A quiet move is not tried where the evaluation is this far below alpha.
    #[inline(always)]
    pub(crate) fn futile(&self, depth: i32) -> i32 {
        self.of(60 + 80 * depth)
    }
}

/// The greatest depth at which [`Margins::reverse_futility`] is trusted.
pub(crate) const REVERSE_FUTILITY: i32 = 7;

/// The greatest depth at which [`Margins::razoring`] is trusted.
pub(crate) const RAZORING: i32 = 3;

/// The least depth at which a pass is tried.
pub(crate) const PASS: i32 = 3;

/// Late move pruning. After so many quiet moves, the others are not tried.
pub(crate) fn late(depth: i32, improving: bool) -> usize {
    let moves = 4 + 3 * depth * depth;
    (if improving { moves } else { moves / 2 }) as usize
}

/// The greatest depth at which [`late`] counts.
pub(crate) const LATE: i32 = 6;

/// The greatest depth, reductions counted, at which [`Margins::futile`] is trusted.
pub(crate) const FUTILE: i32 = 6;

/// History pruning. A quiet move that did so badly before is not tried.
pub(crate) fn history_pruning(depth: i32) -> i32 {
    -3_000 * depth
}

/// The greatest depth at which [`history_pruning`] counts.
pub(crate) const HISTORY_PRUNING: i32 = 4;

/// The greatest depth at which a man who falls at once makes his move a late one.
pub(crate) const EXCHANGE: i32 = 8;

/// Internal iterative reduction. From this depth on, a position without a move in the table is searched a ply less deep.
pub(crate) const BLIND: i32 = 4;

/// Late move reductions. How many plies less deep late moves are searched, by depth and number.
pub(crate) struct Reductions([[i16; 64]; 64]);

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let by = |depth: usize, index: usize| match (depth, index) {
            (0, _) | (_, 0) => 0,
            _ => (40.0 + (depth as f64).ln() * (index as f64).ln() * 50.0) as i16,
        };
        Reductions(std::array::from_fn(|depth| std::array::from_fn(|index| by(depth, index))))
    }

    /// In hundredths of a ply.
    #[inline(always)]
    pub(crate) fn of(&self, depth: i32, index: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][index.min(63)])
    }
}

/// What makes a late quiet move more worth a look, or less.
pub(crate) struct Late {
    /// The position looks better than two plies ago.
    pub(crate) improving: bool,
    /// All that is asked is whether the move is better than another one.
    pub(crate) scout: bool,
    /// The king moves.
    pub(crate) king: bool,
    /// The man who moves falls at once.
    pub(crate) lost: bool,
    /// How well the move did before.
    pub(crate) rank: i32,
}

/// What each of these is worth, in hundredths of a ply.
const NOT_IMPROVING: i32 = 50;
const NO_SCOUT: i32 = 100;
const KING: i32 = 100;
const LOST: i32 = 100;
/// So much of a rank is worth a hundredth of a ply.
const RANK: i32 = 150;

impl Reductions {
    /// How many plies less deep the move of a number is searched.
    #[inline(always)]
    pub(crate) fn plies(&self, depth: i32, number: usize, late: &Late) -> i32 {
        let mut less = self.of(depth, number);
        less += if late.improving { 0 } else { NOT_IMPROVING };
        less -= if late.scout { 0 } else { NO_SCOUT };
        less -= if late.king { KING } else { 0 };
        less += if late.lost { LOST } else { 0 };
        less -= late.rank / RANK;
        (less / 100).clamp(0, depth - 1)
    }
}

/// Whether a score is a judgement rather than a forced end.
pub(crate) fn is_judged(score: i32) -> bool {
    score.abs() < FORCED
}
