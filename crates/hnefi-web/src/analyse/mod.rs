//! The analysis board: the page, and what it asks where the browser cannot run the referee itself.

mod study;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use hnefi_views::analyse::AnalysePage;

use crate::server::lasting;
use crate::server::state::AppState;

/// The address that is asked about an analysis.
pub(crate) const STUDY: &str = "/api/study";
/// The address that is asked about a whole game.
pub(crate) const REVIEW: &str = "/api/review";
/// The largest question about an analysis, in bytes.
pub(crate) const LARGEST_STUDY: usize = 1024 * 1024;

/// The page, and the questions that it asks.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/analyse", get(page))
        .route(REVIEW, post(study::review).layer(DefaultBodyLimit::max(LARGEST_STUDY)))
        .route("/api/try", post(study::tried))
        .route(STUDY, post(study::answer).layer(DefaultBodyLimit::max(LARGEST_STUDY)))
}

async fn page(headers: HeaderMap) -> Response {
    lasting(&headers, &AnalysePage::new())
}
