//! What concerns somebody, as it happens: challenges, games that begin, their states.

use std::collections::HashSet;

use axum::extract::State;
use axum::response::Response;
use hnefi_store::{StoreError, Summary, now_ms};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep_until};
use utoipa::ToSchema;

use super::answers::{Account, GameAnswer, SeekAnswer};
use super::follow::{Ends, LINGERS, Lines, alive, follow_anywhere, open, place, say, still_here};
use super::program::{MaybeProgram, Program};
use super::{account, games, lobby};
use crate::lobby::Visit;
use crate::server::Problem;
use crate::server::state::AppState;

/// How much time there is between two looks at the lobby, however much happens there.
const PAUSE: Duration = Duration::from_millis(100);

/// A line of the stream, told apart by `type`; a line `state` is that of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum Line {
    /// First: how everything stands. The state of every game follows.
    Hello {
        /// For whom the token acts.
        account: Account,
        /// Your seeks, and the challenges to you.
        seeks: Vec<SeekAnswer>,
        /// Your games that go on, and those that have ended within the last two minutes.
        games: Vec<GameAnswer>,
    },
    /// Your seeks and the challenges to you have changed: these are all that there are now.
    Seeks {
        /// All of them.
        seeks: Vec<SeekAnswer>,
    },
    /// You have another game. Its state follows, now and whenever it changes.
    Game {
        /// The game.
        game: Box<GameAnswer>,
    },
}

/// What concerns you, a line of JSON each; an empty line every seven seconds.
#[utoipa::path(get, path = "/api/stream", tag = "account", security(("token" = ["read"])),
    responses((status = 200, body = super::openapi::StreamLine, content_type = "application/x-ndjson")))]
pub(super) async fn stream(State(app): State<AppState>, program: Program) -> Result<Response, Problem> {
    let network = program.network;
    let asks = MaybeProgram { known: Some(program), network };
    let place = place(&app, &asks, None)?;
    let ends = Ends::of(&app, &asks);
    let Some(program) = asks.known else { return Err(Problem::NoToken) };
    // Before anything is read, so that nothing is missed.
    let woken = app.games.wakes.watch(&program.person);
    let changed = app.lobby.subscribe();
    let visit = app.lobby.enter(&app.store, Some(program.person.clone())).await?;
    let (lines, response) = open(place);
    let (goes_on, _) = watch::channel(());
    let telling = Telling { app, program, lines, visit, goes_on, followed: HashSet::new(), seeks: Vec::new() };
    tokio::spawn(telling.run(ends, woken, changed));
    Ok(response)
}

/// Tells one reader what concerns one person.
struct Telling {
    app: AppState,
    program: Program,
    lines: Lines,
    /// While it is told, the person is in the lobby: challenges to him and by him stay.
    visit: Visit,
    /// Games are followed until this is dropped.
    goes_on: watch::Sender<()>,
    /// The games that are told, or were.
    followed: HashSet<String>,
    /// The seeks as they were told last.
    seeks: Vec<SeekAnswer>,
}

impl Telling {
    async fn run(mut self, mut ends: Ends, mut woken: watch::Receiver<u64>, mut changed: watch::Receiver<u64>) {
        let lines = self.lines.clone();
        let telling = async {
            if self.hello().await?.is_none() {
                return Ok(());
            }
            let mut alive = alive();
            let mut next = Instant::now() + PAUSE;
            loop {
                let looks_again = async {
                    sleep_until(next).await;
                    let _ = changed.changed().await;
                };
                let goes_on = tokio::select! {
                    _ = woken.changed() => self.games().await?,
                    () = looks_again => {
                        next = Instant::now() + PAUSE;
                        self.look_for_seeks().await?
                    }
                    _ = alive.tick() => {
                        still_here(&self.lines);
                        Some(())
                    }
                };
                if goes_on.is_none() {
                    return Ok(());
                }
            }
        };
        let told: Result<(), StoreError> = tokio::select! {
            told = telling => told,
            () = ends.came() => Ok(()),
            () = lines.closed() => Ok(()),
        };
        if let Err(error) = told {
            tracing::error!(%error, "a program could not be told what concerns it");
        }
        drop(self.visit);
        drop(self.goes_on);
    }

    /// How everything stands; `None` when nobody reads any more, or the account is gone.
    async fn hello(&mut self) -> Result<Option<()>, StoreError> {
        let Ok(account) = account::of(&self.app, &self.program).await else { return Ok(None) };
        let mut games = Vec::new();
        let current = self.current().await?;
        for game in &current {
            games.push(games::answer(&self.app, game, Some(&self.program)).await?);
        }
        self.seeks = lobby::own(&self.app, &self.program.person).await?;
        let hello = Line::Hello { account, seeks: self.seeks.clone(), games };
        if say(&self.lines, &hello).await.is_none() {
            return Ok(None);
        }
        for game in current {
            self.follow(game.id);
        }
        Ok(Some(()))
    }

    /// Tells of games that are new.
    async fn games(&mut self) -> Result<Option<()>, StoreError> {
        for game in self.current().await? {
            if !self.followed.contains(&game.id) {
                let line = Line::Game { game: Box::new(games::answer(&self.app, &game, Some(&self.program)).await?) };
                if say(&self.lines, &line).await.is_none() {
                    return Ok(None);
                }
                self.follow(game.id);
            }
        }
        Ok(Some(()))
    }

    /// The games that go on, and those that have ended just now.
    async fn current(&self) -> Result<Vec<Summary>, StoreError> {
        let since = now_ms() - i64::try_from(LINGERS.as_millis()).unwrap_or(i64::MAX);
        let mut games = self.app.store.running_of(&self.program.person, games::MOST).await?;
        let touched = self.app.store.games_of(&self.program.person, games::MOST).await?;
        // One of them may have ended just now, between the two looks.
        let ended = |game: &Summary| game.status.to_move.is_none() && game.touched_ms > since;
        let ended: Vec<Summary> =
            touched.into_iter().filter(|game| ended(game) && games.iter().all(|other| other.id != game.id)).collect();
        games.extend(ended);
        Ok(games)
    }

    fn follow(&mut self, game: String) {
        let (person, lines, stops) = (self.program.person.clone(), self.lines.clone(), self.goes_on.subscribe());
        tokio::spawn(follow_anywhere(self.app.clone(), game.clone(), person, lines, stops));
        self.followed.insert(game);
    }

    /// Tells of seeks if they are others than before.
    async fn look_for_seeks(&mut self) -> Result<Option<()>, StoreError> {
        let seeks = lobby::own(&self.app, &self.program.person).await?;
        if seeks == self.seeks {
            return Ok(Some(()));
        }
        self.seeks.clone_from(&seeks);
        Ok(say(&self.lines, &Line::Seeks { seeks }).await)
    }
}
