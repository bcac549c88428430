//! The lobby: who looks for a game, and challenges.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use hnefi_clock::Control;
use hnefi_live::{MatchLength, PersonId};
use hnefi_lobby::{Range, Seek, SeekError};
use hnefi_people::Scope;
use hnefi_rules::Side;
use hnefi_store::{StoreError, now_ms};
use hnefi_views::lobby::refused_words;
use hnefi_wire::Refused;

use super::answers::{LobbyAnswer, NewSeek, PostedAnswer, SeekAnswer};
use super::games;
use super::program::{MaybeProgram, Program, read};
use crate::house;
use crate::lobby::pairing::{self, NoGame, Posted, applicant};
use crate::lobby::{named, refusal_word};
use crate::server::Problem;
use crate::server::forms::wrong;
use crate::server::state::AppState;

/// How many games it lists.
const GAMES: u32 = 30;

/// Who looks for a game, what is played, who is here.
#[utoipa::path(get, path = "/api/lobby", tag = "lobby", security((), ("token" = ["read"])), responses((status = 200, body = LobbyAnswer)))]
pub(super) async fn lobby(State(app): State<AppState>, program: MaybeProgram) -> Result<Json<LobbyAnswer>, Problem> {
    let known = program.known.as_ref();
    let mut running = Vec::new();
    for game in app.store.listed(GAMES).await? {
        running.push(games::answer(&app, &game, known).await?);
    }
    let person = known.map(|known| &known.person);
    let mut seeks = app.lobby.seeks(person);
    if let Some(person) = person {
        let apart = app.store.apart_from(person).await?;
        seeks.retain(|named| !apart.contains(&named.seek.by));
    }
    Ok(Json(LobbyAnswer {
        seeks: seeks.iter().map(|seek| SeekAnswer::of(seek, person)).collect(),
        games: running,
        here: app.lobby.here(),
    }))
}

/// The seeks of somebody, and the challenges to him.
pub(super) async fn own(app: &AppState, person: &PersonId) -> Result<Vec<SeekAnswer>, StoreError> {
    let mut seeks = app.lobby.seeks(Some(person));
    seeks.retain(|named| named.seek.by == *person || named.seek.to.as_ref() == Some(person));
    if seeks.iter().any(|named| named.seek.by != *person) {
        let apart = app.store.apart_from(person).await?;
        seeks.retain(|named| !apart.contains(&named.seek.by));
    }
    Ok(seeks.iter().map(|seek| SeekAnswer::of(seek, Some(person))).collect())
}

/// Looks for a game, or challenges somebody. Where somebody looks for just that, the game is made at once.
#[utoipa::path(post, path = "/api/lobby/seeks", tag = "lobby", security(("token" = ["challenge"])), request_body = NewSeek,
    responses((status = 201, body = PostedAnswer), (status = 400, body = super::openapi::ErrorAnswer),
        (status = 409, body = super::openapi::ErrorAnswer)))]
pub(super) async fn post(
    State(app): State<AppState>,
    program: Program,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<PostedAnswer>), Problem> {
    let program = asker(&app, program)?;
    let new: NewSeek = read(body)?;
    let mut seek = seek(&new, &program.person)?;
    if let Some(name) = &new.to {
        seek.to = Some(named(&app, name).await?);
    }
    let posted = match pairing::post(&app, seek).await.map_err(refused)? {
        Posted::Seek(seek) => PostedAnswer { seek: Some(seek), game: None },
        Posted::Game(game) => PostedAnswer { seek: None, game: Some(game) },
    };
    Ok((StatusCode::CREATED, Json(posted)))
}

/// Takes a seek, or accepts a challenge: the game is made.
#[utoipa::path(post, path = "/api/lobby/seeks/{id}/accept", tag = "lobby", params(("id" = String, Path)), security(("token" = ["challenge"])),
    responses((status = 201, body = PostedAnswer), (status = 409, body = super::openapi::ErrorAnswer)))]
pub(super) async fn accept(
    State(app): State<AppState>,
    program: Program,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<PostedAnswer>), Problem> {
    let program = asker(&app, program)?;
    let seek = app.lobby.state().lobby.seek(&id).cloned();
    let seek = seek.ok_or_else(|| refused(SeekError::Gone.into()))?;
    let who = applicant(&app, &program.person, &seek).await?;
    let game = pairing::take(&app, &id, &who, None).await.map_err(refused)?;
    Ok((StatusCode::CREATED, Json(PostedAnswer { seek: None, game: Some(game) })))
}

/// Takes your own seek back, or declines a challenge to you. One that is not there has ended.
#[utoipa::path(post, path = "/api/lobby/seeks/{id}/withdraw", tag = "lobby", params(("id" = String, Path)), security(("token" = ["challenge"])),
    responses((status = 204)))]
pub(super) async fn withdraw(
    State(app): State<AppState>,
    program: Program,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let program = program.that_may(Scope::Challenge)?;
    pairing::withdraw(&app, &id, &program.person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A program that may ask for one more game.
fn asker(app: &AppState, program: Program) -> Result<Program, Problem> {
    let program = program.that_may(Scope::Challenge)?;
    if *app.stopping.borrow() {
        return Err(Problem::Stopping);
    }
    if app.rates.game(&program.person, program.network) { Ok(program) } else { Err(Problem::TooMany) }
}

fn seek(new: &NewSeek, by: &PersonId) -> Result<Seek, Problem> {
    house::asked(&new.rules)?;
    let control: Control = new.clock.parse().map_err(|_| wrong("clock", &new.clock))?;
    let length = |games: u32| MatchLength::from_games(games).ok_or_else(|| wrong("games", &games.to_string()));
    let range = |range: &String| range.parse::<Range>().map_err(|_| wrong("range", range));
    Ok(Seek {
        side: new.side.map(Side::from),
        length: new.games.map(length).transpose()?,
        rated: new.rated,
        range: new.range.as_ref().map(range).transpose()?,
        ..Seek::new(by.clone(), &new.rules, control, now_ms())
    })
}

fn refused(no_game: NoGame) -> Problem {
    match no_game {
        NoGame::Failed(problem) => problem,
        NoGame::Refused(error) => Problem::Refused(Box::new(Refused {
            code: refusal_word(error).to_owned(),
            message: refused_words(error),
            clause: None,
        })),
    }
}
