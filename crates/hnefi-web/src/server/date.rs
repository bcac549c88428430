//! Days, in words.

use hnefi_words::Words;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The day of a time in milliseconds since 1970, by Greenwich.
pub(crate) fn day(at_ms: i64) -> String {
    let date = Timestamp::from_millisecond(at_ms).unwrap_or_default().to_zoned(TimeZone::UTC).date();
    let values = [
        ("day", i64::from(date.day()).into()),
        ("month", i64::from(date.month()).into()),
        // As a text: a year has no separators of thousands.
        ("year", date.year().to_string().into()),
    ];
    Words::english().format("people-when", &values)
}

/// A time in milliseconds since 1970 to the minute, by Greenwich.
pub(crate) fn minute(at_ms: i64) -> String {
    let time = Timestamp::from_millisecond(at_ms).unwrap_or_default().to_zoned(TimeZone::UTC);
    let time = format!("{:02}:{:02}", time.hour(), time.minute());
    Words::english().format("away-when", &[("day", day(at_ms).into()), ("time", time.into())])
}

/// When a day begins by Greenwich that is written like `2026-11-23`, in milliseconds since 1970.
pub(crate) fn day_ms(text: &str) -> Option<i64> {
    let date: jiff::civil::Date = text.parse().ok()?;
    Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::{day, day_ms, minute};

    #[test]
    fn a_day_begins_at_midnight() {
        assert_eq!(day_ms("2026-11-23"), Some(1_795_392_000_000));
        assert_eq!((day_ms("23.11.2026"), day_ms("")), (None, None));
    }

    #[test]
    fn a_day_is_that_of_greenwich() {
        assert_eq!(day(0), "1 January 1970");
        assert_eq!(minute(1_795_349_080_070), "22 November 2026, 12:04 UTC");
        assert_eq!(day(1_795_349_080_070), "22 November 2026");
        assert_eq!(day(1_795_391_999_999), "22 November 2026");
        assert_eq!(day(1_795_392_000_000), "23 November 2026");
    }
}
