//! What was due when the server stopped is done after it has started again.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::{OpenGame, OpenGames};

/// How many games are open at once only because something is due in them.
const AWAKE: usize = 8;
impl OpenGames {
    /// Wakes the games in which something is due, a few at a time, the longest due first.
    pub(crate) async fn wake_due(self) {
        let due = match self.store.due().await {
            Ok(due) => due,
            Err(error) => return tracing::error!(%error, "what is due cannot be read"),
        };
        let awake = Arc::new(Semaphore::new(AWAKE));
        for (game, _) in due {
            let Ok(permit) = awake.clone().acquire_owned().await else { return };
            let open_game = self.open(&game);
            tokio::spawn(async move {
                open_game.until_done().await;
                drop(permit);
            });
        }
    }
}

impl OpenGame {
    /// Does what is due, and returns when there is nothing more to do now.
    async fn until_done(self: &Arc<Self>) {
        let mut changed = self.subscribe();
        let mut woken = self.wake().await;
        loop {
            match woken {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => return tracing::error!(game = self.id, %error, "cannot be woken"),
            }
            if changed.changed().await.is_err() {
                return;
            }
            woken = self.lock().await.map(|live| live.room.asked().is_some());
        }
    }
}
