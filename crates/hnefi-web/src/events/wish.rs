//! What somebody wants to be done in an event, what came of it, and why not.

use hnefi_events::{Act, PlayerNo, Refusal};
use hnefi_live::PersonId;

use super::log::Line;
use super::typed::Told;

/// What was done: rows to be appended, with those who entered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    /// The rows.
    pub(crate) lines: Vec<Line>,
    /// Which of those who entered are who on the server.
    pub(crate) players: Vec<(u32, PersonId)>,
}

/// What somebody wants to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// These enter.
    Enter(Vec<String>),
    /// Somebody of the server enters, with the rating for seeding, or comes back.
    Join { person: PersonId, rating: Option<i32> },
    /// There are so many places, as it was typed; nothing: as many as the form can have.
    Places(String),
    /// A player is called otherwise.
    Rename { player: PlayerNo, name: String },
    /// It begins, and the first round is paired.
    Begin,
    /// The round is over, and the next one is paired.
    Pair,
    /// The last round is over, and so is the event.
    Finish,
    /// The event is called otherwise.
    Tell(Told),
    /// Anything that the event takes as it is.
    Act(Act),
}

impl Wish {
    /// Whether an organiser can want it where games are played on the server: people enter there by themselves, and a pairing whose games have begun stays.
    pub(crate) fn is_for_online(&self) -> bool {
        !matches!(self, Wish::Enter(_) | Wish::Rename { .. } | Wish::Act(Act::Unpair { .. } | Act::Swap { .. }))
    }
}

/// Why something is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The event does not take it.
    Event(Refusal),
    /// What was typed is no name, or no text: why, in words.
    Typed(String),
}

impl Refused {
    /// Whether there is no place for one more.
    pub(crate) fn is_full(&self) -> bool {
        matches!(self, Refused::Event(Refusal::NoPlace { .. } | Refusal::Full { .. }))
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::Event(refusal)
    }
}
