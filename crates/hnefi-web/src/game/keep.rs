//! Keeping a game on the server that a browser has kept until now: judged anew, and made whole or not at all.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use hnefi_store::{StoreError, now_ms};
use hnefi_wire::kept::Kept;
use hnefi_wire::say;
use serde_json::json;
use tokio::sync::Semaphore;

use crate::game::open_game::links;
use crate::server::Problem;
use crate::server::forms::unreadable;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;

/// The address that takes such games.
pub(crate) const KEEP: &str = "/games/keep";
/// The largest of them, in bytes: the longest log has some 5,000 entries of some 200 bytes.
pub(crate) const LARGEST_KEPT: usize = 2 * 1024 * 1024;

/// How many games are judged and written at once; others wait for their turn.
static JUDGINGS: Semaphore = Semaphore::const_new(2);

/// Makes a game of this server out of one that the visitor's browser has kept. The same again leads to the same game.
pub(super) async fn keep(
    State(app): State<AppState>,
    asks: MaybePerson,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let body = body.map_err(unreadable)?;
    let kept: Result<Kept, _> = serde_json::from_slice(&body);
    let kept = kept.map_err(|error| Problem::BadForm(say("kept-unreadable", &error.to_string())))?;
    let network = asks.network;
    let person = asks.or_new(&app).await?;
    if !app.rates.kept(&person.id, network) {
        return Err(Problem::TooMany);
    }
    let id = app.games.secrets.kept_game(&person.id, &kept.id);
    let internal = |error: &dyn std::fmt::Display| Problem::Internal(error.to_string());
    let turn = JUDGINGS.acquire().await.map_err(|error| internal(&error))?;
    let (game, holder) = (id.clone(), person.id.clone());
    // The turn is held until the work is done, even if who asked for it hangs up meanwhile.
    let judged = tokio::task::spawn_blocking(move || (kept.judged(&game, &holder, now_ms()), turn)).await;
    let (judged, turn) = judged.map_err(|error| internal(&error))?;
    let judged = judged?;
    let status =
        match app.store.keep(&judged.new, &judged.change, &links::of_game(&app.games.secrets, &judged.new)).await {
            Ok(()) => {
                if let Some(due) = judged.change.due {
                    app.games.open(&id).wake_at(due);
                }
                let rules = judged.new.game.referee().ruleset().id();
                tracing::info!(game = id, rules, entries = judged.change.entries.len(), "a game of a browser is kept");
                StatusCode::CREATED
            }
            Err(StoreError::Known(_)) => {
                let before = app.store.load(&id).await?.ok_or(Problem::NoGame)?;
                if !judged.is_begun_in(&before) {
                    return Err(Problem::KeptBefore(id));
                }
                StatusCode::OK
            }
            Err(error) => return Err(error.into()),
        };
    drop(turn);
    let mut response = (status, Json(json!({"game": id, "address": format!("/game/{id}")}))).into_response();
    if let Some(cookie) = person.cookie(&app.addresses) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}
