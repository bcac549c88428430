//! What a browser says to be told, or to be told no more.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use hnefi_push::Subscription;
use hnefi_store::now_ms;
use serde::Deserialize;
use serde_json::json;

use crate::server::Problem;
use crate::server::forms::unreadable;
use crate::server::person::Person;
use crate::server::secret;
use crate::server::state::AppState;

/// The key under which a browser subscribes.
pub(super) async fn key(State(app): State<AppState>) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(json!({ "key": app.push.0.key.public() }))).into_response()
}

/// Tells this browser from now on what waits for its person.
pub(super) async fn subscribe(
    State(app): State<AppState>,
    person: Person,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, Problem> {
    let body = body.map_err(unreadable)?;
    let text = String::from_utf8_lossy(&body);
    let subscription = Subscription::read(&text, &app.push.0.services);
    let subscription = subscription.map_err(|error| Problem::BadForm(error.to_string()))?;
    let endpoint = secret::hash(subscription.endpoint());
    app.store.keep_push(&endpoint, &person.id, &person.digest(), &text, now_ms()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which browser is to be told no more.
#[derive(Deserialize)]
struct Asked {
    endpoint: String,
}

/// Tells this browser nothing any more.
pub(super) async fn unsubscribe(
    State(app): State<AppState>,
    person: Person,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, Problem> {
    let asked: Asked =
        serde_json::from_slice(&body.map_err(unreadable)?).map_err(|error| Problem::BadForm(error.to_string()))?;
    let endpoint = secret::hash(&asked.endpoint);
    if app.store.pushes_of(&person.id).await?.iter().any(|(known, _)| *known == endpoint) {
        app.store.drop_push(&endpoint).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
