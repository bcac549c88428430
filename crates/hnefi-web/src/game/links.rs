//! Invitations: joining a game, watching one, and taking a seat to another device.
use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use hnefi_live::{Act, LinkKind, MatchLength, Seat, ShownAs, Viewer};
use hnefi_rules::{Ruleset, Side};
use hnefi_store::LinkTarget;
use hnefi_views::game::{Invite, InviteKind, InvitePage};
use hnefi_words::isolated;
use serde::Deserialize;

use super::routes::{TextQuery, page, see_other, text_of};
use crate::game::open_game::OpenGame;
use crate::server::Problem;
use crate::server::base;
use crate::server::called::Called;
use crate::server::forms::bad_form;
use crate::server::html;
use crate::server::person::MaybePerson;
use crate::server::secret;
use crate::server::state::AppState;

/// The page behind an invitation. Opening it takes nothing: programs that draw previews open links too.
pub(super) async fn join_page(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    asks: MaybePerson,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    invitation(&app, &secret, &asks, &headers, None).await
}

/// The page of an invitation; with a name that was typed and cannot be, and why.
async fn invitation(
    app: &AppState,
    secret: &str,
    asks: &MaybePerson,
    headers: &HeaderMap,
    typed: Option<(String, String)>,
) -> Result<Response, Problem> {
    let (target, side) = seat_target(app, secret, LinkKind::Join).await?;
    let summary = app.store.summary(&target.game).await?.ok_or(Problem::NoLink)?;
    if let Some(person) = &asks.known
        && Side::ALL.into_iter().any(|side| summary.seats[side].is_held_by(&person.id))
    {
        return Ok(see_other(app, person, &format!("/game/{}", target.game)));
    }
    let taken = summary.seats[side] != Seat::Open;
    let host = app.store.names_in(&target.game).await?[!side].name().cloned().filter(|_| !taken);
    let (typed, fault) = typed.unzip();
    let name = match &asks.known {
        _ if typed.is_some() => typed,
        Some(person) if app.store.account(&person.id).await?.is_some() => None,
        Some(person) => {
            Some(app.store.name(&person.id).await?.map(|name| name.as_str().to_owned()).unwrap_or_default())
        }
        None => Some(String::new()),
    };
    let game = app.games.open(&target.game);
    let live = game.lock().await?;
    let rules = live.ruleset().clone();
    // Who finds the seat taken is a stranger.
    let start = if taken { rules.start().clone() } else { live.room.game().start().setup() };
    drop(live);
    let base = base::of(&app.addresses, headers);
    let status = if fault.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let invite = Invite {
        kind: InviteKind::Join,
        fault,
        start,
        host: host.as_ref().map(|name| isolated(name.as_str())),
        name,
        rules,
        side,
        games: summary.match_length.map(MatchLength::games),
        clock: summary.control,
        listed: summary.listed,
        action: format!("/join/{secret}"),
        taken,
        host_only: base.local_only,
    };
    Ok((status, html(&InvitePage::new(&base, invite))).into_response())
}

/// What the form on an invitation says.
#[derive(Debug, Deserialize)]
pub(super) struct JoinForm {
    /// What who joins wants to be called.
    name: Option<String>,
}

/// Joins: the open seat goes to who pressed the button first.
pub(super) async fn join(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    asks: MaybePerson,
    headers: HeaderMap,
    form: Result<Form<JoinForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let (target, side) = seat_target(&app, &secret, LinkKind::Join).await?;
    let called = match Called::read(&app, form.name.as_deref()).await {
        Err(Problem::BadForm(says)) => {
            let typed = form.name.unwrap_or_default();
            return invitation(&app, &secret, &asks, &headers, Some((typed, says))).await;
        }
        called => called?,
    };
    let person = asks.or_new(&app).await?;
    called.keep(&app, &person).await?;
    let (game, viewer) = (app.games.open(&target.game), Viewer::Person(person.id.clone()));
    unbroken(async move { game.sit(&viewer, Act::Join { side }).await }).await?;
    Ok(see_other(&app, &person, &format!("/game/{}", target.game)))
}

