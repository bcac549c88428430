//! How much time there is.

use std::fmt;
use std::str::FromStr;

/// How much time the sides have.
///
/// As text, `10+5` is ten minutes for all moves and five seconds for each, `2d` is two days for every move.
///
/// ```
/// use hnefi_clock::Control;
/// let control: Control = "10+5".parse().unwrap();
/// assert_eq!(control, Control::fischer(10, 5).unwrap());
/// assert_eq!(Control::days(2).unwrap().to_string(), "2d");
/// for wrong in ["", "0+5", "61+0", "5+61", "10", "0d", "15d", "05+1", "+5+1", "2 d"] {
///     assert!(wrong.parse::<Control>().is_err(), "{wrong}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Some time for the whole game, and more with every move.
    Fischer {
        /// The time at the beginning, in minutes: 1 to 60.
        minutes: u32,
        /// What each move adds, in seconds: 0 to 60.
        increment_s: u32,
    },
    /// Some days for every move.
    Days(u32),
}

/// The text is no control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no time control: write minutes and seconds a move as 10+5 (1 to 60, 0 to 60), or days a move as 2d (1 to 14)"
)]
pub struct ControlError(pub String);

impl Control {
    /// The most minutes that a game may begin with.
    pub const MOST_MINUTES: u32 = 60;
    /// The most seconds that a move may add.
    pub const MOST_INCREMENT_S: u32 = 60;
    /// The most days that a move may have.
    pub const MOST_DAYS: u32 = 14;

    /// Minutes for the game and seconds for each move; `None` where there are too many, or no minutes.
    pub fn fischer(minutes: u32, increment_s: u32) -> Option<Control> {
        let known = (1..=Control::MOST_MINUTES).contains(&minutes) && increment_s <= Control::MOST_INCREMENT_S;
        known.then_some(Control::Fischer { minutes, increment_s })
    }

    /// Days for each move; `None` for none, or too many.
    pub fn days(days: u32) -> Option<Control> {
        (1..=Control::MOST_DAYS).contains(&days).then_some(Control::Days(days))
    }

    /// Whether people sit at the board from the first move to the last.
    pub const fn is_live(self) -> bool {
        matches!(self, Control::Fischer { .. })
    }

    /// What a side has at the beginning, in milliseconds.
    pub const fn base_ms(self) -> u32 {
        match self {
            Control::Fischer { minutes, .. } => minutes * 60_000,
            Control::Days(days) => days * 24 * 60 * 60_000,
        }
    }

    /// What each move adds, in milliseconds.
    pub const fn increment_ms(self) -> u32 {
        match self {
            Control::Fischer { increment_s, .. } => increment_s * 1_000,
            Control::Days(_) => 0,
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Fischer { minutes, increment_s } => write!(f, "{minutes}+{increment_s}"),
            Control::Days(days) => write!(f, "{days}d"),
        }
    }
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Control, ControlError> {
        let number = |digits: &str| digits.parse::<u32>().ok();
        let read = match (text.split_once('+'), text.strip_suffix('d')) {
            (Some((minutes, increment)), _) => {
                number(minutes).zip(number(increment)).and_then(|(minutes, s)| Control::fischer(minutes, s))
            }
            (None, Some(days)) => number(days).and_then(Control::days),
            (None, None) => None,
        };
        // One text a control: what is read is written the same.
        read.filter(|control| control.to_string() == text).ok_or_else(|| ControlError(text.chars().take(20).collect()))
    }
}
