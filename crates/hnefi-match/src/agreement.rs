//! When both engines agree on a draw.

use hnefi_rules::{Game, Offer};

use crate::game::RecordedScore;

/// After so many plies without a capture in which neither engine saw anybody ahead, both agree on a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawAgreement {
    /// The most that either may have said for either side, in hundredths of what it counts in.
    pub within: u32,
    /// How many plies in a row, of both sides together; at least 2.
    pub plies: usize,
}

/// Why a text says nothing about when to agree on a draw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` does not say when a draw is agreed: write the score in hundredths and the plies, such as 50,40; at least 2 plies"
)]
pub struct DrawAgreementError(pub String);

impl DrawAgreement {
    /// Whether the last plies are such. An engine that said nothing, or saw a forced end, does not agree.
    pub(crate) fn is_reached(&self, game: &Game, scores: &[Option<RecordedScore>]) -> bool {
        let level = |score: &Option<RecordedScore>| match score {
            Some(RecordedScore::Hundredths(score)) => score.unsigned_abs() <= self.within,
            _ => false,
        };
        let first = scores.len().checked_sub(self.plies);
        first.is_some_and(|first| scores[first..].iter().all(level))
            && game.plies().rev().take(self.plies).all(|ply| ply.played.captures.is_empty())
    }

    /// Ends a game by agreement. A match is not begun with an agreement that its rule set does not know.
    pub(crate) fn agree(game: &mut Game) {
        let side = game.position().turn();
        game.offer(side, Offer::Draw).expect("a rule set that knows draws by agreement");
        game.accept(!side).expect("the offer stands");
    }
}

/// Reads `WITHIN,PLIES`.
///
/// ```
/// use hnefi_match::DrawAgreement;
/// assert_eq!("50,40".parse(), Ok(DrawAgreement { within: 50, plies: 40 }));
/// assert!("50".parse::<DrawAgreement>().is_err());
/// assert!("50,1".parse::<DrawAgreement>().is_err());
/// ```
impl std::str::FromStr for DrawAgreement {
    type Err = DrawAgreementError;

    fn from_str(text: &str) -> Result<DrawAgreement, DrawAgreementError> {
        let read = || {
            let (within, plies) = text.split_once(',')?;
            let (within, plies) = (within.trim().parse().ok()?, plies.trim().parse().ok()?);
            (plies >= 2).then_some(DrawAgreement { within, plies })
        };
        read().ok_or_else(|| DrawAgreementError(text.to_owned()))
    }
}

impl std::fmt::Display for DrawAgreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.within, self.plies)
    }
}
