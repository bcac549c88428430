//! How a game stands, for a page.

use std::collections::BTreeMap;

use hnefi_rules::Game;
use serde::Serialize;

use crate::at::Hindered;
use crate::{AskError, At, OutcomeState, PlyState, Refused, Refusing, SideWord, legal_of};

/// How a game stands, and where pieces may go.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAnswer {
    /// The position as rows.
    pub position: String,
    /// The side to move, whether or not the game is over.
    pub turn: SideWord,
    /// The squares to which each piece may go.
    pub legal: BTreeMap<String, Vec<String>>,
    /// The last ply, if there was one.
    pub ply: Option<PlyState>,
    /// How the game ended, if it did.
    pub outcome: Option<OutcomeState>,
    /// Why the first thing that was refused was so. The game stands as it did before.
    pub refused: Option<Refused>,
}

impl PositionAnswer {
    /// How the game of a question stands.
    ///
    /// ```
    /// use hnefi_wire::{At, PositionAnswer};
    /// let at = At { rules: "copenhagen".to_owned(), ..At::default() };
    /// assert!(PositionAnswer::at(&at).unwrap().legal["d1"].contains(&"d4".to_owned()));
    /// ```
    ///
    /// # Errors
    /// When the question cannot be read. What cannot have happened is in the answer.
    pub fn at(at: &At) -> Result<PositionAnswer, AskError> {
        let (game, hindered) = at.followed()?;
        let refused = hindered.map(|hindered| {
            let error = match hindered {
                Hindered::Refused(refusal) => hnefi_live::ActError::Illegal(refusal),
                Hindered::Game(error) => hnefi_live::ActError::Game(error),
            };
            Refusing::of(error, &game).refused
        });
        Ok(PositionAnswer { refused, ..PositionAnswer::of(&game) })
    }

    /// How a game stands.
    pub fn of(game: &Game) -> PositionAnswer {
        let last = game.plies().len().checked_sub(1);
        let ply = last.and_then(|last| {
            let (before, ply) = (game.position_after(last)?, game.ply(last)?);
            Some(PlyState::of(before, ply, game.times_stood(last + 1), game.referee().ruleset()))
        });
        PositionAnswer {
            position: game.position().rows_text(),
            turn: game.position().turn().into(),
            legal: if game.outcome().is_none() { legal_of(game) } else { BTreeMap::new() },
            ply,
            outcome: OutcomeState::of(game),
            refused: None,
        }
    }
}
