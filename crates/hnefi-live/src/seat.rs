//! Who plays which side, and what links give.

use hnefi_rules::BySide;

use crate::PersonId;

/// Both seats of a game.
pub type Seats = BySide<Seat>;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Person {
        /// Who.
        person: PersonId,
        /// How often the seat has moved to another device.
        moves: u32,
    },
    /// The computer.
    Computer {
        /// Its level, 1 to 8.
        level: u8,
    },
    /// Nobody yet.
    Open,
}

impl Seat {
    /// Whether a person holds this seat.
    pub fn is_held_by(&self, person: &PersonId) -> bool {
        self.person() == Some(person)
    }

    /// The person who holds this seat.
    pub fn person(&self) -> Option<&PersonId> {
        match self {
            Seat::Person { person, .. } => Some(person),
            Seat::Computer { .. } | Seat::Open => None,
        }
    }
}

/// What a link gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// The open seat, to a friend.
    Join,
    /// The sight of the game.
    Watch,
    /// The holder's own seat, on another device.
    Seat,
}

impl LinkKind {
    /// The word for this kind in the database.
    pub const fn id(self) -> &'static str {
        match self {
            LinkKind::Join => "join",
            LinkKind::Watch => "watch",
            LinkKind::Seat => "seat",
        }
    }

    /// The kind of a word.
    pub fn from_id(id: &str) -> Option<LinkKind> {
        [LinkKind::Join, LinkKind::Watch, LinkKind::Seat].into_iter().find(|kind| kind.id() == id)
    }
}
