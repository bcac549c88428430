//! The pages of links that confirm an address, and of those that stop the mail a day.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hnefi_store::{LetterKind, StoreError, now_ms};
use hnefi_views::mail::LinkPage;

use super::stopped;
use crate::server::state::AppState;
use crate::server::{Problem, html, secret};

fn worn() -> Response {
    (StatusCode::NOT_FOUND, html(&LinkPage::worn())).into_response()
}

/// The page with the button that confirms an address: programs that check mails press none.
pub(super) async fn confirm_page(State(app): State<AppState>, Path(link): Path<String>) -> Result<Response, Problem> {
    match app.store.mail_link(&secret::hash(&link), LetterKind::Confirm, now_ms()).await? {
        Some(_) => Ok(html(&LinkPage::confirm())),
        None => Ok(worn()),
    }
}

/// Confirms an address.
pub(super) async fn confirm(State(app): State<AppState>, Path(link): Path<String>) -> Result<Response, Problem> {
    match app.store.confirm_mail(&secret::hash(&link), now_ms()).await {
        Err(StoreError::NoCode) => Ok(worn()),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(html(&LinkPage::confirmed())),
    }
}

/// The page with the button that stops the mail a day.
pub(super) async fn stop_page(State(app): State<AppState>, Path(link): Path<String>) -> Response {
    match stopped(&app.games, &link) {
        Some(_) => html(&LinkPage::stop()),
        None => worn(),
    }
}

/// Stops the mail a day, for who presses the button and for the programs of mail services.
pub(super) async fn stop(State(app): State<AppState>, Path(link): Path<String>) -> Result<Response, Problem> {
    let Some(person) = stopped(&app.games, &link) else { return Ok(worn()) };
    app.store.set_daily_mail(&person, false).await?;
    Ok(html(&LinkPage::stopped()))
}
