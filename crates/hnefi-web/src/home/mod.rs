//! The first page, where one plays at once, and a page for each rule set.

mod routes;
mod turns;

use axum::Router;
use axum::routing::{get, post};

use crate::server::state::AppState;

pub(crate) use routes::row;
pub(crate) use turns::is_waited_for;

/// The first page, the pages of the rule sets, and the way to be forgotten.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/", get(routes::home))
        .route("/play/{ruleset}", get(routes::leaflet))
        .route("/turns", get(turns::turns))
        .route("/name", post(routes::rename))
        .route("/forget", post(routes::forget))
}
