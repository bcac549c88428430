//! The first page, and the pages of the rule sets.
use std::collections::HashMap;
use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::{Against, GameStatus, PersonId, Seat, ShownAs};
use hnefi_rules::{Ruleset, Side, leaflets, ruleset};
use hnefi_store::Summary;
use hnefi_views::Choices;
use hnefi_views::home::{GameRow, HomePage, LeafletPage};
use hnefi_wire::{called, level_name};
use hnefi_words::{Words, isolated};
use serde::Deserialize;

use super::turns;
use crate::game::choices;
use crate::game::see_other;
use crate::house;
use crate::server::Problem;
use crate::server::base;
use crate::server::called::Called;
use crate::server::forms::bad_form;
use crate::server::html;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;

/// How many games the first page looks at, the one touched last first, and how many running ones it lists.
const GAMES: u32 = 50;
const RUNNING: u32 = 200;

/// What the address of the first page may ask for: rules that are picked already, by id or code.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    rules: Option<String>,
}

/// The first page with the visitor's games.
pub(super) async fn home(
    State(app): State<AppState>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let base = base::of(&app.addresses, &headers);
    let Some(person) = &asks.known else {
        let chosen = asked.rules.map_or_else(|| Ok(leaflets()[0].clone()), |name| house::asked(&name))?;
        return Ok(html(&HomePage::new(&base, Vec::new(), &chosen, Choices::first().called(None), false)));
    };
    let games = app.store.games_of(&person.id, GAMES).await?;
    let last = games.first();
    let chosen = match (asked.rules, last) {
        (Some(name), _) => house::asked(&name)?,
        (None, Some(last)) => rules_of(&app, last).await?,
        (None, None) => leaflets()[0].clone(),
    };
    let choices = last.map_or_else(Choices::first, |last| choices::of(last, &person.id));
    let member = app.store.account(&person.id).await?.is_some();
    let choices = match member {
        true => choices,
        false => choices.called(app.store.name(&person.id).await?.as_ref()),
    };
    let names = app.store.names_beside(&person.id).await?;
    let now_ms = app.games.time.now().at_ms;
    let running =
        app.store.running_of(&person.id, RUNNING).await?.into_iter().map(|game| GameRow {
            left_ms: game.flag_ms.map(|flag_ms| flag_ms - now_ms),
            ..row(game, &person.id, &names)
        });
    let over = games.into_iter().filter(|game| game.status.ending.is_some());
    let games = running.chain(over.map(|game| row(game, &person.id, &names))).collect();
    Ok(html(&HomePage::new(&base, games, &chosen, choices, !member)))
}

/// The rules of a game. House rules are in its log alone.
async fn rules_of(app: &AppState, game: &Summary) -> Result<Arc<Ruleset>, Problem> {
    match ruleset(&game.ruleset_id).filter(|known| known.name() == game.ruleset_name) {
        Some(known) => Ok(known.clone()),
        None => {
            let log = app.store.load(&game.id).await?.ok_or(Problem::NoGame)?;
            Ok(log.game().referee().ruleset().clone())
        }
    }
}

/// The page of a rule set of this program. House rules have one of their own.
pub(super) async fn leaflet(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Some(known) = ruleset(&id) else {
        house::asked(&id)?;
        return Ok(Redirect::to(&format!("/house/{id}")).into_response());
    };
    let choices = choices::ready(&app, &asks).await?;
    Ok(html(&LeafletPage::new(&base::of(&app.addresses, &headers), known, choices)))
}

/// What the form for a name says.
#[derive(Debug, Deserialize)]
pub(super) struct NameForm {
    name: String,
}

/// Calls the visitor otherwise from now on.
pub(super) async fn rename(
    State(app): State<AppState>,
    asks: MaybePerson,
    form: Result<Form<NameForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let called = Called::read(&app, Some(&form.name)).await?;
    let person = asks.or_new(&app).await?;
    called.keep(&app, &person).await?;
    Ok(see_other(&app, &person, "/"))
}

/// Ends the session of this browser: its games can be opened here no more, and its person has no name.
pub(super) async fn forget(State(app): State<AppState>, asks: MaybePerson) -> Result<Response, Problem> {
    let mut response = Redirect::to("/").into_response();
    if let Some(person) = asks.known {
        let id = person.id.clone();
        if let Some(cookie) = person.forget(&app).await? {
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        app.lobby.forget(&app.store, &id).await?;
        app.renamed(&id).await?;
    }
    Ok(response)
}

/// A game in a list of somebody's games.
pub(crate) fn row(game: Summary, person: &PersonId, names: &HashMap<PersonId, ShownAs>) -> GameRow {
    let words = Words::english();
    let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| game.seats[side].is_held_by(person)).collect();
    let level = Side::ALL.into_iter().find_map(|side| match game.seats[side] {
        Seat::Computer { level } => Some(level),
        _ => None,
    });
    let against = match Against::of(game.arrangement, &game.seats) {
        Against::Person => {
            let other =
                Side::ALL.into_iter().filter_map(|side| game.seats[side].person()).find(|other| *other != person);
            match other.and_then(|other| names.get(other)) {
                Some(ShownAs::Former) => words.format("against-named", &[("name", words.text("former-member").into())]),
                shown => match shown.and_then(ShownAs::name) {
                    Some(name) => {
                        let bot = shown.is_some_and(ShownAs::is_bot);
                        words.format("against-named", &[("name", isolated(&called(name.as_str(), bot)).into())])
                    }
                    None => words.text("against-person"),
                },
            }
        }
        Against::Nobody => words.text("against-nobody"),
        Against::SameScreen => words.text("against-screen"),
        Against::Computer => {
            words.format("against-computer", &[("level", level_name(level.unwrap_or_default()).into())])
        }
    };
    let GameStatus { to_move, winner, ending, .. } = game.status.clone();
    let yours_to_move = to_move.is_some_and(|side| sides.contains(&side));
    let status = match (to_move, winner) {
        (Some(_), _) if yours_to_move && sides.len() == 1 => words.text("status-yours"),
        (Some(side), _) => words.format("status-to-move", &[("side", side.into())]),
        (None, Some(side)) if sides.len() == 1 => {
            words.text(if sides.contains(&side) { "status-won" } else { "status-lost" })
        }
        (None, Some(side)) => words.format("status-side-won", &[("side", side.into())]),
        (None, None) if ending.as_deref() == Some(GameStatus::ABORTED) => words.text("clock-status-aborted"),
        (None, None) if ending.as_deref() == Some(GameStatus::BROKEN_OFF) => words.text("status-broken-off"),
        (None, None) => words.text("status-drawn"),
    };
    GameRow {
        left_ms: None,
        waited_for: turns::is_waited_for(&game, person),
        finished: to_move.is_none(),
        id: game.id,
        ruleset_name: game.ruleset_name,
        against,
        sides,
        status,
        yours_to_move,
        touched_ms: game.touched_ms,
    }
}
