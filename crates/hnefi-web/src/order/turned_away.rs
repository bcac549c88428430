//! Those who are turned away, whatever they ask for.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, Uri};
use hnefi_live::PersonId;
use hnefi_store::now_ms;

use crate::server::date::day;
use crate::server::state::AppState;
use crate::server::{Problem, person};

/// What is there for everybody: who shares a device with somebody who is turned away can log in.
const FOR_ALL: [&str; 6] = ["/assets/", "/healthz", "/log-in", "/log-out", "/passkeys/log-in", "/passkeys/logged-in"];

/// Those who are turned away, and until when each, in milliseconds since 1970, as far as this server knows.
#[derive(Debug, Default)]
pub(crate) struct TurnedAway(Mutex<HashMap<PersonId, i64>>);

impl TurnedAway {
    /// These, and nobody else.
    pub(crate) fn set(&self, persons: Vec<(PersonId, i64)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = persons.into_iter().collect();
    }

    fn until(&self, person: &PersonId) -> Option<i64> {
        let until = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(person).copied()?;
        Some(until).filter(|until| *until > now_ms())
    }

    fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

/// What somebody is told who is turned away; `None` for everybody else.
pub(crate) async fn turned_away(app: &AppState, person: &PersonId) -> Option<Problem> {
    let until = app.turned_away.until(person)?;
    let done = app.store.done_to(person).await.ok()?;
    let why = done.into_iter().find(|done| done.act == "turn-away").map(|done| done.why).unwrap_or_default();
    Some(Problem::TurnedAway { until: day(until), why })
}

/// The same of who sends a request.
pub(crate) async fn asker_turned_away(app: &AppState, uri: &Uri, headers: &HeaderMap) -> Option<Problem> {
    if app.turned_away.is_empty() || FOR_ALL.iter().any(|path| uri.path().starts_with(path)) {
        return None;
    }
    let person = person::known(app, person::token(headers)).await.ok()??;
    turned_away(app, &person.id).await
}
