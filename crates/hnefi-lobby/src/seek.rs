//! What somebody looks for.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use hnefi_clock::Control;
use hnefi_live::{MatchLength, PersonId};
use hnefi_ratings::{List, Pool, Speed};
use hnefi_rules::{Side, ruleset};

/// A game that somebody looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Who looks for it.
    pub by: PersonId,
    /// The id of a rule set, or the code of house rules.
    pub rules: String,
    /// How much time there is.
    pub control: Control,
    /// Which side he wants; `None` for either. In a match, the one of its first game.
    pub side: Option<Side>,
    /// How many games the match has; `None` for one game.
    pub length: Option<MatchLength>,
    /// Whether it is rated.
    pub rated: bool,
    /// Whom he challenges; `None` for anybody.
    pub to: Option<PersonId>,
    /// Whom he wants to play, by rating.
    pub range: Option<Range>,
    /// Between whom it is. What people and programs play with each other is in neither pool, and never rated.
    pub pool: Pool,
    /// When it was put up, in milliseconds since 1970.
    pub made_ms: i64,
}

/// Ratings from one to another, both included, in points. As text, `1400-1700`.
///
/// ```
/// use hnefi_lobby::Range;
/// let range: Range = "1400-1700".parse().unwrap();
/// assert!(range.holds(1400.0) && range.holds(1700.4) && !range.holds(1399.4) && !range.holds(1701.0));
/// assert_eq!(range.to_string(), "1400-1700");
/// for wrong in ["", "1700-1400", "1400", "-5-20", "1400-1700-", "0-100000"] {
///     assert!(wrong.parse::<Range>().is_err(), "{wrong}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    low: u16,
    high: u16,
}

/// The text is no range of ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no range of ratings: write the lowest and the highest one, such as 1400-1700, up to 4000")]
pub struct RangeError(String);

/// Somebody who wants to take a seek.
#[derive(Clone, Debug, PartialEq)]
pub struct Applicant {
    /// Who he is.
    pub person: PersonId,
    /// Whether he has an account.
    pub account: bool,
    /// Whether he is a program.
    pub bot: bool,
    /// His rating in the list of the seek, in points. Who has none is taken for average.
    pub rating: f64,
    /// With whom he has nothing to do: whom he has blocked, and who has blocked him.
    pub apart: BTreeSet<PersonId>,
    /// For how many minutes he has to wait still, because he got away from games ([`waits_until`](crate::waits_until)); 0 for who need not.
    pub waits: u32,
}

/// Why a seek cannot be put up or taken. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeekError {
    /// There is no such seek: somebody else was quicker, or it has ended.
    #[error("the seek is gone")]
    Gone,
    /// It is his own.
    #[error("the seek is your own")]
    Own,
    /// He has to wait for so many minutes, because he got away from games without playing them.
    #[error("you have to wait for {0} minutes")]
    Waits(u32),
    /// It is rated, and he has no account.
    #[error("rated games need an account")]
    NeedsAccount,
    /// His rating is not in its range.
    #[error("your rating is not in its range")]
    OutOfRange,
    /// Games under its rules are not rated.
    #[error("house rules are not rated")]
    NotRated,
    /// He has too many already.
    #[error("you have too many seeks")]
    TooMany,
    /// Whom he challenges has nothing to do with him.
    #[error("you cannot challenge this member")]
    Apart,
    /// He has put up just this already.
    #[error("you look for just this already")]
    Same,
    /// It is rated, and between a person and a program.
    #[error("games between people and bots are not rated")]
    Mixed,
    /// A program looks for nobody in particular, or takes what somebody looks for who has not chosen it.
    #[error("bots play by challenges alone")]
    ByChallenge,
}

impl Seek {
    /// A friendly game with either side against anybody.
    pub fn new(by: PersonId, rules: &str, control: Control, made_ms: i64) -> Seek {
        Seek {
            by,
            rules: rules.to_owned(),
            control,
            side: None,
            length: None,
            rated: false,
            to: None,
            range: None,
            pool: Pool::People,
            made_ms,
        }
    }

    /// Whether it waits only while its person is here.
    pub fn is_live(&self) -> bool {
        self.control.is_live()
    }

    /// Whether somebody sees it: a challenge is seen by both whom it is between.
    pub fn is_seen_by(&self, person: &PersonId) -> bool {
        self.to.as_ref().is_none_or(|to| to == person || self.by == *person)
    }

    /// The list in which the game counts, or would if it were rated; `None` under house rules.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_lobby::Seek;
    /// let list = |rules, control: &str| {
    ///     let seek = Seek::new(PersonId::new("ann"), rules, control.parse().unwrap(), 0);
    ///     seek.list().map(|list| list.to_string())
    /// };
    /// assert_eq!(list("brandubh", "2d").as_deref(), Some("seven days people"));
    /// assert_eq!(list("copenhagen", "3+2").as_deref(), Some("copenhagen fast people"));
    /// assert_eq!(list("fetlar-2018!x", "3+2"), None);
    /// ```
    pub fn list(&self) -> Option<List> {
        list(&self.rules, self.control, self.pool)
    }

    /// Whether it is the same game that is looked for, by the same person.
    pub(crate) fn is_same(&self, other: &Seek) -> bool {
        Seek { made_ms: 0, ..self.clone() } == Seek { made_ms: 0, ..other.clone() }
    }
}

/// The list in which games under these rules, an id or the code of house rules, with this clock are rated; `None` where they are in none.
///
/// ```
/// use hnefi_ratings::Pool;
/// let list = |rules: &str, control: &str| hnefi_lobby::list(rules, control.parse().unwrap(), Pool::People);
/// assert!(list("copenhagen", "10+5").is_some() && list("fetlar-2018!x", "10+5").is_none());
/// ```
pub fn list(rules: &str, control: Control, pool: Pool) -> Option<List> {
    List::of(ruleset(rules)?, speed(control), pool)
}

/// The speed of a control, for ratings.
fn speed(control: Control) -> Speed {
    match control {
        Control::Fischer { minutes, increment_s } => Speed::of_seconds(minutes * 60, increment_s),
        Control::Days(_) => Speed::Days,
    }
}

impl Applicant {
    /// Somebody without an account.
    pub fn guest(person: PersonId) -> Applicant {
        Applicant { person, account: false, bot: false, rating: Applicant::AVERAGE, apart: BTreeSet::new(), waits: 0 }
    }

    /// What who has no rating is taken for.
    pub const AVERAGE: f64 = 1500.0;
}

impl Range {
    /// The highest rating that a range may name.
    pub const HIGHEST: u16 = 4000;

    /// Whether a rating, to a whole point, is in the range.
    pub fn holds(self, rating: f64) -> bool {
        (f64::from(self.low)..=f64::from(self.high)).contains(&rating.round())
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low, self.high)
    }
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Range, RangeError> {
        let read = || {
            let (low, high) = text.split_once('-')?;
            let (low, high) = (low.parse().ok()?, high.parse().ok()?);
            (low <= high && high <= Range::HIGHEST).then_some(Range { low, high })
        };
        read().ok_or_else(|| RangeError(text.chars().take(20).collect()))
    }
}
