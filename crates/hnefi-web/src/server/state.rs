//! What all parts of the server share.

use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use hnefi_bus::{Bus, BusUrl};
use hnefi_live::PersonId;
use hnefi_store::{DataFolder, Place, Store, StoreError, back_up_before_upgrade, now_ms};
use tokio::sync::{Notify, watch};

use super::doors::Doors;
use super::ended::Ends;
use super::hashing::{Hasher, Hashes};
use super::metrics::Metrics;
use super::proxy::Proxy;
use super::rates::{RateClock, Rates};
use super::running::RunningTime;
use super::secret::{LINKS, Secrets};
use super::{Problem, assets};
use crate::events;
use crate::game::open_game::OpenGames;
use crate::games::{Keeper, catch_up};
use crate::lobby::OpenLobby;
use crate::mail::{Mail, MailSettings};
use crate::nodes::{self, Nodes, Told};
use crate::order::{self, Judging, TurnedAway, Warned};
use crate::people::Challenges;
use crate::picture::Gallery;
use crate::push::Push;

/// How often it is forgotten who asked for what long ago.
const FORGETTING: Duration = Duration::from_secs(60);
/// How often it is looked what was done beside the server.
const LOOKING: Duration = Duration::from_secs(10);
/// How often games that have ended are rated, if nobody tells of an end.
const RATING: Duration = Duration::from_secs(60);
/// So late a row may be stored after the time that it bears, in milliseconds.
const LATE_MS: i64 = 10_000;
/// How long it is from one time of tidying up to the next.
pub(super) const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// After how long it is begun again what only one node does.
const AGAIN: Duration = Duration::from_secs(1);
/// How long sockets of a node that may write no more may take to say good-bye.
const FAREWELL: Duration = Duration::from_secs(1);

/// What all parts of the server share. Clones share it.
#[derive(Clone, Debug)]
pub struct AppState(pub(crate) Arc<Shared>);

/// The shared parts.
pub struct Shared {
    folder: DataFolder,
    pub(crate) store: Store,
    pub(crate) games: OpenGames,
    pub(crate) lobby: OpenLobby,
    /// Where people are told what waits for them.
    pub(crate) push: Push,
    /// Where mail is sent.
    pub(crate) mail: Mail,
    pub(crate) addresses: Addresses,
    /// Turns true when the server stops.
    pub(crate) stopping: watch::Sender<bool>,
    /// How many sockets are open, so that the server can wait until the last one has said good-bye.
    pub(crate) sockets: watch::Sender<usize>,
    /// How much of everything there may be.
    pub(crate) limits: Limits,
    /// The places that connections and sockets have.
    pub(crate) doors: Doors,
    /// What everybody has asked for lately.
    pub(crate) rates: Rates,
    /// The pictures of positions.
    pub(crate) gallery: Gallery,
    /// What is counted for those who watch over the server.
    pub(crate) metrics: Metrics,
    /// When the server started.
    pub(crate) started: SystemTime,
    /// Where passwords are hashed.
    pub(crate) hasher: Hasher,
    /// Where ends of sessions are told.
    pub(crate) ends: Ends,
    /// What passkeys are asked.
    pub(crate) challenges: Challenges,
    /// Those who have a warning to read.
    pub(crate) warned: Warned,
    /// Those who are turned away.
    pub(crate) turned_away: TurnedAway,
    /// Whose games are being compared with the engine.
    pub(crate) judging: Judging,
    /// Woken when somebody has done something in an event.
    pub(crate) event_acts: Arc<Notify>,
}

/// The addresses under which people reach this server.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    /// The one that the operator gave, without a slash at its end.
    pub public_url: Option<String>,
    /// The one in the local network, when it is open to it.
    pub lan_url: Option<String>,
    /// Other names of this server, in small letters. Addresses of the machine and names that are only good in the house need
    /// not be listed.
    pub hosts: Vec<String>,
    /// Proxies that are believed when they tell whom they ask for.
    pub proxies: Vec<Proxy>,
    /// By which bus the servers that share the games speak to each other; `None` for a server that runs alone.
    pub bus: Option<BusUrl>,
    /// By which server mail goes out, if it does.
    pub mail: Option<MailSettings>,
    /// A push service of a test's own on this machine, such as `http://127.0.0.1:9000`; for nothing but tests.
    pub push_test_service: Option<String>,
}

