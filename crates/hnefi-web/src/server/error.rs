//! A page that says what went wrong, and where to go from here.

use crate::server::html;
use askama::Template;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::server::filters;

/// What went wrong, in words.
#[derive(Clone, Debug, Template)]
#[template(path = "error.html")]
pub(crate) struct ErrorPage {
    /// The HTTP status, such as 404.
    pub(crate) status: u16,
    /// In a few words.
    pub(crate) title: String,
    /// In a sentence or two: what happened, and what can be done.
    pub(crate) message: String,
}

impl IntoResponse for ErrorPage {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, html(&self)).into_response()
    }
}
