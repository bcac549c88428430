//! Refusals of what could not be stored, and of seats.

use hnefi_live::ActError;
use hnefi_store::StoreError;
use hnefi_wire::Refused;

use crate::server::Problem;

/// What follows when something is refused.
#[derive(Debug)]
pub(crate) struct Refusing {
    /// What to say.
    pub(crate) refused: Refused,
    /// Whether who asked may not know how the game stands.
    pub(crate) resend: bool,
}

impl Refusing {
    pub(crate) fn plain(words: &str) -> Refusing {
        Refused::plain(words).into()
    }
}

impl From<hnefi_wire::Refusing> for Refusing {
    fn from(hnefi_wire::Refusing { refused, resend }: hnefi_wire::Refusing) -> Refusing {
        Refusing { refused, resend }
    }
}

impl From<Refused> for Refusing {
    fn from(refused: Refused) -> Refusing {
        hnefi_wire::Refusing::from(refused).into()
    }
}

impl From<StoreError> for Refusing {
    fn from(error: StoreError) -> Refusing {
        match error {
            StoreError::Stale { .. } => hnefi_wire::Refusing::stale().into(),
            StoreError::Released(_) => hnefi_wire::Refusing::stale().into(),
            error => {
                tracing::error!(%error, "the store failed");
                Refusing { resend: true, ..Refusing::plain("refused-server-error") }
            }
        }
    }
}

/// What stands in the way of who follows a link to a seat.
pub(super) fn seat_problem(error: ActError) -> Problem {
    match error {
        ActError::SeatTaken => Problem::SeatTaken,
        ActError::OwnInvitation => Problem::OwnInvitation,
        ActError::NobodysSeat => Problem::NoLink,
        ActError::SeatStays => Problem::SeatStays,
        error @ (ActError::NotYourSeat
        | ActError::NotYourTurn
        | ActError::Stale
        | ActError::NobodyYet
        | ActError::MatchWentOn
        | ActError::OtherGameOn
        | ActError::SidesSettled
        | ActError::MoveId
        | ActError::Illegal(_)
        | ActError::Game(_)
        | ActError::NotOver
        | ActError::BrokenOff
        | ActError::TooSoon
        | ActError::Forfeited
        | ActError::TooManyOffers
        | ActError::NoClock
        | ActError::NotAway
        | ActError::Rated
        | ActError::NoTakeBack
        | ActError::ConditionalNotHere
        | ActError::ConditionalYourTurn
        | ActError::ConditionalTooMany
        | ActError::ConditionalEnd
        | ActError::ConditionalTwoAnswers
        | ActError::Unfair) => Problem::Internal(error.to_string()),
    }
}
