//! Opening a socket.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::Problem;
use super::games::own_room;
use super::guard::is_own_origin;
use super::links::watched_room;
use crate::base::Base;
use crate::room::Viewer;
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
    Ok(upgrade.on_upgrade(move |socket| socket::serve(socket, room, viewer, base)))
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
    Ok(upgrade.on_upgrade(move |socket| socket::serve(socket, room, Viewer::Watcher, base)))
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
