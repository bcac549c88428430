//! Answers about an analysis. Nothing is kept.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};
use hnefi_views::study::{Studied, answer as study};
use hnefi_wire::say;
use tokio::sync::Semaphore;

use crate::server::Problem;
use crate::server::forms::unreadable;

/// How many questions are answered at once; others wait for their turn.
static STUDIES: Semaphore = Semaphore::const_new(2);

/// An analysis at a place, after a change; or as a file.
pub(super) async fn answer(body: Result<Bytes, BytesRejection>) -> Response {
    match answered(body).await {
        Ok(answer) => Json(answer).into_response(),
        Err(problem) => problem.json(),
    }
}

async fn answered(body: Result<Bytes, BytesRejection>) -> Result<Studied, Problem> {
    let question = serde_json::from_slice(&body.map_err(unreadable)?);
    let question = question.map_err(|error| Problem::BadForm(say("api-table-json", &error.to_string())))?;
    let internal = |error: &dyn std::fmt::Display| Problem::Internal(error.to_string());
    let turn = STUDIES.acquire().await.map_err(|error| internal(&error))?;
    // The turn is held until the work is done, even if who asked for it hangs up meanwhile.
    let done = tokio::task::spawn_blocking(move || (study(question), turn)).await;
    Ok(done.map_err(|error| internal(&error))?.0?)
}
