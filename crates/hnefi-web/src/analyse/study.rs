//! Answers about an analysis. Nothing is kept.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};
use hnefi_wire::{AskError, say};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

use crate::server::Problem;
use crate::server::forms::unreadable;

/// How many questions are answered at once; others wait for their turn.
static STUDIES: Semaphore = Semaphore::const_new(2);

/// An analysis at a place, after a change; or as a file.
pub(super) async fn answer(body: Result<Bytes, BytesRejection>) -> Response {
    answered(body, hnefi_views::study::answer).await
}

/// What a whole game shows.
pub(super) async fn review(body: Result<Bytes, BytesRejection>) -> Response {
    answered(body, |question| hnefi_views::review::answer(&question)).await
}

/// How a move does in the place of a mistake.
pub(super) async fn tried(body: Result<Bytes, BytesRejection>) -> Response {
    answered(body, |question| hnefi_wire::tried(&question)).await
}

async fn answered<Q, A>(
    body: Result<Bytes, BytesRejection>,
    answer: impl FnOnce(Q) -> Result<A, AskError> + Send + 'static,
) -> Response
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    match asked(body, answer).await {
        Ok(answer) => Json(answer).into_response(),
        Err(problem) => problem.json(),
    }
}

async fn asked<Q, A>(
    body: Result<Bytes, BytesRejection>,
    answer: impl FnOnce(Q) -> Result<A, AskError> + Send + 'static,
) -> Result<A, Problem>
where
    Q: DeserializeOwned + Send + 'static,
    A: Send + 'static,
{
    let question = serde_json::from_slice(&body.map_err(unreadable)?);
    let question = question.map_err(|error| Problem::BadForm(say("api-table-json", &error.to_string())))?;
    let internal = |error: &dyn std::fmt::Display| Problem::Internal(error.to_string());
    let turn = STUDIES.acquire().await.map_err(|error| internal(&error))?;
    // The turn is held until the work is done, even if who asked for it hangs up meanwhile.
    let done = tokio::task::spawn_blocking(move || (answer(question), turn)).await;
    Ok(done.map_err(|error| internal(&error))?.0?)
}
