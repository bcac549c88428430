//! A page as a response.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};

/// A page as a response. A template that cannot be rendered is a fault of ours, and said so in a line.
pub(crate) fn html(page: &impl Template) -> Response {
    match page.render() {
        Ok(text) => Html(text).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            (StatusCode::INTERNAL_SERVER_ERROR, hnefi_words::Words::english().text("error-render")).into_response()
        }
    }
}
