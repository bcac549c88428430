//! The routes under `/disputes`.

use std::sync::Arc;

use axum::Router;
use axum::extract::Query;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use hnefi_disputes::{DISPUTES, search};
use hnefi_rules::Ruleset;
use hnefi_words::Words;
use serde::Deserialize;

use super::page::{BookPage, SheetPage};
use crate::house;
use crate::server::{Problem, lasting};

/// The routes under `/disputes`.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/disputes", get(book)).route("/disputes/sheet", get(sheet))
}

/// What an address asks for: words, and the rule set whose answer comes first, as an id or the code of house rules.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    q: String,
    rules: String,
}

impl Asked {
    fn own(&self) -> Result<Option<Arc<Ruleset>>, Problem> {
        match self.rules.as_str() {
            "" => Ok(None),
            name => house::asked(name).map(Some),
        }
    }
}

async fn book(Query(asked): Query<Asked>, headers: HeaderMap) -> Result<Response, Problem> {
    let own = asked.own()?;
    let found = search(Words::english(), &asked.q);
    Ok(lasting(&headers, &BookPage::new(asked.q.trim(), own.as_ref(), &found)))
}

async fn sheet(Query(asked): Query<Asked>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(lasting(&headers, &SheetPage::new(asked.own()?.as_ref(), &DISPUTES)))
}
