//! What moderators see and do.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::{PersonId, PersonName};
use hnefi_people::is_reserved;
use hnefi_store::{Account, Measure, Moderation, StoreError, now_ms};
use hnefi_views::order::{ModerationPage, PersonPage};
use hnefi_words::Words;
use serde::Deserialize;

use super::rows::{done_rows, report_rows};
use crate::server::called::{error_words, nameless};
use crate::server::date::{day, day_ms};
use crate::server::forms::bad_form;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// How many reports and how much of the log the page shows.
const SHOWN: u32 = 100;
/// The most characters of a reason.
const LONGEST: usize = 500;
/// The longest silence, in days.
const MOST_DAYS: i64 = 365;
/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Who asks, if he may look after the club. For anybody else there is no such page.
pub(super) struct Moderator(pub(super) Account);

impl FromRequestParts<AppState> for Moderator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Moderator, Problem> {
        let asks = MaybePerson::from_request_parts(parts, app).await?;
        let person = asks.known.ok_or(Problem::NoPage)?;
        let account = app.store.account(&person.id).await?.filter(Account::moderates);
        account.map(Moderator).ok_or(Problem::NoPage)
    }
}

/// Whether somebody may look after the club.
pub(crate) async fn is_moderator(app: &AppState, person: &PersonId) -> Result<bool, StoreError> {
    Ok(app.store.account(person).await?.is_some_and(|account| account.moderates()))
}

/// The open reports, and what was done lately.
pub(super) async fn page(State(app): State<AppState>, _: Moderator) -> Result<Response, Problem> {
    let reports = report_rows(app.store.open_reports(SHOWN).await?);
    let log = done_rows(&app.store.done_lately(SHOWN).await?);
    Ok(html(&ModerationPage { reports, log }))
}

/// The answer to a report.
#[derive(Debug, Deserialize)]
pub(super) struct AnswerForm {
    answer: String,
}

/// Answers a report.
pub(super) async fn answer(
    State(app): State<AppState>,
    Path(number): Path<u64>,
    Moderator(own): Moderator,
    form: Result<Form<AnswerForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let words = reason(&form.answer).map_err(Problem::BadForm)?;
    app.store.answer_report(Some(&own.person), number, &words, now_ms()).await?;
    Ok(Redirect::to("/moderation").into_response())
}

/// What the address of the page may say.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// Whether something was done just now.
    done: Option<String>,
}

/// The page of a person, for moderators.
pub(super) async fn person(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Moderator(own): Moderator,
) -> Result<Response, Problem> {
    let page = view(&app, &own, &PersonId::new(id)).await?;
    Ok(html(&PersonPage { done: asked.done.is_some(), ..page }))
}

/// What is done to somebody.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MeasureForm {
    measure: String,
    why: String,
    days: String,
    away_days: String,
    name: String,
    game: String,
    since: String,
}

/// Does something to somebody.
pub(super) async fn measure(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Moderator(own): Moderator,
    form: Result<Form<MeasureForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let person = PersonId::new(id);
    let read = reason(&form.why).and_then(|why| Ok((asked(&form)?, why)));
    let fault = match read {
        Err(fault) => fault,
        Ok((measure, why)) => {
            let moderation = Moderation {
                actor: Some(own.person.clone()),
                person: person.clone(),
                measure: measure.clone(),
                why,
                at_ms: now_ms(),
            };
            let guests = match &measure {
                Measure::Rename(name) => app.store.guests_called(name).await?,
                _ => Vec::new(),
            };
            match app.store.moderate(moderation).await {
                Err(StoreError::NameTaken) => Words::english().text("name-taken"),
                Err(StoreError::NoGame(_)) => Words::english().text("moderation-no-game"),
                Err(StoreError::NotAllowed) if measure.id() == "annul" => {
                    Words::english().text("moderation-not-their-game")
                }
                Err(error) => return Err(error.into()),
                Ok(()) => {
                    followed(&app, &person, measure.id()).await?;
                    nameless(&app, &guests).await?;
                    tracing::info!(
                        actor = own.person.as_str(),
                        person = person.as_str(),
                        act = measure.id(),
                        "moderated"
                    );
                    return Ok(Redirect::to(&format!("/moderation/person/{person}?done")).into_response());
                }
            }
        }
    };
    let page = PersonPage { fault: Some(fault), why: form.why, ..view(&app, &own, &person).await? };
    Ok((StatusCode::BAD_REQUEST, html(&page)).into_response())
}

