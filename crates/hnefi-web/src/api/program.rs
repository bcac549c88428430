//! Who asks: a program with a token, or one that says nothing of itself.

use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::extract::rejection::BytesRejection;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use hnefi_live::PersonId;
use hnefi_people::{Scope, Scopes};
use hnefi_store::now_ms;
use hnefi_wire::say;
use serde::de::DeserializeOwned;

use crate::server::Problem;
use crate::server::client::Network;
use crate::server::forms::unreadable;
use crate::server::person::network;
use crate::server::secret;
use crate::server::state::AppState;

/// After how long it is noted again that a token is used, in milliseconds.
const AN_HOUR: i64 = 60 * 60 * 1000;

/// A program that acts for somebody.
pub(super) struct Program {
    /// For whom.
    pub(super) person: PersonId,
    /// The SHA-256 of its token.
    pub(super) digest: String,
    /// What it may do.
    pub(super) scopes: Scopes,
    /// From where it asks.
    pub(super) network: Network,
}

/// A program, whether or not it says for whom it acts.
pub(super) struct MaybeProgram {
    /// The program, if it has a token.
    pub(super) known: Option<Program>,
    /// From where it asks.
    pub(super) network: Network,
}

impl FromRequestParts<AppState> for MaybeProgram {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<MaybeProgram, Problem> {
        let network = network(&parts.extensions, &parts.headers, &app.addresses);
        let known = match bearer(&parts.headers)? {
            None => None,
            Some(token) => {
                let digest = secret::hash(token);
                app.store.token(&digest).await?.map(|token| (digest, token))
            }
        };
        let Some((digest, token)) = known else {
            app.rates.request_from(network).map_err(Problem::TooOften)?;
            // Whoever shows a token that is worth nothing is told so, also where none is wanted.
            return match parts.headers.contains_key(AUTHORIZATION) {
                true => Err(Problem::NoToken),
                false => Ok(MaybeProgram { known: None, network }),
            };
        };
        app.rates.request(&digest).map_err(Problem::TooOften)?;
        if let Some(problem) = crate::order::turned_away(app, &token.person).await {
            return Err(problem);
        }
        if token.used_ms.is_none_or(|used| used + AN_HOUR <= now_ms()) {
            app.store.token_used(&digest, now_ms()).await?;
        }
        let program = Program { person: token.person, digest, scopes: token.scopes, network };
        Ok(MaybeProgram { known: Some(program), network })
    }
}

impl FromRequestParts<AppState> for Program {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Program, Problem> {
        MaybeProgram::from_request_parts(parts, app).await?.known.ok_or(Problem::NoToken)
    }
}

impl Program {
    /// The same, if it may do something.
    pub(super) fn that_may(self, scope: Scope) -> Result<Program, Problem> {
        if self.scopes.has(scope) { Ok(self) } else { Err(Problem::NeedsScope(scope)) }
    }
}

/// For whom a program asks, if it has a token.
pub(crate) async fn person_of_program(app: &AppState, headers: &HeaderMap) -> Option<PersonId> {
    let token = bearer(headers).ok()??;
    Some(app.store.token(&secret::hash(token)).await.ok()??.person)
}

/// The token that a request brings along.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    token.filter(|token| token.len() <= 100 && token.starts_with(secret::PROGRAM)).map(Some).ok_or(Problem::NoToken)
}

/// What the body of a request says, as JSON.
pub(super) fn read<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, Problem> {
    let body = body.map_err(unreadable)?;
    serde_json::from_slice(&body).map_err(|error| Problem::BadForm(say("api-table-json", &error.to_string())))
}