/// How much of everything there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many connections at once. Of the last eighth, those who hold a seat keep places.
    pub connections: usize,
    /// How long a game may become.
    pub games: hnefi_live::Limits,
    /// How many messages a person may send at once, through all sockets; then ten a second.
    pub messages_at_once: u32,
    /// How many sockets a person may open one after another; then two a second.
    pub sockets_at_once: u32,
    /// Whether what somebody used up comes back with time. A test that uses something up turns it off, and so does not
    /// depend on how quick it is.
    pub refill: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            games: hnefi_live::Limits::default(),
            messages_at_once: 60,
            sockets_at_once: 100,
            refill: true,
        }
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("store", &self.store).field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppState {
    /// Opens the games of a place, and the folder with the keys beside them, which is made if there is none.
    ///
    /// # Errors
    /// When the folder, the database or the key of the links cannot be opened or made, or another server uses them.
    pub async fn open(data: &Path, place: &Place, addresses: Addresses, limits: Limits) -> anyhow::Result<AppState> {
        let folder = DataFolder::open(data)?;
        // It reads the whole program: at the first page, that could hold up a node for longer than its lease.
        tokio::task::spawn_blocking(assets::build).await?;
        // Of PostgreSQL whoever runs it makes the copies.
        if !place.is_postgres()
            && let Some(copy) = back_up_before_upgrade(&folder).await?
        {
            tracing::warn!(copy = %copy.display(), "the games are brought up to date; as they were they are here");
        }
        let cannot = || match place.file() {
            Some(file) => format!("cannot open the games in {}", file.display()),
            None => "cannot open the games".to_owned(),
        };
        let (store, joined) = match &addresses.bus {
            None => (Store::open_alone(place).await.with_context(cannot)?, None),
            Some(_) => {
                let (store, joined) = Store::open_node(place).await.with_context(cannot)?;
                (store, Some(joined))
            }
        };
        let secrets = Secrets::open(&folder.file(LINKS))?;
        let metrics = Metrics::default();
        let beat = store.last_beat().await?;
        let clocks_run = store.has_running_clocks().await?;
        // Where there are several, each game waits by itself for everybody to be back.
        let time = match &joined {
            None => RunningTime::new(beat.map_or(0, |beat| beat.clock_ms), clocks_run),
            Some(joined) => RunningTime::new(joined.count_ms, false),
        };
        let push = Push::start(store.clone(), &folder.file("push.key"), &addresses)?;
        let nodes = match (&addresses.bus, &joined) {
            (Some(url), Some(joined)) => {
                store.same_key(LINKS, secrets.bytes()).await?;
                store.same_key("push.key", &push.key()).await?;
                let bus = Bus::connect(url, &joined.club, joined.epoch).await.context("cannot reach the bus")?;
                tracing::info!(node = joined.epoch, others = joined.others, "one of several servers");
                Nodes::new(bus, store.clone(), joined.epoch)
            }
            _ => Nodes::default(),
        };
        let (archive, ends) = (Keeper::start(store.clone()), Ends::new(store.clone(), nodes.clone()));
        let (time, kept) = ((time, push.clone()), (archive, nodes));
        let games = OpenGames::new(store.clone(), secrets, limits.games, metrics.clone(), time, kept);
        let mail = Mail::new(&addresses);
        let state = AppState(Arc::new(Shared {
            folder,
            games,
            store,
            lobby: OpenLobby::default(),
            push,
            mail,
            addresses,
            limits,
            stopping: watch::Sender::new(false),
            sockets: watch::Sender::new(0),
            doors: Doors::default(),
            rates: Rates::new(&limits, &RateClock::new(&limits)),
            gallery: Gallery::default(),
            metrics,
            started: SystemTime::now(),
            hasher: Hasher::start().context("cannot start the thread that hashes passwords")?,
            ends,
            challenges: Challenges::default(),
            warned: Warned::default(),
            turned_away: TurnedAway::default(),
            judging: Judging::default(),
            event_acts: Arc::default(),
        }));
        state.read_order().await?;
        tokio::spawn(follow(Arc::downgrade(&state.0)));
        tokio::spawn(forget_old(Arc::downgrade(&state.0)));
        let before = beat.filter(|_| clocks_run && joined.is_none());
        match joined {
            None => state.keep_house().await?,
            Some(_) => {
                tokio::spawn(nodes::accept(state.clone()));
                tokio::spawn(nodes::hear(state.clone()));
                tokio::spawn(nodes::hold(state.clone()));
                tokio::spawn(keep_house_when_keeper(state.clone()));
            }
        }
        tokio::spawn(state.games.clone().keep_time(before));
        Ok(state)
    }

    /// How the hashing of passwords goes.
    pub fn hashes(&self) -> Hashes {
        self.hasher.hashes()
    }

    /// Begins with what only one server may do: this one does it from now on until it stops.
    ///
    /// # Errors
    /// When the database fails.
    async fn keep_house(&self) -> anyhow::Result<()> {
        self.lobby.load(&self.store).await?;
        self.mail.start(self.games.clone(), self.metrics.clone(), &self.addresses)?;
        tokio::spawn(self.games.clone().wake_due());
        tokio::spawn(catch_up(self.store.clone()));
        tokio::spawn(self.lobby.clone().keep_time(self.store.clone(), self.stopping.subscribe()));
        tokio::spawn(events::keeper::keep(Arc::downgrade(&self.0)));
        tokio::spawn(rate(self.store.clone(), self.stopping.subscribe()));
        tokio::spawn(prune_daily(self.store.clone()));
        Ok(())
    }

    /// Reads who is turned away, and who has a warning to read.
    pub(crate) async fn read_order(&self) -> Result<(), StoreError> {
        self.warned.set(self.store.warned().await?);
        self.turned_away.set(self.store.turned_away(now_ms()).await?);
        Ok(())
    }

    /// Who is turned away or warned has changed: all nodes read it.
    pub(crate) async fn order_changed(&self) -> Result<(), StoreError> {
        self.games.nodes.tell(Told::Order);
        self.read_order().await
    }

    /// Somebody is called otherwise from now on: shows it in his games and in the lobby.
    pub(crate) async fn renamed(&self, person: &PersonId) -> Result<(), Problem> {
        self.games.nodes.tell(Told::Renamed { person: person.as_str().to_owned() });
        self.renamed_here(person).await
    }

    /// The same where this node shows it.
    pub(crate) async fn renamed_here(&self, person: &PersonId) -> Result<(), Problem> {
        self.lobby.renamed(&self.store, person).await?;
        self.games.renamed_here(person).await
    }

    /// Tells every socket to close, waits until they have, or the time is up, and closes the store.
    pub async fn stop(&self, at_most: Duration) {
        self.stopping.send_replace(true);
        if self.store.keeps() {
            self.games.clone().beat().await;
        }
        self.games.stop().await;
        let mut sockets = self.sockets.subscribe();
        // Who has not said good-bye when the time is up is cut off.
        let _ = tokio::time::timeout(at_most, sockets.wait_for(|&open| open == 0)).await;
        if let Err(error) = self.store.leave(self.games.time.now().at_ms).await {
            tracing::warn!(%error, "the games of this node could not be let go of: another one takes them over");
        }
        self.games.nodes.close().await;
        self.store.close().await;
        self.folder.release();
    }

    /// Ends at once, because this node may write no more: sockets are told to come back, to whichever node.
    pub(crate) async fn abandon(&self) {
        self.stopping.send_replace(true);
        self.store.abandon().await;
        self.games.stop().await;
        let mut sockets = self.sockets.subscribe();
        let _ = tokio::time::timeout(FAREWELL, sockets.wait_for(|&open| open == 0)).await;
        let _ = tokio::time::timeout(FAREWELL, self.games.nodes.close()).await;
        self.folder.release();
    }
}

