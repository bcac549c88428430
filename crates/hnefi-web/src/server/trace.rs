//! A line of the log for every request, under a number by which all that it caused is found. No line carries an address as
//! it was asked for: addresses carry secrets.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use super::secret;
use super::state::AppState;

/// The header with the number of a request, for who asks the operator about it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The route of what leads nowhere.
const NOWHERE: &str = "none";

/// Answers a request, and tells of it.
pub(super) async fn trace(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let (id, method, begun) = (secret::request_id(), request.method().clone(), Instant::now());
    let route: Arc<str> = request.extensions().get::<MatchedPath>().map_or(NOWHERE, MatchedPath::as_str).into();
    let span = tracing::info_span!("request", id, %method, route = &*route);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    span.in_scope(|| tracing::info!(status, ms = took.as_secs_f64() * 1000.0, "answered"));
    app.metrics.answered(&method, route, status, took);
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}
