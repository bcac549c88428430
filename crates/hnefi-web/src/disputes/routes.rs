//! The routes under `/disputes`.
use axum::Router;
use axum::extract::Query;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use hnefi_views::disputes::{Asked, BookPage, SheetPage};

use crate::server::{Problem, lasting};

/// The routes under `/disputes`.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/disputes", get(book)).route("/disputes/sheet", get(sheet))
}

async fn book(Query(asked): Query<Asked>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(lasting(&headers, &BookPage::new(&asked.q, asked.own()?.as_ref())))
}

async fn sheet(Query(asked): Query<Asked>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(lasting(&headers, &SheetPage::new(asked.own()?.as_ref())))
}
