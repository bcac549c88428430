//! Refusals in words.

use hnefi_live::ActError;
use hnefi_rules::{Game, GameError, Ruleset};
use hnefi_words::Words;

use crate::answers::cited;
use crate::{Refused, other_referees, questions};

/// What follows when something is refused.
#[derive(Clone, Debug)]
pub struct Refusing {
    /// What to say.
    pub refused: Refused,
    /// Whether who asked may not know how the game stands.
    pub resend: bool,
}

impl Refusing {
    /// A refusal that no clause decides, by the id of its words.
    pub fn plain(words: &str) -> Refusing {
        Refused::plain(words).into()
    }

    /// The game has moved on since who asked has seen it.
    pub fn stale() -> Refusing {
        Refusing { resend: true, ..Refusing::plain("refused-stale") }
    }

    /// What the machine refuses, in words.
    pub fn of(error: ActError, game: &Game) -> Refusing {
        Refusing::plain(match error {
            ActError::Stale => return Refusing::stale(),
            ActError::Illegal(refusal) => {
                let ruleset = game.referee().ruleset();
                let others = questions::allowed_elsewhere(game.position(), refusal.intent, &other_referees(ruleset));
                let others = questions::allowed_words(&others);
                return Refused::by_referee(&refusal, ruleset, others).into();
            }
            ActError::Game(error) => return Refusing::game_error(error, game.referee().ruleset()),
            ActError::NotYourSeat => "refused-not-your-seat",
            ActError::NotYourTurn => "refused-not-your-turn",
            ActError::NobodyYet => "refused-nobody-yet",
            ActError::MatchWentOn => "refused-match-went-on",
            ActError::OtherGameOn => "refused-other-game-on",
            ActError::SidesSettled => "refused-sides-settled",
            ActError::MoveId => "refused-move-id",
            ActError::NotOver => "refused-not-over",
            ActError::BrokenOff => "refused-broken-off",
            ActError::TooSoon => "refused-too-soon",
            ActError::Forfeited => "refused-forfeited",
            ActError::TooManyOffers => "refused-too-many-offers",
            ActError::NoClock => "refused-no-clock",
            ActError::NotAway => "refused-not-away",
            ActError::Rated => "refused-rated",
            ActError::NoTakeBack => "refused-no-take-back",
            ActError::ConditionalNotHere => "conditional-refused-here",
            ActError::ConditionalYourTurn => "conditional-refused-turn",
            ActError::ConditionalTooMany => "conditional-refused-many",
            ActError::ConditionalEnd => "conditional-refused-end",
            ActError::ConditionalTwoAnswers => "conditional-refused-two",
            ActError::SeatTaken | ActError::OwnInvitation | ActError::NobodysSeat | ActError::SeatStays => {
                "refused-not-your-seat"
            }
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
