//! Making an account out of a guest.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_people::Password;
use hnefi_store::{NewAccount, StoreError, now_ms};
use hnefi_views::people::{CodesPage, SignUpPage};
use hnefi_words::Words;
use serde::Deserialize;

use super::begin::{begin, path, with_cookies};
use super::log_in::{Asked, has_games};
use super::relying::MaybePlace;
use super::{changes, new_name};
use crate::server::called::nameless;
use crate::server::forms::bad_form;
use crate::server::hashing::Line;
use crate::server::person::MaybePerson;
use crate::server::private::Private;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// The page on which somebody makes an account; for who has one, his account.
pub(super) async fn page(
    State(app): State<AppState>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
    place: MaybePlace,
    _: Private,
) -> Result<Response, Problem> {
    let passkeys = place.checked(&app).await?.is_ok();
    let mut page = SignUpPage { to: asked.to, passkeys, shortest: Password::SHORTEST, ..SignUpPage::default() };
    if let Some(person) = &asks.known {
        if app.store.account(&person.id).await?.is_some() {
            return Ok(Redirect::to("/account").into_response());
        }
        page.guest = has_games(&app, person).await?;
        page.name = app.store.name(&person.id).await?.map(|name| name.as_str().to_owned()).unwrap_or_default();
    }
    Ok(html(&page))
}

/// What the form says.
#[derive(Deserialize)]
pub(super) struct SignUpForm {
    name: String,
    password: String,
    #[serde(default)]
    to: String,
}

/// Makes an account for who asks, with his games, and shows its recovery codes.
pub(super) async fn sign_up(
    State(app): State<AppState>,
    asks: MaybePerson,
    headers: HeaderMap,
    _: Private,
    form: Result<Form<SignUpForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let again = |status: StatusCode, fault: String| {
        let (name, to) = (form.name.chars().take(60).collect(), form.to.clone());
        let page =
            SignUpPage { fault: Some(fault), name, to, shortest: Password::SHORTEST, guest: false, passkeys: false };
        (status, html(&page)).into_response()
    };
    if let Some(person) = &asks.known
        && app.store.account(&person.id).await?.is_some()
    {
        return Ok(Redirect::to("/account").into_response());
    }
    let name = match new_name::name(&form.name) {
        Ok(name) => name,
        Err(fault) => return Ok(again(StatusCode::BAD_REQUEST, fault)),
    };
    let password = match new_name::password(&form.password, &name) {
        Ok(password) => password,
        Err(fault) => return Ok(again(StatusCode::BAD_REQUEST, fault)),
    };
    let taken = || again(StatusCode::CONFLICT, Words::english().text("name-taken"));
    if !app.rates.sign_up(asks.network) {
        return Err(Problem::TooMany);
    }
    if app.store.is_taken(&name, None).await? {
        return Ok(taken());
    }
    let hash = match app.hasher.hash(password, Line::Stranger).await {
        Err(Problem::Busy) => {
            return Ok(again(StatusCode::SERVICE_UNAVAILABLE, Words::english().text("log-in-busy")));
        }
        hash => hash?,
    };
    let person = asks.clone().or_new(&app).await?;
    let new = NewAccount { person: person.id.clone(), name: name.clone(), password: Some(hash), at_ms: now_ms() };
    let guests = app.store.guests_called(&name).await?;
    match app.store.open_account(new).await {
        Err(StoreError::NameTaken) => return Ok(taken()),
        opened => opened?,
    }
    let asks = MaybePerson { known: Some(person), ..asks };
    let id = asks.known.as_ref().map(|person| person.id.clone()).ok_or(Problem::NoGame)?;
    let codes = changes::new_codes(&app, &id).await?;
    let person = begin(&app, asks, &headers, &id).await?.ok_or(Problem::NoGame)?;
    app.renamed(&id).await?;
    nameless(&app, &guests).await?;
    tracing::info!(person = id.as_str(), "a new account");
    let page = CodesPage { welcome: true, name: name.as_str().to_owned(), codes, to: path(&form.to) };
    Ok(with_cookies(&app, &person, &name, html(&page)))
}
