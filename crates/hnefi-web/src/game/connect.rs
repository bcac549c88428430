//! Opening a socket.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hnefi_live::Viewer;

use super::links::watched_room;
use super::routes::own_room;
use super::socket;
use crate::game::room::Room;
use crate::server::Problem;
use crate::server::base::Base;
use crate::server::client::{self, Network, Peer};
use crate::server::doors::{Door, Place};
use crate::server::guard::is_own_origin;
use crate::server::state::AppState;

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// How many sockets may watch one game.
const A_GAME: usize = 1000;
/// From how many sockets one network may watch games.
const A_NETWORK: usize = 1000;
/// How many sockets one person may have open, in all his games.
const A_PERSON: usize = 50;
/// How much is read at once: pages say little, and every socket has a buffer of so many bytes.
const READ_AT_ONCE: usize = 1024;

/// The socket of a game page, for who holds a seat.
pub(super) async fn game(
    State(app): State<AppState>,
    Path(id): Path<String>,
    upgrade: Upgrade,
    request: Request,
) -> Result<Response, Problem> {
    let upgrade = checked(&app, request.headers(), upgrade)?;
    let (room, viewer) = own_room(&app, &id, request.headers()).await?;
    open(app, upgrade, &request, room, viewer)
}

/// The socket of a page that watches a game.
pub(super) async fn watch(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    upgrade: Upgrade,
    request: Request,
) -> Result<Response, Problem> {
    let upgrade = checked(&app, request.headers(), upgrade)?;
    let room = watched_room(&app, &secret).await?;
    open(app, upgrade, &request, room, Viewer::Watcher)
}

/// A place for one more socket. Watchers share those of a game and of a network; who plays has places of his own, so
/// that nobody can take them from him.
fn place(app: &AppState, room: &Room, viewer: &Viewer, from: Network) -> Result<Place, Problem> {
    let doors = match viewer {
        Viewer::Person(person) => vec![(Door::Person(person.clone()), A_PERSON)],
        Viewer::Watcher => vec![(Door::Watchers(room.id.clone()), A_GAME), (Door::SocketFrom(from), A_NETWORK)],
    };
    app.doors.enter(&doors).ok_or(Problem::TooMany)
}

fn open(
    app: AppState,
    upgrade: WebSocketUpgrade,
    request: &Request,
    room: Arc<Room>,
    viewer: Viewer,
) -> Result<Response, Problem> {
    let base = Base::of(&app.addresses, request.headers());
    let peer = Peer::of(request.extensions());
    let network = client::network(peer.ip, request.headers(), &app.addresses.proxies);
    let place = place(&app, &room, &viewer, network)?;
    Ok(upgrade.on_upgrade(async move |socket| {
        socket::serve(&app, socket, room, viewer, base).await;
        drop((place, peer));
    }))
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
    Ok(upgrade
        .read_buffer_size(READ_AT_ONCE)
        .max_message_size(socket::LONGEST_READ)
        .max_frame_size(socket::LONGEST_READ))
}
