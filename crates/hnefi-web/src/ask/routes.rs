//! Questions about a position, which the page-protocol names by `at`. Who asks for a search waits for his share of the computer.

use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};
use hnefi_engine::{Cancel, Engine, Session};
use hnefi_live::PersonId;
use hnefi_rules::Game;
use hnefi_wire::{AskError, At, FoundLine, Limits, forced_win, say};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::server::Problem;
use crate::server::desk::Kind;
use crate::server::forms::unreadable;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;

/// How long an analysis takes where nothing is said, and at most, in milliseconds.
const TIME: u64 = 1_000;
const MOST_TIME: u64 = 5_000;
/// The most lines that are compared.
const MOST_LINES: usize = 5;

/// What is to be thought of a position?
#[derive(Debug, Deserialize)]
struct Analysing {
    at: At,
    #[serde(flatten)]
    limits: Limits,
}

/// Its best lines, the best first; none where the game is over.
#[derive(Debug, Default, Serialize)]
struct Analysed {
    lines: Vec<FoundLine>,
    /// How long the search took, in milliseconds.
    ms: u64,
}

/// Does a side win by force, or what do other rule sets say?
#[derive(Debug, Deserialize)]
struct Asked {
    at: At,
}

/// Why does a piece still stand, or what is to be said of a move?
#[derive(Debug, Deserialize)]
struct Asking {
    at: At,
    #[serde(default)]
    square: Option<String>,
    #[serde(rename = "move", default)]
    mv: Option<String>,
}

type Body = Result<Bytes, BytesRejection>;

/// Analyses a position for a while.
pub(super) async fn analyse(State(app): State<AppState>, asks: MaybePerson, body: Body) -> Response {
    let analyse = async {
        let Analysing { at, limits } = read(body)?;
        let limits = Limits {
            ms: Some(limits.ms.unwrap_or(TIME).min(MOST_TIME)),
            lines: Some(limits.lines.unwrap_or(1).clamp(1, MOST_LINES)),
            ..limits
        };
        let (engine, person) = (app.games.engine.clone(), asker(&asks));
        let key = format!("analysis of {}", person.as_str());
        let search = move |game: &Game, cancel: &Cancel| lines(&engine, &engine.session(&key), game, limits, cancel);
        search_for(&app, &asks, &person, Kind::Analysis, at, search).await
    };
    told(analyse.await)
}

/// Looks for a forced win.
pub(super) async fn prove(State(app): State<AppState>, asks: MaybePerson, body: Body) -> Response {
    let prove = async {
        let Asked { at } = read(body)?;
        let prove = |game: &Game, cancel: &Cancel| hnefi_views::game::why(forced_win(game, cancel));
        search_for(&app, &asks, &asker(&asks), Kind::Proof, at, prove).await
    };
    told(prove.await)
}

/// Answers a question about a piece or a move. A long game takes a while to be put up.
pub(super) async fn why(body: Body) -> Response {
    let why = async {
        let Asking { at, square, mv } = read(body)?;
        beside(move || {
            let game = at.game()?;
            let why = hnefi_wire::why(&game, square.as_deref(), mv.as_deref(), game.plies().len() as u32);
            why.map(hnefi_views::game::why).map_err(|refusing| AskError::Wrong(refusing.refused.message))
        })
        .await
    };
    told(why.await)
}

/// Tells what each rule set says of the last move.
pub(super) async fn rulings(body: Body) -> Response {
    let rulings = async {
        let Asked { at } = read(body)?;
        beside(move || hnefi_views::table::rulings(&at)).await
    };
    told(rulings.await)
}

/// Does what takes a while beside what serves others.
async fn beside<T: Send + 'static>(work: impl FnOnce() -> Result<T, AskError> + Send + 'static) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(|error| Problem::Internal(error.to_string()))??)
}

/// The lines of the greatest depth, and after them those of the depth before where there was no time for all.
fn lines(engine: &Engine, session: &Session<'_>, game: &Game, limits: Limits, cancel: &Cancel) -> Analysed {
    let begun = Instant::now();
    let (mut lines, mut before): (Vec<FoundLine>, Vec<FoundLine>) = Default::default();
    hnefi_wire::analyse(engine, session, game, limits, cancel, &mut |line| {
        if line.line == 1 {
            before = std::mem::take(&mut lines);
        }
        lines.push(line);
    });
    let wanted = lines.len().max(before.len());
    before.retain(|old| lines.iter().all(|new| new.found.pv.first() != old.found.pv.first()));
    lines.extend(before);
    lines.truncate(wanted);
    for (at, line) in lines.iter_mut().enumerate() {
        line.line = at + 1;
    }
    Analysed { lines, ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX) }
}

/// Who asks: the person whom the server knows, else whoever comes from his network.
fn asker(asks: &MaybePerson) -> PersonId {
    asks.known
        .as_ref()
        .map_or_else(|| PersonId::new(format!("somebody from {}", asks.network)), |known| known.id.clone())
}

/// Has something searched for in a game, at the desk of all searches. Who goes away stops it.
async fn search_for<T: Send + 'static>(
    app: &AppState,
    asks: &MaybePerson,
    person: &PersonId,
    kind: Kind,
    at: At,
    search: impl Fn(&Game, &Cancel) -> T + Send + 'static,
) -> Result<T, Problem> {
    let desk = &app.games.desk;
    desk.seen(person, asks.network);
    let search = move |cancel: &Cancel| Some(at.game().map(|game| search(&game, cancel)));
    let ticket = desk.ask(person, kind, true, search).map_err(|_| Problem::TooManySearches)?;
    Ok(ticket.found().await.ok_or(Problem::Stopping)??)
}

fn read<T: DeserializeOwned>(body: Body) -> Result<T, Problem> {
    let body = body.map_err(unreadable)?;
    serde_json::from_slice(&body).map_err(|error| Problem::BadForm(say("api-table-json", &error.to_string())))
}

fn told<T: Serialize>(answered: Result<T, Problem>) -> Response {
    match answered {
        Ok(answer) => Json(answer).into_response(),
        Err(problem) => problem.json(),
    }
}
