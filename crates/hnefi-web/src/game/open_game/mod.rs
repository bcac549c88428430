//! Games that are open on this server. An open game is the one writer of what is stored of it, and tells everybody who
//! looks on when it changes.
//!
//! What may be done and what follows is decided by the machine, [`hnefi_live::Room`]. Here it is given the time, its
//! changes are stored, and what it asks for is done: sockets are woken, the computer is asked.
//!
//! A move takes five steps, all under the lock of its game: **read** makes two squares of a message, **legal** and
//! **play** are the machine's, **append** stores the change, and **show** wakes every socket of the game, which then
//! sends its page what it has not seen.

mod acts;
mod away;
mod computer;
mod leaving;
pub(crate) mod links;
mod live;
mod refusing;
mod show;
mod time;
mod waking;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::time::Duration;

use hnefi_clock::{Clock, Control};
use hnefi_engine::{Engine, EngineOptions};
use hnefi_live::{Arrangement, Effect, Limits, MatchLength, NewGame, PersonId, Seats, Viewer};
use hnefi_nodes::GameTime;
use hnefi_rules::{Game, Side};
use hnefi_store::{Store, StoreError, now_ms};
use tokio::sync::{MappedMutexGuard, MutexGuard, Notify, watch};

pub(crate) use acts::Answer;
pub(crate) use computer::Hinting;
pub(crate) use leaving::leave_all;
pub(crate) use live::Live;
pub(crate) use refusing::Refusing;

use crate::game::talk::OpenTalk;
use crate::games::Keeper;
use crate::nodes::{Nodes, Told};
use crate::push::Push;
use crate::server::Problem;
use crate::server::desk::Desk;
use crate::server::metrics::Metrics;
use crate::server::running::RunningTime;
use crate::server::secret::{self, Secrets};
use crate::server::wakes::Wakes;

/// After how long something is tried again that could not be stored, in milliseconds.
const AGAIN: i64 = 10_000;

/// In how many games of his a new name is shown to who looks on just then.
const RENAMED: u32 = 50;

/// The games in which somebody is or something is due, and what they all work with. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct OpenGames(Arc<Shared>);

/// What all open games share.
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) secrets: Secrets,
    /// The other servers that share the games.
    pub(crate) nodes: Nodes,
    /// By which all clocks go.
    pub(crate) time: RunningTime,
    /// Where people are told whose move it is.
    pub(crate) push: Push,
    limits: Limits,
    metrics: Metrics,
    keeper: Keeper,
    pub(crate) engine: Arc<LazyLock<Engine>>,
    /// Where the computer is asked.
    pub(crate) desk: Desk,
    /// Who waits for another game.
    pub(crate) wakes: Wakes,
    /// Woken when a game is over, or who played it did not come to the next one.
    pub(crate) over: Notify,
    open: Mutex<HashMap<String, Weak<OpenGame>>>,
    /// Whether the server stops, so that the computer begins nothing new.
    stopping: AtomicBool,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("store", &self.store).finish_non_exhaustive()
    }
}

impl std::ops::Deref for OpenGames {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// A game that is open on this server: somebody looks on, or something is due in it.
#[derive(Debug)]
pub(crate) struct OpenGame {
    pub(crate) id: String,
    pub(crate) games: OpenGames,
    /// The game; `None` until it is loaded.
    live: tokio::sync::Mutex<Option<Live>>,
    /// How its time follows from the running time.
    time: Mutex<GameTime>,
    /// Counts what happened, so that sockets wake.
    changed: watch::Sender<u64>,
    /// What is said beside it.
    pub(in crate::game) talk: OpenTalk,
}

/// An open game, while nobody else may change it.
pub(crate) type Locked<'a> = MappedMutexGuard<'a, Live>;

impl OpenGames {
    /// Nobody is anywhere yet.
    pub(crate) fn new(
        store: Store,
        secrets: Secrets,
        limits: Limits,
        metrics: Metrics,
        (time, push): (RunningTime, Push),
        (keeper, nodes): (Keeper, Nodes),
    ) -> OpenGames {
        OpenGames(Arc::new(Shared {
            store,
            secrets,
            nodes,
            time,
            push,
            limits,
            metrics,
            keeper,
            // Its table takes its memory when somebody first asks the computer something.
            engine: Arc::new(LazyLock::new(|| Engine::new(EngineOptions::default()))),
            desk: Desk::new(),
            wakes: Wakes::default(),
            over: Notify::new(),
            open: Mutex::default(),
            stopping: AtomicBool::new(false),
        }))
    }

