//! The eight levels, from a child's first game to full strength.

use std::time::Duration;

use super::sight::Sight;
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

const IDS: [&str; 8] =
    ["first-game", "learner", "fireside", "neighbour", "clubmate", "champion", "master", "full-strength"];

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 8] = [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// The strongest, which plays as well as it can.
    ///
    /// ```
    /// use hnefi_engine::Level;
    /// assert_eq!(Some(&Level::FULL), Level::ALL.last());
    /// ```
    pub const FULL: Level = Level(8);

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

    /// What this level may spend on a move. Up to the seventh it is so many positions whatever they take, so that every machine
    /// plays alike; the eighth has a time, and leaves enough of it for a busy machine to notice that it is over.
    pub const fn budget(self) -> Budget {
        let nodes = match self.0 {
            1..=4 => 200_000,
            5 => 500,
            6 => 4_500,
            7 => 40_000,
            _ => {
                let time = Allowance { soft: Duration::from_millis(900), hard: Duration::from_millis(1_800) };
                return Budget { time: Some(time), ..Budget::of_nodes(u64::MAX) };
            }
        };
        Budget::of_nodes(nodes)
    }

    /// How the weak levels see a board; `None` for those that search.
    pub(crate) const fn sight(self) -> Option<Sight> {
        match self.0 {
            1 => Some(Sight { ahead: 2, near: 2, far: 20, nets: 0, eager: 60, plan: 25, unsure: 60 }),
            2 => Some(Sight { ahead: 2, near: 4, far: 50, nets: 20, eager: 30, plan: 14, unsure: 30 }),
            3 => Some(Sight { ahead: 2, near: 5, far: 80, nets: 75, eager: 15, plan: 8, unsure: 16 }),
            4 => Some(Sight { ahead: 2, near: 9, far: 97, nets: 90, eager: 0, plan: 2, unsure: 5 }),
            _ => None,
        }
    }
}
