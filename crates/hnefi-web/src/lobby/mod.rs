//! The lobby: who looks for a game, what is played, who is here.

mod form;
mod known;
mod open_lobby;
pub(crate) mod pairing;
mod routes;
mod stream;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use open_lobby::{NamedSeek, OpenLobby, Visit, worth};
pub(crate) use pairing::waits;
pub(crate) use routes::{named, refusal_word};

use crate::server::state::AppState;

/// The page of the lobby, its changes, and what people do there.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/lobby", get(routes::page))
        .route("/lobby/stream", get(stream::stream))
        .route("/lobby/seeks", post(routes::post))
        .route("/lobby/seeks/{id}/accept", post(routes::accept))
        .route("/lobby/seeks/{id}/withdraw", post(routes::withdraw))
}
