//! Opening a socket.
use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hnefi_live::{PersonId, Viewer};
use hnefi_store::now_ms;
use tracing::{Instrument, Span};

use super::links::watched_game;
use super::routes::seen_game;
use super::socket::{self, Visitor};
use crate::game::open_game::OpenGame;
use crate::server::Problem;
use crate::server::base;
use crate::server::client::{Network, Peer};
use crate::server::doors::{Door, Place};
use crate::server::guard::is_own_origin;
use crate::server::person::MaybePerson;
use crate::server::rates::Who;
use crate::server::state::AppState;

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// How many sockets may watch one game.
const A_GAME: usize = 1000;
/// From how many sockets one network may watch games.
const A_NETWORK: usize = 1000;
/// How many sockets one person may have open, in all his games.
const A_PERSON: usize = 50;
/// How much is read at once: pages say little, and every socket has a buffer of so many bytes.
const READ_AT_ONCE: usize = 512;

/// The socket of a game page.
pub(super) async fn game(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
    upgrade: Upgrade,
    request: Request,
) -> Result<Response, Problem> {
    let upgrade = checked(&app, request.headers(), upgrade)?;
    let (game, viewer) = seen_game(&app, &id, asks.known.as_ref().map(|known| &known.id)).await?;
    game.served_here().await?;
    if let Viewer::Person(person) = &viewer
        && game.lock().await?.room.is_rated()
    {
        note_place(&app, id, person, asks.network);
    }
    if let Viewer::Person(person) = &viewer {
        app.lobby.state().lobby.handle_come(person, &game.id);
    }
    let session = asks.known.as_ref().map(|person| app.ends.watch(&person.id, &person.digest()));
    let visitor = Visitor { viewer, person: asks.known.map(|person| person.id), session };
    open(app, upgrade, &request, (game, visitor), asks.network)
}

/// Notes from where somebody plays a rated game, for moderators. Nobody waits for it.
pub(crate) fn note_place(app: &AppState, game: String, person: &PersonId, network: Network) {
    let (app, person, place) = (app.clone(), person.clone(), app.games.secrets.place(network));
    tokio::spawn(async move {
        if let Err(error) = app.store.played_from(&game, &person, &place, now_ms()).await {
            tracing::error!(%error, "from where a game is played could not be noted");
        }
    });
}

/// The socket of a page that watches a game.
pub(super) async fn watch(
    State(app): State<AppState>,
    Path(secret): Path<String>,
    network: Network,
    upgrade: Upgrade,
    request: Request,
) -> Result<Response, Problem> {
    let upgrade = checked(&app, request.headers(), upgrade)?;
    let game = watched_game(&app, &secret).await?;
    game.served_here().await?;
    let visitor = Visitor { viewer: Viewer::Watcher, person: None, session: None };
    open(app, upgrade, &request, (game, visitor), network)
}

/// A place for one more socket. Watchers share those of a game and of a network; who plays has places of his own, so
/// that nobody can take them from him.
fn place(app: &AppState, game: &OpenGame, viewer: &Viewer, from: Network) -> Result<Place, Problem> {
    let doors = match viewer {
        Viewer::Person(person) => vec![(Door::Person(person.clone()), A_PERSON)],
        Viewer::Watcher => vec![(Door::Watchers(game.id.clone()), A_GAME), (Door::SocketFrom(from), A_NETWORK)],
    };
    app.doors.enter(&doors).ok_or(Problem::TooMany)
}

fn open(
    app: AppState,
    upgrade: WebSocketUpgrade,
    request: &Request,
    (game, visitor): (Arc<OpenGame>, Visitor),
    network: Network,
) -> Result<Response, Problem> {
    let base = base::of(&app.addresses, request.headers());
    let peer = Peer::of(request.extensions());
    let place = place(&app, &game, &visitor.viewer, network)?;
    let who = match &visitor.viewer {
        Viewer::Person(person) => {
            app.games.desk.seen(person, network);
            Who::Person(person.clone())
        }
        Viewer::Watcher => Who::Network(network),
    };
    if !app.rates.socket(&who) {
        return Err(Problem::TooMany);
    }
    // What comes through the socket is logged under the request that opened it.
    let span = Span::current();
    Ok(upgrade.on_upgrade(move |socket| {
        let served = async move {
            socket::serve(&app, socket, game, visitor, who, base).await;
            drop((place, peer));
        };
        served.instrument(span)
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

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use hnefi_live::PersonId;

    use super::*;
    use crate::server::state::{Addresses, Limits};

    #[tokio::test]
    async fn watchers_take_no_place_of_those_who_play() {
        let folder = tempfile::tempdir().unwrap();
        let app = AppState::open(
            folder.path(),
            &hnefi_store::Place::Folder(folder.path().into()),
            Addresses::default(),
            Limits::default(),
        )
        .await
        .unwrap();
        let game = app.games.open("a-game");
        let network = |last| Network::from(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)));
        let crowd: Vec<_> = (0..2_000).map_while(|_| place(&app, &game, &Viewer::Watcher, network(1)).ok()).collect();
        assert_eq!(crowd.len(), A_GAME);
        assert!(place(&app, &game, &Viewer::Watcher, network(2)).is_err());
        let anna = Viewer::Person(PersonId::new("anna"));
        let hers: Vec<_> = (0..100).map_while(|_| place(&app, &game, &anna, network(1)).ok()).collect();
        assert_eq!(hers.len(), A_PERSON);
        drop(crowd);
        assert!(place(&app, &game, &Viewer::Watcher, network(2)).is_ok());
    }
}
