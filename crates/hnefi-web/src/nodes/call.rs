//! What one node has another one do in a game that it serves, and waits for.

use std::time::Duration;

use hnefi_live::{Act, PersonId, Viewer};
use hnefi_rules::Side;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::time::{Instant, sleep, timeout};

use super::Nodes;
use super::accept::{END, Hello};
use super::send_on::{LOOKS_FOR, PAUSE, Unanswered};
use crate::api::Lines;
use crate::server::Problem;
use crate::server::state::AppState;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest answer, in bytes.
const LONGEST: u64 = 4 * 1024;

/// Something to do in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case")]
pub(crate) enum Call {
    /// A person resigns, where he plays against another one.
    Resign { game: String, person: String },
    /// The seat of a side moves to a person.
    MoveSeat { game: String, side: String, person: String },
}

/// What another node says became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Answer {
    Done,
    /// Another node serves the game.
    Elsewhere(i64),
    /// This one serves no game any more, and did nothing: another one will.
    Stopping,
    Failed(String),
}

impl From<Result<(), Problem>> for Answer {
    fn from(done: Result<(), Problem>) -> Answer {
        match done {
            Ok(()) => Answer::Done,
            Err(Problem::Moved(Some(node))) => Answer::Elsewhere(node),
            Err(Problem::Moved(None) | Problem::Stopping) => Answer::Stopping,
            Err(problem) => Answer::Failed(format!("{problem:?}")),
        }
    }
}

impl Call {
    /// Does it, here or where the game is served.
    pub(crate) async fn make(self, app: &AppState) -> Result<(), Problem> {
        let until = Instant::now() + LOOKS_FOR;
        loop {
            let node = match self.here(app).await {
                Err(Problem::Moved(Some(node))) => node,
                done => return done,
            };
            match app.games.nodes.call(node, &self).await {
                Ok(Answer::Done) => return Ok(()),
                Ok(Answer::Failed(why)) => return Err(Problem::Internal(format!("node {node}: {why}"))),
                Ok(Answer::Elsewhere(_) | Answer::Stopping) | Err(Unanswered::NotAsked | Unanswered::Moved) => {}
                Err(Unanswered::Unsure) => return Err(Problem::Unsure),
            }
            if Instant::now() > until {
                return Err(Problem::Moved(None));
            }
            sleep(PAUSE).await;
        }
    }

    /// Does it here, if this node serves the game.
    async fn here(&self, app: &AppState) -> Result<(), Problem> {
        match self {
            Call::Resign { game, person } => {
                let viewer = Viewer::Person(PersonId::new(person.clone()));
                Ok(app.games.open(game).resign(&viewer).await?)
            }
            Call::MoveSeat { game, side, person } => {
                let viewer = Viewer::Person(PersonId::new(person.clone()));
                let side: Side = side.parse().map_err(|error| Problem::Internal(format!("{error}")))?;
                app.games.open(game).sit(&viewer, Act::MoveSeat { side }).await
            }
        }
    }

    /// Does it for another node.
    pub(super) async fn answer(&self, app: &AppState) -> Answer {
        self.here(app).await.into()
    }
}

impl Nodes {
    async fn call(&self, node: i64, call: &Call) -> Result<Answer, Unanswered> {
        let shared = self.0.as_ref().ok_or(Unanswered::NotAsked)?;
        let hello = serde_json::to_vec(&Hello::Call(call.clone())).map_err(|_| Unanswered::NotAsked)?;
        let mut tunnel = shared.bus.dial(node, &hello).await.map_err(|_| Unanswered::NotAsked)?;
        let asking = async {
            tunnel.shutdown().await?;
            let mut answer = Vec::new();
            tunnel.take(LONGEST).read_to_end(&mut answer).await?;
            Ok::<Answer, std::io::Error>(serde_json::from_slice(&answer)?)
        };
        match timeout(PATIENCE, asking).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) | Err(_) => Err(Unanswered::Unsure),
        }
    }

    /// Passes on what the node that serves a game tells of it. Whether it was told to its end.
    pub(crate) async fn follow(&self, node: i64, game: &str, person: &PersonId, lines: &Lines) -> bool {
        let Some(shared) = &self.0 else { return true };
        let hello = Hello::Follow { game: game.to_owned(), person: person.as_str().to_owned() };
        let Ok(hello) = serde_json::to_vec(&hello) else { return true };
        let Ok(tunnel) = shared.bus.dial(node, &hello).await else { return false };
        let mut read = BufReader::new(tunnel);
        loop {
            let mut line = Vec::new();
            match read.read_until(b'\n', &mut line).await {
                Ok(_) if line == END => return true,
                Ok(_) if line.ends_with(b"\n") => {
                    if lines.send(line.into()).await.is_err() {
                        return true;
                    }
                }
                Ok(_) | Err(_) => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hnefi_store::StoreError;

    use super::*;

    #[test]
    fn a_node_that_has_lost_its_lease_says_that_another_one_will_do_it() {
        let lost = |error: StoreError| Answer::from(Err(Problem::from(error)));
        assert_eq!(lost(StoreError::Lost("the database".to_owned())), Answer::Stopping);
        assert_eq!(lost(StoreError::Closing), Answer::Stopping);
        assert_eq!(lost(StoreError::Elsewhere { game: "g".to_owned(), node: 7 }), Answer::Elsewhere(7));
        assert!(matches!(lost(StoreError::Commit("full".to_owned())), Answer::Failed(_)));
        assert_eq!(Answer::from(Ok(())), Answer::Done);
    }
}