    /// Stops what the computer does everywhere, for good.
    pub(crate) async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        for open_game in self.all_open() {
            if let Some(live) = open_game.live.lock().await.as_mut() {
                live.thinking = None;
            }
        }
    }

    /// The games that are open.
    pub(in crate::game) fn all_open(&self) -> Vec<Arc<OpenGame>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.values().filter_map(Weak::upgrade).collect()
    }

    /// What is shown of a game has changed elsewhere: it is loaded again where it is open here.
    pub(crate) fn load_again_here(&self, game: &str) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).get(game).and_then(Weak::upgrade);
        if let Some(open) = open {
            open.load_again_here();
        }
    }

    /// How many games are open.
    pub(crate) fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Opens a game, or gives the one that is open, whether or not there is such a game.
    pub(crate) fn open(&self, game: &str) -> Arc<OpenGame> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open_game) = open.get(game).and_then(Weak::upgrade) {
            return open_game;
        }
        let open_game = Arc::new(OpenGame {
            id: game.to_owned(),
            games: self.clone(),
            live: tokio::sync::Mutex::new(None),
            time: Mutex::default(),
            changed: watch::Sender::new(0),
            talk: OpenTalk::default(),
        });
        open.insert(game.to_owned(), Arc::downgrade(&open_game));
        open_game
    }
}

impl OpenGames {
    /// Those who sit on these seats have another game than before.
    pub(crate) fn wake(&self, seats: &Seats) {
        self.wakes.seats(seats);
        for person in Side::ALL.into_iter().filter_map(|side| seats[side].person()) {
            self.nodes.tell(Told::Woken { person: person.as_str().to_owned() });
        }
    }

