//! Opening a socket.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::Problem;
use super::games::own_room;
use super::guard::is_own_origin;
use super::links::watched_room;
use super::visitor::Visitor;
use crate::base::Base;
use crate::doors::Place;
use crate::room::{Room, Viewer};
use crate::socket;
use crate::state::AppState;

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
    Ok(open(upgrade, place(&app, &room, &headers)?, room, viewer, base))
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
    Ok(open(upgrade, place(&app, &room, &headers)?, room, Viewer::Watcher, base))
}

fn place(app: &AppState, room: &Room, headers: &HeaderMap) -> Result<Place, Problem> {
    let visitor = Visitor::known(headers);
    app.doors.open(&room.id, visitor.as_ref().map(|visitor| &visitor.person)).ok_or(Problem::TooMany)
}

fn open(upgrade: WebSocketUpgrade, place: Place, room: Arc<Room>, viewer: Viewer, base: Base) -> Response {
    upgrade.on_upgrade(async move |socket| {
        socket::serve(socket, room, viewer, base).await;
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
