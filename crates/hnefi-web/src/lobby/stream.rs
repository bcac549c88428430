//! The changes of the lobby, for a page that stays: server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use futures_util::stream::unfold;
use hnefi_views::lobby::LobbyLive;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use super::open_lobby::Visit;
use crate::server::Problem;
use crate::server::connections::stopped;
use crate::server::doors::{Door, Place};
use crate::server::ended::{Watch, ended};
use crate::server::guard::is_own_origin;
use crate::server::person::MaybePerson;
use crate::server::rates::Who;
use crate::server::state::AppState;

/// From how many pages one person may look at the lobby; one network.
const PLACES: (usize, usize) = (20, 1000);

/// How often a line without news is kept alive, which also tells when it is dead.
const ALIVE: Duration = Duration::from_secs(10);

/// How much time there is between two pictures of the lobby, however much happens.
const PAUSE: Duration = Duration::from_millis(250);

/// How often the page is shown what does not wake it, such as the moves of running games.
const ANEW: Duration = Duration::from_secs(10);

/// A page that looks at the lobby.
struct Looking {
    app: AppState,
    visit: Visit,
    changed: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    session: Option<Watch>,
    shown: Option<LobbyLive>,
    /// Before this time nothing is shown again.
    next: Instant,
    _place: Place,
}

/// The lobby as it changes.
pub(super) async fn stream(
    State(app): State<AppState>,
    headers: HeaderMap,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    // Another page would learn nothing, but it would hold a place and keep somebody's seek waiting.
    if headers.contains_key("origin") && !is_own_origin(&app.addresses, &headers) {
        return Err(Problem::ForeignOrigin);
    }
    let session = asks.known.as_ref().map(|person| app.ends.watch(&person.id, &person.digest()));
    let person = asks.known.map(|person| person.id);
    let (door, who) = match &person {
        Some(person) => ((Door::Lobby(person.clone()), PLACES.0), Who::Person(person.clone())),
        None => ((Door::SocketFrom(asks.network), PLACES.1), Who::Network(asks.network)),
    };
    let place = app.doors.enter(&[door]).filter(|_| app.rates.socket(&who)).ok_or(Problem::TooMany)?;
    let visit = app.lobby.enter(&app.store, person).await?;
    let looking = Looking {
        changed: app.lobby.subscribe(),
        stopping: app.stopping.subscribe(),
        session,
        visit,
        app,
        shown: None,
        next: Instant::now(),
        _place: place,
    };
    let mut response = Sse::new(events(looking)).keep_alive(KeepAlive::new().interval(ALIVE)).into_response();
    // A proxy that collects an answer until it is whole would wait forever.
    response.headers_mut().insert("x-accel-buffering", axum::http::HeaderValue::from_static("no"));
    Ok(response)
}

fn events(looking: Looking) -> impl Stream<Item = Result<Event, Infallible>> {
    unfold(looking, async |mut looking| looking.event().await.map(|event| (Ok(event), looking)))
}

impl Looking {
    /// What the page is told next; `None` when the session has ended, or the server stops or fails.
    async fn event(&mut self) -> Option<Event> {
        loop {
            tokio::select! {
                () = stopped(&mut self.stopping) => return None,
                () = ended(&mut self.session) => return None,
                () = sleep_until(self.next) => {}
            }
            self.changed.borrow_and_update();
            if let Some(game) = self.visit.called_to() {
                return Some(Event::default().event("game").data(format!("/game/{game}")));
            }
            match self.app.lobby.live(&self.app, self.visit.person()).await {
                Ok(live) if self.shown.as_ref() != Some(&live) => {
                    self.next = Instant::now() + PAUSE;
                    let event = event_of(&live);
                    self.shown = Some(live);
                    return event;
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::error!(%error, "the lobby could not be shown");
                    return None;
                }
            }
            tokio::select! {
                () = stopped(&mut self.stopping) => return None,
                () = ended(&mut self.session) => return None,
                // Whether it was woken or the time is up: it looks again.
                _ = timeout(ANEW, self.changed.changed()) => {}
            }
        }
    }
}

fn event_of(live: &LobbyLive) -> Option<Event> {
    let others: Vec<&str> = live.seeks.iter().filter(|seek| !seek.own).map(|seek| seek.id.as_str()).collect();
    let data = json!({ "html": live.html(), "others": others, "people": live.count() });
    Event::default().event("lobby").json_data(data).ok()
}
