//! How good a position is.

/// How good a position is for the side to move in it; positive is good for that side.
///
/// Without a forced end the unit is a hundredth of an attacker. A forced win or loss says in how many plies
/// it comes.
///
/// ```
/// use hnefi_engine::Score;
/// let soon = Score::win_in(3);
/// assert_eq!(soon.forced_win(), Some(3));
/// assert_eq!((-soon).forced_loss(), Some(3));
/// assert!(soon > Score::win_in(5) && Score::win_in(5) > Score::LEVEL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A win on the spot; a win in n plies is n less.
pub(crate) const WIN: i32 = 30_000;

/// The number of plies beyond which no line is searched.
pub(crate) const MAX_PLY: usize = 96;

/// Scores beyond this are forced ends.
pub(crate) const FORCED: i32 = WIN - 1_000;

/// Whether a score is a forced loss.
pub(crate) fn is_lost(score: i32) -> bool {
    score < -FORCED
}

/// What a circle is worth to the side that gains by repetition, if both sides go on in it: more than any
/// position, less than a forced end, since the other side may leave it.
pub(crate) const ROUND: i32 = 20_000;

impl Score {
    /// Neither side is better. A draw that is in sight counts a little less, so that the engine plays on.
    pub const LEVEL: Score = Score(0);

    /// A score that was kept as [hundredths](Score::hundredths).
    ///
    /// ```
    /// use hnefi_engine::Score;
    /// assert_eq!(Score::from_hundredths(Score::win_in(3).hundredths()).forced_win(), Some(3));
    /// assert_eq!(Score::from_hundredths(-150).forced_loss(), None);
    /// ```
    pub const fn from_hundredths(hundredths: i32) -> Score {
        Score(hundredths)
    }

    /// The side to move wins in so many plies, its own next one included.
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as i32)
    }

    /// In how many plies the side to move wins by force, if the search saw that.
    pub fn forced_win(self) -> Option<u32> {
        (self.0 > FORCED).then(|| (WIN - self.0) as u32)
    }

    /// In how many plies the side to move loses by force, if the search saw that.
    pub fn forced_loss(self) -> Option<u32> {
        (-self).forced_win()
    }

    /// The score in hundredths of an attacker; beyond 29,000 either way it stands for a forced end.
    pub const fn hundredths(self) -> i32 {
        self.0
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.forced_win(), self.forced_loss()) {
            (Some(plies), _) => write!(f, "win in {plies}"),
            (_, Some(plies)) => write!(f, "loss in {plies}"),
            _ => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}
