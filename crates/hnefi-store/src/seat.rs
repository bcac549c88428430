//! Seats and links as they are made and looked up.

use hnefi_live::{LinkKind, Seat};
use hnefi_rules::Side;

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