/// Does on this server what follows from something that was done to somebody, here or beside the server.
pub(crate) async fn followed(app: &AppState, person: &PersonId, act: &str) -> Result<(), Problem> {
    match act {
        "close" => {
            app.ends.person(person, None);
            app.lobby.forget(&app.store, person).await?;
        }
        "rename" => app.renamed(person).await?,
        "turn-away" | "let-in" => {
            app.order_changed().await?;
            if act == "turn-away" {
                app.ends.person(person, None);
                app.lobby.forget(&app.store, person).await?;
            }
        }
        "silence" | "end-silence" => app.games.talk_anew().await,
        "warn" => app.order_changed().await?,
        _ => {}
    }
    Ok(())
}

/// What a form asks for; else what is wrong with it, in words.
fn asked(form: &MeasureForm) -> Result<Measure, String> {
    let says = |id: &str| Words::english().text(id);
    Ok(match form.measure.as_str() {
        "warn" => Measure::Warn,
        "silence" => Measure::Silence { until_ms: after_days(&form.days)? },
        "end-silence" => Measure::EndSilence,
        "turn-away" => Measure::TurnAway { until_ms: after_days(&form.away_days)? },
        "let-in" => Measure::LetIn,
        "close" => Measure::Close,
        "reopen" => Measure::Reopen,
        "rename" => {
            let name: PersonName = form.name.parse().map_err(error_words)?;
            if is_reserved(&name) {
                return Err(says("name-reserved"));
            }
            Measure::Rename(name)
        }
        "annul" => Measure::Annul { game: form.game.trim().rsplit('/').next().unwrap_or_default().to_owned() },
        "annul-since" => {
            let since_ms = day_ms(form.since.trim()).ok_or_else(|| says("moderation-no-day"))?;
            Measure::AnnulSince { since_ms }
        }
        "moderator" => Measure::Appoint,
        "no-moderator" => Measure::Dismiss,
        _ => return Err(says("moderation-no-measure")),
    })
}

/// When so many days are over, in milliseconds since 1970; else what is wrong with them, in words.
fn after_days(typed: &str) -> Result<i64, String> {
    let days = typed.trim().parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
    let days: i64 = days.ok_or_else(|| Words::english().text("moderation-no-days"))?;
    Ok(now_ms() + days * DAY_MS)
}

/// A reason; else what is wrong with it, in words.
fn reason(typed: &str) -> Result<String, String> {
    let reason = typed.trim();
    match reason.chars().count() {
        0 => Err(Words::english().text("moderation-no-reason")),
        long if long > LONGEST => Err(Words::english().format("report-long", &[("most", LONGEST.into())])),
        _ => Ok(reason.to_owned()),
    }
}

async fn view(app: &AppState, own: &Account, person: &PersonId) -> Result<PersonPage, Problem> {
    let restraint = app.store.restraint(person).await?;
    let account = app.store.account(person).await?;
    let name = app.store.name(person).await?;
    let reports = report_rows(app.store.reports_about(person).await?);
    let done = app.store.done_to(person).await?;
    if restraint.is_none() && reports.is_empty() && done.is_empty() {
        return Err(Problem::NoPage);
    }
    let holds = |until: Option<i64>| until.filter(|until| *until > now_ms()).map(day);
    let above = account.as_ref().is_some_and(|one| one.administrator || (one.moderator && !own.administrator));
    let words = Words::english();
    Ok(PersonPage {
        id: person.as_str().to_owned(),
        name: name.as_ref().map_or_else(|| words.text("lobby-guest"), |name| name.as_str().to_owned()),
        page: account.as_ref().map(|account| account.name.page()),
        since: account.as_ref().map(|account| day(account.made_ms)),
        administrator: account.as_ref().is_some_and(|account| account.administrator),
        moderator: account.as_ref().is_some_and(|account| account.moderator),
        closed: account.as_ref().and_then(|account| account.closed_ms).map(day),
        silent: restraint.and_then(|restraint| holds(restraint.silenced_ms)),
        away: restraint.and_then(|restraint| holds(restraint.turned_away_ms)),
        reports,
        log: done_rows(&done),
        member: account.is_some(),
        may: restraint.is_some() && !above && own.person != *person,
        appoints: own.administrator,
        done: false,
        fault: None,
        why: String::new(),
        longest: LONGEST,
    })
}
