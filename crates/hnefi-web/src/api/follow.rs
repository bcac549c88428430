//! Following one game: its state at once, and after every change. Who reads slowly is told fewer states, never a queue of old ones.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use futures_util::stream::unfold;
use hnefi_live::{PersonId, Viewer};
use hnefi_store::StoreError;
use hnefi_wire::{Seen, TalkState};
use serde::Serialize;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::LINES;
use super::games::told;
use super::program::MaybeProgram;
use crate::game::open_game::OpenGame;
use crate::game::{number, seen_game};
use crate::server::Problem;
use crate::server::client::Network;
use crate::server::connections::stopped;
use crate::server::doors::{Door, Place};
use crate::server::ended::Watch;
use crate::server::state::AppState;

/// How many streams the programs of one person may read at once, of games and of what concerns him together.
const A_PERSON: usize = 8;
/// How many streams may be read at once in all; from one network without a token; of one game without one.
const ALL: usize = 5_000;
const A_NETWORK: usize = 100;
const A_GAME: usize = 1_000;
/// How often an empty line says that the line is alive.
pub(super) const ALIVE: Duration = Duration::from_secs(7);
/// How long a game that is over is followed still, for a rematch or the next game of a match.
pub(super) const LINGERS: Duration = Duration::from_secs(120);
/// After how long it is looked anew where a game is served.
const ELSEWHERE: Duration = Duration::from_millis(500);
/// How many lines wait for who reads.
const WAITING: usize = 4;

/// Lines on their way to who reads them.
pub(crate) type Lines = mpsc::Sender<Bytes>;

/// What ends a stream besides who reads it.
pub(super) struct Ends {
    stopping: watch::Receiver<bool>,
    session: Option<Watch>,
}

impl Ends {
    pub(super) fn of(app: &AppState, program: &MaybeProgram) -> Ends {
        let session = program.known.as_ref().map(|known| app.ends.watch(&known.person, &known.digest));
        Ends { stopping: app.stopping.subscribe(), session }
    }

    /// Returns when the server stops or the token has ended.
    pub(super) async fn came(&mut self) {
        let session = async {
            match &mut self.session {
                Some(session) => session.ended().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = stopped(&mut self.stopping) => {}
            () = session => {}
        }
    }
}

/// The states of a game in which you hold a seat, or that everybody may watch, a line each, until two minutes after its end.
#[utoipa::path(get, path = "/api/games/{id}/stream", tag = "games", params(("id" = String, Path)), security((), ("token" = ["read"])),
    responses((status = 200, body = super::openapi::GameLine, content_type = "application/x-ndjson"),
        (status = 404, body = super::openapi::ErrorAnswer)))]
pub(super) async fn stream(
    State(app): State<AppState>,
    program: MaybeProgram,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (game, viewer) = seen_game(&app, &id, program.known.as_ref().map(|known| &known.person)).await?;
    game.served_here().await?;
    let place = place(&app, &program, Some(&game))?;
    let mut ends = Ends::of(&app, &program);
    let (lines, response) = open(place);
    let who = (viewer, program.known.map(|known| known.person));
    tokio::spawn(async move {
        let mut alive = alive();
        let (_goes_on, stops) = watch::channel(());
        let mut following = tokio::spawn(follow(app, game, who, lines.clone(), stops));
        loop {
            tokio::select! {
                () = ends.came() => return,
                ended = &mut following => {
                    if let Ok(Err(error)) = ended {
                        tracing::error!(%error, "a game could not be told to a program");
                    }
                    return;
                }
                () = lines.closed() => return,
                _ = alive.tick() => still_here(&lines),
            }
        }
    });
    Ok(response)
}

/// A place for one more stream.
pub(super) fn place(app: &AppState, program: &MaybeProgram, game: Option<&Arc<OpenGame>>) -> Result<Place, Problem> {
    if *app.stopping.borrow() {
        return Err(Problem::Stopping);
    }
    let mut doors = vec![(Door::Stream, ALL)];
    match &program.known {
        Some(known) => doors.push((Door::StreamOf(known.person.clone()), A_PERSON)),
        None => doors.extend(of_stranger(program.network, game)),
    }
    app.doors.enter(&doors).ok_or(Problem::TooMany)
}

fn of_stranger(network: Network, game: Option<&Arc<OpenGame>>) -> impl Iterator<Item = (Door, usize)> {
    let game = game.map(|game| (Door::Watchers(game.id.clone()), A_GAME));
    [(Door::SocketFrom(network), A_NETWORK)].into_iter().chain(game)
}

