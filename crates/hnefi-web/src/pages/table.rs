//! At the table: a board to set up by tapping, beside a wooden one. All that it shows is in its address.

use askama::Template;
use axum::Router;
use axum::response::Response;
use axum::routing::get;

use super::filters;

/// The routes under `/table`.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/table", get(table))
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage {}

async fn table() -> Response {
    super::html(&TablePage {})
}
