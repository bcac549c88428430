//! Puts finished games into the archive, one after the other, after their end and never in the way of a move.

use std::time::Duration;

use hnefi_store::{Store, StoreError};
use tokio::sync::mpsc;

/// How many games that are not in the archive yet are asked for at once.
const AT_ONCE: u32 = 100;
/// How often it is looked what is not in the archive yet.
const LOOKS: Duration = Duration::from_secs(60 * 60);

/// Tells the archive which games are over. Clones tell the same one.
#[derive(Clone, Debug)]
pub(crate) struct Keeper(mpsc::UnboundedSender<String>);

impl Keeper {
    /// Ends with the last clone, or the store.
    pub(crate) fn start(store: Store) -> Keeper {
        let (sender, over) = mpsc::unbounded_channel();
        tokio::spawn(keep(store, over));
        Keeper(sender)
    }

    /// A game is over. Whether everybody may find it is looked up later.
    pub(crate) fn over(&self, game: &str) {
        // Nobody listens when the store is closed; it is looked for what was left.
        let _ = self.0.send(game.to_owned());
    }
}

async fn keep(store: Store, mut over: mpsc::UnboundedReceiver<String>) {
    while let Some(game) = over.recv().await {
        if archive(&store, &game).await {
            return;
        }
    }
}

/// Puts away what a server before this one has left, and now and then what another one has, or what failed.
pub(crate) async fn catch_up(store: Store) {
    let mut looks = tokio::time::interval(LOOKS);
    loop {
        looks.tick().await;
        match put_away_left(&store).await {
            Ok(()) => {}
            Err(StoreError::Closing) => return,
            Err(error) => tracing::error!(%error, "what is missing in the archive cannot be read"),
        }
    }
}

/// Puts away what is over and not in the archive yet.
async fn put_away_left(store: &Store) -> Result<(), StoreError> {
    loop {
        let waiting = store.unarchived(AT_ONCE).await?;
        let before = waiting.len();
        for game in waiting {
            if archive(store, &game).await {
                return Err(StoreError::Closing);
            }
        }
        // What could not be put away is not tried without end.
        if before < AT_ONCE as usize || store.unarchived(AT_ONCE).await?.len() >= before {
            return Ok(());
        }
    }
}

/// Puts a game away. Whether the store is closed.
async fn archive(store: &Store, game: &str) -> bool {
    match store.archive(game).await {
        Ok(()) => false,
        Err(StoreError::Closing) => true,
        Err(error) => {
            tracing::error!(game, %error, "a finished game cannot be put into the archive");
            false
        }
    }
}