/// A stream that is as yet empty, and where to put its lines. It keeps its place until who reads it has gone.
pub(super) fn open(place: Place) -> (Lines, Response) {
    let (lines, read) = mpsc::channel::<Bytes>(WAITING);
    let body = unfold((read, place), async |(mut read, place)| {
        let line = read.recv().await?;
        Some((Ok::<_, std::convert::Infallible>(line), (read, place)))
    });
    let mut response = Response::new(Body::from_stream(body));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(LINES));
    // A proxy that collects an answer until it is whole would wait forever.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    (lines, response)
}

/// When the next empty line is due.
pub(super) fn alive() -> tokio::time::Interval {
    let mut alive = interval(ALIVE);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    alive.reset();
    alive
}

/// An empty line, unless other lines wait already.
pub(super) fn still_here(lines: &Lines) {
    let _ = lines.try_send(Bytes::from_static(b"\n"));
}

/// Something as a line; `None` when nobody reads any more.
pub(super) async fn say(lines: &Lines, what: &impl Serialize) -> Option<()> {
    let mut line = serde_json::to_vec(what).ok()?;
    line.push(b'\n');
    lines.send(line.into()).await.ok()
}

/// What is said beside a game: the message of the socket, with the game.
#[derive(Serialize)]
struct Talk<'a> {
    r#type: &'static str,
    game: &'a str,
    #[serde(flatten)]
    talk: TalkState,
}

/// Tells of a game wherever it is served, as [`follow`] does.
pub(super) async fn follow_anywhere(
    app: AppState,
    game: String,
    person: PersonId,
    lines: Lines,
    stops: watch::Receiver<()>,
) {
    loop {
        let who = (Viewer::Person(person.clone()), Some(person.clone()));
        match follow(app.clone(), app.games.open(&game), who, lines.clone(), stops.clone()).await {
            Ok(()) => return,
            Err(StoreError::Elsewhere { node, .. }) => {
                let mut over = stops.clone();
                tokio::select! {
                    done = app.games.nodes.follow(node, &game, &person, &lines) => if done { return },
                    _ = over.changed() => return,
                }
            }
            Err(error) => return tracing::error!(game, %error, "a game could not be told to a program"),
        }
        // Who served it is gone, or gave it away: somebody serves it soon.
        tokio::time::sleep(ELSEWHERE).await;
    }
}

/// Tells of a game until it has been over for a while, nobody reads any more, or `stops` is dropped at its other end.
pub(crate) async fn follow(
    app: AppState,
    game: Arc<OpenGame>,
    (viewer, person): (Viewer, Option<PersonId>),
    lines: Lines,
    mut stops: watch::Receiver<()>,
) -> Result<(), StoreError> {
    let number = number();
    let told = async {
        game.enter(number, viewer.clone()).await?;
        let mut changed = game.subscribe();
        let mut seen = Seen::default();
        let mut over: Option<Instant> = None;
        let mut listening = game.listen(person);
        let mut is_new = true;
        loop {
            if is_new {
                let state = {
                    let live = game.lock().await?;
                    changed.borrow_and_update();
                    if viewer != Viewer::Watcher && live.room.sides_of(&viewer).is_empty() {
                        return Ok(());
                    }
                    let state = told(&game, &live, &viewer, seen);
                    seen = Seen::all(live.room.log());
                    over = live.room.log().is_over().then(|| over.unwrap_or_else(|| Instant::now() + LINGERS));
                    state
                };
                if say(&lines, &state).await.is_none() {
                    return Ok(());
                }
            }
            if let Some(talk) = game.talk_state(&app, &viewer, &mut listening).await?
                && say(&lines, &Talk { r#type: "talk", game: &game.id, talk }).await.is_none()
            {
                return Ok(());
            }
            let until = over.unwrap_or_else(|| Instant::now() + Duration::from_secs(365 * 24 * 60 * 60));
            is_new = tokio::select! {
                _ = changed.changed() => true,
                () = listening.changed() => false,
                () = lines.closed() => return Ok(()),
                _ = stops.changed() => return Ok(()),
                () = sleep_until(until) => return Ok(()),
            };
        }
    };
    let ended: Result<(), StoreError> = told.await;
    game.leave(number).await;
    ended
}
