//! Opening a socket.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::links::watched_room;
use super::routes::own_room;
use super::socket;
use crate::game::room::{Room, Viewer};
use crate::server::Problem;
use crate::server::base::Base;
use crate::server::doors::Place;
use crate::server::guard::is_own_origin;
use crate::server::state::AppState;
use crate::server::visitor::Visitor;

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// The socket of a game page, for who holds a seat.
pub(super) async fn game(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let upgrade = checked(&app, &headers, upgrade)?;
    let (room, viewer) = own_room(&app, &id, &headers).await?;
    let base = Base::of(&app.addresses, &headers);
    Ok(open(upgrade, place(&app, &room, &headers)?, app, room, viewer, base))
}

/// The socket of a page that watches a game.
pub(super) async fn watch(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let upgrade = checked(&app, &headers, upgrade)?;
    let room = watched_room(&app, &secret).await?;
    let base = Base::of(&app.addresses, &headers);
    Ok(open(upgrade, place(&app, &room, &headers)?, app, room, Viewer::Watcher, base))
}

fn place(app: &AppState, room: &Room, headers: &HeaderMap) -> Result<Place, Problem> {
    let visitor = Visitor::known(headers);
    app.doors.open(&room.id, visitor.as_ref().map(|visitor| &visitor.person)).ok_or(Problem::TooMany)
}

fn open(
    upgrade: WebSocketUpgrade,
    place: Place,
    app: AppState,
    room: Arc<Room>,
    viewer: Viewer,
    base: Base,
) -> Response {
    upgrade.on_upgrade(async move |socket| {
        socket::serve(&app, socket, room, viewer, base).await;
        drop(place);
    })
}

fn checked(app: &AppState, headers: &HeaderMap, upgrade: Upgrade) -> Result<WebSocketUpgrade, Problem> {
    let upgrade = upgrade.map_err(|rejection| Problem::BadForm(rejection.body_text()))?;
    // Browsers let any site open a socket to any server, cookie and all; only the origin tells.
    if !is_own_origin(&app.addresses, headers) {
        return Err(Problem::ForeignOrigin);
    }
    if *app.stopping.borrow() {
        return Err(Problem::Stopping);
    }
    Ok(upgrade.max_message_size(socket::LONGEST_READ).max_frame_size(socket::LONGEST_READ))
}
