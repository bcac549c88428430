//! This server as one of several, the nodes, which share a database and speak to each other over a bus.
//!
//! A game is served by one node: the one that has claimed it. What only one node may do, the *keeper* does: the lobby, events,
//! accounts, mail, ratings. A request that another node has to answer is sent on to it, sockets included (`send_on.rs`); the other
//! node answers it as if it had come there (`accept.rs`). What the nodes tell each other (`told.rs`) may be lost: whoever did not hear
//! it reads it from the database a while later.
//!
//! A server that runs alone is its own keeper, and nothing of this is ever done.

mod accept;
mod call;
mod lease;
mod send_on;
mod told;

use std::sync::Arc;

use hnefi_bus::Bus;
use hnefi_store::Store;
use tokio::sync::{Notify, watch};

pub(crate) use accept::accept;
pub(crate) use call::Call;
pub(crate) use lease::hold;
pub(crate) use send_on::{Moved, at_keeper, elsewhere};
pub(crate) use told::{Told, hear};

/// The other nodes, for a server that is one of several. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Nodes(Option<Arc<Shared>>);

struct Shared {
    bus: Bus,
    store: Store,
    me: i64,
    /// Which node is the keeper, as far as this one knows.
    keeper: watch::Sender<Option<i64>>,
    /// Woken when the lease has ended.
    lost: Notify,
}

impl std::fmt::Debug for Nodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Nodes").field(&self.0.as_ref().map(|shared| shared.me)).finish()
    }
}

impl Nodes {
    /// A node of this number, on a bus.
    pub(crate) fn new(bus: Bus, store: Store, me: i64) -> Nodes {
        Nodes(Some(Arc::new(Shared { bus, store, me, keeper: watch::Sender::new(None), lost: Notify::new() })))
    }

    /// Whether this server is one of several.
    pub(crate) fn are_several(&self) -> bool {
        self.0.is_some()
    }

    /// Whether this node reaches the others; `None` for a server that runs alone.
    pub(crate) fn reached(&self) -> Option<bool> {
        self.0.as_ref().map(|shared| shared.bus.is_connected())
    }

    /// Whether another node than this one is the keeper, and which.
    fn other_keeper(&self) -> Option<Option<i64>> {
        let shared = self.0.as_ref()?;
        let keeper = *shared.keeper.borrow();
        (keeper != Some(shared.me)).then_some(keeper)
    }

    /// Waits until this server is the keeper.
    pub(crate) async fn keeps(&self) {
        let Some(shared) = &self.0 else { return };
        let mut keeper = shared.keeper.subscribe();
        // The sender lives as long as the server.
        let _ = keeper.wait_for(|keeper| *keeper == Some(shared.me)).await;
    }

    /// Waits until this node can write nothing any more; for ever in a server that runs alone.
    pub(crate) async fn lost(&self) {
        match &self.0 {
            Some(shared) => shared.lost.notified().await,
            None => std::future::pending().await,
        }
    }

    /// Lets go of the bus.
    pub(crate) async fn close(&self) {
        if let Some(shared) = &self.0 {
            shared.bus.close().await;
        }
    }
}