/// The page behind the link that moves a seat to another device. Opening it moves nothing.
pub(super) async fn seat_page(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    asks: MaybePerson,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (target, side) = seat_target(&app, &secret, LinkKind::Seat).await?;
    let summary = app.store.summary(&target.game).await?.ok_or(Problem::NoLink)?;
    if let Some(person) = &asks.known
        && summary.seats[side].is_held_by(&person.id)
    {
        return Ok(see_other(&app, person, &format!("/game/{}", target.game)));
    }
    let rules = rules_of_movable(&app.games.open(&target.game)).await?;
    let base = base::of(&app.addresses, &headers);
    let invite = Invite {
        kind: InviteKind::Seat,
        fault: None,
        // The game is nobody's but his.
        start: rules.start().clone(),
        host: None,
        name: None,
        rules,
        side,
        games: summary.match_length.map(MatchLength::games),
        clock: summary.control,
        listed: summary.listed,
        action: format!("/seat/{secret}"),
        taken: false,
        host_only: base.local_only,
    };
    Ok(html(&InvitePage::new(&base, invite)))
}

/// Moves a seat to another device.
pub(super) async fn seat(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let (target, side) = seat_target(&app, &secret, LinkKind::Seat).await?;
    let game = app.games.open(&target.game);
    // Before anybody is made, or named, for a seat that stays.
    rules_of_movable(&game).await?;
    let person = asks.or_new(&app).await?;
    // The name goes where the seat goes, if the other device has none yet.
    if let ShownAs::Guest(name) = std::mem::take(&mut app.store.names_in(&target.game).await?[side])
        && app.store.name(&person.id).await?.is_none()
    {
        Called::By(Some(name)).keep(&app, &person).await?;
    }
    let viewer = Viewer::Person(person.id.clone());
    unbroken(async move { game.sit(&viewer, Act::MoveSeat { side }).await }).await?;
    Ok(see_other(&app, &person, &format!("/game/{}", target.game)))
}

/// The rule set of a game whose seats may move to another device.
async fn rules_of_movable(game: &Arc<OpenGame>) -> Result<Arc<Ruleset>, Problem> {
    let live = game.lock().await?;
    match live.room.seats_stay() {
        true => Err(Problem::SeatStays),
        false => Ok(live.ruleset().clone()),
    }
}

/// The page of a game for watchers.
pub(super) async fn watch(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let game = watched_game(&app, &secret).await?;
    page(&app, &game, &Viewer::Watcher, &base::of(&app.addresses, &headers), &format!("watch/{secret}")).await
}

/// The game as text for watchers.
pub(super) async fn watch_text(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    Query(query): Query<TextQuery>,
) -> Result<Response, Problem> {
    text_of(&watched_game(&app, &secret).await?, &query).await
}

/// The game that a link for watchers opens.
pub(super) async fn watched_game(app: &AppState, secret: &str) -> Result<Arc<OpenGame>, Problem> {
    let target = target(app, secret, LinkKind::Watch).await?;
    Ok(app.games.open(&target.game))
}

/// A picture of an invitation, to scan with a telephone.
pub(super) async fn join_qr(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    seat_target(&app, &secret, LinkKind::Join).await?;
    qr(&base::of(&app.addresses, &headers).link(LinkKind::Join, &secret))
}

/// A picture of the link that moves a seat, to scan with the other device.
pub(super) async fn seat_qr(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    seat_target(&app, &secret, LinkKind::Seat).await?;
    qr(&base::of(&app.addresses, &headers).link(LinkKind::Seat, &secret))
}

/// An address as a picture, to scan.
pub(crate) fn qr(address: &str) -> Result<Response, Problem> {
    let code = qrcode::QrCode::new(address).map_err(|error| Problem::Internal(error.to_string()))?;
    let picture = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// Does something to its end, even if who asked for it hangs up meanwhile.
pub(crate) async fn unbroken<T: Send + 'static, E: From<Problem> + Send + 'static>(
    what: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Result<T, E> {
    tokio::spawn(what).await.unwrap_or_else(|error| Err(Problem::Internal(error.to_string()).into()))
}

async fn target(app: &AppState, secret: &str, kind: LinkKind) -> Result<LinkTarget, Problem> {
    let target = app.store.link(&secret::hash(secret)).await?;
    target.filter(|target| target.kind == kind).ok_or(Problem::NoLink)
}

async fn seat_target(app: &AppState, secret: &str, kind: LinkKind) -> Result<(LinkTarget, Side), Problem> {
    let target = target(app, secret, kind).await?;
    let side = target.side.ok_or(Problem::NoLink)?;
    Ok((target, side))
}
