//! Games: making one, showing one, and giving one as text.
use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use hnefi_clock::Control;
use hnefi_live::{Against, Arrangement, MatchLength, PersonId, Seat, Seats, Viewer};
use hnefi_rules::{BySide, Game, Intent, Referee, Setup, Side};
use hnefi_store::Terms;
use hnefi_views::Base;
use hnefi_views::game::{GameArticle, GameEvent, GamePage, HerePage, message};
use hnefi_views::{Subject, Unfold};
use hnefi_wire::{Player, Seen, ServerMessage, State as GameState, called, game_text};
use hnefi_words::{Words, isolated};
use serde::Deserialize;

use crate::game::open_game::{Live, OpenGame, first_game, links};
use crate::house;
use crate::order::is_moderator;
use crate::server::Problem;
use crate::server::base;
use crate::server::called::Called;
use crate::server::forms::{bad_form, wrong};
use crate::server::person::{MaybePerson, Person};
use crate::server::secret;
use crate::server::state::AppState;
use crate::server::{html, lasting};

/// What the form on the first page says.
#[derive(Debug, Deserialize)]
pub(super) struct NewGameForm {
    rules: String,
    mode: String,
    #[serde(default)]
    side: String,
    /// What the maker wants to be called by his friend.
    name: Option<String>,
    #[serde(default)]
    level: String,
    /// How many games the match has; empty for as many as the players like.
    #[serde(default)]
    games: String,
    /// How much time there is; `own` for the minutes and seconds beside it, empty for no clock.
    #[serde(default)]
    clock: String,
    #[serde(default)]
    minutes: String,
    #[serde(default)]
    increment: String,
    /// `everybody` for a game between friends that everybody may watch and find; empty for one that is for who has its link.
    #[serde(default)]
    watch: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    turn: String,
}

/// Makes a game and leads to its page.
pub(super) async fn make(
    State(app): State<AppState>,
    asks: MaybePerson,
    form: Result<Form<NewGameForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let game = first_position(&form)?;
    let called = match Arrangement::from_id(&form.mode) {
        Some(Arrangement::Friend) => Called::read(&app, form.name.as_deref()).await?,
        _ => Called::NotAsked,
    };
    let length = match_length(&form.games)?;
    let control = control(&form)?;
    let listed = match form.watch.as_str() {
        "" => false,
        "everybody" => true,
        watch => return Err(wrong("watch", watch)),
    };
    let network = asks.network;
    let person = asks.or_new(&app).await?;
    if !app.rates.game(&person.id, network) {
        return Err(Problem::TooMany);
    }
    let (arrangement, seats) = seats(&form, &person.id)?;
    called.keep(&app, &person).await?;
    let new = first_game(game, arrangement, seats, length, control.filter(|_| arrangement == Arrangement::Friend));
    let terms = Terms { rated: None, listed: listed && arrangement == Arrangement::Friend, ..Terms::default() };
    app.store.make_on(&new, &links::of_game(&app.games.secrets, &new), terms).await?;
    app.games.wake(&new.seats);
    if let Some(due) = new.due() {
        app.games.open(&new.id).wake_at(due);
    }
    tracing::info!(game = new.id, rules = new.game.referee().ruleset().id(), mode = form.mode, "a new game");
    Ok(see_other(&app, &person, &format!("/game/{}", new.id)))
}

/// The game page.
pub(super) async fn show(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (game, viewer) = seen_game(&app, &id, asks.known.as_ref().map(|known| &known.id)).await?;
    page(&app, &game, &viewer, &base::of(&app.addresses, &headers), &format!("game/{id}")).await
}

/// The page of a game that a browser keeps.
pub(super) async fn here(headers: HeaderMap) -> Response {
    lasting(&headers, &HerePage)
}

/// How somebody wants a text.
#[derive(Debug, Deserialize)]
pub(super) struct TextQuery {
    /// Whether as a file.
    download: Option<String>,
    /// Whether every capture names the clause that decided it.
    clauses: Option<String>,
}