    /// Somebody is called otherwise from now on: shows it in the games that he played last, where somebody looks on here.
    pub(crate) async fn renamed_here(&self, person: &PersonId) -> Result<(), Problem> {
        for game in self.store.games_of(person, RENAMED).await? {
            let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).get(&game.id).and_then(Weak::upgrade);
            if let Some(open) = open {
                match open.rename().await {
                    // The node that serves it shows it.
                    Ok(()) | Err(StoreError::Elsewhere { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        self.talk_anew_here().await;
        Ok(())
    }
}

impl Drop for OpenGame {
    fn drop(&mut self) {
        let games = self.games.clone();
        let mut open = games.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have opened the game anew meanwhile.
        if open.get(&self.id).is_some_and(|open_game| open_game.strong_count() == 0) {
            open.remove(&self.id);
            // Before anybody here can claim it again.
            if self.live.get_mut().is_some() {
                self.games.store.release(&self.id);
            }
        }
    }
}

impl OpenGame {
    /// Waits until nobody else changes the game, and loads it if need be.
    pub(crate) async fn lock(self: &Arc<Self>) -> Result<Locked<'_>, StoreError> {
        let mut live = self.live.lock().await;
        if live.as_ref().is_none_or(|live| live.in_doubt) {
            let held = Box::pin(self.games.store.claim(&self.id)).await?;
            *self.time.lock().unwrap_or_else(PoisonError::into_inner) = held.time;
            // Boxed, because every socket keeps as much as the largest of what it may ever wait for.
            let mut loaded = Box::pin(Live::load(&self.games.store, &self.id, self.games.limits)).await?;
            tracing::debug!(game = self.id, "loaded");
            if let Some(old) = live.take() {
                loaded.room.handle_reload(old.room);
                self.changed.send_modify(|count| *count += 1);
                // What is due is tried again, but not at once: a disk that is full may stay so for a while.
                self.wake_at(now_ms() + AGAIN);
            }
            *live = Some(loaded);
            if let Some(ms) = held.gap_ms {
                self.tell_gap(ms);
            }
        }
        let loaded = MutexGuard::try_map(live, Option::as_mut);
        loaded.map_err(|_| StoreError::NoGame(self.id.clone()))
    }

    /// Sees that it is this node that serves the game, before something begins that cannot be sent on any more.
    pub(crate) async fn served_here(self: &Arc<Self>) -> Result<(), StoreError> {
        if self.games.nodes.are_several() {
            drop(self.lock().await?);
        }
        Ok(())
    }

    /// Does what the machine asks for, after what happened is stored.
    pub(super) fn carry_out(self: &Arc<Self>, live: &mut Live) {
        while let Some(effect) = live.room.poll_effect() {
            match effect {
                Effect::Show => self.show(live),
                Effect::Stop => live.thinking = None,
                Effect::Ask(task) => self.ask_computer(live, task),
                Effect::WakeAt(at_ms) => self.wake_at(at_ms),
                Effect::FlagAt(flag_ms) => self.wait_for_flag(live, flag_ms),
            }
        }
    }

    /// **Show**: wakes every socket of the game.
    fn show(&self, live: &Live) {
        tracing::debug!(game = self.id, version = live.room.log().version(), "show");
        self.changed.send_modify(|count| *count += 1);
    }

    /// Asks anew what the players are called, and shows it.
    async fn rename(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut live = self.lock().await?;
        live.names = self.games.store.names_in(&self.id).await?;
        self.show(&live);
        Ok(())
    }

    /// Something outside the game has changed what is shown of it: it is loaded again, and shown, wherever it is served.
    fn load_again(self: &Arc<Self>) {
        self.games.nodes.tell(Told::LoadAgain { game: self.id.clone() });
        self.load_again_here();
    }

    fn load_again_here(self: &Arc<Self>) {
        let open_game = self.clone();
        tokio::spawn(async move {
            if let Some(live) = open_game.live.lock().await.as_mut() {
                live.in_doubt = true;
            }
            match open_game.lock().await {
                Ok(mut live) => open_game.carry_out(&mut live),
                Err(StoreError::Elsewhere { .. }) => {}
                Err(error) => tracing::error!(game = open_game.id, %error, "cannot be loaded again"),
            }
        });
    }

    /// Wakes when the game changes. To be called under the lock, so that nothing is missed.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Tells the game the time when it has come, whoever looks on then. It stays open until then.
    pub(crate) fn wake_at(self: &Arc<Self>, at_ms: i64) {
        let open_game = self.clone();
        let wait = Duration::from_millis(u64::try_from(at_ms - now_ms()).unwrap_or_default());
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            match open_game.wake().await {
                // The node that serves it wakes it.
                Ok(_) | Err(StoreError::Elsewhere { .. }) => {}
                Err(error) => tracing::error!(game = open_game.id, %error, "cannot be woken"),
            }
        });
    }

    /// Tells the game the time: what is due is done. Whether the computer is at work now.
    async fn wake(self: &Arc<Self>) -> Result<bool, StoreError> {
        let mut live = self.lock().await?;
        if self.games.stopping.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let new_id = secret::game_id();
        match live.room.handle_time(self.moment(&new_id, 0)) {
            Some(change) => self.append(&mut live, &change).await?,
            None => self.carry_out(&mut live),
        }
        Ok(live.room.asked().is_some())
    }

    /// A page looks on from now on. The other pages are told if it is a player's.
    pub(crate) async fn enter(self: &Arc<Self>, socket: u64, viewer: Viewer) -> Result<(), StoreError> {
        let mut live = self.lock().await?;
        live.room.handle_enter(self.moment("", 0), socket, viewer);
        self.carry_out(&mut live);
        Ok(())
    }

    /// A page looks on no more.
    pub(crate) async fn leave(self: &Arc<Self>, socket: u64) {
        let mut live = self.live.lock().await;
        if let Some(live) = live.as_mut() {
            live.room.handle_leave(self.moment("", 0), socket);
            if !live.in_doubt {
                self.carry_out(live);
            }
        }
    }
}

/// A game as it is made: the first of its match.
pub(crate) fn first_game(
    game: Game,
    arrangement: Arrangement,
    seats: Seats,
    match_length: Option<MatchLength>,
    control: Option<Control>,
) -> NewGame {
    let id = secret::game_id();
    NewGame {
        match_id: id.clone(),
        id,
        made_ms: now_ms(),
        match_game: 1,
        swapped: false,
        match_length,
        clock: control.map(Clock::new),
        game,
        arrangement,
        seats,
    }
}
