//! Running the server: where it listens, what it tells when it is ready, and how it stops.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use hnefi_bus::BusUrl;
use hnefi_store::Place;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::connections::{answer, refuse_all};
use super::hosts::{HostName, PublicUrl};
use super::listening::{connections, lan_address, lan_url, listen, local_url};
use super::metrics;
use super::proxy::Proxy;
use super::signals::signal;
use super::state::{Addresses, AppState, Limits};
use crate::mail::MailSettings;

/// How long pages may take to say good-bye when the server stops.
const GOOD_BYE: Duration = Duration::from_secs(5);
/// How long they may where other servers serve the same games already.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long a node that comes back may take to open the games, and after how long it tries again.
const OPENING: Duration = Duration::from_secs(10);
const AGAIN: Duration = Duration::from_millis(500);

/// How to serve.
pub struct ServeOptions {
    /// Where to listen; `None` for port 7117 or the next free one, on this machine alone unless `lan` is set.
    pub listen: Option<SocketAddr>,
    /// The folder of the games, or of the keys beside them. It is made if there is none.
    pub data: PathBuf,
    /// Which database holds the games.
    pub place: Place,
    /// Whether to listen on the local network.
    pub lan: bool,
    /// The address under which people reach the server, for links.
    pub public_url: Option<PublicUrl>,
    /// Other names under which people reach it.
    pub hosts: Vec<HostName>,
    /// Proxies that are believed when they tell whom they ask for.
    pub proxies: Vec<Proxy>,
    /// By which bus several servers that share the database speak to each other: `nats://bus.example`.
    pub bus: Option<String>,
    /// How many connections there may be at once; `None` for 20,000, or as many as the system allows.
    pub connections: Option<usize>,
    /// Where a Prometheus is told how the server is.
    pub metrics: Option<SocketAddr>,
    /// The address of the mail server by which mail goes out.
    pub smtp: Option<String>,
    /// From which address mail comes.
    pub mail_from: Option<String>,
    /// A push service of a test's own on this machine; for nothing but tests.
    pub push_test_service: Option<String>,
    /// Called once, when the server listens.
    pub on_ready: Box<dyn FnOnce(&Ready) + Send>,
}

impl std::fmt::Debug for ServeOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServeOptions")
            .field("listen", &self.listen)
            .field("data", &self.data)
            .field("place", &self.place)
            .field("lan", &self.lan)
            .field("public_url", &self.public_url)
            .field("hosts", &self.hosts)
            .field("proxies", &self.proxies)
            .field("connections", &self.connections)
            .field("metrics", &self.metrics)
            .field("mail_from", &self.mail_from)
            .field("push_test_service", &self.push_test_service)
            .finish_non_exhaustive()
    }
}

/// Where the server can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The address to open on this machine, such as `http://127.0.0.1:7117`.
    pub address: String,
    /// The address in the local network, if it is open to it and the machine is in one.
    pub lan: Option<LanAddress>,
}

/// An address in the local network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanAddress {
    /// The address.
    pub url: String,
    /// The same to scan with a telephone, drawn with blocks, light on dark; ends with a line break.
    pub qr_text: String,
}

