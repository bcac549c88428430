//! Passkeys: making one, and logging in with one. A page asks for a challenge, has the browser answer it, and sends the answer.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use data_encoding::BASE64URL_NOPAD;
use hnefi_live::PersonId;
use hnefi_store::{NewAccount, Passkey, StoreError, now_ms};
use hnefi_words::Words;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use webauthn_rs::prelude::{
    CreationChallengeResponse, PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Uuid,
};

use super::account::{Member, refused};
use super::begin::{begin, device_of, path, with_cookies};
use super::challenges::Challenge;
use super::log_in::closed_words;
use super::relying::{MaybePlace, Place, RELYING_PARTY};
use super::{changes, new_name};
use crate::server::Problem;
use crate::server::called::nameless;
use crate::server::forms::bad_form;
use crate::server::person::MaybePerson;
use crate::server::private::Private;
use crate::server::state::AppState;

/// How many passkeys an account may have.
const MOST: usize = 20;

/// What a page says to make a passkey for an account.
#[derive(Deserialize)]
struct Add {
    #[serde(default)]
    password: String,
}

/// A challenge to make a passkey for one's account.
pub(super) async fn add(
    State(app): State<AppState>,
    member: Member,
    place: MaybePlace,
    _: Private,
    body: Bytes,
) -> Response {
    let asked = async {
        let add: Add = read(&body)?;
        let place = place.checked(&app).await?.map_err(Problem::BadForm)?;
        if let Err(fault) = changes::proved(&app, &member, &add.password).await? {
            return Err(Problem::BadForm(fault.words()));
        }
        let known = app.store.passkeys_of(&member.person.id).await?;
        if known.len() >= MOST {
            return Err(Problem::TooMany);
        }
        let known = known.iter().filter_map(|key| BASE64URL_NOPAD.decode(key.id.as_bytes()).ok()).collect();
        let id = &member.person.id;
        let made = place.webauthn()?.start_passkey_registration(
            user_of(id),
            member.account.name.as_str(),
            member.account.name.as_str(),
            Some(known),
        );
        let (options, state) = made.map_err(|error| Problem::Internal(error.to_string()))?;
        Ok(asks(app.challenges.ask(Challenge::Add(id.clone(), state)), &creation(options)?))
    };
    asked.await.unwrap_or_else(Problem::json)
}

/// The answer to a challenge.
#[derive(Deserialize)]
struct Answer<T> {
    token: String,
    credential: T,
    /// Where to go afterwards.
    #[serde(default)]
    to: String,
}

/// Keeps the passkey that was made for one's account.
pub(super) async fn added(
    State(app): State<AppState>,
    member: Member,
    place: MaybePlace,
    _: Private,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let kept = async {
        let answer: Answer<RegisterPublicKeyCredential> = read(&body)?;
        let place = place.checked(&app).await?.map_err(Problem::BadForm)?;
        match app.challenges.answered(&answer.token) {
            Some(Challenge::Add(person, state)) if person == member.person.id => {
                let passkey = made(&place, &answer.credential, &state, &headers)?;
                keep(&app, &person, passkey, &place).await?;
            }
            _ => return Err(unanswered()),
        }
        tracing::info!(person = member.person.id.as_str(), "a new passkey");
        Ok(Json(json!({"to": "/account?saved"})).into_response())
    };
    kept.await.unwrap_or_else(Problem::json)
}

/// What a page says to make an account with a passkey.
#[derive(Deserialize)]
struct SignUp {
    name: String,
}

