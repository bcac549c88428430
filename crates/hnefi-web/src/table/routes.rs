//! At the table: the referee's answer about any position, for somebody beside a wooden board.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};
use hnefi_wire::say;

use crate::server::Problem;
use crate::server::forms::unreadable;

/// Answers a question about a position.
pub(super) async fn answer(body: Result<Bytes, BytesRejection>) -> Response {
    let answered = body.map_err(unreadable).and_then(|body| {
        let question = serde_json::from_slice(&body);
        let question = question.map_err(|error| Problem::BadForm(say("api-table-json", &error.to_string())))?;
        Ok(hnefi_views::table::answer(question)?)
    });
    match answered {
        Ok(answer) => Json(answer).into_response(),
        Err(problem) => problem.json(),
    }
}