/// Serves until the process is asked to stop by an interrupt or termination signal; then tells every page to
/// come back later, and closes the games in good order.
///
/// # Errors
/// When the address cannot be listened on, or the folder or the database of the games cannot be used; when another server has
/// taken the database over that this one had alone. One of several that has lost its lease comes back as a new one.
pub async fn serve(options: ServeOptions) -> anyhow::Result<()> {
    let listener = Arc::new(listen(options.listen, options.lan).await?);
    let bound = listener.local_addr()?;
    let lan_url = options.lan.then(|| lan_url(bound)).flatten();
    let public_url = options.public_url.map(PublicUrl::into_text);
    let hosts = options.hosts.into_iter().map(HostName::into_text).collect();
    let mail = mail(options.smtp.as_deref(), options.mail_from.as_deref(), public_url.as_deref())?;
    let addresses = Addresses {
        mail,
        public_url,
        lan_url: lan_url.clone(),
        hosts,
        proxies: options.proxies,
        push_test_service: options.push_test_service,
        bus: options.bus.as_deref().map(|url| bus(url, &options.place)).transpose()?,
    };
    let limits = Limits { connections: connections(options.connections), ..Limits::default() };
    let open = || AppState::open(&options.data, &options.place, addresses.clone(), limits);
    let mut state = open().await?;
    let metrics = match options.metrics {
        Some(address) => Some(metrics::serve(address, state.clone()).await?),
        None => None,
    };

    let ready = Ready { address: local_url(bound), lan: lan_url.map(lan_address).transpose()? };
    tracing::info!(address = ready.address, data = %options.data.display(), database = %options.place, "ready");
    let (stop, stopped) = watch::channel(false);
    let signal = signal();
    tokio::spawn(async move {
        signal.await;
        stop.send_replace(true);
    });
    (options.on_ready)(&ready);
    loop {
        match serve_until(&listener, state, stopped.clone()).await? {
            End::Stopped => return Ok(()),
            End::Lost => {}
        }
        // Another node serves what this one did. It comes back as a new one.
        state = tokio::select! {
            state = open_again(open) => state,
            () = refuse_all(&listener) => unreachable!("it never ends"),
            () = until(stopped.clone()) => return Ok(()),
        };
        if let Some(metrics) = &metrics {
            metrics.send_replace(state.clone());
        }
        tracing::warn!("this node is back");
    }
}

/// Why a server serves no more.
enum End {
    /// It was asked to stop.
    Stopped,
    /// It may write nothing any more, as one of several.
    Lost,
}

/// Serves until it is to stop, or may write nothing any more.
async fn serve_until(
    listener: &Arc<TcpListener>,
    state: AppState,
    stopped: watch::Receiver<bool>,
) -> anyhow::Result<End> {
    let serving = answer(listener.clone(), state.clone());
    let nodes = state.games.nodes.clone();
    let ending = state.clone();
    let end = tokio::spawn(async move {
        let end = tokio::select! {
            () = until(stopped) => Ok(End::Stopped),
            () = nodes.lost() => Ok(End::Lost),
            error = ending.store.lost() => match nodes.are_several() {
                true => Ok(End::Lost),
                false => Err(error),
            },
        };
        tracing::info!("stopping");
        ending.stopping.send_replace(true);
        end
    });
    let mut told = state.stopping.subscribe();
    let overdue = async {
        let _ = told.wait_for(|&stopping| stopping).await;
        // Where others serve its games already, there is nothing to wait for.
        let patience = if state.games.nodes.are_several() { FAREWELL } else { GOOD_BYE };
        tokio::time::sleep(patience).await;
    };
    tokio::select! {
        () = serving => {}
        // A page that never finishes its request does not hold the server up.
        () = overdue => {}
    }
    let end = end.await?;
    match &end {
        Ok(End::Lost) => state.abandon().await,
        Ok(End::Stopped) | Err(_) => state.stop(GOOD_BYE).await,
    }
    Ok(end?)
}

/// Waits until something has happened.
async fn until(mut happened: watch::Receiver<bool>) {
    if happened.wait_for(|&happened| happened).await.is_err() {
        std::future::pending().await
    }
}

