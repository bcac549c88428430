//! The computer's seats, and its advice.
//!
//! The computer thinks only while somebody looks on. What it thinks about is always the game as it stands:
//! when that changes, or the last page goes, the search is cancelled, and begun anew when it is needed again.
//! So a server that restarts has nothing to remember: who opens the game sets the computer to work.

use std::sync::Arc;

use hnefi_engine::{Cancel, Level};
use hnefi_live::{Event, OfferKind, Seat};
use hnefi_rules::{Game, Intent, Move, Offer, Side};
use hnefi_words::Words;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::live::Against;
use super::questions::at_ply;
use super::{Live, Refusing, Room, Viewer, proofs};
use crate::game::messages::{Hint, ServerMessage};

/// Something that the computer is busy with. Dropping it stops the search.
#[derive(Debug)]
pub(crate) struct Thinking {
    due: Due,
    version: u64,
    cancel: Cancel,
}

/// What the computer has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// To move.
    Move(Level),
    /// To answer an offer, for a side.
    Answer(Side, OfferKind),
}

/// What the computer found out.
enum Found {
    Move(Move),
    Agrees(bool),
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Live {
    /// What the computer has to do now.
    fn due(&self) -> Option<Due> {
        let level = |side: Side| match self.seats[side] {
            Seat::Computer { level } => Level::new(level),
            Seat::Person { .. } | Seat::Open => None,
        };
        if let Some((by, offer)) = self.log.pending()
            && level(!by).is_some()
        {
            return Some(Due::Answer(!by, offer));
        }
        self.log.game().turn().and_then(level).map(Due::Move)
    }
}

impl Room {
    /// Sets the computer to work if there is something for it to do and somebody waits; stops it if not.
    pub(super) fn wake_computer(self: &Arc<Self>, live: &mut Live) {
        let due = live.due().filter(|_| live.has_sockets());
        let version = live.log.version();
        if let (Some(thinking), Some(due)) = (&live.thinking, due)
            && thinking.due == due
            && thinking.version == version
        {
            return;
        }
        live.thinking = None;
        let Some(due) = due else { return };
        let cancel = Cancel::new();
        tokio::spawn(self.clone().think(due, version, live.log.game().clone(), cancel.clone()));
        live.thinking = Some(Thinking { due, version, cancel });
    }

    async fn think(self: Arc<Self>, due: Due, version: u64, game: Game, cancel: Cancel) {
        let engine = self.rooms.engine.clone();
        let (token, key) = (cancel.clone(), self.id.clone());
        let found = self
            .search(&cancel, move || match due {
                Due::Move(level) => {
                    engine.session(&key).choose(&game, level, &token).map(|choice| Found::Move(choice.mv))
                }
                Due::Answer(side, OfferKind::Game(offer)) => {
                    let agrees =
                        offer == Offer::TakeBack || engine.session(&key).judges_drawn(&game, offer, side, &token);
                    Some(Found::Agrees(agrees))
                }
                Due::Answer(_, OfferKind::Rematch) => Some(Found::Agrees(true)),
            })
            .await;
        if cancel.is_cancelled() {
            return;
        }
        let Ok(mut live) = self.lock().await else { return };
        let waits = live.thinking.as_ref().is_some_and(|t| t.due == due && t.version == version);
        if !waits || live.log.version() != version {
            return;
        }
        let done = match (found, due) {
            (Some(Found::Move(mv)), _) => self.play(&mut live, mv, None).await,
            (Some(Found::Agrees(true)), Due::Answer(by, OfferKind::Rematch)) => self.begin_rematch(&mut live, by).await,
            (Some(Found::Agrees(true)), Due::Answer(by, _)) => self.append(&mut live, Event::Accepted { by }).await,
            (Some(Found::Agrees(_)), Due::Answer(by, _)) => self.append(&mut live, Event::Dropped { by }).await,
            (None, _) | (Some(Found::Agrees(_)), Due::Move(_)) => Err(Refusing::plain("refused-no-hint")),
        };
        if let Err(refusing) = done {
            tracing::error!(game = self.id, why = refusing.refused.message, "the computer could not do its part");
            live.thinking = None;
            drop(live);
            self.forget().await;
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
        let game = live.log.game();
        if game.plies().count() < ply as usize {
            return Err(Refusing::stale());
        }
        let fair = matches!(live.against(), Against::Computer | Against::SameScreen) || game.outcome().is_some();
        if !fair || live.sides_of(viewer).is_empty() {
            return Err(Refusing::plain("refused-hint-unfair"));
        }
        let (game, version) = (at_ply(game, ply as usize), live.log.version());
        let cancel = Cancel::new();
        let (room, token) = (self.clone(), cancel.clone());
        let task = tokio::spawn(async move {
            let searching = token.clone();
            let found = room.search(&token, move || Some(proofs::forced_win(&game, &searching))).await;
            let same = room.lock().await.is_ok_and(|live| live.log.version() == version);
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
        let game = live.log.game();
        let yours = game.turn().is_some_and(|turn| live.sides_of(viewer).contains(&turn));
        if !yours {
            return Err(Refusing::plain("refused-not-your-turn"));
        }
        if !matches!(live.against(), Against::Computer | Against::SameScreen) {
            return Err(Refusing::plain("refused-hint-unfair"));
        }
        let (game, version) = (game.clone(), live.log.version());
        let cancel = Cancel::new();
        let (room, engine, token) = (self.clone(), self.rooms.engine.clone(), cancel.clone());
        let task = tokio::spawn(async move {
            let searching = token.clone();
            let key = room.id.clone();
            let found = room.search(&token, move || engine.session(&key).hint(&game, &searching)).await;
            let same = room.lock().await.is_ok_and(|live| live.log.version() == version);
            if let Some(choice) = found.filter(|_| same && !token.is_cancelled()) {
                // The page may have gone meanwhile.
                let _ = to.send(ServerMessage::Hint(hint(choice.mv.intent()))).await;
            }
        });
        Ok(Hinting { version, cancel, task })
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
