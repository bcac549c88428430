//! Refusals in words.

use hnefi_live::ActError;
use hnefi_rules::{GameError, Ruleset};
use hnefi_store::StoreError;
use hnefi_words::Words;

use super::Live;
use super::questions;
use crate::game::answers::{Refused, cited};
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

    pub(super) fn stale() -> Refusing {
        Refusing { resend: true, ..Refusing::plain("refused-stale") }
    }

    /// What the machine refuses, in words.
    pub(super) fn of(error: ActError, live: &Live) -> Refusing {
        Refusing::plain(match error {
            ActError::Stale => return Refusing::stale(),
            ActError::Illegal(refusal) => {
                let game = live.room.game();
                let others = questions::allowed_elsewhere(game.position(), refusal.intent, &live.other_referees());
                let others = questions::allowed_words(&others);
                return Refused::by_referee(&refusal, live.ruleset(), others).into();
            }
            ActError::Game(error) => return Refusing::game_error(error, live.ruleset()),
            ActError::NotYourSeat => "refused-not-your-seat",
            ActError::NotYourTurn => "refused-not-your-turn",
            ActError::NobodyYet => "refused-nobody-yet",
            ActError::MatchWentOn => "refused-match-went-on",
            ActError::SidesSettled => "refused-sides-settled",
            ActError::MoveId => "refused-move-id",
            ActError::NotOver => "refused-not-over",
            ActError::BrokenOff => "refused-broken-off",
            ActError::TooSoon => "refused-too-soon",
            ActError::SeatTaken | ActError::OwnInvitation | ActError::NobodysSeat => "refused-not-your-seat",
            ActError::Unfair => "refused-hint-unfair",
        })
    }

    fn game_error(error: GameError, ruleset: &Ruleset) -> Refusing {
        let message = Words::english().game_error(error, ruleset);
        let clause = error.clause().map(|clause| cited(ruleset, clause, String::new()));
        Refused { code: error.code().to_owned(), message, clause }.into()
    }
}

impl From<Refused> for Refusing {
    fn from(refused: Refused) -> Refusing {
        Refusing { refused, resend: false }
    }
}

impl From<StoreError> for Refusing {
    fn from(error: StoreError) -> Refusing {
        match error {
            StoreError::Stale { .. } => Refusing::stale(),
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
        error @ (ActError::NotYourSeat
        | ActError::NotYourTurn
        | ActError::Stale
        | ActError::NobodyYet
        | ActError::MatchWentOn
        | ActError::SidesSettled
        | ActError::MoveId
        | ActError::Illegal(_)
        | ActError::Game(_)
        | ActError::NotOver
        | ActError::BrokenOff
        | ActError::TooSoon
        | ActError::Unfair) => Problem::Internal(error.to_string()),
    }
}
