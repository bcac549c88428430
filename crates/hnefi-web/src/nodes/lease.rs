//! Holding the lease of this node, and taking over what others have left.

use std::time::Duration;

use hnefi_nodes::{LEASE_MS, RENEW_MS};
use hnefi_store::StoreError;
use tokio::time::{Instant, MissedTickBehavior, timeout};

use super::Shared;
use crate::server::connections::stopped;
use crate::server::state::AppState;

/// How often the lease is renewed.
const RENEW: Duration = Duration::from_millis(RENEW_MS.unsigned_abs());

/// Renews the lease of this node until it is lost or the server stops. Returns at once in a server that runs alone.
pub(crate) async fn hold(app: AppState) {
    let Some(shared) = app.games.nodes.0.clone() else { return };
    let mut stopping = app.stopping.subscribe();
    let mut ticks = tokio::time::interval(RENEW);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut renewed = Instant::now();
    let mut living = Vec::new();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = stopped(&mut stopping) => return,
        }
        let asked = Instant::now();
        match renew(&app, &shared, &mut living).await {
            Ok(()) => renewed = asked,
            Err(StoreError::Lost(_)) => break,
            Err(error) => {
                tracing::warn!(%error, "the lease of this node could not be renewed");
                // By the database's clock it ended no later.
                if renewed.elapsed() > Duration::from_millis(LEASE_MS.unsigned_abs()) {
                    break;
                }
            }
        }
    }
    tracing::error!("the lease of this node has ended: it writes no more");
    shared.lost.notify_one();
}

async fn renew(app: &AppState, shared: &Shared, living: &mut Vec<i64>) -> Result<(), StoreError> {
    let time = &app.games.time;
    let mut roll = shared.store.renew(time.now().at_ms).await?;
    time.catch_up(roll.count(time.now().at_ms));
    if roll.ended().next().is_some() {
        for node in roll.ended() {
            tracing::warn!(node = node.epoch, "a node is gone: its games are taken over");
        }
        // One that was stopped in the middle of a transaction holds this up, which must not cost the lease of this node, too. It is done
        // all the same once it can be.
        match timeout(RENEW, shared.store.take_over(time.now().at_ms)).await {
            Ok(taken) => taken?,
            Err(_) => tracing::debug!("what a node has left is not taken over yet"),
        }
        // Only when the oldest is removed there is another keeper.
        roll = shared.store.renew(time.now().at_ms).await?;
    }
    let keeper = roll.keeper();
    shared.keeper.send_if_modified(|known| std::mem::replace(known, keeper) != keeper);
    let now: Vec<i64> = roll.living().map(|node| node.epoch).collect();
    if *living != now {
        for gone in living.iter().filter(|node| !now.contains(node)) {
            shared.bus.forget(*gone);
        }
        *living = now;
        // What nobody serves any more, and is due, the keeper serves.
        app.games.look_soon();
    }
    Ok(())
}
