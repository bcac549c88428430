//! Questions about a position that a page without a referee of its own asks: what the computer thinks of it, whether it is won by force,
//! why, and what other rule sets say.

mod routes;

use axum::Router;
use axum::routing::post;

use crate::server::state::AppState;

/// The questions.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/analyse", post(routes::analyse))
        .route("/api/prove", post(routes::prove))
        .route("/api/why", post(routes::why))
        .route("/api/rulings", post(routes::rulings))
}
