//! Those who have a warning to read before they go on.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::PersonId;

use crate::server::person;
use crate::server::state::AppState;

/// Those who have a warning to read, as far as this server knows.
#[derive(Debug, Default)]
pub(crate) struct Warned(Mutex<HashSet<PersonId>>);

impl Warned {
    /// These, and nobody else.
    pub(crate) fn set(&self, persons: Vec<PersonId>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = persons.into_iter().collect();
    }

    /// Somebody has read his.
    pub(super) fn read(&self, person: &PersonId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(person);
    }

    fn holds(&self, person: &PersonId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(person)
    }

    fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

/// Leads who asks for a page to the warning that he has not read.
pub(crate) async fn warning_first(app: &AppState, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let is_page = headers.get(ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"text/html"));
    if app.warned.is_empty() || method != Method::GET || !is_page || uri.path() == "/warning" {
        return None;
    }
    let person = person::known(app, person::token(headers)).await.ok()??;
    app.warned.holds(&person.id).then(|| {
        let to = uri.path_and_query().map_or("/", |path| path.as_str());
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("to", to).finish();
        Redirect::to(&format!("/warning?{query}")).into_response()
    })
}
