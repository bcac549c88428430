//! The computer's seats, and its advice.
//!
//! What the computer has to do is decided by the machine, and is done whoever looks on. When the game changes
//! meanwhile, the search is cancelled, and what it found is dropped.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hnefi_engine::{Cancel, Level, Session};
use hnefi_live::{Duty, Found, Moment, OfferKind, Task, Viewer};
use hnefi_rules::{Game, Intent, Offer};
use hnefi_store::now_ms;
use hnefi_words::Words;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::questions::at_ply;
use super::{AGAIN, Live, Refusing, Room, proofs};
use crate::game::messages::{Hint, ServerMessage};
use crate::server::secret;

/// Something that the computer is busy with. Dropping it stops the search.
#[derive(Debug)]
pub(super) struct Thinking(Cancel);

impl Drop for Thinking {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Room {
    /// Sets the computer to work.
    pub(super) fn ask_computer(self: &Arc<Self>, live: &mut Live, task: Task) {
        if self.rooms.stopping.load(Ordering::Relaxed) {
            return;
        }
        let cancel = Cancel::new();
        tokio::spawn(self.clone().think(task, live.machine.game().clone(), cancel.clone()));
        live.thinking = Some(Thinking(cancel));
    }

    async fn think(self: Arc<Self>, task: Task, game: Game, cancel: Cancel) {
        let (engine, token, id) = (self.rooms.engine.clone(), cancel.clone(), self.id.clone());
        let found = self.search(&cancel, move || Some(find(&engine.session(&id), &game, task.duty, &token))).await;
        if cancel.is_cancelled() {
            return;
        }
        if let Err(refusing) = self.found(task, found.unwrap_or(Found::Nothing)).await {
            tracing::error!(game = self.id, why = refusing.refused.message, "the computer could not do its part");
            self.wake_at(now_ms() + AGAIN);
        }
    }

    /// The computer has found something: it happens, if the game still waits for it.
    async fn found(self: &Arc<Self>, task: Task, found: Found) -> Result<(), Refusing> {
        let mut live = self.lock().await?;
        let new_id = secret::game_id();
        let moment = Moment { at_ms: now_ms(), new_id: &new_id };
        match live.machine.handle_found(moment, task.version, found) {
            Ok(Some(change)) => Ok(self.append(&mut live, &change).await?),
            Ok(None) => {
                if found == Found::Nothing {
                    tracing::error!(game = self.id, "the computer found nothing");
                }
                self.carry_out(&mut live);
                Ok(())
            }
            Err(error) => {
                self.carry_out(&mut live);
                Err(Refusing::of(error, &live))
            }
        }
    }

    /// Searches on a thread of its own, when it is its turn. `None` when nothing was found.
    async fn search<T: Send + 'static>(
        &self,
        cancel: &Cancel,
        search: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let permit = self.rooms.searches.clone().acquire_owned().await.ok()?;
        if cancel.is_cancelled() {
            return None;
        }
        let searched = tokio::task::spawn_blocking(move || {
            let found = search();
            drop(permit);
            found
        });
        searched.await.unwrap_or_else(|error| {
            tracing::error!(game = self.id, %error, "a search failed");
            None
        })
    }

    /// Looks for a forced win of either side after so many plies, and sends what it found if the game still stands as it
    /// did. Found a proof or not: it answers.
    pub(crate) async fn prove(
        self: &Arc<Self>,
        viewer: &Viewer,
        ply: u32,
        to: mpsc::Sender<ServerMessage>,
    ) -> Result<Hinting, Refusing> {
        let live = self.lock().await?;
        let log = live.machine.log();
        if log.plies() < ply {
            return Err(Refusing::stale());
        }
        live.machine.may_have_proof(viewer).map_err(|error| Refusing::of(error, &live))?;
        let (game, version) = (at_ply(log.game(), ply as usize), log.version());
        let cancel = Cancel::new();
        let (room, token) = (self.clone(), cancel.clone());
        let task = tokio::spawn(async move {
            let searching = token.clone();
            let found = room.search(&token, move || Some(proofs::forced_win(&game, &searching))).await;
            let same = room.lock().await.is_ok_and(|live| live.machine.log().version() == version);
            if let Some(why) = found.filter(|_| same && !token.is_cancelled()) {
                // The page may have gone meanwhile.
                let _ = to.send(ServerMessage::Why(why)).await;
            }
        });
        Ok(Hinting { version, cancel, task })
    }

    /// Looks for a hint, and sends it when it is found and the game still stands as it did.
    pub(crate) async fn hint(
        self: &Arc<Self>,
        viewer: &Viewer,
        to: mpsc::Sender<ServerMessage>,
    ) -> Result<Hinting, Refusing> {
        let live = self.lock().await?;
        live.machine.may_have_hint(viewer).map_err(|error| Refusing::of(error, &live))?;
        let (game, version) = (live.machine.game().clone(), live.machine.log().version());
        let cancel = Cancel::new();
        let (room, engine, token) = (self.clone(), self.rooms.engine.clone(), cancel.clone());
        let task = tokio::spawn(async move {
            let searching = token.clone();
            let id = room.id.clone();
            let found = room.search(&token, move || engine.session(&id).hint(&game, &searching)).await;
            let same = room.lock().await.is_ok_and(|live| live.machine.log().version() == version);
            if let Some(choice) = found.filter(|_| same && !token.is_cancelled()) {
                // The page may have gone meanwhile.
                let _ = to.send(ServerMessage::Hint(hint(choice.mv.intent()))).await;
            }
        });
        Ok(Hinting { version, cancel, task })
    }
}

/// What the computer finds for its duty.
fn find(engine: &Session<'_>, game: &Game, duty: Duty, cancel: &Cancel) -> Found {
    match duty {
        Duty::Move { level } => Level::new(level)
            .and_then(|level| engine.choose(game, level, cancel))
            .map_or(Found::Nothing, |choice| Found::Move(choice.mv)),
        Duty::Answer { offer: OfferKind::Rematch | OfferKind::Game(Offer::TakeBack), .. } => Found::Agrees(true),
        Duty::Answer { side, offer: OfferKind::Game(offer @ (Offer::Draw | Offer::Claim(_))) } => {
            Found::Agrees(engine.judges_drawn(game, offer, side, cancel))
        }
    }
}

fn hint(mv: Intent) -> Hint {
    let words = Words::english();
    Hint { mv: mv.to_string(), says: words.format("hint-says", &[("move", words.intent(mv).into())]) }
}

/// A search for a hint. Dropping it stops the search.
#[derive(Debug)]
pub(crate) struct Hinting {
    /// The version of the game that it is about.
    pub(crate) version: u64,
    cancel: Cancel,
    task: JoinHandle<()>,
}

impl Hinting {
    /// Whether it still searches.
    pub(crate) fn is_busy(&self) -> bool {
        !self.task.is_finished()
    }
}

impl Drop for Hinting {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
