//! Who looks at a game, and against whom somebody plays.

use hnefi_rules::Side;

use crate::{Arrangement, PersonId, Seat, Seats};

/// Who looks at a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A person.
    Person(PersonId),
    /// Somebody with the link for watchers.
    Watcher,
}

/// Against whom somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Another person.
    Person,
    /// The computer.
    Computer,
    /// Nobody has joined yet.
    Nobody,
    /// The same people play both sides on one screen.
    SameScreen,
}

impl Against {
    /// Against whom a holder of a seat plays, given how they sit and who has come.
    pub fn of(arrangement: Arrangement, seats: &Seats) -> Against {
        match arrangement {
            Arrangement::Screen => Against::SameScreen,
            Arrangement::Computer => Against::Computer,
            Arrangement::Friend if Side::ALL.iter().any(|&side| seats[side] == Seat::Open) => Against::Nobody,
            Arrangement::Friend => Against::Person,
        }
    }
}
