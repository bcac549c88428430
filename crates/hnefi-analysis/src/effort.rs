//! How long the positions of a game are searched.

/// How many positions each search of a whole game may look at. A longer game gets less a ply, so that all games take about the same
/// time.
///
/// ```
/// use hnefi_analysis::Effort;
/// let effort = Effort::of(60);
/// assert_eq!((effort.first, effort.closer), (300_000, 1_200_000));
/// assert!(Effort::of(200).first < effort.first);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// At first, for every position.
    pub first: u64,
    /// Then, for those of [`Review::doubtful`](crate::Review::doubtful).
    pub closer: u64,
}

/// So many positions are looked at in the first search of all positions of a game together.
const FIRST: u64 = 18_000_000;

/// So many times as many are looked at where a mistake is suspected.
const CLOSER: u64 = 4;

impl Effort {
    /// That for a game of so many plies.
    pub fn of(plies: usize) -> Effort {
        Effort::first((FIRST / plies.max(1) as u64).clamp(60_000, 500_000))
    }

    /// That with so many positions for the first search.
    pub const fn first(first: u64) -> Effort {
        Effort { first, closer: first.saturating_mul(CLOSER) }
    }
}
