//! The list of events, and making one.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::PersonId;
use hnefi_rules::leaflets;
use hnefi_store::{EventChange, ListedEvent, now_ms};
use hnefi_views::events::{EventRow, EventsPage, NewEventPage};

use super::form;
use super::log::{self, Held};
use super::says::{self, text};
use crate::game::see_other;
use crate::server::forms::bad_form;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, html, secret};

/// How many events the list shows.
const SHOWN: u32 = 100;

/// The list.
pub(super) async fn page(State(app): State<AppState>, asks: MaybePerson) -> Result<Response, Problem> {
    let person = asks.known.map(|person| person.id);
    let own = match &person {
        Some(person) => app.store.events_of(person, SHOWN).await?,
        None => Vec::new(),
    };
    let played = match &person {
        Some(person) => app.store.events_with(person, SHOWN).await?,
        None => Vec::new(),
    };
    let may_make = may_make(&app, person.as_ref()).await?;
    let all = app.store.events(SHOWN).await?;
    Ok(html(&EventsPage { own: rows(own), played: rows(played), all: rows(all), may_make }))
}

fn rows(events: Vec<ListedEvent>) -> Vec<EventRow> {
    let row = |event: ListedEvent| EventRow {
        state: text(match event.head.state.as_str() {
            log::OPEN => "event-listed-open",
            log::PLAYED => "event-listed-played",
            _ => "event-listed-over",
        }),
        id: event.id,
        name: event.head.name,
        about: event.head.about,
        online: event.head.online,
        begins: event.head.begins_ms.filter(|_| event.head.state == log::OPEN).map(says::moment),
    };
    events.into_iter().map(row).collect()
}

/// Whether somebody may make an event: at home anybody, on a public server members who may speak there.
async fn may_make(app: &AppState, person: Option<&PersonId>) -> Result<bool, Problem> {
    let account = match person {
        Some(person) => app.store.account(person).await?,
        None => None,
    };
    Ok(match account {
        Some(account) => account.silenced_ms.is_none_or(|until| until <= now_ms()),
        None => app.addresses.public_url.is_none(),
    })
}

/// The form of a new event.
pub(super) async fn new_page(State(app): State<AppState>, asks: MaybePerson) -> Result<Response, Problem> {
    let person = asks.known.map(|person| person.id);
    match may_make(&app, person.as_ref()).await? {
        true => Ok(html(&NewEventPage::new(&leaflets()[0], form::empty(), &form::break_ids(), None))),
        false if person.is_none() => Ok(Redirect::to("/log-in?to=/events/new").into_response()),
        false => Err(Problem::NotAllowed),
    }
}

/// Makes an event. Who does so runs it.
pub(super) async fn make(
    State(app): State<AppState>,
    asks: MaybePerson,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(pairs) = form.map_err(bad_form)?;
    if !may_make(&app, asks.known.as_ref().map(|person| &person.id)).await? {
        return Err(Problem::NotAllowed);
    }
    let (said, rules) = form::read(pairs);
    let line = match form::made(&said, &rules) {
        Ok(line) => line,
        Err(fault) => {
            let chosen = crate::house::asked(&rules).unwrap_or_else(|_| leaflets()[0].clone());
            let page = NewEventPage::new(&chosen, said, &form::break_ids(), Some(fault));
            return Ok((StatusCode::BAD_REQUEST, html(&page)).into_response());
        }
    };
    let network = asks.network;
    let person = asks.or_new(&app).await?;
    if !app.rates.game(&person.id, network) {
        return Err(Problem::TooMany);
    }
    let (id, at_ms) = (secret::game_id(), now_ms());
    let entry = log::entry(at_ms, Some(&person.id), &line);
    let held = Held::replay(&id, 0, [(at_ms, entry.act.as_str())].into_iter()).map_err(Problem::Internal)?;
    let change =
        EventChange { event: id.clone(), seen: 0, entries: vec![entry], players: Vec::new(), head: held.head() };
    app.store.make_event(change, Some(&person.id)).await?;
    app.event_acts.notify_one();
    Ok(see_other(&app, &person, &format!("/events/{id}/run")))
}
