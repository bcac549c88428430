//! The pictures under their addresses.
use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use hnefi_formats::read_move;
use hnefi_rules::Setup;
use hnefi_views::Subject;
use hnefi_wire::say;
use hnefi_words::Words;
use serde::Deserialize;

use crate::server::Problem;
use crate::server::client::Network;
use crate::server::forms::wrong;
use crate::server::page::tagged;
use crate::server::state::AppState;

/// The route of the pictures.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/picture.png", get(picture))
}

/// What an address shows.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    position: String,
    throne: String,
    corners: String,
    #[serde(rename = "move")]
    last: String,
}

/// The picture of a position. All that it shows is in its address; another version of the program may draw it otherwise.
async fn picture(
    State(app): State<AppState>,
    network: Network,
    headers: HeaderMap,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(asked) = asked.map_err(|error| Problem::BadForm(say("form-unreadable", &error.body_text())))?;
    let picture = app.gallery.picture(asked.subject()?, || app.rates.picture(network)).await?;
    Ok(tagged(&headers, "public, max-age=86400", "image/png", picture))
}

impl Asked {
    fn subject(&self) -> Result<Subject, Problem> {
        let words = Words::english();
        let setup = Setup::from_rows(&self.position).map_err(|error| Problem::BadForm(words.rows_error(&error)))?;
        let is = |field, value: &str| match value {
            "" => Ok(false),
            "yes" => Ok(true),
            value => Err(wrong(field, value)),
        };
        let last = match self.last.as_str() {
            "" => None,
            text => Some(read_move(text).map_err(|_| wrong("move", text))?.intent),
        };
        let on_board = |intent: &hnefi_rules::Intent| [intent.from, intent.to].into_iter().all(|at| setup.contains(at));
        if last.is_some_and(|last| !on_board(&last)) {
            return Err(wrong("move", &self.last));
        }
        Ok(Subject { throne: is("throne", &self.throne)?, corners: is("corners", &self.corners)?, last, setup })
    }
}
