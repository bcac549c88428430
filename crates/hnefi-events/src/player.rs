//! Those who have entered.

use serde::{Deserialize, Serialize};

/// The number of a player in an event: 1 for who entered first. It never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerNo(pub u32);

impl PlayerNo {
    /// The place in a list of all players.
    pub(crate) const fn index(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }

    /// The number of the player in this place of a list of all players.
    pub(crate) const fn at(index: usize) -> PlayerNo {
        PlayerNo(index as u32 + 1)
    }
}

impl std::fmt::Display for PlayerNo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Somebody who has entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number.
    pub no: PlayerNo,
    /// Who it is: a word for those who keep persons, or a name that was typed in. No two players have the same.
    pub key: String,
    /// The rating by which players are seeded, in points.
    pub rating: Option<i32>,
    /// Whether the player takes part.
    pub presence: Presence,
    /// Whether the player has checked in.
    pub checked_in: bool,
    /// The rounds without a game that the player wished for.
    pub wished: Vec<u32>,
    /// The first round in which the player could be paired: 1, or more after a late entry.
    pub from_round: u32,
}

/// Whether a player takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Is paired in the rounds to come.
    Here,
    /// Did not check in before the first round.
    Absent,
    /// Has left before the event began, or during it.
    Left,
}