/// The game as text.
pub(super) async fn text(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<TextQuery>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let (game, _) = seen_game(&app, &id, asks.known.as_ref().map(|known| &known.id)).await?;
    text_of(&game, &query).await
}

/// An open game as text.
pub(super) async fn text_of(game: &Arc<OpenGame>, query: &TextQuery) -> Result<Response, Problem> {
    let live = game.lock().await?;
    let text = game_text(live.room.game(), query.clauses.is_some());
    let mut response = ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response();
    if query.download.is_some() {
        let name = format!("attachment; filename=\"hnefi-{}-{}.txt\"", live.ruleset().id(), game.id);
        let name = HeaderValue::from_str(&name).map_err(|error| Problem::Internal(error.to_string()))?;
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// A game, for who holds a seat in it, and if everybody may watch it, for everybody. Nobody else makes the server load it.
pub(crate) async fn seen_game(
    app: &AppState,
    id: &str,
    person: Option<&PersonId>,
) -> Result<(Arc<OpenGame>, Viewer), Problem> {
    let game = app.store.summary(id).await?.ok_or(Problem::NoGame)?;
    let holds = |person: &&PersonId| Side::ALL.into_iter().any(|side| game.seats[side].is_held_by(person));
    let viewer = match person.filter(holds) {
        Some(person) => Viewer::Person(person.clone()),
        None if game.listed => Viewer::Watcher,
        // Who looks after the club sees what was reported.
        None => match person {
            Some(person) if is_moderator(app, person).await? && app.store.is_reported(id).await? => Viewer::Watcher,
            _ => return Err(Problem::NoGame),
        },
    };
    Ok((app.games.open(id), viewer))
}

/// A game page with its first state. `place` is where the game is for the viewer, such as `watch/SECRET`.
pub(super) async fn page(
    app: &AppState,
    game: &Arc<OpenGame>,
    viewer: &Viewer,
    base: &Base,
    place: &str,
) -> Result<Response, Problem> {
    let event = app.store.event_of(&game.id).await?.map(|(event, place)| GameEvent {
        address: format!("/events/{}", event.id),
        name: event.head.name,
        round: place.round,
        board: place.board,
    });
    let live = game.lock().await?;
    let state = game.state(&live, viewer, base, Seen::default());
    let title = live.ruleset().name().to_owned();
    let unfold = (*viewer == Viewer::Watcher).then(|| unfold(&live, &state, base));
    // By a link to watch, nobody knows who looks on.
    let is_for_two = matches!(live.room.against(), Against::Person | Against::Nobody);
    let talk = is_for_two && place.starts_with("game/");
    let mine = live.room.sides_of(viewer);
    let others = Side::ALL.into_iter().filter(|side| !mine.contains(side)).map(Side::id).collect();
    drop(live);
    let (socket, text, watch) = (format!("/ws/{place}"), format!("/{place}/text"), *viewer == Viewer::Watcher);
    // The page of a long game is a megabyte.
    let written = tokio::task::spawn_blocking(move || {
        let article = GameArticle { socket, text, watch, talk, others, event, ..GameArticle::of(&state) };
        let state_json = serde_json::to_string(&message(&ServerMessage::State(Box::new(state))))?;
        Ok::<_, serde_json::Error>(html(&GamePage { unfold, title, article, state_json }))
    });
    let written = written.await.map_err(|error| Problem::Internal(error.to_string()))?;
    written.map_err(|error| Problem::Internal(error.to_string()))
}

/// What programs show of a link to watch a game.
fn unfold(live: &Live, state: &GameState, base: &Base) -> Unfold {
    let (game, words) = (live.room.game(), Words::english());
    let player = |player: &Player| match player {
        Player::Person { name: Some(name), bot, .. } => isolated(&called(name, *bot)),
        Player::Person { name: None, .. } => words.text("unfold-somebody"),
        Player::Computer { .. } => words.text("unfold-computer"),
        Player::Former => words.text("former-member"),
        Player::Open => words.text("unfold-nobody"),
    };
    let values = [
        ("ruleset", live.ruleset().name().into()),
        ("attackers", player(&state.players.attackers).into()),
        ("defenders", player(&state.players.defenders).into()),
    ];
    let says = state.outcome.as_ref().map_or(&state.status, |outcome| &outcome.says);
    let last = game.plies().last().map(|ply| Intent { from: ply.played.mv.from(), to: ply.played.mv.to() });
    let shown = Subject::new(&game.position().setup(), live.ruleset().answers()).after(last);
    Unfold::new(base, words.format("unfold-watch", &values), says, &shown)
}

/// Leads to another page, with the person's cookie made new.
pub(crate) fn see_other(app: &AppState, person: &Person, to: &str) -> Response {
    let mut response = (StatusCode::SEE_OTHER, [(LOCATION, to.to_owned())]).into_response();
    if let Some(cookie) = person.cookie(&app.addresses) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

fn first_position(form: &NewGameForm) -> Result<Game, Problem> {
    let ruleset = house::asked(&form.rules)?;
    let referee = Arc::new(Referee::new(ruleset.clone()));
    if form.position.trim().is_empty() {
        return Ok(Game::new(referee));
    }
    let words = Words::english();
    let setup = Setup::from_rows(&form.position).map_err(|error| Problem::BadForm(words.rows_error(&error)))?;
    let turn: Side = match form.turn.as_str() {
        "" => ruleset.first(),
        turn => turn.parse().map_err(|_| wrong("turn", turn))?,
    };
    let position = referee.position(&setup, turn);
    let position = position.map_err(|e| Problem::BadForm(words.setup_errors(&e, &ruleset).join(" ")))?;
    Ok(Game::from_position(referee, position))
}

fn match_length(games: &str) -> Result<Option<MatchLength>, Problem> {
    match games {
        "" => Ok(None),
        games => games.parse().ok().and_then(MatchLength::from_games).map(Some).ok_or_else(|| wrong("games", games)),
    }
}

/// How much time there is, as the form says. What is chosen for a game without a friend counts for nothing there.
fn control(form: &NewGameForm) -> Result<Option<Control>, Problem> {
    match form.clock.as_str() {
        "" => Ok(None),
        "own" => {
            let minutes = form.minutes.parse().ok();
            let minutes = minutes.filter(|minutes| Control::fischer(*minutes, 0).is_some());
            let minutes = minutes.ok_or_else(|| wrong("minutes", &form.minutes))?;
            let control = form.increment.parse().ok().and_then(|seconds| Control::fischer(minutes, seconds));
            control.map(Some).ok_or_else(|| wrong("increment", &form.increment))
        }
        clock => clock.parse().map(Some).map_err(|_| wrong("clock", clock)),
    }
}

fn seats(form: &NewGameForm, person: &PersonId) -> Result<(Arrangement, Seats), Problem> {
    let me = || Seat::Person { person: person.clone(), moves: 0 };
    let arrangement = Arrangement::from_id(&form.mode).ok_or_else(|| wrong("mode", &form.mode))?;
    let mut seats = BySide { attackers: me(), defenders: me() };
    let other = match arrangement {
        Arrangement::Screen => return Ok((arrangement, seats)),
        Arrangement::Friend => Seat::Open,
        Arrangement::Computer => {
            let level = form.level.parse().ok().filter(|level| (1..=8).contains(level));
            Seat::Computer { level: level.ok_or_else(|| wrong("level", &form.level))? }
        }
    };
    let side = match form.side.as_str() {
        "either" if secret::coin() => Side::Attackers,
        "either" => Side::Defenders,
        side => side.parse().map_err(|_| wrong("side", side))?,
    };
    seats[!side] = other;
    Ok((arrangement, seats))
}