/// A challenge to make a passkey for a new account.
pub(super) async fn sign_up(
    State(app): State<AppState>,
    who: MaybePerson,
    place: MaybePlace,
    _: Private,
    body: Bytes,
) -> Response {
    let asked = async {
        let form: SignUp = read(&body)?;
        let place = place.checked(&app).await?.map_err(Problem::BadForm)?;
        let name = new_name::name(&form.name).map_err(Problem::BadForm)?;
        if !app.rates.sign_up(who.network) {
            return Err(Problem::TooMany);
        }
        if app.store.is_taken(&name, None).await? {
            return Err(taken());
        }
        let person = who.or_new(&app).await?;
        if app.store.account(&person.id).await?.is_some() {
            return Err(unanswered());
        }
        let made =
            place.webauthn()?.start_passkey_registration(user_of(&person.id), name.as_str(), name.as_str(), None);
        let (options, state) = made.map_err(|error| Problem::Internal(error.to_string()))?;
        let mut response =
            asks(app.challenges.ask(Challenge::SignUp(person.id.clone(), name, state)), &creation(options)?);
        if let Some(cookie) = person.cookie(&app.addresses) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    };
    asked.await.unwrap_or_else(Problem::json)
}

/// Makes the account with the passkey that was made for it.
pub(super) async fn signed_up(
    State(app): State<AppState>,
    who: MaybePerson,
    place: MaybePlace,
    _: Private,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let opened = async {
        let answer: Answer<RegisterPublicKeyCredential> = read(&body)?;
        let place = place.checked(&app).await?.map_err(Problem::BadForm)?;
        let asked = app.challenges.answered(&answer.token);
        let Some(Challenge::SignUp(person, name, state)) = asked else { return Err(unanswered()) };
        if who.known.as_ref().is_none_or(|known| known.id != person) {
            return Err(unanswered());
        }
        let passkey = made(&place, &answer.credential, &state, &headers)?;
        let new = NewAccount { person: person.clone(), name: name.clone(), password: None, at_ms: now_ms() };
        let guests = app.store.guests_called(&name).await?;
        match app.store.open_account(new).await {
            Err(StoreError::NameTaken) => return Err(taken()),
            opened => opened?,
        }
        keep(&app, &person, passkey, &place).await?;
        let begun = begin(&app, who, &headers, &person).await?.ok_or_else(unanswered)?;
        app.renamed(&person).await?;
        nameless(&app, &guests).await?;
        tracing::info!(person = person.as_str(), "a new account with a passkey");
        // There one makes recovery codes.
        let response = Json(json!({"to": "/account?new"})).into_response();
        Ok(with_cookies(&app, &begun, &name, response))
    };
    opened.await.unwrap_or_else(Problem::json)
}

/// A challenge to prove who one is. It is the same for everybody: the passkey says whose it is.
pub(super) async fn log_in(State(app): State<AppState>, who: MaybePerson, place: MaybePlace, _: Private) -> Response {
    let asked = async {
        let place = place.checked(&app).await?.map_err(Problem::BadForm)?;
        if !app.rates.recover(who.network) {
            return Err(Problem::TooMany);
        }
        let started = place.webauthn()?.start_discoverable_authentication();
        let (options, state) = started.map_err(|error| Problem::Internal(error.to_string()))?;
        let options = serde_json::to_value(options).map_err(|error| Problem::Internal(error.to_string()))?;
        Ok(asks(app.challenges.ask(Challenge::LogIn(state)), &options["publicKey"]))
    };
    asked.await.unwrap_or_else(Problem::json)
}

/// Logs the holder of a passkey in.
pub(super) async fn logged_in(
    State(app): State<AppState>,
    who: MaybePerson,
    place: MaybePlace,
    _: Private,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let begun = async {
        let answer: Answer<PublicKeyCredential> = read(&body)?;
        let place = place.checked(&app).await?.map_err(Problem::BadForm)?;
        let Some(Challenge::LogIn(state)) = app.challenges.answered(&answer.token) else { return Err(unanswered()) };
        let webauthn = place.webauthn()?;
        let (_, id) = webauthn.identify_discoverable_authentication(&answer.credential).map_err(unknown)?;
        let id = BASE64URL_NOPAD.encode(id);
        let (person, passkey) = app.store.passkey(&id).await?.ok_or_else(|| unknown("no such passkey"))?;
        let kept: Result<webauthn_rs::prelude::Passkey, _> = serde_json::from_str(&passkey.credential);
        let mut kept = kept.map_err(|error| Problem::Internal(error.to_string()))?;
        let checked = webauthn.finish_discoverable_authentication_v2(&answer.credential, state, &kept);
        let result = checked.map_err(unknown)?;
        let account = app.store.account(&person).await?.ok_or_else(|| unknown("no such account"))?;
        kept.update_credential(&result);
        app.store.passkey_used(&id, text(&kept)?, now_ms()).await?;
        let Some(person) = begin(&app, who, &headers, &person).await? else {
            return Err(Problem::BadForm(closed_words(&app, &account.person).await?));
        };
        tracing::info!(person = person.id.as_str(), "logged in with a passkey");
        let response = Json(json!({"to": path(&answer.to)})).into_response();
        Ok(with_cookies(&app, &person, &account.name, response))
    };
    begun.await.unwrap_or_else(Problem::json)
}