/// Opens the games until they can be opened.
async fn open_again<F: Future<Output = anyhow::Result<AppState>>>(open: impl Fn() -> F) -> AppState {
    loop {
        match tokio::time::timeout(OPENING, open()).await {
            Ok(Ok(state)) => return state,
            Ok(Err(error)) => tracing::warn!("this node cannot come back yet: {error:#}"),
            Err(_) => tracing::warn!("this node cannot come back yet: no answer"),
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// By which bus several servers speak to each other.
fn bus(url: &str, place: &Place) -> anyhow::Result<BusUrl> {
    anyhow::ensure!(
        place.is_postgres(),
        "several servers (--bus) share a database of PostgreSQL: name it with --database, such as postgres://user@host/name"
    );
    url.parse().context("--bus")
}

/// How mail goes out, if it does: what it needs is said all at once.
fn mail(smtp: Option<&str>, from: Option<&str>, public_url: Option<&str>) -> anyhow::Result<Option<MailSettings>> {
    match (smtp, from, public_url) {
        (None, None, _) => Ok(None),
        (Some(smtp), Some(from), Some(base)) => Ok(Some(MailSettings::new(smtp, from, base)?)),
        _ => anyhow::bail!(
            "mail needs three settings: --smtp, by which server; --mail-from, from which address; --public-url, for its links"
        ),
    }
}

#[cfg(test)]
mod tests {
    use hnefi_live::{Arrangement, NewGame, PersonId, Seat, Seats};
    use hnefi_rules::{Game, Referee, leaflet};
    use hnefi_store::{Store, now_ms};

    use super::super::state::{A_DAY, prune_daily};
    use super::*;

    const DAY_MS: i64 = 24 * 60 * 60 * 1000;

    /// Stores a game for two, made so many days ago, in which nobody has moved.
    async fn store_game(store: &Store, id: &str, days_ago: i64, defenders: Seat) {
        let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
        let game = NewGame {
            id: id.to_owned(),
            made_ms: now_ms() - days_ago * DAY_MS,
            match_id: id.to_owned(),
            match_game: 1,
            swapped: false,
            match_length: None,
            clock: None,
            game: Game::new(referee.into()),
            arrangement: Arrangement::Friend,
            seats: Seats { attackers: Seat::Person { person: PersonId::new("anna"), moves: 0 }, defenders },
        };
        store.make(&game, &[]).await.unwrap();
    }

    async fn until_gone(store: &Store, game: &str) {
        let gone = async {
            while store.summary(game).await.unwrap().is_some() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), gone).await.expect("it goes");
    }

    #[tokio::test]
    async fn what_was_never_begun_goes_at_the_start_and_every_day_after() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("hnefi.db")).await.unwrap();
        for (person, token) in [("anna", "5e88"), ("bo", "5e89")] {
            store.make_person(&PersonId::new(person), token, now_ms()).await.unwrap();
        }
        store_game(&store, "old", 31, Seat::Open).await;
        store_game(&store, "held", 31, Seat::Person { person: PersonId::new("bo"), moves: 0 }).await;
        store_game(&store, "young", 29, Seat::Open).await;
        let pruning = tokio::spawn(prune_daily(store.clone()));
        until_gone(&store, "old").await;

        store_game(&store, "next", 31, Seat::Open).await;
        for (hours, stays) in [(23, true), (1, false)] {
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(hours * 60 * 60)).await;
            tokio::time::resume();
            if !stays {
                until_gone(&store, "next").await;
            }
            // The writer does one thing after the other: whatever was begun before this is done.
            store.end_session("nobody", now_ms()).await.unwrap();
            assert_eq!(store.summary("next").await.unwrap().is_some(), stays, "after {hours} hours more");
        }
        for game in ["held", "young"] {
            assert!(store.summary(game).await.unwrap().is_some(), "{game}");
        }
        store.close().await;
        assert!(!pruning.is_finished(), "it does not know yet");
        tokio::time::pause();
        tokio::time::advance(A_DAY).await;
        tokio::time::resume();
        tokio::time::timeout(Duration::from_secs(20), pruning).await.expect("it ends with the store").unwrap();
    }

    #[tokio::test]
    async fn a_taken_port_leads_to_the_next_one() {
        let first = listen(None, false).await.unwrap().local_addr().unwrap();
        assert!(first.ip().is_loopback());
        let taken = listen(None, false).await.unwrap();
        let second = listen(None, false).await.unwrap().local_addr().unwrap();
        assert_ne!(taken.local_addr().unwrap().port(), second.port());
        let wanted = taken.local_addr().unwrap();
        assert!(listen(Some(wanted), false).await.unwrap_err().to_string().contains(&wanted.to_string()));
    }

    #[test]
    fn a_lan_address_can_be_scanned() {
        let address = lan_address("http://192.168.1.7:7117".to_owned()).unwrap();
        assert!(address.qr_text.lines().count() > 10);
        let lan = |bound: &str| lan_url(bound.parse().unwrap());
        assert_eq!(lan("127.0.0.1:7117"), None);
        assert_eq!(lan("192.168.1.7:80"), Some("http://192.168.1.7:80".to_owned()));
    }
}
