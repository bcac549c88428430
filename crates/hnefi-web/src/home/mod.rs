//! The first page: which leaflet is in your box, how do you want to play, and which games do you have?

mod page;
mod routes;

use axum::Router;
use axum::routing::{get, post};

use crate::server::state::AppState;

/// The first page, and the way to be forgotten.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/", get(routes::home)).route("/forget", post(routes::forget))
}