/// Begins with what only one server may do once this node is the keeper.
async fn keep_house_when_keeper(state: AppState) {
    let mut stopping = state.stopping.subscribe();
    tokio::select! {
        () = state.games.nodes.keeps() => {}
        () = super::connections::stopped(&mut stopping) => return,
    }
    tracing::info!("this node is the keeper from now on");
    while let Err(error) = state.keep_house().await {
        tracing::error!(%error, "what only one node does could not be begun");
        tokio::select! {
            () = tokio::time::sleep(AGAIN) => {}
            () = super::connections::stopped(&mut stopping) => return,
        }
    }
}

/// Takes away once a day what nobody needs any more.
pub(super) async fn prune_daily(store: Store) {
    let mut days = tokio::time::interval(A_DAY);
    loop {
        days.tick().await;
        match store.prune(now_ms()).await {
            Ok(()) => tracing::info!("games never begun have been taken away"),
            Err(StoreError::Closing) => return,
            Err(error) => tracing::error!(%error, "games never begun cannot be taken away"),
        }
    }
}

/// Does what follows from what is done to people by commands beside the server, as long as there is a server.
async fn follow(state: Weak<Shared>) {
    let mut since = now_ms();
    let mut followed = Vec::new();
    loop {
        tokio::time::sleep(LOOKING).await;
        let Some(state) = state.upgrade().map(AppState) else { return };
        let now = now_ms();
        // What cannot be read now is read the next time.
        if let Ok(all) = state.store.done_since(since - LATE_MS).await {
            for done in all.iter().filter(|done| !followed.contains(*done)) {
                if let Err(error) = order::followed(&state, &done.person, &done.act).await {
                    tracing::error!(?error, act = done.act, "what was done to somebody could not be followed");
                }
            }
            (since, followed) = (now, all);
        }
    }
}

/// Forgets now and then who asked for what, as long as there is a server.
async fn forget_old(state: Weak<Shared>) {
    loop {
        tokio::time::sleep(FORGETTING).await;
        match state.upgrade() {
            Some(state) => state.rates.forget_old(),
            None => return,
        }
    }
}

/// Rates the games that end, until the server stops.
async fn rate(store: Store, mut stopping: watch::Receiver<bool>) {
    loop {
        if let Err(error) = store.rate_waiting().await {
            // Nothing is lost: what waits in the queue is rated the next time.
            tracing::error!(%error, "games could not be rated");
        }
        tokio::select! {
            () = store.rated_game_ended() => {}
            // Where there are several servers, the end of a game may have been told in vain.
            () = tokio::time::sleep(RATING) => {}
            () = super::connections::stopped(&mut stopping) => return,
        }
    }
}
