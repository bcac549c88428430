//! The pictures under their addresses.
use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
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

/// The picture of a position. All that it shows is in its address, so that it never changes.
async fn picture(
    State(app): State<AppState>,
    network: Network,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(asked) = asked.map_err(|error| Problem::BadForm(say("form-unreadable", &error.body_text())))?;
    let picture = app.gallery.picture(asked.subject()?, || app.rates.picture(network)).await?;
    let headers = [(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, picture).into_response())
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
