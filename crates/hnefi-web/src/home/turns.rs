//! In which games a person waits for one's move.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use hnefi_clock::Control;
use hnefi_live::{Against, PersonId};
use hnefi_store::Summary;
use serde::{Deserialize, Serialize};

use crate::server::Problem;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;

/// How many running games are looked at.
const LOOKED_AT: u32 = 1_000;

/// What the address may say.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// The game that is open: another one is wanted.
    #[serde(default)]
    but: String,
}

/// How many games wait for one's move.
#[derive(Debug, Default, Serialize)]
struct Turns {
    /// In how many.
    count: usize,
    /// How many of them are not the one that is open.
    others: usize,
    /// That of those in which there is the least time.
    next: Option<String>,
}

/// How many games wait for the visitor's move, and which comes next.
pub(super) async fn turns(
    State(app): State<AppState>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let waiting = match &asks.known {
        Some(person) => waiting(&app, &person.id).await?,
        None => Vec::new(),
    };
    let mut others = waiting.iter().filter(|game| **game != asked.but);
    let next = others.next().cloned();
    let turns = Turns { count: waiting.len(), others: others.count() + usize::from(next.is_some()), next };
    Ok(([(CACHE_CONTROL, "no-store")], Json(turns)).into_response())
}

/// The games in which a person waits for this one's move, that with the least time first.
async fn waiting(app: &AppState, person: &PersonId) -> Result<Vec<String>, Problem> {
    let running = app.store.running_of(person, LOOKED_AT).await?;
    Ok(running.into_iter().filter(|game| is_waited_for(game, person)).map(|game| game.id).collect())
}

/// Whether a person waits for this one's move, in a game at which nobody sits all the time.
pub(crate) fn is_waited_for(game: &Summary, person: &PersonId) -> bool {
    let his = game.status.to_move.is_some_and(|side| game.seats[side].is_held_by(person));
    let live = game.control.is_some_and(Control::is_live);
    his && !live && Against::of(game.arrangement, &game.seats) == Against::Person
}
