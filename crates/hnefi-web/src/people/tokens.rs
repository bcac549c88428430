//! What lets programs act for a member: tokens, and accounts that are a program's.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_people::{Scope, Scopes};
use hnefi_store::{NewToken, ProgramToken, StoreError, now_ms};
use hnefi_views::people::{TokenPage, TokenRow};
use hnefi_words::Words;
use serde::Deserialize;

use super::account::{Member, refused, shown};
use super::changes::{SAVED, proved};
use crate::server::date::day;
use crate::server::forms::bad_form;
use crate::server::private::Private;
use crate::server::state::AppState;
use crate::server::{Problem, html, secret};

/// How many tokens somebody may have.
const MOST: usize = 20;
/// How long a name of a token may be, in characters.
const LONGEST: usize = 40;

/// A token that is to be made.
#[derive(Deserialize)]
pub(super) struct TokenForm {
    label: String,
    #[serde(default)]
    challenge: String,
    #[serde(default)]
    play: String,
    #[serde(default)]
    password: String,
}

/// Makes a token, and shows it once.
pub(super) async fn make(
    State(app): State<AppState>,
    member: Member,
    _: Private,
    form: Result<Form<TokenForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let words = Words::english();
    let label = form.label.trim();
    let fault = |status: StatusCode, fault: String| refused(&app, &member, (status, "programs"), fault);
    if label.is_empty() || label.chars().count() > LONGEST || label.chars().any(char::is_control) {
        return fault(StatusCode::BAD_REQUEST, words.format("programs-bad-label", &[("most", LONGEST.into())])).await;
    }
    if app.store.tokens_of(&member.person.id).await?.len() >= MOST {
        return fault(StatusCode::CONFLICT, words.format("programs-too-many", &[("most", MOST.into())])).await;
    }
    if let Err(unproved) = proved(&app, &member, &form.password).await? {
        return fault(unproved.status(), unproved.words()).await;
    }
    let wanted = [(Scope::Challenge, form.challenge), (Scope::Play, form.play)];
    let scopes = wanted.iter().filter(|(_, on)| !on.is_empty());
    let scopes = scopes.fold(Scopes::default(), |scopes, (scope, _)| scopes.with(*scope));
    let token = secret::program_token();
    let new = NewToken {
        digest: secret::hash(&token),
        person: member.person.id.clone(),
        name: label.to_owned(),
        scopes,
        at_ms: now_ms(),
    };
    app.store.make_token(new).await?;
    tracing::info!(person = member.person.id.as_str(), %scopes, "a token was made");
    Ok(html(&TokenPage { label: label.to_owned(), scopes: scopes_words(scopes), token }))
}

/// Which token ends.
#[derive(Deserialize)]
pub(super) struct EndForm {
    token: String,
}

/// Ends a token; streams that were opened with it close.
pub(super) async fn end(
    State(app): State<AppState>,
    member: Member,
    form: Result<Form<EndForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let tokens = app.store.tokens_of(&member.person.id).await?;
    if let Some(token) = tokens.iter().find(|token| shown(&token.digest) == form.token) {
        app.store.end_token(&member.person.id, &token.digest).await?;
        app.ends.session(&token.digest);
    }
    Ok(Redirect::to(SAVED).into_response())
}

/// What proves once more who one is.
#[derive(Deserialize)]
pub(super) struct BotForm {
    #[serde(default)]
    password: String,
}

/// Makes the account a program's, for good.
pub(super) async fn become_bot(
    State(app): State<AppState>,
    member: Member,
    _: Private,
    form: Result<Form<BotForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    if let Err(unproved) = proved(&app, &member, &form.password).await? {
        return refused(&app, &member, (unproved.status(), "programs"), unproved.words()).await;
    }
    match app.store.become_bot(&member.person.id, now_ms()).await {
        Err(StoreError::HasPlayed) => {
            let fault = Words::english().text("programs-has-played");
            return refused(&app, &member, (StatusCode::CONFLICT, "programs"), fault).await;
        }
        done => done?,
    }
    // What it has looked for was looked for by a person.
    app.lobby.forget(&app.store, &member.person.id).await?;
    app.renamed(&member.person.id).await?;
    Ok(Redirect::to(SAVED).into_response())
}

/// A token in the list on the page.
pub(super) fn row(token: ProgramToken) -> TokenRow {
    TokenRow {
        id: shown(&token.digest).to_owned(),
        label: token.name,
        scopes: scopes_words(token.scopes),
        since: day(token.made_ms),
        used: token.used_ms.map(day),
    }
}

fn scopes_words(scopes: Scopes) -> String {
    let words = Words::english();
    let word = |scope: Scope| words.format("programs-scope", &[("scope", scope.id().into())]);
    scopes.iter().map(word).collect::<Vec<_>>().join(", ")
}
