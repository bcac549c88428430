//! At the table: the referee's answer about any position, for somebody beside a wooden board.

mod page;
mod routes;

use axum::Router;
use axum::routing::{get, post};

use crate::server::state::AppState;

/// The page, and the question that it asks.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/table", get(page::table)).route("/api/table", post(routes::answer))
}
