//! Whether the server can do its work.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use hnefi_store::Health;
use serde::Serialize;

use super::state::AppState;

/// How the server is, for programs that watch over it.
#[derive(Debug, Serialize)]
struct HealthState {
    status: &'static str,
    /// Whether games can be read and written.
    reads: bool,
    writes: bool,
    last_write_ms: Option<i64>,
    last_failure: Option<FailureState>,
    /// How many writes wait for their turn.
    waiting: usize,
    free_bytes: Option<u64>,
    /// Whether the other servers are reached; null for a server that runs alone.
    bus: Option<bool>,
}

/// What failed last.
#[derive(Debug, Serialize)]
struct FailureState {
    at_ms: i64,
    cause: String,
}

/// Whether the server can do its work: 200 if it can, 503 if not.
pub(super) async fn health(State(app): State<AppState>) -> impl IntoResponse {
    let health = app.store.health().await;
    let bus = app.games.nodes.reached();
    // Who keeps the club can do most things alone.
    let (status, code) = match health.works() && (bus != Some(false) || app.store.keeps()) {
        true => ("ok", StatusCode::OK),
        false => ("failing", StatusCode::SERVICE_UNAVAILABLE),
    };
    let Health { reads, written, free_bytes } = health;
    let state = HealthState {
        status,
        reads,
        writes: written.works,
        last_write_ms: written.last_ms,
        last_failure: written.failure.map(|failure| FailureState { at_ms: failure.at_ms, cause: failure.cause }),
        waiting: written.waiting,
        free_bytes,
        bus,
    };
    (code, [(CACHE_CONTROL, "no-store")], Json(state))
}
