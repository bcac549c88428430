//! A warning, which is read before one goes on.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_store::now_ms;
use hnefi_views::order::WarningPage;
use serde::Deserialize;

use crate::people::path;
use crate::server::date::day;
use crate::server::forms::bad_form;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// Where to go afterwards.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    #[serde(default)]
    to: String,
}

/// The page.
pub(super) async fn page(
    State(app): State<AppState>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let warnings = match &asks.known {
        Some(person) => app.store.unread_warnings(&person.id).await?,
        None => Vec::new(),
    };
    if warnings.is_empty() {
        return Ok(Redirect::to(&path(&asked.to)).into_response());
    }
    let warnings = warnings.into_iter().map(|warning| (day(warning.at_ms), warning.words)).collect();
    Ok(html(&WarningPage { warnings, to: asked.to }))
}

/// It is read.
pub(super) async fn read(
    State(app): State<AppState>,
    asks: MaybePerson,
    form: Result<Form<Asked>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    if let Some(person) = asks.known {
        app.store.read_warnings(&person.id, now_ms()).await?;
        app.warned.read(&person.id);
    }
    Ok(Redirect::to(&path(&form.to)).into_response())
}
