//! The first page: which leaflet is in your box, how do you want to play, and which games do you have?

mod page;
mod routes;

use axum::Router;
use axum::routing::get;

use crate::server::state::AppState;

/// The route of the first page.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/", get(routes::home))
}
