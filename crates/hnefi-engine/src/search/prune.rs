//! What is not searched, or less deeply: margins and numbers of moves.

use crate::score::FORCED;

/// A position whose evaluation is this far above beta needs no search so many plies before the end of it.
pub(crate) fn far_above(depth: i32, improving: bool) -> i32 {
    70 * depth - if improving { 50 } else { 0 }
}

/// The greatest depth at which [`far_above`] is trusted.
pub(crate) const FAR_ABOVE: i32 = 7;

/// A position whose evaluation is this far below alpha is only looked at for what is sharp.
pub(crate) fn far_below(depth: i32) -> i32 {
    150 + 150 * depth
}

/// The greatest depth at which [`far_below`] is trusted.
pub(crate) const FAR_BELOW: i32 = 3;

/// How many plies less deep the search after a pass goes.
pub(crate) fn after_pass(depth: i32, above: i32) -> i32 {
    3 + depth / 3 + (above / 150).min(3)
}

/// After so many quiet moves, the others are not tried.
pub(crate) fn late(depth: i32, improving: bool) -> usize {
    let moves = 4 + 3 * depth * depth;
    (if improving { moves } else { moves / 2 }) as usize
}

/// The greatest depth at which [`late`] counts.
pub(crate) const LATE: i32 = 6;

/// A quiet move is not tried where the evaluation is this far below alpha.
pub(crate) fn futile(depth: i32) -> i32 {
    60 + 80 * depth
}

/// The greatest depth, reductions counted, at which [`futile`] is trusted.
pub(crate) const FUTILE: i32 = 6;

/// A quiet move that did so badly before is not tried.
pub(crate) fn unpromising(depth: i32) -> i32 {
    -3_000 * depth
}

/// How many plies less deep late moves are searched, by depth and number.
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

/// Whether a score is a judgement rather than a forced end.
pub(crate) fn is_judged(score: i32) -> bool {
    score.abs() < FORCED
}
