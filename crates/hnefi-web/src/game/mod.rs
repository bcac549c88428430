//! Games: making one, playing it, watching it, and taking a seat in it.

pub(crate) mod choices;
mod connect;
mod keep;
mod lag;
mod links;
pub(crate) mod open_game;
mod routes;
mod socket;
mod talk;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::server::state::AppState;

pub(crate) use connect::note_place;
pub(crate) use keep::{KEEP, LARGEST_KEPT};
pub(crate) use links::{qr, unbroken};
pub(crate) use routes::{see_other, seen_game};
pub(crate) use socket::number;
pub(crate) use talk::saying;

/// The routes of games, their links and their sockets.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/games", post(routes::make))
        .route(KEEP, post(keep::keep).layer(DefaultBodyLimit::max(LARGEST_KEPT)))
        .route("/here", get(routes::here))
        .route("/game/{id}", get(routes::show))
        .route("/game/{id}/text", get(routes::text))
        .route("/join/{secret}", get(links::join_page).post(links::join))
        .route("/join/{secret}/qr.svg", get(links::join_qr))
        .route("/seat/{secret}", get(links::seat_page).post(links::seat))
        .route("/seat/{secret}/qr.svg", get(links::seat_qr))
        .route("/watch/{secret}", get(links::watch))
        .route("/watch/{secret}/text", get(links::watch_text))
        .route("/ws/game/{id}", get(connect::game))
        .route("/ws/watch/{secret}", get(connect::watch))
}
