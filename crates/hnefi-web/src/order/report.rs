//! Telling the moderators of somebody.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::{PersonId, Saying, TalkRoom};
use hnefi_rules::Side;
use hnefi_store::{NewReport, ReportKind, StoreError, now_ms};
use hnefi_views::order::ReportPage;
use hnefi_words::Words;
use serde::Deserialize;

use super::moderate::is_moderator;
use super::target::{Target, called, target};
use crate::server::forms::bad_form;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// The most characters of a report.
const LONGEST: usize = 1_000;

/// What a report says, or its address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ReportForm {
    name: String,
    game: String,
    side: String,
    kind: String,
    words: String,
    /// Whether it was sent just now.
    sent: Option<String>,
}

/// The page.
pub(super) async fn page(
    State(app): State<AppState>,
    Query(form): Query<ReportForm>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    if form.sent.is_some() {
        return Ok(html(&ReportPage { sent: true, ..ReportPage::default() }));
    }
    let Some(asker) = asks.known else { return Ok(Redirect::to("/log-in").into_response()) };
    let target = target(&app, &asker.id, &form.name, (&form.game, &form.side)).await?;
    let moderated = is_moderator(&app, &asker.id).await?.then(|| target.person.as_str().to_owned());
    Ok(html(&ReportPage { moderated, ..view(&form, &target, None) }))
}

/// Takes a report.
pub(super) async fn report(
    State(app): State<AppState>,
    asks: MaybePerson,
    form: Result<Form<ReportForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let network = asks.network;
    let Some(asker) = asks.known else { return Ok(Redirect::to("/log-in").into_response()) };
    let target = target(&app, &asker.id, &form.name, (&form.game, &form.side)).await?;
    let says = |id: &str| Words::english().text(id);
    let again =
        |status: StatusCode, fault: String| Ok((status, html(&view(&form, &target, Some(fault)))).into_response());
    if target.person == asker.id {
        return again(StatusCode::BAD_REQUEST, says("report-own"));
    }
    let Some(kind) = ReportKind::from_id(&form.kind) else {
        return again(StatusCode::BAD_REQUEST, says("report-no-kind"));
    };
    let words = form.words.trim();
    if words.is_empty() && kind == ReportKind::Other {
        return again(StatusCode::BAD_REQUEST, says("report-no-words"));
    }
    if words.chars().count() > LONGEST {
        let values = [("most", LONGEST.into())];
        return again(StatusCode::BAD_REQUEST, Words::english().format("report-long", &values));
    }
    let game = match game_of(&form.game) {
        None => None,
        Some(game) => match seen(&app, &asker.id, game).await? {
            Some(said) => Some((game.to_owned(), said)),
            None => return again(StatusCode::BAD_REQUEST, says("report-no-game")),
        },
    };
    let said = match &game {
        Some((game, plays)) => said(&app, game, *plays, &target.person).await?,
        None => String::new(),
    };
    if !app.rates.report(&asker.id, network) {
        return again(StatusCode::TOO_MANY_REQUESTS, says("report-many"));
    }
    let report = NewReport {
        reporter: asker.id.clone(),
        about: target.person.clone(),
        game: game.map(|(game, _)| game),
        kind,
        words: words.to_owned(),
        said,
        at_ms: now_ms(),
    };
    match app.store.report(report).await {
        Err(StoreError::Reported) => return again(StatusCode::CONFLICT, says("report-twice")),
        stored => stored?,
    }
    tracing::info!(kind = kind.id(), "somebody was reported");
    Ok(Redirect::to("/report?sent").into_response())
}

/// The id of a game, given so or by its address.
fn game_of(typed: &str) -> Option<&str> {
    let last = typed.trim().trim_end_matches('/').rsplit('/').next()?;
    Some(last).filter(|id| !id.is_empty())
}

/// Whether somebody plays in a game; `None` where he does not see it.
async fn seen(app: &AppState, person: &PersonId, game: &str) -> Result<Option<bool>, Problem> {
    let Some(summary) = app.store.summary(game).await? else { return Ok(None) };
    let plays = Side::ALL.into_iter().any(|side| summary.seats[side].is_held_by(person));
    Ok((plays || summary.listed).then_some(plays))
}

/// What somebody has said beside a game, as far as who reports it has heard it.
async fn said(app: &AppState, game: &str, plays: bool, about: &PersonId) -> Result<String, Problem> {
    let lines = app.store.talk(game).await?.lines;
    let heard = lines.iter().filter(|line| line.person == *about && (plays || line.room == TalkRoom::Watchers));
    let words = heard.map(|line| match &line.saying {
        Saying::Greeting(greeting) => Words::english().text(&format!("greeting-{}", greeting.id())),
        Saying::Words(words) => words.as_str().to_owned(),
    });
    Ok(words.collect::<Vec<_>>().join("\n"))
}

fn view(form: &ReportForm, target: &Target, fault: Option<String>) -> ReportPage {
    ReportPage {
        who: called(&target.shown),
        name: form.name.clone(),
        game: form.game.clone(),
        side: form.side.clone(),
        kind: form.kind.clone(),
        words: form.words.chars().take(2 * LONGEST).collect(),
        fault,
        sent: false,
        moderated: None,
        longest: LONGEST,
    }
}
