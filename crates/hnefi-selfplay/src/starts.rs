//! From where games begin.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::SettingsError;

/// From where games begin: several kinds of starts, each with its share.
///
/// As text: `KIND[+N-M[~MARGIN]][/LESS]=SHARE`, with commas between them. The kinds are `start` (the rule set's own), `book` and
/// `drawn` (the openings that the program brings along), `defenders-N-M` and `attackers-N-M` (so many soldiers of a side are
/// taken off first), and `sealed-N-M` (the attackers hold all corners, and so many defenders are left). `+N-M` adds so many
/// plies by chance, with `~MARGIN` among the moves that the engine finds at most so many
/// hundredths of an attacker worse than the best. `/LESS` lets the defenders look at so many times fewer positions for
/// a move, or the attackers where the number is negative. Shares are parts of their sum.
///
/// ```
/// use hnefi_selfplay::Starts;
/// let starts: Starts = "start+2-8=1,book+1-3=2,defenders-3-6+2-8/4=5".parse().unwrap();
/// assert_eq!(starts.to_string(), "start+2-8=1,book+1-3=2,defenders-3-6+2-8/4=5");
/// assert_eq!((starts.kinds()[0].less, starts.kinds()[2].less), (1, 4));
/// assert_eq!("start+8-8~50=1".parse::<Starts>().unwrap().kinds()[0].margin, Some(50));
/// assert!("start=0".parse::<Starts>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Starts(Vec<Start>);

/// One kind of starts, and its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The board.
    pub kind: StartKind,
    /// So many plies by chance follow, the least and the most.
    pub plies: (u8, u8),
    /// These plies are drawn among the moves that are at most so many hundredths of an attacker worse than the best, in the
    /// engine's eyes; `None` for among all.
    pub margin: Option<u16>,
    /// The defenders look at so many times fewer positions, or the attackers where it is negative; 1 for as many.
    pub less: i16,
    /// Its part of the sum of all shares.
    pub share: u32,
}

/// The board from which a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// The rule set's own start.
    Start,
    /// An opening of the balanced book.
    Book,
    /// An opening that was drawn by chance.
    Drawn,
    /// The start with some defenders less, the least and the most.
    Defenders(u8, u8),
    /// The start with some attackers less, the least and the most.
    Attackers(u8, u8),
    /// The attackers hold all corners, everybody else stands by chance, and so many defenders are left, the least and the most.
    Sealed(u8, u8),
}

impl Starts {
    /// The kinds, in their order.
    pub fn kinds(&self) -> &[Start] {
        &self.0
    }

    /// The index of one of them, by chance.
    pub(crate) fn draw(&self, chance: &mut fastrand::Rng) -> usize {
        let mut at = chance.u32(..self.0.iter().map(|start| start.share).sum::<u32>());
        for (index, start) in self.0.iter().enumerate() {
            match at.checked_sub(start.share) {
                Some(rest) => at = rest,
                None => return index,
            }
        }
        unreachable!("less than the sum of all shares")
    }
}

impl Display for StartKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            StartKind::Start => f.write_str("start"),
            StartKind::Book => f.write_str("book"),
            StartKind::Drawn => f.write_str("drawn"),
            StartKind::Defenders(least, most) => write!(f, "defenders-{least}-{most}"),
            StartKind::Attackers(least, most) => write!(f, "attackers-{least}-{most}"),
            StartKind::Sealed(least, most) => write!(f, "sealed-{least}-{most}"),
        }
    }
}

impl Display for Start {
    /// Without the share: what the start is called in tables.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.kind)?;
        if self.plies != (0, 0) {
            write!(f, "+{}-{}", self.plies.0, self.plies.1)?;
        }
        if let Some(margin) = self.margin {
            write!(f, "~{margin}")?;
        }
        if self.less != 1 {
            write!(f, "/{}", self.less)?;
        }
        Ok(())
    }
}

impl Display for Starts {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for (index, start) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{start}={}", start.share)?;
        }
        Ok(())
    }
}

/// More starts a shard does not keep.
const MOST: usize = 200;

/// Two numbers with `-` between them, the first not greater than the second.
fn range(text: &str) -> Option<(u8, u8)> {
    let (least, most) = text.split_once('-')?;
    let (least, most) = (least.parse().ok()?, most.parse().ok()?);
    (least <= most && most <= 100).then_some((least, most))
}

fn start(text: &str) -> Option<Start> {
    let (what, share) = text.trim().split_once('=')?;
    let (what, less) = match what.split_once('/') {
        Some((what, less)) => (what, less.parse().ok().filter(|less: &i16| (2..=1000).contains(&less.unsigned_abs()))?),
        None => (what, 1),
    };
    let (kind, plies) = what.split_once('+').unwrap_or((what, "0-0"));
    let (plies, margin) = match plies.split_once('~') {
        Some((plies, margin)) => {
            (range(plies)?, Some(margin.parse().ok().filter(|margin| (0..=1000).contains(margin))?))
        }
        None => (range(plies)?, None),
    };
    let kind = match kind {
        "start" => StartKind::Start,
        "book" => StartKind::Book,
        "drawn" => StartKind::Drawn,
        _ => match kind.split_once('-')? {
            ("defenders", some) => range(some).map(|(least, most)| StartKind::Defenders(least, most))?,
            ("attackers", some) => range(some).map(|(least, most)| StartKind::Attackers(least, most))?,
            ("sealed", some) => range(some).map(|(least, most)| StartKind::Sealed(least, most))?,
            _ => return None,
        },
    };
    let share = share.parse().ok().filter(|&share| (1..=1_000_000).contains(&share))?;
    Some(Start { kind, plies, margin, less, share })
}

impl FromStr for Starts {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Starts, SettingsError> {
        if text.split(',').count() > MOST {
            return Err(SettingsError::TooManyStarts);
        }
        let read = |text: &str| start(text).ok_or_else(|| SettingsError::Start(text.trim().to_owned()));
        text.split(',').map(read).collect::<Result<_, _>>().map(Starts)
    }
}

impl TryFrom<String> for Starts {
    type Error = SettingsError;

    fn try_from(text: String) -> Result<Starts, SettingsError> {
        text.parse()
    }
}

impl From<Starts> for String {
    fn from(starts: Starts) -> String {
        starts.to_string()
    }
}
