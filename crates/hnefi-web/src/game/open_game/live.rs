//! An open game as it is in memory.

use std::sync::Arc;

use hnefi_live::{Limits, Room, ShownAs};
use hnefi_rules::{BySide, Ruleset};
use hnefi_store::{Store, StoreError};
use hnefi_views::game::ply_json;
use hnefi_wire::View;

use tokio::task::AbortHandle;

use super::computer::Thinking;

/// A game with who plays it, who looks on, how pages show it, and what the computer is at.
#[derive(Debug)]
pub(crate) struct Live {
    /// Decides everything.
    pub(crate) room: Room,
    /// The game in words.
    pub(crate) view: View,
    /// How the players are shown.
    pub(crate) names: BySide<ShownAs>,
    pub(super) thinking: Option<Thinking>,
    /// What waits for the next flag.
    pub(super) flag: Option<AbortHandle>,
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
        let described = tokio::task::spawn_blocking(move || (View::of(room.game(), ply_json), room)).await;
        let (view, room) = described.map_err(|error| StoreError::Corrupt {
            game: game.to_owned(),
            problem: format!("it cannot be put into words: {error}"),
        })?;
        Ok(Live { room, view, names, thinking: None, flag: None, in_doubt: false })
    }

    /// The rule set.
    pub(crate) fn ruleset(&self) -> &Arc<Ruleset> {
        self.room.game().referee().ruleset()
    }
}