/// Which passkey goes.
#[derive(Deserialize)]
pub(super) struct RemoveForm {
    id: String,
}

/// Removes a passkey of one's account, unless it is the only way in.
pub(super) async fn remove(
    State(app): State<AppState>,
    member: Member,
    form: Result<Form<RemoveForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let others = app.store.passkeys_of(&member.person.id).await?.iter().filter(|key| key.id != form.id).count();
    if others == 0 && member.account.password.is_none() {
        let says = Words::english().text("passkey-last");
        return refused(&app, &member, (axum::http::StatusCode::CONFLICT, "passkeys"), says).await;
    }
    app.store.remove_passkey(&member.person.id, &form.id).await?;
    Ok(Redirect::to("/account?saved").into_response())
}

/// By which number authenticators know a person.
fn user_of(person: &PersonId) -> Uuid {
    let digest = Sha256::digest(format!("passkeys of {}", person.as_str()));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    Uuid::from_bytes(bytes)
}

/// What a browser is asked to make: a passkey that it finds again without a name.
fn creation(options: CreationChallengeResponse) -> Result<Value, Problem> {
    let options = serde_json::to_value(options).map_err(|error| Problem::Internal(error.to_string()))?;
    let mut options = options["publicKey"].clone();
    options["authenticatorSelection"]["residentKey"] = json!("required");
    options["authenticatorSelection"]["requireResidentKey"] = json!(true);
    Ok(options)
}

fn asks(token: String, options: &Value) -> Response {
    Json(json!({"token": token, "options": options})).into_response()
}

/// The passkey that answers a challenge.
fn made(
    place: &Place,
    credential: &RegisterPublicKeyCredential,
    state: &PasskeyRegistration,
    headers: &HeaderMap,
) -> Result<Passkey, Problem> {
    let passkey = place.webauthn()?.finish_passkey_registration(credential, state).map_err(unknown)?;
    Ok(Passkey {
        id: BASE64URL_NOPAD.encode(passkey.cred_id()),
        label: device_of(headers).unwrap_or_default(),
        credential: text(&passkey)?,
        made_ms: now_ms(),
        used_ms: None,
    })
}

async fn keep(app: &AppState, person: &PersonId, passkey: Passkey, place: &Place) -> Result<(), Problem> {
    Ok(app.store.add_passkey(person, passkey, (RELYING_PARTY, &place.host)).await?)
}

fn text(passkey: &webauthn_rs::prelude::Passkey) -> Result<String, Problem> {
    serde_json::to_string(passkey).map_err(|error| Problem::Internal(error.to_string()))
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|error| Problem::BadForm(error.to_string()))
}

fn taken() -> Problem {
    Problem::BadForm(Words::english().text("name-taken"))
}

/// Nobody was asked that, or too long ago.
fn unanswered() -> Problem {
    Problem::BadForm(Words::english().text("passkey-late"))
}

/// A passkey that does not fit. What is wrong with it is for the log alone.
fn unknown(error: impl std::fmt::Display) -> Problem {
    tracing::info!(%error, "a passkey does not fit");
    Problem::BadForm(Words::english().text("passkey-unknown"))
}
