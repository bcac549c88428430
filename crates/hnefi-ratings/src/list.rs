//! The lists of ratings.

use std::fmt;
use std::str::FromStr;

use hnefi_rules::Ruleset;

use crate::Family;

/// How much time a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Speed {
    /// Under eight expected minutes a side.
    Fast,
    /// Eight expected minutes a side or more.
    Slow,
    /// Days a move.
    Days,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pool {
    /// People.
    People,
    /// Programs.
    Bots,
}

/// A list of ratings: who is in one is compared with the others in it. Its text is the ids of its parts: `nine slow people`.
///
/// ```
/// use hnefi_ratings::{Family, List, Pool, Speed};
/// let list = List { family: Family::Nine, speed: Speed::Slow, pool: Pool::People };
/// assert_eq!(list.to_string(), "nine slow people");
/// assert_eq!("nine slow people".parse(), Ok(list));
/// assert!("nine quick people".parse::<List>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct List {
    /// The family of the rule set.
    pub family: Family,
    /// How much time a side has.
    pub speed: Speed,
    /// Who plays.
    pub pool: Pool,
}

/// A text that names no list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no list of ratings: a family, a speed and a pool are expected, such as “nine slow people”")]
pub struct ListError(String);

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Speed; 3] = [Speed::Fast, Speed::Slow, Speed::Days];

    /// For so many moves a side its expected time is counted.
    pub const EXPECTED_MOVES: u32 = 40;

    /// The speed of a clock that begins with so many seconds and gains so many a move: 40 moves a side are expected.
    ///
    /// ```
    /// use hnefi_ratings::Speed;
    /// assert_eq!(Speed::of_seconds(5 * 60, 3), Speed::Fast);
    /// assert_eq!(Speed::of_seconds(5 * 60, 5), Speed::Slow);
    /// assert_eq!(Speed::of_seconds(8 * 60, 0), Speed::Slow);
    /// ```
    pub fn of_seconds(base: u32, increment: u32) -> Speed {
        let expected = u64::from(base) + u64::from(Speed::EXPECTED_MOVES) * u64::from(increment);
        if expected < 8 * 60 { Speed::Fast } else { Speed::Slow }
    }

    /// Its id.
    pub const fn id(self) -> &'static str {
        match self {
            Speed::Fast => "fast",
            Speed::Slow => "slow",
            Speed::Days => "days",
        }
    }

    /// The speed of an id.
    pub fn from_id(id: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.id() == id)
    }
}

impl Pool {
    /// Both pools.
    pub const ALL: [Pool; 2] = [Pool::People, Pool::Bots];

    /// Its id.
    pub const fn id(self) -> &'static str {
        match self {
            Pool::People => "people",
            Pool::Bots => "bots",
        }
    }

    /// The pool of an id.
    pub fn from_id(id: &str) -> Option<Pool> {
        Pool::ALL.into_iter().find(|pool| pool.id() == id)
    }
}

impl List {
    /// The list in which games under a rule set are rated; `None` for house rules.
    pub fn of(rules: &Ruleset, speed: Speed, pool: Pool) -> Option<List> {
        Family::of(rules).map(|family| List { family, speed, pool })
    }

    /// All lists.
    ///
    /// ```
    /// assert_eq!(hnefi_ratings::List::all().count(), 30);
    /// ```
    pub fn all() -> impl Iterator<Item = List> {
        let speeds = |(pool, family)| Speed::ALL.into_iter().map(move |speed| List { family, speed, pool });
        Pool::ALL.into_iter().flat_map(|pool| Family::ALL.map(|family| (pool, family))).flat_map(speeds)
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.family.id(), self.speed.id(), self.pool.id())
    }
}

impl FromStr for List {
    type Err = ListError;

    fn from_str(text: &str) -> Result<List, ListError> {
        let parts: Vec<&str> = text.split(' ').collect();
        let list = match parts[..] {
            [family, speed, pool] => Family::from_id(family)
                .zip(Speed::from_id(speed))
                .zip(Pool::from_id(pool))
                .map(|((family, speed), pool)| List { family, speed, pool }),
            _ => None,
        };
        list.ok_or_else(|| ListError(text.to_owned()))
    }
}
