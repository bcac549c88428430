//! What everybody sees of an event.

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use hnefi_views::events::{EventPage, EventScreenPage};

use super::{held, show, taken};
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, base, html};

/// The page of an event.
pub(super) async fn page(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let shown = show::to(&app, &held(&app, &id).await?, asks.known.as_ref()).await?;
    let organiser = match asks.known {
        Some(person) => super::run::runs(&app, &id, &person.id).await?,
        None => false,
    };
    Ok(html(&EventPage { shown, organiser, fault: None }))
}

/// What of it changes.
pub(super) async fn live(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let shown = show::to(&app, &held(&app, &id).await?, asks.known.as_ref()).await?;
    Ok(Html(shown.live_html()).into_response())
}

/// What tells whether it has changed: how many rows its log has, and how many games were made for it.
pub(super) async fn version(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    let (version, games) = app.store.event_stamp(&id).await?.ok_or(Problem::NoPage)?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], show::stamp(version, games)).into_response())
}

/// The page to project.
pub(super) async fn screen(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let shown = show::shown(&app, &held(&app, &id).await?).await?;
    let base = base::of(&app.addresses, &headers);
    let address = (!base.local_only).then(|| address(&base, &id));
    Ok(html(&EventScreenPage { shown, address }))
}

/// The address of an event's page.
pub(super) fn address(base: &hnefi_views::Base, id: &str) -> String {
    format!("{}/events/{id}", base.url)
}

/// That address, to scan with a telephone.
pub(super) async fn qr(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    app.store.event_version(&id).await?.ok_or(Problem::NoPage)?;
    crate::game::qr(&address(&base::of(&app.addresses, &headers), &id))
}

/// Leads to At the table, under the rule set of the event: what a phone scans at a board.
pub(super) async fn ask(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    let rules = crate::house::asked(&held(&app, &id).await?.rules)?;
    Ok((StatusCode::SEE_OTHER, [(LOCATION, show::ask(&rules))]).into_response())
}

/// The address that leads there, to scan with a telephone.
pub(super) async fn ask_qr(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    app.store.event_version(&id).await?.ok_or(Problem::NoPage)?;
    crate::game::qr(&format!("{}/ask", address(&base::of(&app.addresses, &headers), &id)))
}

/// The table, as CSV.
pub(super) async fn table(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    let text = taken::table_csv(&held(&app, &id).await?);
    file(text, "text/csv; charset=utf-8", &format!("hnefi-event-{id}-table.csv"))
}

/// Every game with its result, as CSV.
pub(super) async fn results(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    let text = taken::results_csv(&held(&app, &id).await?);
    file(text, "text/csv; charset=utf-8", &format!("hnefi-event-{id}-results.csv"))
}

/// The event as JSON.
pub(super) async fn json(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    let text = taken::json(&held(&app, &id).await?);
    file(text, "application/json", &format!("hnefi-event-{id}.json"))
}

fn file(text: String, kind: &'static str, name: &str) -> Result<Response, Problem> {
    let mut response = ([(CONTENT_TYPE, kind)], text).into_response();
    let name = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let name = name.map_err(|error| Problem::Internal(error.to_string()))?;
    response.headers_mut().insert(CONTENT_DISPOSITION, name);
    Ok(response)
}
