//! Going away for some days, and coming back.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_clock::AwayBook;
use hnefi_live::PersonId;
use hnefi_store::{StoreError, now_ms};
use hnefi_views::people::OwnAway;
use hnefi_words::Words;
use serde::Deserialize;

use super::account::{Member, refused};
use super::changes::SAVED;
use crate::server::Problem;
use crate::server::date::minute;
use crate::server::forms::bad_form;
use crate::server::state::AppState;

/// For how many days.
#[derive(Debug, Deserialize)]
pub(super) struct AwayForm {
    days: String,
}

/// Goes away, or stays away longer.
pub(super) async fn go(
    State(app): State<AppState>,
    member: Member,
    form: Result<Form<AwayForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let words = Words::english();
    let (id, now_ms) = (&member.person.id, now_ms());
    let fault = |fault: String| refused(&app, &member, (StatusCode::CONFLICT, "away"), fault);
    let begins = app.store.away_book(id).await?.now(now_ms).is_none();
    if begins && !app.store.last_hours_of(id, app.games.time.now().at_ms).await?.is_empty() {
        return fault(words.text("away-last-hour")).await;
    }
    match app.store.go_away(id, form.days.trim().parse().unwrap_or(0), now_ms).await {
        Err(StoreError::Away(error)) => {
            return fault(words.format("away-refused", &[("days", error.left.into())])).await;
        }
        gone => gone?,
    }
    noted(&app, id).await
}

/// Comes back.
pub(super) async fn back(State(app): State<AppState>, member: Member) -> Result<Response, Problem> {
    app.store.come_back(&member.person.id, now_ms()).await?;
    noted(&app, &member.person.id).await
}

/// Notes it in the member's games, whether or not his page waits for it.
async fn noted(app: &AppState, person: &PersonId) -> Result<Response, Problem> {
    let (games, person) = (app.games.clone(), person.clone());
    tokio::spawn(async move { games.note_away_of(&person).await })
        .await
        .unwrap_or_else(|error| Err(StoreError::Account(error.to_string())))?;
    Ok(Redirect::to(SAVED).into_response())
}

/// What the page of an account shows of it.
pub(super) fn shown(book: &AwayBook, now_ms: i64) -> OwnAway {
    OwnAway {
        until: book.now(now_ms).map(|away| minute(away.until_ms)),
        left: book.left(now_ms),
        a_year: AwayBook::A_YEAR,
    }
}
