//! What a Prometheus is told: how the server is, on a listener of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, UNIX_EPOCH};

use anyhow::Context;
use axum::Router;
use axum::extract::State;
use axum::http::Method;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::Problem;
use super::doors::Door;
use super::state::AppState;

/// The upper bounds of the histograms, in seconds.
const SECONDS: [f64; 13] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// What is counted while the server runs. Clones count together.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    answered: Family<Answered, Counter>,
    took: Family<Route, Histogram>,
    stored: Histogram,
    unstored: Counter,
    mails: Family<Mailed, Counter>,
}

/// How a request was answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: Arc<str>,
    status: u16,
}

/// What became of a mail: `sent`, `again`, `given-up`, or `too-many` where somebody was sent as many links as may be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Mailed {
    became: &'static str,
}

/// What a request asked for: the pattern of its address, which holds no secret.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: Arc<str>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            answered: Family::default(),
            took: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            stored: Histogram::new(SECONDS),
            unstored: Counter::default(),
            mails: Family::default(),
        }
    }
}

impl Metrics {
    /// A request was answered.
    pub(super) fn answered(&self, method: &Method, route: Arc<str>, status: u16, took: Duration) {
        let answered = Answered { method: known(method), route: route.clone(), status };
        self.answered.get_or_create(&answered).inc();
        self.took.get_or_create(&Route { route }).observe(took.as_secs_f64());
    }

    /// A change of a game was stored, or could not be, so long after it was asked for.
    pub(crate) fn stored(&self, begun: Instant, is_stored: bool) {
        match is_stored {
            true => self.stored.observe(begun.elapsed().as_secs_f64()),
            false => drop(self.unstored.inc()),
        }
    }

    /// A mail was sent, is to be tried again, or was given up.
    pub(crate) fn mailed(&self, became: &'static str) {
        self.mails.get_or_create(&Mailed { became }).inc();
    }

    fn register(&self, registry: &mut Registry) {
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the program", version);
        registry.register("requests", "Requests answered, sockets opened among them", self.answered.clone());
        registry.register_with_unit("request", "How long answers took", Unit::Seconds, self.took.clone());
        let stored = "How long it took until a change of a game was on the disk";
        registry.register_with_unit("change", stored, Unit::Seconds, self.stored.clone());
        registry.register("mails", "Mails by what became of them", self.mails.clone());
        registry.register("changes_unstored", "Changes of games that could not be stored", self.unstored.clone());
    }
}

/// The method of a request; those that nobody uses count as one.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        _ => "other",
    }
}

/// Tells those who come to an address how the server is, until it stops. What is sent is the server from then on.
///
/// # Errors
/// When the address cannot be listened on.
pub(super) async fn serve(address: SocketAddr, state: AppState) -> anyhow::Result<watch::Sender<AppState>> {
    let listener = TcpListener::bind(address).await.with_context(|| format!("cannot tell metrics on {address}"))?;
    tracing::info!(address = %listener.local_addr()?, "metrics");
    let (now, state) = watch::channel(state);
    let router = Router::new().route("/metrics", get(metrics)).fallback(no_page).with_state(state);
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "metrics are told no more");
        }
    });
    Ok(now)
}

async fn no_page() -> Problem {
    Problem::NoPage
}

async fn metrics(State(app): State<watch::Receiver<AppState>>) -> impl IntoResponse {
    let app = app.borrow().clone();
    const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let text = told(&app).await;
    ([(CONTENT_TYPE, OPEN_METRICS), (CACHE_CONTROL, "no-store")], text)
}

/// Everything that is counted, and how it stands now.
async fn told(app: &AppState) -> String {
    let mut registry = Registry::with_prefix("hnefi");
    app.metrics.register(&mut registry);
    let mut now = |name: &str, help: &str, value: Option<i64>| {
        let Some(value) = value else { return };
        let gauge = Gauge::<i64>::default();
        gauge.set(value);
        registry.register(name, help, gauge);
    };
    let count = |count: usize| i64::try_from(count).ok();
    now("connections", "Connections that are open", count(app.doors.count(&Door::Connection)));
    now("sockets", "Sockets of games that are open", count(*app.sockets.borrow()));
    now("streams", "Streams of programs that are open", count(app.doors.count(&Door::Stream)));
    now("games_open", "Games in memory", count(app.games.count()));
    let (running, waiting) = app.games.desk.counts();
    now("searches_running", "Searches of the computer at work", count(running));
    now("searches_waiting", "Searches of the computer that wait for a thread", count(waiting));
    now("mails_waiting", "Mails that wait to be sent", app.store.letters_waiting().await.ok());
    let health = app.store.health().await;
    now("store_works", "1 while games can be read and written", Some(i64::from(health.works())));
    now("writes_waiting", "Writes that wait for their turn", count(health.written.waiting));
    let nodes = &app.games.nodes;
    now("keeper", "1 on the server that keeps what only one may", Some(i64::from(app.store.keeps())));
    now("bus_works", "1 while this node reaches the others", nodes.reached().map(i64::from));
    now("node", "The number of this node", app.store.epoch());
    let free = health.free_bytes.and_then(|bytes| i64::try_from(bytes).ok());
    now("disk_free_bytes", "Room on the disk of the games", free);
    now("resident_memory_bytes", "Memory of the process", resident_bytes());
    let started = app.started.duration_since(UNIX_EPOCH).ok().and_then(|since| i64::try_from(since.as_secs()).ok());
    now("start_time_seconds", "When the server started, in seconds since 1970", started);
    let mut text = String::new();
    if let Err(error) = text::encode(&mut text, &registry) {
        tracing::error!(%error, "metrics cannot be written");
    }
    text
}

/// The memory of this process, in bytes; `None` where nobody can tell.
#[cfg(target_os = "linux")]
fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(not(target_os = "linux"))]
fn resident_bytes() -> Option<i64> {
    None
}
