//! What people do off the board: offers and their answers, claims, resignation.

use super::{Game, Happening};
use crate::{Agreement, Claims, Clause, Ending, Ground, Outcome, Question, Refutation, Side};

/// Something that one side offers the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// A draw by agreement. It stands until it is answered or the other side moves.
    Draw,
    /// A draw that is claimed on a ground of the rule set. It stands as a draw does, while the board does not refute it.
    Claim(Ground),
    /// To take back the offering side's last move, and what came after it. It stands until it is answered or anybody moves.
    TakeBack,
}

/// Why something other than a move could not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over")]
    Over(Outcome),
    /// An offer already stands.
    #[error("an offer already stands")]
    OfferStands,
    /// No offer stands that this side could answer or withdraw.
    #[error("no such offer stands")]
    NoOffer,
    /// The rule set knows no draw by agreement.
    #[error("this rule set knows no draw by agreement")]
    NoAgreement,
    /// The rule set knows no such claim.
    #[error("this rule set knows no claim that the game is drawn because of {}", .0.id())]
    NoClaim(Ground),
    /// The board shows that the claim is not true.
    #[error("the claim is not true: {0}")]
    Untrue(Refutation),
    /// This side has no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
}

impl GameError {
    /// The code of this error on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            GameError::Over(_) => "game-over",
            GameError::OfferStands => "offer-stands",
            GameError::NoOffer => "no-offer",
            GameError::NoAgreement => "no-agreement",
            GameError::NoClaim(_) => "no-claim",
            GameError::Untrue(_) => "claim-untrue",
            GameError::NothingToTakeBack => "nothing-to-take-back",
        }
    }

    /// The clause that decided, where a rule did.
    pub const fn clause(self) -> Option<Clause> {
        match self {
            GameError::NoAgreement => Some(Clause::Question(Question::Agreement)),
            GameError::NoClaim(_) | GameError::Untrue(_) => Some(Clause::Question(Question::Claims)),
            GameError::Over(_) | GameError::OfferStands | GameError::NoOffer | GameError::NothingToTakeBack => None,
        }
    }
}

impl Game {
    /// The offer that stands, and who made it. None does once the game is over: the end answers every offer.
    ///
    /// ```
    /// use hnefi_rules::{Game, GameError, Offer, Referee, Side, leaflet};
    /// use std::sync::Arc;
    /// let mut game = Game::new(Arc::new(Referee::new(leaflet("viking-game").unwrap().clone())));
    /// game.offer(Side::Attackers, Offer::Draw).unwrap();
    /// assert_eq!(game.pending(), Some((Side::Attackers, Offer::Draw)));
    /// game.resign(Side::Attackers).unwrap();
    /// assert_eq!(game.pending(), None);
    /// assert_eq!(game.accept(Side::Defenders), Err(GameError::NoOffer));
    /// ```
    pub fn pending(&self) -> Option<(Side, Offer)> {
        if self.outcome().is_some() {
            return None;
        }
        // Two plies back somebody has moved who did not offer.
        let mut moved: Option<Side> = None;
        for happening in self.stack.iter().rev() {
            match happening {
                Happening::Offered { by, offer } => {
                    let stands = match (moved, offer) {
                        (None, _) => true,
                        (Some(_), Offer::TakeBack) => false,
                        (Some(side), Offer::Draw) => side == *by,
                        (Some(side), Offer::Claim(ground)) => side == *by && self.check_claim(*ground).is_ok(),
                    };
                    return stands.then_some((*by, *offer));
                }
                Happening::Ply(ply) if moved.is_none() => moved = Some(ply.side()),
                Happening::Ply(_) | Happening::Dropped { .. } | Happening::Ended(_) => return None,
            }
        }
        None
    }

    /// Offers something to the other side.
    ///
    /// ```
    /// use hnefi_rules::{Ending, Game, GameError, Ground, Offer, Referee, Side, leaflet};
    /// use std::sync::Arc;
    /// let referee = Arc::new(Referee::new(leaflet("viking-game").unwrap().clone()));
    /// let mut game = Game::new(referee);
    /// let claim = Offer::Claim(Ground::KingAtSide);
    /// assert_eq!(game.offer(Side::Defenders, claim), Err(GameError::NoClaim(Ground::KingAtSide)));
    /// game.offer(Side::Defenders, Offer::Draw).unwrap();
    /// game.accept(Side::Attackers).unwrap();
    /// assert_eq!(game.outcome().unwrap().reason, Ending::Agreement);
    /// ```
    ///
    /// # Errors
    /// When the game is over, an offer already stands, the rule set has no such draw, the board refutes the claim, or
    /// `by` has not moved.
    pub fn offer(&mut self, by: Side, offer: Offer) -> Result<(), GameError> {
        self.check_offer(by, offer)?;
        if let Offer::Claim(ground) = offer {
            self.check_claim(ground)?;
        }
        self.stack.push(Happening::Offered { by, offer });
        Ok(())
    }

    /// Puts an offer on the game as a record tells of it: a claim that was made and heard stays made, even if
    /// [`Game::offer`] would refuse it today because the board refutes it.
    ///
    /// # Errors
    /// Those of [`Game::offer`], but for [`GameError::Untrue`].
    pub fn offer_as_made(&mut self, by: Side, offer: Offer) -> Result<(), GameError> {
        self.check_offer(by, offer)?;
        self.stack.push(Happening::Offered { by, offer });
        Ok(())
    }

