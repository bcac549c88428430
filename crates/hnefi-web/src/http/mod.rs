//! The pages and their addresses.

mod games;
mod guard;
mod home;
mod house;
mod import;
mod links;
mod problem;
mod sockets;
mod static_files;
mod table;
mod visitor;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use tower_http::compression::CompressionLayer;

use crate::pages;
use crate::state::AppState;

pub(crate) use problem::Problem;

/// The largest body that a form or a question may have, in bytes.
const LARGEST_BODY: usize = 64 * 1024;

/// The whole app as a router, which tests can ask without a socket.
pub fn app(state: AppState) -> Router {
    Router::new()
        .route("/", get(home::home))
        .route("/games", post(games::make))
        .route("/game/{id}", get(games::show))
        .route("/game/{id}/text", get(games::text))
        .route("/join/{secret}", get(links::join_page).post(links::join))
        .route("/join/{secret}/qr.svg", get(links::join_qr))
        .route("/seat/{secret}", get(links::seat_page).post(links::seat))
        .route("/seat/{secret}/qr.svg", get(links::seat_qr))
        .route("/watch/{secret}", get(links::watch))
        .route("/watch/{secret}/text", get(links::watch_text))
        .route("/ws/game/{id}", get(sockets::game))
        .route("/ws/watch/{secret}", get(sockets::watch))
        .route("/house", get(house::begin))
        .route("/house/edit", get(house::edit_form))
        .route("/house/read", post(house::bring))
        .route("/house/{code}", get(house::show))
        .route("/house/{code}/edit", get(house::edit))
        .route("/house/{code}/file", get(house::file))
        .route("/api/house", post(house::check))
        .route("/api/table", post(table::answer))
        .route("/healthz", get(home::health))
        .route("/assets/{hash}/{*file}", get(static_files::asset))
        .merge(import::router())
        .merge(pages::rules::router())
        .merge(pages::table::router())
        .fallback(home::no_page)
        .method_not_allowed_fallback(home::no_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(state.clone(), guard::guard))
        .layer(CompressionLayer::new())
        .with_state(state)
}
