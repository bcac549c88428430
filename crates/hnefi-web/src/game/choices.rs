//! How somebody wants to play: the choices of the form that makes a game, with those of last time ready.

use hnefi_live::{Arrangement, PersonId, Seat};
use hnefi_rules::Side;
use hnefi_store::Summary;

use super::levels::{FIRST_LEVEL, LevelChoice, levels};

/// What stands ready in the form that makes a game, whichever rules it is for.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// How the players sit.
    arrangement: Arrangement,
    /// The side of who asks.
    side: Side,
    /// Every level of the computer.
    pub(crate) levels: Vec<LevelChoice>,
}

impl Choices {
    /// What stands ready for a newcomer: the attackers, who begin in most rule sets, against the computer.
    pub(crate) fn first() -> Choices {
        Choices { arrangement: Arrangement::Computer, side: Side::Attackers, levels: levels(FIRST_LEVEL) }
    }

    /// What somebody chose for a game that he plays.
    pub(crate) fn of(game: &Summary, person: &PersonId) -> Choices {
        let held = Side::ALL.into_iter().find(|&side| game.seats[side].is_held_by(person));
        let level = Side::ALL.into_iter().find_map(|side| match game.seats[side] {
            Seat::Computer { level } => Some(level),
            _ => None,
        });
        Choices {
            arrangement: game.arrangement,
            side: held.unwrap_or(Side::Attackers),
            levels: levels(level.unwrap_or(FIRST_LEVEL)),
        }
    }

    /// Whether this arrangement, by its word, stands ready.
    pub(crate) fn is_arranged(&self, id: &str) -> bool {
        self.arrangement.id() == id
    }

    /// Whether this side, by its word, stands ready.
    pub(crate) fn is_side(&self, id: &str) -> bool {
        self.side.id() == id
    }
}
