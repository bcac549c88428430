//! Live games. A room is the one writer of its game, and tells everybody who looks on when it changes.
//!
//! A move takes five steps here, all under the lock of its room: **read** two squares, **legal** makes them a
//! move or a refusal, **play** and **append** change the game and its log together, and **show** wakes every
//! socket of the room, which then sends its page what it has not seen.

mod acts;
mod computer;
mod live;
mod proofs;
mod questions;
mod show;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use hnefi_engine::{Engine, EngineOptions};
use hnefi_live::{LinkKind, Seat};
use hnefi_rules::{BySide, Game, Referee, Side};
use hnefi_store::{NewGame, NewLink, NewSeat, Store, StoreError};
use tokio::sync::{MappedMutexGuard, MutexGuard, Semaphore, watch};

pub(crate) use acts::{Answer, Refusing};
pub(crate) use computer::Hinting;
pub(crate) use live::{Against, Live, Viewer, other_referees};
pub(crate) use questions::{allowed_elsewhere, allowed_words, why_square};
pub(crate) use show::{Seen, legal_of, level_name};

use crate::server::secret::{self, Secrets};

/// How many searches of the computer run at once; others wait for their turn.
const SEARCHES: usize = 2;

/// The rooms in which somebody is, and what they all work with. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Rooms(Arc<Shared>);

/// What all rooms share.
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) secrets: Secrets,
    engine: Arc<Engine>,
    searches: Arc<Semaphore>,
    open: Mutex<HashMap<String, Weak<Room>>>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("store", &self.store).finish_non_exhaustive()
    }
}

impl std::ops::Deref for Rooms {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// A live game.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) rooms: Rooms,
    /// The game; `None` until it is loaded, and again after a failure that leaves its log in doubt.
    live: tokio::sync::Mutex<Option<Live>>,
    /// Counts what happened, so that sockets wake.
    changed: watch::Sender<u64>,
}

/// The game of a room, while nobody else may change it.
pub(crate) type Locked<'a> = MappedMutexGuard<'a, Live>;

impl Rooms {
    /// Nobody is anywhere yet.
    pub(crate) fn new(store: Store, secrets: Secrets) -> Rooms {
        Rooms(Arc::new(Shared {
            store,
            secrets,
            engine: Arc::new(Engine::new(EngineOptions::default())),
            searches: Arc::new(Semaphore::new(SEARCHES)),
            open: Mutex::default(),
        }))
    }

    /// The room of a game, whether or not there is such a game.
    pub(crate) fn room(&self, game: &str) -> Arc<Room> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = open.get(game).and_then(Weak::upgrade) {
            return room;
        }
        let room = Arc::new(Room {
            id: game.to_owned(),
            rooms: self.clone(),
            live: tokio::sync::Mutex::new(None),
            changed: watch::Sender::new(0),
        });
        open.insert(game.to_owned(), Arc::downgrade(&room));
        room
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut open = self.rooms.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have opened the game anew meanwhile.
        if open.get(&self.id).is_some_and(|room| room.strong_count() == 0) {
            open.remove(&self.id);
        }
    }
}

impl Room {
    /// Waits until nobody else changes the game, and loads it if need be.
    pub(crate) async fn lock(&self) -> Result<Locked<'_>, StoreError> {
        let mut live = self.live.lock().await;
        if live.is_none() {
            *live = Some(Live::load(&self.rooms.store, &self.id).await?);
            tracing::debug!(game = self.id, "loaded");
        }
        let loaded = MutexGuard::try_map(live, Option::as_mut);
        loaded.map_err(|_| StoreError::NoGame(self.id.clone()))
    }

    /// Forgets what is in memory, so that the log is read again. The sockets stay.
    pub(crate) async fn forget(&self) {
        let mut live = self.live.lock().await;
        if let Some(old) = live.take() {
            match Live::load(&self.rooms.store, &self.id).await {
                Ok(mut loaded) => {
                    loaded.keep_sockets(old);
                    *live = Some(loaded);
                    // The computer is not set to work: if the disk is full, it would try for ever.
                    self.changed.send_modify(|count| *count += 1);
                }
                Err(error) => {
                    tracing::error!(game = self.id, %error, "cannot be read again");
                    *live = Some(old);
                }
            }
        }
    }

    /// **Show**: wakes every socket of the room, and sets the computer to work if it is its turn.
    pub(crate) fn show(self: &Arc<Self>, live: &mut Live) {
        tracing::debug!(game = self.id, version = live.log.version(), "show");
        self.changed.send_modify(|count| *count += 1);
        self.wake_computer(live);
    }

    /// Wakes when the game changes. To be called under the lock, so that nothing is missed.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}

/// Who is to play in a new game.
pub(crate) fn new_seats(secrets: &Secrets, id: &str, seats: BySide<Seat>) -> BySide<NewSeat> {
    let seat = |side: Side, seat: Seat| {
        let links = match seat {
            Seat::Person { moves, .. } => vec![link(secrets, LinkKind::Seat, id, Some(side), moves)],
            Seat::Open => vec![link(secrets, LinkKind::Join, id, Some(side), 0)],
            Seat::Computer { .. } => Vec::new(),
        };
        NewSeat { seat, links }
    };
    let BySide { attackers, defenders } = seats;
    BySide { attackers: seat(Side::Attackers, attackers), defenders: seat(Side::Defenders, defenders) }
}

/// A link as the store keeps it.
pub(crate) fn link(secrets: &Secrets, kind: LinkKind, game: &str, side: Option<Side>, moves: u32) -> NewLink {
    NewLink { secret: secret::hash(&secrets.link(kind, game, side, moves)), kind }
}

/// The first game of a match.
pub(crate) fn new_game(secrets: &Secrets, game: Game, seats: BySide<Seat>) -> NewGame {
    let id = secret::game_id();
    let seats = new_seats(secrets, &id, seats);
    let watch = link(secrets, LinkKind::Watch, &id, None, 0);
    NewGame { watch: Some(watch), ..NewGame::first(&id, game, seats) }
}

/// The next game of a match, from the same first position, with sides swapped.
pub(crate) fn next_game(secrets: &Secrets, live: &Live) -> NewGame {
    let game = live.log.game();
    let referee = Arc::new(Referee::new(game.referee().ruleset().clone()));
    let swapped = |side: Side| match live.seats[!side].clone() {
        Seat::Person { person, .. } => Seat::Person { person, moves: 0 },
        seat => seat,
    };
    let seats = BySide { attackers: swapped(Side::Attackers), defenders: swapped(Side::Defenders) };
    let next = new_game(secrets, Game::from_position(referee, *game.start()), seats);
    NewGame { match_id: live.match_id.clone(), match_game: live.match_game + 1, ..next }
}

impl Room {
    /// Somebody looks on no more. If nobody does, the computer stops thinking.
    pub(crate) async fn leave(self: &Arc<Self>, socket: u64) {
        let mut live = self.live.lock().await;
        if let Some(live) = live.as_mut() {
            live.leave(socket);
            self.show(live);
        }
    }
}
