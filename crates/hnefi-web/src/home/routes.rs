//! The first page, and the answers to what is not there.

use axum::extract::{Query, State};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::{Against, GameStatus, PersonId, Seat};
use hnefi_rules::Side;
use hnefi_store::Summary;
use hnefi_words::Words;
use serde::Deserialize;

use super::page::{GameRow, HomePage};
use crate::game::open_game::level_name;
use crate::server::Problem;
use crate::server::html;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;

/// How many games the first page lists.
const GAMES: u32 = 50;

/// What the address of the first page may ask for: a leaflet that is picked already.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    rules: Option<String>,
}

/// The first page with the visitor's games.
pub(super) async fn home(
    State(app): State<AppState>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let games = match &asks.known {
        Some(person) => {
            let games = app.store.games_of(&person.id, GAMES).await?;
            games.into_iter().map(|game| row(game, &person.id)).collect()
        }
        None => Vec::new(),
    };
    Ok(html(&HomePage::new(games, asked.rules, asks.known.is_some())))
}

/// Ends the session of this browser: its games can be opened here no more.
pub(super) async fn forget(State(app): State<AppState>, asks: MaybePerson) -> Result<Response, Problem> {
    let mut response = Redirect::to("/").into_response();
    if let Some(person) = asks.known
        && let Some(cookie) = person.forget(&app).await?
    {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

fn row(game: Summary, person: &PersonId) -> GameRow {
    let words = Words::english();
    let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| game.seats[side].is_held_by(person)).collect();
    let level = Side::ALL.into_iter().find_map(|side| match game.seats[side] {
        Seat::Computer { level } => Some(level),
        _ => None,
    });
    let against = match Against::of(game.arrangement, &game.seats) {
        Against::Person => words.text("against-person"),
        Against::Nobody => words.text("against-nobody"),
        Against::SameScreen => words.text("against-screen"),
        Against::Computer => {
            words.format("against-computer", &[("level", level_name(level.unwrap_or_default()).into())])
        }
    };
    let GameStatus { to_move, winner, ending, .. } = game.status;
    let yours_to_move = to_move.is_some_and(|side| sides.contains(&side));
    let status = match (to_move, winner) {
        (Some(_), _) if yours_to_move && sides.len() == 1 => words.text("status-yours"),
        (Some(side), _) => words.format("status-to-move", &[("side", side.into())]),
        (None, Some(side)) if sides.len() == 1 => {
            words.text(if sides.contains(&side) { "status-won" } else { "status-lost" })
        }
        (None, Some(side)) => words.format("status-side-won", &[("side", side.into())]),
        (None, None) if ending.as_deref() == Some(GameStatus::BROKEN_OFF) => words.text("status-broken-off"),
        (None, None) => words.text("status-drawn"),
    };
    GameRow {
        finished: to_move.is_none(),
        id: game.id,
        ruleset_name: game.ruleset_name,
        against,
        sides,
        status,
        yours_to_move,
    }
}
