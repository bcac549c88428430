//! A position as a page names it: the rule set, where the game began, and what happened then.

use std::sync::Arc;

use hnefi_live::OfferKind;
use hnefi_rules::{Game, GameError, Intent, Offer, Referee, Refusal, Ruleset, Setup, Side, referees};
use hnefi_words::Words;
use serde::{Deserialize, Serialize};

use crate::{AskError, house, wrong};

/// A position as a page names it. What happened before counts: some rule sets forbid to repeat it.
///
/// ```
/// let at: hnefi_wire::At = serde_json::from_str(r#"{"rules":"copenhagen","moves":["d1-d4"]}"#).unwrap();
/// assert_eq!(at.game().unwrap().plies().len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    /// The id of a rule set, the code of house rules, or a whole rule file.
    pub rules: String,
    /// The first position as rows; that of the rule set where there are none.
    #[serde(default)]
    pub position: String,
    /// The side that moves first; that of the rule set where none is said.
    #[serde(default)]
    pub turn: String,
    /// What happened: moves such as `d1-d4`, and `SIDE:offer:KIND`, `SIDE:accept`, `SIDE:decline`, `SIDE:resign`.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Why something that is said to have happened cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hindered {
    Refused(Refusal),
    Game(GameError),
}

impl At {
    /// A game as it stands: its first position and its plies.
    pub fn of(game: &Game) -> At {
        let ruleset = game.referee().ruleset();
        At {
            rules: if ruleset.is_published() { ruleset.id().to_owned() } else { ruleset.to_toml() },
            position: game.start().rows_text(),
            turn: game.start().turn().id().to_owned(),
            moves: game.plies().map(|ply| ply.played.mv.to_string()).collect(),
        }
    }

    /// The game with all that happened.
    ///
    /// # Errors
    /// When something in it cannot be read, or cannot have happened.
    pub fn game(&self) -> Result<Game, AskError> {
        match self.followed()? {
            (game, None) => Ok(game),
            (game, Some(hindered)) => {
                let (words, ruleset) = (Words::english(), game.referee().ruleset());
                Err(AskError::Wrong(match hindered {
                    Hindered::Refused(refusal) => words.refusal(&refusal, ruleset),
                    Hindered::Game(error) => words.game_error(error, ruleset),
                }))
            }
        }
    }

    /// The game up to what cannot happen, and why that cannot.
    pub(crate) fn followed(&self) -> Result<(Game, Option<Hindered>), AskError> {
        let mut game = self.beginning()?;
        for step in &self.moves {
            if let Err(hindered) = happen(&mut game, step)? {
                return Ok((game, Some(hindered)));
            }
        }
        Ok((game, None))
    }

    fn beginning(&self) -> Result<Game, AskError> {
        let ruleset = ruleset_of(&self.rules)?;
        let known = referees().iter().find(|referee| Arc::ptr_eq(referee.ruleset(), &ruleset)).cloned();
        let referee = known.unwrap_or_else(|| Arc::new(Referee::new(ruleset.clone())));
        if self.position.is_empty() && self.turn.is_empty() {
            return Ok(Game::new(referee));
        }
        let words = Words::english();
        let setup = match self.position.as_str() {
            "" => ruleset.start().clone(),
            rows => Setup::from_rows(rows).map_err(|error| AskError::Wrong(words.rows_error(&error)))?,
        };
        let turn = match self.turn.as_str() {
            "" => ruleset.first(),
            turn => turn.parse().map_err(|_| wrong("turn", turn))?,
        };
        let position = referee.position(&setup, turn);
        let position = position.map_err(|errors| AskError::Wrong(words.setup_errors(&errors, &ruleset).join(" ")))?;
        Ok(Game::from_position(referee, position))
    }
}

/// The rule set of an id, of the code of house rules, or of a rule file.
///
/// ```
/// assert_eq!(hnefi_wire::ruleset_of("brandubh").unwrap().size(), 7);
/// ```
///
/// # Errors
/// When it is none of these.
pub fn ruleset_of(rules: &str) -> Result<Arc<Ruleset>, AskError> {
    if rules.contains('\n') {
        let read = Ruleset::from_toml(rules).map(Arc::new);
        return read.map_err(|error| AskError::Wrong(Words::english().ruleset_error(&error)));
    }
    house::named(rules).map_err(|unknown| AskError::unknown(rules, unknown))
}

/// Two squares, such as `d1-d4`.
///
/// ```
/// assert_eq!(hnefi_wire::intent("d1-d4").unwrap().to_string(), "d1-d4");
/// ```
///
/// # Errors
/// When they are none.
pub fn intent(text: &str) -> Result<Intent, AskError> {
    let read = || {
        let (from, to) = text.split_once('-')?;
        Some(Intent { from: from.parse().ok()?, to: to.parse().ok()? })
    };
    read().ok_or_else(|| wrong("moves", text))
}

fn happen(game: &mut Game, step: &str) -> Result<Result<(), Hindered>, AskError> {
    let Some((side, what)) = step.split_once(':') else {
        return Ok(game.play(intent(step)?).map(|_| ()).map_err(Hindered::Refused));
    };
    let side: Side = side.parse().map_err(|_| wrong("moves", step))?;
    let offer = what.strip_prefix("offer:").and_then(OfferKind::from_id);
    let done = match (what, offer) {
        (_, Some(OfferKind::Game(offer @ (Offer::Draw | Offer::Claim(_))))) => game.offer(side, offer),
        ("accept", _) => game.accept(side),
        ("decline", _) => game.drop_offer(side),
        ("resign", _) => game.resign(side),
        _ => return Err(wrong("moves", step)),
    };
    Ok(done.map_err(Hindered::Game))
}
