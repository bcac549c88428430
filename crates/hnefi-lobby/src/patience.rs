//! For how long somebody has to wait who does not play the games that he has agreed to.

/// So long what somebody did counts, in milliseconds: a day.
const COUNTS_MS: i64 = 24 * 60 * 60 * 1000;
/// How often within that time nothing follows from it.
const FORGIVEN: usize = 2;
/// How long he waits the first time, in milliseconds: ten minutes.
const FIRST_MS: i64 = 10 * 60 * 1000;
/// How long he waits at most, in milliseconds: a day.
const LONGEST_MS: i64 = 24 * 60 * 60 * 1000;

/// How far back the games have to be known from which somebody got away, in milliseconds: those from longer ago keep nobody waiting.
pub const REMEMBERED_MS: i64 = COUNTS_MS + LONGEST_MS;

/// Until when somebody has to wait before he looks for a game or takes a seek again, in milliseconds since 1970, given when he got away
/// from games without playing them, the oldest first; `None` for who need not.
///
/// Twice within a day is forgiven. The third time he waits ten minutes, and each further time twice as long, a day at most.
///
/// ```
/// use hnefi_lobby::waits_until;
/// let minute = 60_000;
/// assert_eq!(waits_until(&[0, minute]), None);
/// assert_eq!(waits_until(&[0, minute, 2 * minute]), Some(12 * minute));
/// assert_eq!(waits_until(&[0, minute, 2 * minute, 30 * minute]), Some(50 * minute));
/// // The first ones are more than a day ago.
/// assert_eq!(waits_until(&[0, minute, 1500 * minute]), None);
/// ```
pub fn waits_until(dodges: &[i64]) -> Option<i64> {
    let wait = |last: usize| {
        let at_ms = dodges[last];
        let times = dodges[..=last].iter().filter(|&&one| one > at_ms - COUNTS_MS).count();
        let further = u32::try_from(times.checked_sub(FORGIVEN + 1)?).unwrap_or(u32::MAX);
        let wait_ms = 2_i64.checked_pow(further).and_then(|times| times.checked_mul(FIRST_MS)).unwrap_or(LONGEST_MS);
        Some(at_ms.saturating_add(wait_ms.min(LONGEST_MS)))
    };
    (0..dodges.len()).filter_map(wait).max()
}
