//! The rules pages: the leaflets and the rule sets of the community, a chapter each, the comparison, and the sheets to print.
use askama::Template;
use axum::Router;
use axum::extract::{Path, Query};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hnefi_views::rules::{self, Asked, ChapterPage, DefinitionPage, NearestPage, SheetPage};

use crate::server::{Problem, html, lasting};

/// The routes under `/rules`.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/rules", get(index))
        .route("/rules/compare", get(compare))
        .route("/rules/nearest", get(nearest))
        .route("/rules/definitions/{name}", get(definition))
        .route("/rules/{ruleset}", get(chapter))
        .route("/rules/{ruleset}/sheet", get(sheet))
}

async fn index(headers: HeaderMap) -> Response {
    lasting(&headers, &rules::index())
}

async fn nearest(Query(asked): Query<Asked>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(lasting(&headers, &NearestPage::new(&asked)?))
}

async fn compare(headers: HeaderMap) -> Response {
    lasting(&headers, &rules::compare())
}

async fn chapter(Path(id): Path<String>, headers: HeaderMap) -> Response {
    found(&id, &headers, ChapterPage::new(&id))
}

async fn sheet(Path(id): Path<String>, headers: HeaderMap) -> Response {
    found(&id, &headers, SheetPage::new(&id))
}

async fn definition(Path(name): Path<String>, headers: HeaderMap) -> Response {
    found(&name, &headers, DefinitionPage::new(&name))
}

fn found(id: &str, headers: &HeaderMap, page: Option<impl Template>) -> Response {
    match page {
        Some(page) => lasting(headers, &page),
        None => (StatusCode::NOT_FOUND, html(&rules::unknown(id))).into_response(),
    }
}
