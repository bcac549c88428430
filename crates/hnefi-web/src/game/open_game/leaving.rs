//! Somebody deletes his account: his running games end, and all games show that he has gone.

use std::sync::Arc;

use hnefi_live::{Act, Against, PersonId, Viewer};
use hnefi_store::{StoreError, now_ms};

use super::OpenGame;
use crate::nodes::Call;
use crate::server::Problem;
use crate::server::secret;
use crate::server::state::AppState;

/// In how many games at once; then the next ones are looked at.
const AT_ONCE: u32 = 10_000;

/// Resigns all games that a person plays against people, and deletes his account.
pub(crate) async fn leave_all(app: &AppState, person: &PersonId) -> Result<(), Problem> {
    for game in app.store.games_of(person, AT_ONCE).await? {
        if game.status.to_move.is_some() {
            Call::Resign { game: game.id, person: person.as_str().to_owned() }.make(app).await?;
        }
    }
    app.store.delete_account(person, now_ms()).await?;
    tracing::info!(person = person.as_str(), "an account was deleted");
    app.renamed(person).await
}

impl OpenGame {
    /// Resigns for somebody who plays against another person, if that can be.
    pub(crate) async fn resign(self: &Arc<Self>, viewer: &Viewer) -> Result<(), StoreError> {
        let mut live = self.lock().await?;
        if live.room.against() != Against::Person {
            return Ok(());
        }
        let new_id = secret::game_id();
        let moment = self.moment(&new_id, 0);
        match live.room.handle_act(moment, viewer, None, Act::Resign) {
            Ok(Some(change)) => self.append(&mut live, &change).await,
            // It is over by now.
            Ok(None) | Err(_) => Ok(()),
        }
    }
}
