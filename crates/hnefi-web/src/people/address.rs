//! One's mail address: it is set, confirmed by a link, removed, and told once a day what waits.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::PersonId;
use hnefi_store::now_ms;
use hnefi_views::mail::OwnMail;
use hnefi_words::Words;
use lettre::Address;
use serde::Deserialize;

use super::account::{Member, refused};
use super::changes::{SAVED, proved};
use crate::server::client::Network;
use crate::server::forms::bad_form;
use crate::server::private::Private;
use crate::server::state::AppState;
use crate::server::{Problem, secret};

/// How long an address may be, in bytes.
const LONGEST: usize = 254;

/// The address, and what proves once more who one is.
#[derive(Deserialize)]
pub(super) struct AddressForm {
    address: String,
    #[serde(default)]
    password: String,
}

/// Sets the address. A link goes there, and nothing else before it was followed.
pub(super) async fn set(
    State(app): State<AppState>,
    member: Member,
    network: Network,
    _: Private,
    form: Result<Form<AddressForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let says = |id: &str| Words::english().text(id);
    let fault = |status: StatusCode, fault: String| refused(&app, &member, (status, "mail"), fault);
    if !app.mail.is_on() {
        return Err(Problem::NoPage);
    }
    let id = &member.person.id;
    let address = form.address.trim();
    if address.len() > LONGEST || !address.is_ascii() || address.parse::<Address>().is_err() {
        return fault(StatusCode::BAD_REQUEST, says("mail-address-wrong")).await;
    }
    if let Err(unproved) = proved(&app, &member, &form.password).await? {
        return fault(unproved.status(), unproved.words()).await;
    }
    if app.store.mail_of(id).await?.is_some_and(|mail| mail.verified && mail.address == address) {
        return Ok(Redirect::to(SAVED).into_response());
    }
    if !app.rates.mail_address(id, network) {
        return fault(StatusCode::TOO_MANY_REQUESTS, says("mail-too-many")).await;
    }
    app.store.set_mail(id, address, &secret::game_id(), now_ms()).await?;
    app.mail.waits();
    Ok(Redirect::to(SAVED).into_response())
}

/// Removes the address at once.
pub(super) async fn remove(State(app): State<AppState>, member: Member) -> Result<Response, Problem> {
    app.store.remove_mail(&member.person.id).await?;
    Ok(Redirect::to(SAVED).into_response())
}

/// Whether one mail a day says what waits.
#[derive(Deserialize)]
pub(super) struct DailyForm {
    #[serde(default)]
    daily: String,
}

/// Switches the mail a day on or off.
pub(super) async fn daily(
    State(app): State<AppState>,
    member: Member,
    form: Result<Form<DailyForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    app.store.set_daily_mail(&member.person.id, !form.daily.is_empty()).await?;
    Ok(Redirect::to(SAVED).into_response())
}

/// What the page of an account shows of it.
pub(super) async fn shown(app: &AppState, person: &PersonId) -> Result<OwnMail, Problem> {
    let mail = app.store.mail_of(person).await?;
    Ok(OwnMail {
        on: app.mail.is_on(),
        verified: mail.as_ref().is_some_and(|mail| mail.verified),
        daily: mail.as_ref().is_some_and(|mail| mail.daily),
        address: mail.map(|mail| mail.address),
    })
}
