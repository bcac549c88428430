//! Another move in the place of a mistake, as an exercise.

use hnefi_rules::{Intent, Side};

use crate::{Found, points};

/// How a move that somebody tries in the place of a mistake does.
///
/// ```
/// use hnefi_analysis::{Found, Trial, Verdict};
/// use hnefi_rules::{Intent, Side};
/// let found = |chances, best: &str| Found { chances, pv: vec![best.into()], ..Found::default() };
/// let tried = Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() };
/// let (before, played) = (found([600, 100, 300], "e1-e3"), found([300, 100, 600], "f4-f3"));
/// let trial = Trial::of(Side::Attackers, tried, &before, &played, &found([580, 100, 320], "f4-i4"));
/// assert_eq!(trial.verdict, Verdict::Good);
/// assert!((trial.gained - 0.28).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The verdict.
    pub verdict: Verdict,
    /// The points that it loses against the best move that was found, from 0 to 1.
    pub lost: f64,
    /// The points that it gains against what was played; less than 0 where it is worse still.
    pub gained: f64,
}

/// The verdict on a move that is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the best move that was found.
    Best,
    /// It is about as good.
    Good,
    /// It is better than what was played, and still no good move.
    Better,
    /// It is no better than what was played.
    NoBetter,
}

impl Verdict {
    /// The word for it: `best`, `good`, `better` or `no-better`.
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::Best => "best",
            Verdict::Good => "good",
            Verdict::Better => "better",
            Verdict::NoBetter => "no-better",
        }
    }

    /// Whether the exercise is solved by it.
    pub const fn is_solved(self) -> bool {
        matches!(self, Verdict::Best | Verdict::Good)
    }
}

/// A move that loses fewer points than this is as good as the best one.
const GOOD: f64 = 0.05;

impl Trial {
    /// Judges a move of a side by what was found before it, after the mistake, and after it.
    pub fn of(side: Side, tried: Intent, before: &Found, played: &Found, after: &Found) -> Trial {
        let is_best = before.line().first() == Some(&tried);
        let value = points(after.chances, side);
        let lost = if is_best { 0.0 } else { (points(before.chances, side) - value).max(0.0) };
        let gained = value - points(played.chances, side);
        let verdict = match is_best {
            true => Verdict::Best,
            false if lost < GOOD => Verdict::Good,
            false if gained >= GOOD => Verdict::Better,
            false => Verdict::NoBetter,
        };
        Trial { verdict, lost, gained }
    }
}
