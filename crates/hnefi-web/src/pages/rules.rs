//! The rules pages: the five leaflets, a chapter each, the comparison, and the sheets to print.

use askama::Template;
use axum::Router;
use axum::response::Response;
use axum::routing::get;

use super::filters;

/// The routes under `/rules`.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/rules", get(index))
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {}

async fn index() -> Response {
    super::html(&RulesPage {})
}
