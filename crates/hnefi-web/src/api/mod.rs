//! What programs read and do: with a token, or without one where everybody may look. A cookie says nothing here.
//!
//! `docs/api.md` tells of it for those who write programs, `docs/api/openapi.json` for their tools.

mod account;
mod answers;
mod follow;
mod games;
mod lobby;
mod openapi;
mod program;
mod stream;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use follow::{Lines, follow};
pub(crate) use program::person_of_program;

use crate::server::state::AppState;

/// What a stream is: a line of JSON for everything that there is to tell.
pub(crate) const LINES: &str = "application/x-ndjson";

/// What programs read and do in one game.
pub(crate) fn games_router() -> Router<AppState> {
    Router::new()
        .route("/api/games/{id}", get(games::game))
        .route("/api/games/{id}/stream", get(follow::stream))
        .route("/api/games/{id}/acts", post(games::act))
}

/// What else programs read and do.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/openapi.json", get(openapi::openapi))
        .route("/api/account", get(account::account))
        .route("/api/players/{name}", get(account::player))
        .route("/api/rules", get(account::rules))
        .route("/api/stream", get(stream::stream))
        .route("/api/games", get(games::games))
        .route("/api/lobby", get(lobby::lobby))
        .route("/api/lobby/seeks", post(lobby::post))
        .route("/api/lobby/seeks/{id}/accept", post(lobby::accept))
        .route("/api/lobby/seeks/{id}/withdraw", post(lobby::withdraw))
}
