//! Who plays which side, and the links that give a seat or the sight of a game.

use hnefi_rules::{BySide, Side};

/// Both seats of a game.
pub type Seats = BySide<Seat>;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person who is known by the hash of a visitor's token.
    Person {
        /// SHA-256 of the visitor's token, in hexadecimal.
        visitor: String,
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
    /// Whether a visitor, known by his hash, holds this seat.
    pub fn is_held_by(&self, visitor: &str) -> bool {
        matches!(self, Seat::Person { visitor: holder, .. } if holder == visitor)
    }

    /// The hash of the visitor who holds this seat.
    pub fn visitor(&self) -> Option<&str> {
        match self {
            Seat::Person { visitor, .. } => Some(visitor),
            Seat::Computer { .. } | Seat::Open => None,
        }
    }
}

/// A seat of a game to be made, with the links that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeat {
    /// Who plays.
    pub seat: Seat,
    /// The links that give this seat.
    pub links: Vec<NewLink>,
}

impl NewSeat {
    /// An open seat without a link.
    pub fn open() -> NewSeat {
        NewSeat { seat: Seat::Open, links: Vec::new() }
    }
}

/// A link to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLink {
    /// SHA-256 of its secret, in hexadecimal.
    pub secret: String,
    /// What it gives.
    pub kind: LinkKind,
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

/// What the secret of a link opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkTarget {
    /// The game.
    pub game: String,
    /// What the link gives.
    pub kind: LinkKind,
    /// The seat; `None` for watchers.
    pub side: Option<Side>,
}
