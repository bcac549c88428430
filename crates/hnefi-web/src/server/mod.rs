//! What all features share: the router, who may ask what, how much, and what is said when something goes wrong.

pub(crate) mod assets;
pub(crate) mod base;
pub(crate) mod called;
pub(crate) mod client;
pub(crate) mod connections;
pub(crate) mod date;
pub(crate) mod desk;
pub(crate) mod doors;
pub(crate) mod ended;
pub(crate) mod forms;
pub(crate) mod guard;
pub(crate) mod hashing;
mod health;
pub(crate) mod hosts;
mod listening;
pub(crate) mod metrics;
mod packing;
pub(crate) mod page;
pub(crate) mod person;
pub(crate) mod private;
mod problem;
pub(crate) mod proxy;
pub(crate) mod rates;
pub(crate) mod running;
pub(crate) mod secret;
pub(crate) mod serve;
pub(crate) mod signals;
pub(crate) mod state;
pub(crate) mod static_files;
mod trace;
pub(crate) mod wakes;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use self::state::AppState;
use crate::{
    analyse, api, ask, disputes, events, game, games, home, house, install, lobby, mail, nodes, order, people, picture,
    push, read, rules, table,
};

pub(crate) use page::{html, lasting};
pub(crate) use problem::Problem;

/// The largest body that a form or a question may have, in bytes.
const LARGEST_BODY: usize = 64 * 1024;

/// The whole app as a router. Where there are several servers, what is about a game is answered by the one that serves it, what
/// people do in the club by the keeper, and the rest by whichever is asked.
pub(crate) fn app(state: AppState) -> Router {
    let of_games = Router::new().merge(game::router()).merge(api::games_router());
    let of_the_club = Router::new()
        .merge(home::router())
        .merge(games::router())
        .merge(lobby::router())
        .merge(order::router())
        .merge(events::router())
        .merge(api::router())
        .merge(people::router())
        .merge(mail::router())
        .merge(push::router());
    Router::new()
        .merge(of_games.layer(middleware::from_fn_with_state(state.clone(), nodes::elsewhere)))
        .merge(of_the_club.layer(middleware::from_fn_with_state(state.clone(), nodes::at_keeper)))
        .merge(table::router())
        .merge(analyse::router())
        .merge(ask::router())
        .merge(house::router())
        .merge(read::router())
        .merge(picture::router())
        .merge(rules::router())
        .merge(disputes::router())
        .merge(install::router())
        .route("/healthz", get(health::health))
        .route("/assets/{hash}/{*file}", get(static_files::asset))
        .fallback(no_page)
        .method_not_allowed_fallback(no_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(state.clone(), guard::guard))
        // What is packed waits until there is enough of it; whoever reads a stream waits for each line.
        .layer(
            CompressionLayer::new()
                .compress_when(DefaultPredicate::new().and(NotForContentType::const_new(api::LINES))),
        )
        .layer(middleware::from_fn_with_state(state.clone(), trace::trace))
        .with_state(state)
}

/// There is no such page.
async fn no_page() -> Response {
    Problem::NoPage.into_response()
}

/// There is such an address, but not for this method.
async fn no_method() -> Response {
    Problem::NoMethod.into_response()
}
