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

/// How the players of a game sit: chosen when it is made, and never guessed from who sits there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrangement {
    /// Two people on two screens, each with a seat of his own.
    Friend,
    /// One screen for both sides.
    Screen,
    /// A person against the computer.
    Computer,
}

impl Arrangement {
    /// The word for this arrangement in the database and on forms.
    pub const fn id(self) -> &'static str {
        match self {
            Arrangement::Friend => "friend",
            Arrangement::Screen => "screen",
            Arrangement::Computer => "computer",
        }
    }

    /// The arrangement of a word.
    pub fn from_id(id: &str) -> Option<Arrangement> {
        [Arrangement::Friend, Arrangement::Screen, Arrangement::Computer].into_iter().find(|one| one.id() == id)
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
