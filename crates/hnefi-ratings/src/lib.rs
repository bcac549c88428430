//! How strong players are, and what a side of a rule set is worth.
//!
//! Players have a [`Rating`] in each [`List`] in which they have played: a [`Family`] of rule sets, a [`Speed`], a [`Pool`].
//! Every rule set has an [`Advantage`], what the attackers' side is worth in it, learnt from the same results. One game moves all
//! three ([`Standing::after`]); a [`Book`] keeps all of them and reads results in their order. The arithmetic is [Glicko-2](glicko)
//! for games that are rated singly; `docs/ratings.md` derives it.
//!
//! Nothing here does I/O or looks at a clock. What is kept are whole numbers, and the functions between are those of `libm`, so the
//! same results give the same ratings on every machine, to the last digit.
//!
//! ```
//! use hnefi_ratings::{Book, List, Pool, RatedGame, Speed};
//! use hnefi_rules::{BySide, Side, ruleset};
//!
//! let list = List::of(ruleset("copenhagen").unwrap(), Speed::of_seconds(600, 5), Pool::People).unwrap();
//! let mut book = Book::default();
//! let players = BySide { attackers: "ann", defenders: "bo" };
//! let standing =
//!     book.rate(RatedGame { players, ruleset: "copenhagen", list, winner: Some(Side::Attackers), at_ms: 1_000 });
//! assert!(standing.players.attackers.points() > 1_600.0 && standing.players.defenders.points() < 1_400.0);
//! // Whether she won because she is strong or because she attacked is not known before both have played more.
//! assert_eq!(standing.advantage.games, 0);
//! assert_eq!(book.rating(list, &"ann"), Some(&standing.players.attackers));
//! ```

mod advantage;
mod book;
mod family;
pub mod glicko;
mod list;
mod rating;
mod standing;

pub use advantage::Advantage;
pub use book::{Book, RatedGame};
pub use family::Family;
pub use list::{List, ListError, Pool, Speed};
pub use rating::Rating;
pub use standing::Standing;

/// A rating period of Glicko-2, in milliseconds: five days. Ratings move with every game; the period only says how fast players are
/// thought to change: a volatility of 0.06 takes a deviation of 50 to about 100 in a year without a game.
pub const PERIOD_MS: i64 = 5 * 24 * 60 * 60 * 1000;

/// So many standard deviations to either side hold 95 % of a normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// How many rating periods are between two times in milliseconds; none if the clock was set back meanwhile.
pub(crate) fn periods(from_ms: i64, to_ms: i64) -> f64 {
    to_ms.saturating_sub(from_ms).max(0) as f64 / PERIOD_MS as f64
}

/// The nearest whole number of this part of one.
pub(crate) fn whole(value: f64, parts: f64) -> i64 {
    libm::round(value * parts) as i64
}
