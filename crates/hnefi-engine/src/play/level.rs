//! The eight levels, from a child's first game to full strength.

use std::time::Duration;

use crate::{Allowance, Budget};

/// A level of play. A higher number plays better.
///
/// ```
/// use hnefi_engine::Level;
/// assert_eq!(Level::ALL.len(), 8);
/// assert_eq!(Level::new(1), Some(Level::ALL[0]));
/// assert_eq!(Level::ALL[0].id(), "first-game");
/// assert_eq!(Level::new(9), None);
/// assert_eq!(Level::from_id("full-strength"), Level::new(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How a level plays worse than it could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weakness {
    /// Every move is misjudged by up to so many hundredths of an attacker, either way.
    pub(crate) misjudges: i32,
    /// Of a hundred moves, how many are played without looking.
    pub(crate) careless: u8,
}

const IDS: [&str; 8] =
    ["first-game", "learner", "fireside", "neighbour", "clubmate", "champion", "master", "full-strength"];

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 8] = [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// The level of a number from 1 to 8.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 8 { Some(Level(number)) } else { None }
    }

    /// The level of a word.
    pub fn from_id(id: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.id() == id)
    }

    /// The number, from 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The word for this level in files and on the wire. What people read comes from the words.
    pub const fn id(self) -> &'static str {
        IDS[self.0 as usize - 1]
    }

    /// Whether this level never overlooks a loss on the next ply that some move would have averted. Every
    /// level takes a win in one.
    pub const fn is_guarded(self) -> bool {
        self.0 >= 3
    }

    /// What this level may spend on a move. The time is there for slow machines; up to the seventh level the
    /// other limits usually come first. It leaves time enough for a busy machine to notice that it is over.
    pub const fn budget(self) -> Budget {
        let (depth, nodes) = match self.0 {
            1 | 2 => (1, 20_000),
            3 => (2, 50_000),
            4 => (3, 100_000),
            5 => (5, 60_000),
            6 => (8, 150_000),
            7 => (16, 500_000),
            _ => (64, u64::MAX),
        };
        let time = Allowance { soft: Duration::from_millis(900), hard: Duration::from_millis(1_800) };
        Budget { depth, nodes, time: Some(time) }
    }

    pub(crate) const fn weakness(self) -> Option<Weakness> {
        match self.0 {
            1 => Some(Weakness { misjudges: 400, careless: 30 }),
            2 => Some(Weakness { misjudges: 200, careless: 12 }),
            3 => Some(Weakness { misjudges: 120, careless: 0 }),
            4 => Some(Weakness { misjudges: 50, careless: 0 }),
            _ => None,
        }
    }
}
