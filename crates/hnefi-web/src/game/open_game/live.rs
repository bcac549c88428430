//! An open game as it is in memory.

use std::sync::Arc;

use hnefi_live::{Limits, PersonName, Room};
use hnefi_rules::{BySide, Referee, Ruleset, leaflet, referees};
use hnefi_store::{Store, StoreError};

use super::computer::Thinking;
use super::view::View;
use crate::house;

/// A game with who plays it, who looks on, how pages show it, and what the computer is at.
#[derive(Debug)]
pub(crate) struct Live {
    /// Decides everything.
    pub(crate) room: Room,
    /// The game in words.
    pub(crate) view: View,
    /// What the players are called.
    pub(crate) names: BySide<Option<PersonName>>,
    pub(super) thinking: Option<Thinking>,
    /// Whether what is in memory may not be what is stored: it is loaded again before anybody sees it.
    pub(super) in_doubt: bool,
}

impl Live {
    /// Loads a game.
    pub(super) async fn load(store: &Store, game: &str, limits: Limits) -> Result<Live, StoreError> {
        let stored = store.stored(game).await?.ok_or_else(|| StoreError::NoGame(game.to_owned()))?;
        let room = Room::new(stored, limits);
        let names = store.names_in(game).await?;
        // A long game takes a second to be put into words, and other games are played meanwhile.
        let described = tokio::task::spawn_blocking(move || (View::of(room.game()), room)).await;
        let (view, room) = described.map_err(|error| StoreError::Corrupt {
            game: game.to_owned(),
            problem: format!("it cannot be put into words: {error}"),
        })?;
        Ok(Live { room, view, names, thinking: None, in_doubt: false })
    }

    /// The rule set.
    pub(crate) fn ruleset(&self) -> &Arc<Ruleset> {
        self.room.game().referee().ruleset()
    }

    /// Referees for the rule sets with which that of this game is compared.
    pub(crate) fn other_referees(&self) -> Vec<Arc<Referee>> {
        other_referees(self.ruleset())
    }
}

/// Referees for the rule sets with which one is compared: the base of house rules, else the other leaflets, if
/// they have a board of this size.
pub(crate) fn other_referees(own: &Ruleset) -> Vec<Arc<Referee>> {
    let base = own.base().filter(|_| !house::is_known(own));
    let is_asked = |id: &str| base.map_or_else(|| leaflet(id).is_some(), |base| base == id);
    let fits = |other: &Ruleset| is_asked(other.id()) && other.id() != own.id() && other.size() == own.size();
    referees().iter().filter(|other| fits(other.ruleset())).cloned().collect()
}