    fn check_offer(&self, by: Side, offer: Offer) -> Result<(), GameError> {
        match (self.outcome(), offer) {
            (Some(outcome), _) => Err(GameError::Over(outcome)),
            (None, _) if self.pending().is_some() => Err(GameError::OfferStands),
            (None, Offer::Draw) if !self.allows_agreement() => Err(GameError::NoAgreement),
            (None, Offer::Claim(ground)) if !self.grounds().contains(&ground) => Err(GameError::NoClaim(ground)),
            (None, Offer::TakeBack) if !self.has_moved(by) => Err(GameError::NothingToTakeBack),
            (None, _) => Ok(()),
        }
    }

    /// Whether a draw can be claimed now on a ground: the rule set knows the claim, and the board does not refute it.
    ///
    /// ```
    /// use hnefi_rules::{Game, GameError, Ground, Referee, Refutation, leaflet};
    /// use std::sync::Arc;
    /// let game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// let king = "f6".parse().unwrap();
    /// assert_eq!(game.check_claim(Ground::KingAtSide), Err(GameError::Untrue(Refutation::NotAtSide { king })));
    /// assert_eq!(game.check_claim(Ground::KingShutIn), Ok(()), "not proved, and not refuted either");
    /// assert_eq!(game.check_claim(Ground::NoProgress), Err(GameError::NoClaim(Ground::NoProgress)));
    /// ```
    ///
    /// # Errors
    /// [`GameError::NoClaim`] or [`GameError::Untrue`].
    pub fn check_claim(&self, ground: Ground) -> Result<(), GameError> {
        if !self.grounds().contains(&ground) {
            return Err(GameError::NoClaim(ground));
        }
        self.referee.refute_claim(self.position(), ground).map_or(Ok(()), |why| Err(GameError::Untrue(why)))
    }

    /// Accepts the offer that stands: the game is drawn, or the plies are taken back.
    ///
    /// # Errors
    /// [`GameError::NoOffer`] unless the other side's offer stands.
    pub fn accept(&mut self, by: Side) -> Result<(), GameError> {
        match self.pending() {
            Some((from, offer)) if from != by => self.fulfil(from, offer),
            _ => Err(GameError::NoOffer),
        }
    }

    /// Accepts an offer as a record tells of it: the other side's last one, even if it has lapsed for [`Game::accept`].
    ///
    /// ```
    /// use hnefi_rules::{Game, GameError, Intent, Offer, Referee, Side, leaflet};
    /// use std::sync::Arc;
    /// let mut game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// let mut play = |game: &mut Game, from: &str, to: &str| {
    ///     game.play(Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
    /// };
    /// play(&mut game, "d1", "d4");
    /// play(&mut game, "f8", "g8");
    /// game.offer(Side::Attackers, Offer::TakeBack).unwrap();
    /// play(&mut game, "e1", "e4");
    /// assert_eq!(game.accept(Side::Defenders), Err(GameError::NoOffer));
    /// game.accept_as_made(Side::Defenders).unwrap();
    /// assert_eq!(game.plies().count(), 2);
    /// ```
    ///
    /// # Errors
    /// [`GameError::NoOffer`] if the game is over, or the other side never offered anything.
    pub fn accept_as_made(&mut self, by: Side) -> Result<(), GameError> {
        let last = self.stack.iter().rev().find_map(|happening| match happening {
            Happening::Offered { by: from, offer } if *from != by => Some((*from, *offer)),
            _ => None,
        });
        match last.filter(|_| self.outcome().is_none()) {
            Some((from, offer)) => self.fulfil(from, offer),
            None => Err(GameError::NoOffer),
        }
    }

    /// Does what a side has offered.
    fn fulfil(&mut self, from: Side, offer: Offer) -> Result<(), GameError> {
        match offer {
            Offer::Draw => self.stack.push(Happening::Ended(Outcome::draw(Ending::Agreement))),
            Offer::Claim(ground) => self.stack.push(Happening::Ended(Outcome::draw(Ending::Claim(ground)))),
            Offer::TakeBack => self.take_back(from)?,
        }
        Ok(())
    }

    /// Declines the other side's offer, or withdraws one's own.
    ///
    /// # Errors
    /// [`GameError::NoOffer`] if none stands.
    pub fn drop_offer(&mut self, by: Side) -> Result<(), GameError> {
        self.pending().ok_or(GameError::NoOffer)?;
        self.stack.push(Happening::Dropped { by });
        Ok(())
    }

    /// Declines or withdraws an offer as a record tells of it, even if it has lapsed for [`Game::drop_offer`].
    ///
    /// # Errors
    /// [`GameError::NoOffer`] if the game is over.
    pub fn drop_as_made(&mut self, by: Side) -> Result<(), GameError> {
        if self.outcome().is_some() {
            return Err(GameError::NoOffer);
        }
        self.stack.push(Happening::Dropped { by });
        Ok(())
    }

    /// Ends the game off the board: a resignation, time, abandonment, or a draw that a referee grants.
    ///
    /// # Errors
    /// [`GameError::Over`] if it has ended already.
    pub fn end(&mut self, outcome: Outcome) -> Result<(), GameError> {
        match self.outcome() {
            Some(over) => Err(GameError::Over(over)),
            None => {
                self.stack.push(Happening::Ended(outcome));
                Ok(())
            }
        }
    }

    /// A side resigns and the other one wins.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game has ended already.
    pub fn resign(&mut self, side: Side) -> Result<(), GameError> {
        self.end(Outcome::win(!side, Ending::Resignation))
    }

    /// Whether the rule set lets the players agree on a draw.
    pub fn allows_agreement(&self) -> bool {
        self.referee.answers.agreement == Agreement::Allowed
    }

    /// The grounds on which the rule set lets a player claim a draw.
    pub fn grounds(&self) -> &'static [Ground] {
        match self.referee.answers.claims {
            Claims::None => &[],
            Claims::NoProgress => &[Ground::NoProgress],
            Claims::KingOutOfReach => &[Ground::KingAtSide, Ground::KingShutIn],
        }
    }
}
