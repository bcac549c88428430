//! The computer's seats, and its advice.
//!
//! What the computer has to do is decided by the machine, and is done whoever looks on. When the game changes
//! meanwhile, the search is cancelled, and what it found is dropped.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hnefi_engine::Cancel;
use hnefi_live::{Found, PersonId, Task, Viewer};
use hnefi_store::now_ms;
use hnefi_wire::{ServerMessage, at_ply, find, forced_win, hint};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{AGAIN, Live, OpenGame, Refusing};
use crate::server::desk::{Kind, Ticket, TooMuch};
use crate::server::secret;

/// Something that the computer is busy with. Dropping it stops the search.
#[derive(Debug)]
pub(super) struct Thinking {
    _goes_on: oneshot::Sender<()>,
}

impl OpenGame {
    /// Sets the computer to work.
    pub(super) fn ask_computer(self: &Arc<Self>, live: &mut Live, task: Task) {
        if self.games.stopping.load(Ordering::Relaxed) {
            return;
        }
        let (engine, game, id) = (self.games.engine.clone(), live.room.game().clone(), self.id.clone());
        let search = move |cancel: &Cancel| Some(find(&engine.session(&id), &game, task.duty, cancel));
        let asked = self.games.desk.ask(&self.who_waits(live), Kind::Move, task.awaited, search);
        let (goes_on, stops) = oneshot::channel();
        tokio::spawn(self.clone().think(task, asked, stops));
        live.thinking = Some(Thinking { _goes_on: goes_on });
    }

    /// For whom the computer thinks: who plays against it.
    fn who_waits(&self, live: &Live) -> PersonId {
        let seats = live.room.seats();
        let person = seats.attackers.person().or(seats.defenders.person());
        person.cloned().unwrap_or_else(|| PersonId::new(self.id.clone()))
    }

    async fn think(self: Arc<Self>, task: Task, asked: Result<Ticket<Found>, TooMuch>, stops: oneshot::Receiver<()>) {
        let found = match asked {
            Ok(ticket) => tokio::select! {
                found = ticket.found() => found,
                _ = stops => return,
            },
            Err(TooMuch) => None,
        };
        if let Err(refusing) = self.found(task, found.unwrap_or(Found::Nothing)).await {
            tracing::error!(game = self.id, why = refusing.refused.message, "the computer could not do its part");
            self.wake_at(now_ms() + AGAIN);
        }
    }

    /// The computer has found something: it happens, if the game still waits for it.
    async fn found(self: &Arc<Self>, task: Task, found: Found) -> Result<(), Refusing> {
        let mut live = self.lock().await?;
        let new_id = secret::game_id();
        let moment = self.moment(&new_id, 0);
        match live.room.handle_found(moment, task.version, found) {
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
                Err(hnefi_wire::Refusing::of(error, live.room.game()).into())
            }
        }
    }

    /// Looks for a forced win of either side after so many plies. Found a proof or not: it answers if the game still stands
    /// as it did.
    pub(crate) async fn prove(self: &Arc<Self>, viewer: &Viewer, ply: u32) -> Result<Hinting, Refusing> {
        let live = self.lock().await?;
        let log = live.room.log();
        if log.plies() < ply {
            return Err(hnefi_wire::Refusing::stale().into());
        }
        live.room.may_have_proof(viewer).map_err(|error| hnefi_wire::Refusing::of(error, live.room.game()))?;
        let (game, version) = (at_ply(log.game(), ply as usize), log.version());
        let person = asker(viewer)?;
        let search = move |cancel: &Cancel| Some(forced_win(&game, cancel));
        let ticket = self.games.desk.ask(person, Kind::Proof, true, search).map_err(too_much)?;
        let open_game = self.clone();
        let task = tokio::spawn(async move {
            let found = ticket.found().await;
            let same = open_game.lock().await.is_ok_and(|live| live.room.log().version() == version);
            found.filter(|_| same).map(ServerMessage::Why)
        });
        Ok(Hinting { version, task })
    }

    /// Looks for a hint, which is told if the game still stands as it did when it is found.
    pub(crate) async fn hint(self: &Arc<Self>, viewer: &Viewer) -> Result<Hinting, Refusing> {
        let live = self.lock().await?;
        live.room.may_have_hint(viewer).map_err(|error| hnefi_wire::Refusing::of(error, live.room.game()))?;
        let (game, version) = (live.room.game().clone(), live.room.log().version());
        let person = asker(viewer)?;
        let (engine, id) = (self.games.engine.clone(), self.id.clone());
        let search = move |cancel: &Cancel| engine.session(&id).hint(&game, cancel);
        let ticket = self.games.desk.ask(person, Kind::Hint, true, search).map_err(too_much)?;
        let open_game = self.clone();
        let task = tokio::spawn(async move {
            let found = ticket.found().await;
            let same = open_game.lock().await.is_ok_and(|live| live.room.log().version() == version);
            found.filter(|_| same).map(|choice| ServerMessage::Hint(hint(choice.mv.intent())))
        });
        Ok(Hinting { version, task })
    }
}

/// Who asks for advice.
fn asker(viewer: &Viewer) -> Result<&PersonId, Refusing> {
    match viewer {
        Viewer::Person(person) => Ok(person),
        Viewer::Watcher => Err(Refusing::plain("refused-not-your-seat")),
    }
}

fn too_much(_: TooMuch) -> Refusing {
    Refusing::plain("refused-too-many-searches")
}

/// A search for a hint or a proof. Dropping it stops the search.
#[derive(Debug)]
pub(crate) struct Hinting {
    /// The version of the game that it is about.
    pub(crate) version: u64,
    task: JoinHandle<Option<ServerMessage>>,
}

impl Hinting {
    /// What is to be told; `None` where there is nothing to tell any more. It is told once. Whoever stops waiting may
    /// wait again.
    pub(crate) async fn found(&mut self) -> Option<ServerMessage> {
        (&mut self.task).await.ok().flatten()
    }
}

impl Drop for Hinting {
    fn drop(&mut self) {
        self.task.abort();
    }
}
