//! Games: those that go on, one of them, and what a program does in one.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use hnefi_live::Viewer;
use hnefi_people::Scope;
use hnefi_rules::Side;
use hnefi_store::{StoreError, Summary};
use hnefi_wire::{ClientMessage, Incoming, Seen, ServerMessage, State as GameState};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::answers::GameAnswer;
use super::program::{MaybeProgram, Program, read};
use crate::game::open_game::{Live, OpenGame, Refusing};
use crate::game::{note_place, saying, seen_game};
use crate::server::Problem;
use crate::server::forms::wrong;
use crate::server::rates::Who;
use crate::server::state::AppState;

/// How many games a list has at most.
pub(super) const MOST: u32 = 200;

/// The games that go on in which you hold a seat, that in which a flag falls first first.
#[utoipa::path(get, path = "/api/games", tag = "games", security(("token" = ["read"])),
    responses((status = 200, body = Vec<GameAnswer>)))]
pub(super) async fn games(State(app): State<AppState>, program: Program) -> Result<Json<Vec<GameAnswer>>, Problem> {
    let mut games = Vec::new();
    for game in app.store.running_of(&program.person, MOST).await? {
        games.push(answer(&app, &game, Some(&program)).await?);
    }
    Ok(Json(games))
}

/// A game in a list, for a program.
pub(super) async fn answer(
    app: &AppState,
    game: &Summary,
    program: Option<&Program>,
) -> Result<GameAnswer, StoreError> {
    let names = app.store.names_in(&game.id).await?;
    Ok(GameAnswer::of(game, &names, program.map(|program| &program.person)))
}

/// The state of a game in which you hold a seat, or that everybody may watch: the message of the socket, without its HTML and links.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)), security((), ("token" = ["read"])),
    responses((status = 200, body = super::openapi::StateLine), (status = 404, body = super::openapi::ErrorAnswer)))]
pub(super) async fn game(
    State(app): State<AppState>,
    program: MaybeProgram,
    Path(id): Path<String>,
) -> Result<Json<ServerMessage>, Problem> {
    let (game, viewer) = seen_game(&app, &id, program.known.as_ref().map(|known| &known.person)).await?;
    let live = game.lock().await?;
    Ok(Json(told(&game, &live, &viewer, Seen::default())))
}

/// Does something in a game. The body is a message of the socket: `move`, `resign`, `offer`, `answer`, `withdraw`, `give-time`,
/// `conditional`, `claim-abandoned` or `say`. The answer is the state afterwards, of whose plies only the last is told.
#[utoipa::path(post, path = "/api/games/{id}/acts", tag = "games", params(("id" = String, Path)), security(("token" = ["play"])),
    request_body = super::openapi::Act,
    responses((status = 200, body = super::openapi::StateLine), (status = 400, body = super::openapi::ErrorAnswer),
        (status = 404, body = super::openapi::ErrorAnswer), (status = 409, body = super::openapi::ErrorAnswer)))]
pub(super) async fn act(
    State(app): State<AppState>,
    program: Program,
    Path(id): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<ServerMessage>, Problem> {
    let program = program.that_may(Scope::Play)?;
    let Incoming { seat, message } = read(body)?;
    if !is_act(&message) {
        return Err(wrong("type", "a question"));
    }
    let (game, viewer) = seen_game(&app, &id, Some(&program.person)).await?;
    game.served_here().await?;
    if *app.stopping.borrow() {
        return Err(Problem::Stopping);
    }
    if !app.rates.message(&Who::Person(program.person.clone())) {
        return Err(Problem::TooOften(Duration::ZERO));
    }
    // Who plays by a program is seen as who plays on the page is, from the first move of each side on.
    let is_new = {
        let live = game.lock().await?;
        live.room.is_rated() && live.room.log().plies() < 2
    };
    if is_new && matches!(viewer, Viewer::Person(_)) {
        note_place(&app, game.id.clone(), &program.person, program.network);
    }
    let acting = (app.clone(), game.clone(), viewer.clone(), program.person);
    // It is done to its end, even if who asked for it hangs up meanwhile.
    let done = tokio::spawn(async move {
        let (app, game, viewer, person) = acting;
        match message {
            ClientMessage::Say { greeting, words } => {
                let saying = saying(greeting.as_deref(), words.as_deref())?;
                game.say(&app, (&viewer, Some(&person)), saying).await
            }
            message => game.act(&viewer, seat.map(Side::from), message, 0).await.map(|_| ()),
        }
    });
    done.await.map_err(|error| Problem::Internal(error.to_string()))?.map_err(refused)?;
    let live = game.lock().await?;
    let seen = Seen { plies: live.room.log().plies().saturating_sub(1), version: live.room.log().version() };
    Ok(Json(told(&game, &live, &viewer, seen)))
}

/// Whether a message does something in a game, or beside it.
fn is_act(message: &ClientMessage) -> bool {
    !matches!(
        message,
        ClientMessage::Hello { .. }
            | ClientMessage::Why { .. }
            | ClientMessage::WhatIf { .. }
            | ClientMessage::Talk
            | ClientMessage::CloseTalk { .. }
            | ClientMessage::Hint
            | ClientMessage::Prove { .. }
            | ClientMessage::Ping
    )
}

fn refused(refusing: Refusing) -> Problem {
    Problem::Refused(Box::new(refusing.refused))
}

/// What a program is told of a game: the state of the socket without links and HTML.
pub(super) fn told(game: &Arc<OpenGame>, live: &Live, viewer: &Viewer, seen: Seen) -> ServerMessage {
    let mut state: GameState = game.bare_state(live, viewer, seen);
    for ply in &mut state.plies {
        if let Some(bare) = bare(ply) {
            *ply = bare;
        }
    }
    ServerMessage::State(Box::new(state))
}

/// A ply without its HTML.
fn bare(ply: &RawValue) -> Option<Arc<RawValue>> {
    let mut ply: Map<String, Value> = serde_json::from_str(ply.get()).ok()?;
    ply.remove("html")?;
    Some(to_raw_value(&ply).ok()?.into())
}
