//! Changes of one's own account: its name, password, codes and devices, and its end.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::PersonId;
use hnefi_people::{Password, RecoveryCode};
use hnefi_store::{StoreError, now_ms};
use hnefi_views::people::CodesPage;
use hnefi_words::Words;
use serde::Deserialize;

use super::account::{Member, refused, shown};
use super::begin::with_cookies;
use super::new_name;
use crate::game::open_game::leave_all;
use crate::server::called::nameless;
use crate::server::forms::bad_form;
use crate::server::hashing::Line;
use crate::server::person;
use crate::server::private::Private;
use crate::server::rates::Tries;
use crate::server::state::AppState;
use crate::server::{Problem, html, secret};

/// For how long who has logged in need not prove who he is once more, where he has no password, in milliseconds.
const FRESH_MS: i64 = 15 * 60 * 1000;

/// Where a change leads that was made.
pub(super) const SAVED: &str = "/account?saved";

/// Which session ends; without one, all others.
#[derive(Debug, Deserialize)]
pub(super) struct EndForm {
    session: Option<String>,
}

/// Ends another session, or all others.
pub(super) async fn end(
    State(app): State<AppState>,
    Member { person, .. }: Member,
    form: Result<Form<EndForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let here = person.digest();
    match form.session {
        Some(id) => {
            let sessions = app.store.sessions_of(&person.id).await?;
            if let Some(session) = sessions.iter().find(|session| shown(&session.token) == id) {
                app.store.end_session_of(&person.id, &session.token, now_ms()).await?;
                app.ends.session(&session.token);
            }
        }
        None => {
            app.store.end_other_sessions(&person.id, &here, now_ms()).await?;
            app.ends.person(&person.id, Some(&here));
        }
    }
    Ok(Redirect::to(SAVED).into_response())
}

/// The new name.
#[derive(Debug, Deserialize)]
pub(super) struct NameForm {
    name: String,
}

/// Changes the name.
pub(super) async fn name(
    State(app): State<AppState>,
    member: Member,
    form: Result<Form<NameForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let says = |id: &str| Words::english().text(id);
    let name = match new_name::name(&form.name) {
        Ok(name) => name,
        Err(fault) => return refused(&app, &member, (StatusCode::BAD_REQUEST, "name"), fault).await,
    };
    if name != member.account.name {
        let guests = app.store.guests_called(&name).await?;
        match app.store.rename_account(&member.person.id, name.clone(), now_ms()).await {
            Err(StoreError::NameTaken) => {
                return refused(&app, &member, (StatusCode::CONFLICT, "name"), says("name-taken")).await;
            }
            Err(StoreError::TooSoon) => {
                return refused(&app, &member, (StatusCode::CONFLICT, "name"), says("account-name-soon")).await;
            }
            renamed => renamed?,
        }
        app.renamed(&member.person.id).await?;
        nameless(&app, &guests).await?;
    }
    Ok(with_cookies(&app, &member.person, &name, Redirect::to(SAVED).into_response()))
}

/// The password that one has, and the new one.
#[derive(Deserialize)]
pub(super) struct PasswordForm {
    #[serde(default)]
    password: String,
    new: String,
}

/// Changes the password, or sets one; all other sessions end.
pub(super) async fn password(
    State(app): State<AppState>,
    member: Member,
    _: Private,
    form: Result<Form<PasswordForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let new = match new_name::password(&form.new, &member.account.name) {
        Ok(new) => new,
        Err(fault) => return refused(&app, &member, (StatusCode::BAD_REQUEST, "password"), fault).await,
    };
    if let Err(fault) = proved(&app, &member, &form.password).await? {
        return refused(&app, &member, (fault.status(), "password"), fault.words()).await;
    }
    let hash = app.hasher.hash(new, Line::Known).await?;
    let (id, here) = (&member.person.id, member.person.digest());
    app.store.set_password(id, hash, Some(&here), now_ms()).await?;
    app.ends.person(id, Some(&here));
    Ok(Redirect::to(SAVED).into_response())
}

/// What proves once more who one is.
#[derive(Deserialize)]
pub(super) struct SureForm {
    #[serde(default)]
    password: String,
}

/// Makes new recovery codes, and shows them once.
pub(super) async fn codes(
    State(app): State<AppState>,
    member: Member,
    _: Private,
    form: Result<Form<SureForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    if let Err(fault) = proved(&app, &member, &form.password).await? {
        return refused(&app, &member, (fault.status(), "codes"), fault.words()).await;
    }
    let codes = new_codes(&app, &member.person.id).await?;
    let name = member.account.name.as_str().to_owned();
    Ok(html(&CodesPage { welcome: false, name, codes, to: "/account".to_owned() }))
}

/// New recovery codes of an account, as people write them down.
pub(super) async fn new_codes(app: &AppState, person: &PersonId) -> Result<Vec<String>, Problem> {
    let codes: Vec<RecoveryCode> =
        (0..RecoveryCode::AT_ONCE).map(|_| RecoveryCode::from_random(secret::random())).collect();
    let digests = codes.iter().map(|code| secret::hash(code.as_str())).collect();
    app.store.set_codes(person, digests, now_ms()).await?;
    Ok(codes.iter().map(RecoveryCode::to_string).collect())
}

/// Deletes the account. Games that run against people are resigned first: nobody waits for who does not come back.
pub(super) async fn delete(
    State(app): State<AppState>,
    member: Member,
    _: Private,
    form: Result<Form<SureForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    if let Err(fault) = proved(&app, &member, &form.password).await? {
        return refused(&app, &member, (fault.status(), "delete"), fault.words()).await;
    }
    app.lobby.forget(&app.store, &member.person.id).await?;
    let person = member.person.id.clone();
    let left = app.clone();
    tokio::spawn(async move { leave_all(&left, &person).await })
        .await
        .unwrap_or_else(|error| Err(Problem::Internal(error.to_string())))?;
    app.ends.person(&member.person.id, None);
    let mut response = Redirect::to("/").into_response();
    person::forget_cookies(&app.addresses, response.headers_mut());
    Ok(response)
}

/// Why somebody has not proved who he is.
pub(super) enum Unproved {
    Wrong,
    TooOften,
    Stale,
}

impl Unproved {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Unproved::Wrong | Unproved::Stale => StatusCode::UNAUTHORIZED,
            Unproved::TooOften => StatusCode::TOO_MANY_REQUESTS,
        }
    }

    pub(super) fn words(&self) -> String {
        Words::english().text(match self {
            Unproved::Wrong => "account-wrong",
            Unproved::TooOften => "log-in-too-many",
            Unproved::Stale => "account-log-in-again",
        })
    }
}

/// Whether a member proves once more who he is: by his password, or where he has none by having logged in just now.
pub(super) async fn proved(app: &AppState, member: &Member, typed: &str) -> Result<Result<(), Unproved>, Problem> {
    let digest = member.person.digest();
    let Some(hash) = member.account.password.clone() else {
        let session = app.store.session(&digest).await?;
        let fresh = session.is_some_and(|session| session.made_ms + FRESH_MS > now_ms());
        return Ok(if fresh { Ok(()) } else { Err(Unproved::Stale) });
    };
    let tries = Tries::Known { device: digest, person: member.person.id.clone() };
    if !app.rates.try_log_in(tries) {
        return Ok(Err(Unproved::TooOften));
    }
    let fits = app.hasher.verify(Password::typed(typed), Some(hash), Line::Known).await?;
    Ok(if fits { Ok(()) } else { Err(Unproved::Wrong) })
}
