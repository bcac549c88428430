//! Days away: for how long somebody lets the clocks of his games of days stand still, and how often he may.

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60_000;
/// A year of which the days away are counted, in milliseconds.
const YEAR_MS: i64 = 365 * DAY_MS;

/// One time away, in whole days. Times are those of the day, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Away {
    /// When it began.
    pub from_ms: i64,
    /// How many days it counts: those that were begun, if it ended early.
    pub days: u32,
    /// When it ends, or ended.
    pub until_ms: i64,
}

/// All that somebody was away, the first time first.
///
/// ```
/// use hnefi_clock::{AwayBook, AwayError};
/// const DAY: i64 = 24 * 60 * 60 * 1_000;
/// let mut book = AwayBook::default();
/// book.take(0, 14).unwrap();
/// assert_eq!(book.now(13 * DAY).map(|away| away.until_ms), Some(14 * DAY));
/// // Back after two days and a half: three days count.
/// assert_eq!(book.end(5 * DAY / 2).map(|away| away.days), Some(3));
/// assert_eq!((book.now(5 * DAY / 2), book.left(3 * DAY)), (None, 18));
/// assert_eq!(book.take(3 * DAY, 19), Err(AwayError { wanted: 19, left: 18 }));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AwayBook(Vec<Away>);

/// Somebody cannot be away for so many days more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wanted} days away are wanted, and {left} can be had")]
pub struct AwayError {
    /// How many he wants.
    pub wanted: u32,
    /// How many he can have.
    pub left: u32,
}

impl AwayBook {
    /// How many days somebody may be away in any 365 days.
    pub const A_YEAR: u32 = 21;
    /// In the last part of the time of a move nobody goes away, in milliseconds.
    pub const LAST_MS: i64 = 60 * 60_000;

    /// The times away that there were, the first one first.
    pub fn new(times: Vec<Away>) -> AwayBook {
        AwayBook(times)
    }

    /// The times away, the first one first.
    pub fn times(&self) -> &[Away] {
        &self.0
    }

    /// The time away that goes on now.
    pub fn now(&self, now_ms: i64) -> Option<Away> {
        self.0.last().copied().filter(|away| away.from_ms <= now_ms && now_ms < away.until_ms)
    }

    /// For how many days somebody can go away now, or stay away longer if he is away.
    pub fn left(&self, now_ms: i64) -> u32 {
        (1..=AwayBook::A_YEAR).take_while(|&days| self.allows(now_ms, days)).last().unwrap_or(0)
    }

    /// Goes away from now on for so many days; who is away stays away for so many days more. Gives the time away.
    ///
    /// # Errors
    /// For no days, and for more than are left; nothing has changed then.
    pub fn take(&mut self, now_ms: i64, days: u32) -> Result<Away, AwayError> {
        let left = self.left(now_ms);
        if days == 0 || days > left {
            return Err(AwayError { wanted: days, left });
        }
        let begun = self.now(now_ms).is_some();
        match self.0.last_mut().filter(|_| begun) {
            Some(away) => {
                away.days += days;
                away.until_ms += i64::from(days) * DAY_MS;
                Ok(*away)
            }
            None => {
                let away = Away { from_ms: now_ms, days, until_ms: now_ms + i64::from(days) * DAY_MS };
                self.0.push(away);
                Ok(away)
            }
        }
    }

    /// Comes back early: the days that were begun count. `None` for who is not away.
    pub fn end(&mut self, now_ms: i64) -> Option<Away> {
        self.now(now_ms)?;
        let away = self.0.last_mut()?;
        let begun = (now_ms - away.from_ms) / DAY_MS + 1;
        away.days = u32::try_from(begun).unwrap_or(away.days).min(away.days);
        away.until_ms = now_ms;
        Some(*away)
    }

    /// Whether so many days more leave every 365 days with no more than there may be. A day counts when it begins.
    fn allows(&self, now_ms: i64, days: u32) -> bool {
        let first = self.now(now_ms).map_or(now_ms, |away| away.until_ms);
        let begun = |away: &Away| (0..i64::from(away.days)).map(|day| away.from_ms + day * DAY_MS).collect::<Vec<_>>();
        let counted: Vec<i64> = self.0.iter().flat_map(begun).collect();
        (0..days).all(|day| {
            let at = first + i64::from(day) * DAY_MS;
            let before = counted.iter().filter(|&&counted| counted > at - YEAR_MS).count();
            before + (day as usize) < AwayBook::A_YEAR as usize
        })
    }
}
