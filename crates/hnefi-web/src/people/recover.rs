//! Setting a new password with a recovery code.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use hnefi_live::PersonId;
use hnefi_people::{Password, RecoveryCode};
use hnefi_store::{StoreError, now_ms};
use hnefi_views::people::RecoverPage;
use hnefi_words::Words;
use serde::Deserialize;

use super::begin::{begin, led};
use super::log_in::closed_words;
use super::new_name;
use crate::server::forms::bad_form;
use crate::server::hashing::Line;
use crate::server::person::MaybePerson;
use crate::server::private::Private;
use crate::server::state::AppState;
use crate::server::{Problem, html, secret};

/// The page for it.
pub(super) async fn page(State(app): State<AppState>, _: Private) -> Response {
    html(&RecoverPage { shortest: Password::SHORTEST, mail: app.mail.is_on(), ..RecoverPage::default() })
}

/// What the form says.
#[derive(Deserialize)]
pub(super) struct RecoverForm {
    name: String,
    code: String,
    password: String,
}

/// Sets a new password and logs in. Nobody guesses a code, so strangers' tries slow nobody but their own network.
pub(super) async fn recover(
    State(app): State<AppState>,
    asks: MaybePerson,
    headers: HeaderMap,
    _: Private,
    form: Result<Form<RecoverForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let again = |status: StatusCode, fault: String| {
        let name = form.name.chars().take(60).collect();
        let page = RecoverPage { fault: Some(fault), name, shortest: Password::SHORTEST, mail: app.mail.is_on() };
        (status, html(&page)).into_response()
    };
    let says = |id: &str| Words::english().text(id);
    if !app.rates.recover(asks.network) {
        return Ok(again(StatusCode::TOO_MANY_REQUESTS, says("log-in-too-many")));
    }
    let wrong = || again(StatusCode::UNAUTHORIZED, says("recover-wrong"));
    let (Ok(name), Ok(code)) = (form.name.parse(), form.code.parse::<RecoveryCode>()) else { return Ok(wrong()) };
    let password = match new_name::password(&form.password, &name) {
        Ok(password) => password,
        Err(fault) => return Ok(again(StatusCode::BAD_REQUEST, fault)),
    };
    // Before it is known whether the code is right, so that it takes as long either way.
    let hash = match app.hasher.hash(password, Line::Stranger).await {
        Err(Problem::Busy) => return Ok(again(StatusCode::SERVICE_UNAVAILABLE, says("log-in-busy"))),
        hash => hash?,
    };
    let account = app.store.account_named(&name).await?;
    // Of nobody it is asked, too: that takes as long.
    let nobody = PersonId::new("");
    let person = account.as_ref().map_or(&nobody, |account| &account.person);
    match app.store.use_code(person, &secret::hash(code.as_str()), hash, now_ms()).await {
        Err(StoreError::NoCode) => return Ok(wrong()),
        used => used?,
    }
    let Some(account) = account else { return Ok(wrong()) };
    app.ends.person(&account.person, None);
    let Some(person) = begin(&app, asks, &headers, &account.person).await? else {
        return Ok(again(StatusCode::FORBIDDEN, closed_words(&app, &account.person).await?));
    };
    Ok(led(&app, &person, &account.name, "/account"))
}
