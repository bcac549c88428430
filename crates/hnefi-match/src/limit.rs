//! How much an engine may spend on its moves.

use std::time::Duration;

use hnefi_rules::{BySide, Side};

/// How much an engine may spend on its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many positions a move.
    Nodes(u64),
    /// So long a move.
    MoveTime(Duration),
    /// A clock for the whole game, and what each move adds.
    Clock {
        /// What each side starts with.
        base: Duration,
        /// What each move adds.
        increment: Duration,
    },
}

/// Why a text is no clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no clock: write seconds and what each move adds, such as 10+0.1")]
pub struct LimitError(pub String);

impl Limit {
    /// Reads a clock: seconds, and perhaps `+` and the seconds that each move adds.
    ///
    /// ```
    /// use hnefi_match::Limit;
    /// assert_eq!(Limit::clock("1+0.01").unwrap().to_string(), "clock 1+0.01");
    /// assert_eq!(Limit::clock("60").unwrap().to_string(), "clock 60+0");
    /// assert!(Limit::clock("soon").is_err());
    /// ```
    ///
    /// # Errors
    /// A [`LimitError`] that names the text.
    pub fn clock(text: &str) -> Result<Limit, LimitError> {
        let fail = || LimitError(text.to_owned());
        let seconds = |text: &str| {
            let number: f64 = text.parse().ok().filter(|n| (0.0..=1e6).contains(n))?;
            Some(Duration::from_millis((number * 1000.0).round() as u64))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(fail)?;
        Ok(Limit::Clock { base, increment: seconds(increment).ok_or_else(fail)? })
    }

    /// What stands after `go` for a side. The first side of the rule set is `w`.
    pub(crate) fn question(limits: &BySide<Limit>, side: Side, left: &BySide<Left>, first: Side) -> String {
        match limits[side] {
            Limit::Nodes(nodes) => format!("nodes {nodes}"),
            Limit::MoveTime(time) => format!("movetime {}", time.as_millis()),
            Limit::Clock { .. } => {
                let (w, b) = (left[first].time.as_millis(), left[!first].time.as_millis());
                let (winc, binc) = (limits[first].increment().as_millis(), limits[!first].increment().as_millis());
                format!("wtime {w} btime {b} winc {winc} binc {binc}")
            }
        }
    }

    fn increment(self) -> Duration {
        match self {
            Limit::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    /// What a side starts with.
    pub(crate) fn start(self) -> Left {
        match self {
            Limit::Clock { base, .. } => Left { time: base, ..Left::default() },
            _ => Left::default(),
        }
    }

    /// How long the next move may take, with a margin for the way to the engine and back; `None` where time does not
    /// count. On a clock the margin is one for the whole game.
    pub(crate) fn allowed(self, left: Left, margin: Duration) -> Option<Duration> {
        match self {
            Limit::Nodes(_) => None,
            Limit::MoveTime(time) => Some(time + margin),
            Limit::Clock { .. } => Some((left.time + margin).saturating_sub(left.owed)),
        }
    }

    /// What is left after a move that was in time.
    pub(crate) fn after(self, left: Left, elapsed: Duration) -> Left {
        match self {
            Limit::Clock { increment, .. } => {
                let (have, owed) = (left.time + increment, left.owed + elapsed);
                Left { time: have.saturating_sub(owed), owed: owed.saturating_sub(have) }
            }
            _ => left,
        }
    }
}

/// What a side has left on its clock, or how far it has overdrawn it: one of the two is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    pub(crate) time: Duration,
    pub(crate) owed: Duration,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Limit::MoveTime(time) => write!(f, "movetime {} ms", time.as_millis()),
            Limit::Clock { base, increment } => write!(f, "clock {}+{}", base.as_secs_f64(), increment.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_strictly() {
        for text in ["", "0", "-1", "1+", "1+-1", "+1", "nan", "inf", "1e9", "1+1+1"] {
            assert!(Limit::clock(text).is_err(), "{text}");
        }
        let clock = Limit::clock("0.5+0.25").unwrap();
        assert_eq!(clock, Limit::Clock { base: Duration::from_millis(500), increment: Duration::from_millis(250) });
    }

    #[test]
    fn the_first_side_is_w() {
        let left = |ms: u64| Left { time: Duration::from_millis(ms), owed: Duration::ZERO };
        let left = BySide { attackers: left(70), defenders: left(80) };
        let limits = BySide { attackers: Limit::clock("1+0.01").unwrap(), defenders: Limit::clock("1+0.02").unwrap() };
        for side in Side::ALL {
            let question = |first| Limit::question(&limits, side, &left, first);
            assert_eq!(question(Side::Attackers), "wtime 70 btime 80 winc 10 binc 20");
            assert_eq!(question(Side::Defenders), "wtime 80 btime 70 winc 20 binc 10");
        }
    }

    #[test]
    fn the_margin_of_a_clock_is_spent_once() {
        let ms = Duration::from_millis;
        let clock = Limit::clock("0.1+0.01").unwrap();
        let left = clock.after(clock.start(), ms(130));
        assert_eq!(left, Left { time: ms(0), owed: ms(20) });
        assert_eq!(clock.allowed(left, ms(50)), Some(ms(30)));
        assert_eq!(clock.allowed(clock.after(left, ms(30)), ms(50)), Some(ms(10)));
        // What is added pays it back first.
        assert_eq!(clock.after(left, ms(0)), Left { time: ms(0), owed: ms(10) });
        let saved = clock.after(clock.after(clock.after(left, ms(0)), ms(0)), ms(0));
        assert_eq!(saved, Left { time: ms(10), owed: ms(0) });
        assert_eq!(Limit::MoveTime(ms(7)).allowed(Left::default(), ms(5)), Some(ms(12)));
    }
}
