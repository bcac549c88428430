//! A new password by a link in a mail, for who has forgotten his.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use hnefi_people::Password;
use hnefi_store::{Account, LetterKind, StoreError, now_ms};
use hnefi_views::mail::{LinkPage, NewPasswordPage, ResetPage};
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

/// The longest that somebody may say of himself, in characters: as long as a mail address may be.
const LONGEST: usize = 254;

/// The page on which one says what one is called.
pub(super) async fn page(State(app): State<AppState>, _: Private) -> Response {
    html(&ResetPage { on: app.mail.is_on(), ..ResetPage::default() })
}

/// A name or an address.
#[derive(Deserialize)]
pub(super) struct AskForm {
    who: String,
}

/// Has a link sent, if the account of that name or address has a confirmed address. Whether there is one is looked up later, so that
/// nobody learns it from the answer or from how long it takes.
pub(super) async fn ask(
    State(app): State<AppState>,
    asks: MaybePerson,
    _: Private,
    form: Result<Form<AskForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let page = ResetPage { on: app.mail.is_on(), ..ResetPage::default() };
    if !page.on {
        return Ok((StatusCode::NOT_FOUND, html(&page)).into_response());
    }
    if !app.rates.reset(asks.network) {
        let fault = Some(Words::english().text("reset-too-many"));
        return Ok((StatusCode::TOO_MANY_REQUESTS, html(&ResetPage { fault, ..page })).into_response());
    }
    let who: String = form.who.trim().chars().take(LONGEST).collect();
    app.store.forgotten(&who, &secret::game_id(), now_ms()).await?;
    app.mail.waits();
    Ok(html(&ResetPage { sent: true, ..page }))
}

/// The account for which a link works.
async fn account(app: &AppState, link: &str) -> Result<Option<Account>, Problem> {
    let person = app.store.mail_link(&secret::hash(link), LetterKind::Reset, now_ms()).await?;
    match person {
        Some(person) => Ok(app.store.account(&person).await?),
        None => Ok(None),
    }
}

fn worn() -> Response {
    (StatusCode::NOT_FOUND, html(&LinkPage::worn())).into_response()
}

/// The page to which the link leads. Whoever only looks at it, as programs that check mails do, does not use it up.
pub(super) async fn choose(
    State(app): State<AppState>,
    Path(link): Path<String>,
    _: Private,
) -> Result<Response, Problem> {
    let Some(account) = account(&app, &link).await? else { return Ok(worn()) };
    let name = account.name.as_str().to_owned();
    Ok(html(&NewPasswordPage { fault: None, link, name, shortest: Password::SHORTEST }))
}

/// The new password.
#[derive(Deserialize)]
pub(super) struct SetForm {
    password: String,
}

/// Sets a new password and logs in. Nobody guesses a link, so strangers' tries slow nobody but their own network.
pub(super) async fn set(
    State(app): State<AppState>,
    Path(link): Path<String>,
    asks: MaybePerson,
    headers: HeaderMap,
    _: Private,
    form: Result<Form<SetForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    if !app.rates.recover(asks.network) {
        return Err(Problem::TooMany);
    }
    let Some(account) = account(&app, &link).await? else { return Ok(worn()) };
    let again = |status: StatusCode, fault: String| {
        let (link, name) = (link.clone(), account.name.as_str().to_owned());
        (status, html(&NewPasswordPage { fault: Some(fault), link, name, shortest: Password::SHORTEST }))
            .into_response()
    };
    let password = match new_name::password(&form.password, &account.name) {
        Ok(password) => password,
        Err(fault) => return Ok(again(StatusCode::BAD_REQUEST, fault)),
    };
    let hash = match app.hasher.hash(password, Line::Stranger).await {
        Err(Problem::Busy) => {
            return Ok(again(StatusCode::SERVICE_UNAVAILABLE, Words::english().text("log-in-busy")));
        }
        hash => hash?,
    };
    match app.store.reset_password(&secret::hash(&link), hash, now_ms()).await {
        Err(StoreError::NoCode) => return Ok(worn()),
        set => set?,
    }
    app.ends.person(&account.person, None);
    let Some(person) = begin(&app, asks, &headers, &account.person).await? else {
        return Ok(again(StatusCode::FORBIDDEN, closed_words(&app, &account.person).await?));
    };
    Ok(led(&app, &person, &account.name, "/account"))
}
