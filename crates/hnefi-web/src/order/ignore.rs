//! Not hearing somebody any more, or having nothing to do with him.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_store::{Ignoring, now_ms};
use serde::Deserialize;

use super::target::target;
use crate::people::path;
use crate::server::Problem;
use crate::server::forms::{bad_form, wrong};
use crate::server::person::Person;
use crate::server::rates::Who;
use crate::server::state::AppState;

/// Whom, and how.
#[derive(Debug, Deserialize)]
pub(super) struct IgnoreForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    side: String,
    /// `mute`, `block`, or `no`.
    how: String,
    /// Where to go afterwards.
    #[serde(default)]
    to: String,
}

/// Ignores somebody from now on, or no more.
pub(super) async fn ignore(
    State(app): State<AppState>,
    asker: Person,
    form: Result<Form<IgnoreForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let how = match form.how.as_str() {
        "no" => None,
        how => Some(Ignoring::from_id(how).ok_or_else(|| wrong("how", how))?),
    };
    if !app.rates.message(&Who::Person(asker.id.clone())) {
        return Err(Problem::TooMany);
    }
    let target = target(&app, &asker.id, &form.name, (&form.game, &form.side)).await?;
    app.store.ignore(&asker.id, &target.person, how, now_ms()).await?;
    app.games.talk_anew().await;
    app.lobby.show();
    Ok(Redirect::to(&path(&form.to)).into_response())
}
