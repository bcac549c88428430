//! What one node has another one do in a game that it serves, and waits for.

use std::time::Duration;

use hnefi_live::{Act, PersonId, Viewer};
use hnefi_rules::Side;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::time::timeout;

use super::Nodes;
use super::accept::{END, Hello};
use crate::api::Lines;
use crate::server::Problem;
use crate::server::state::AppState;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many times it is looked anew where a game is served now.
const TRIES: usize = 3;
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

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Answer {
    Done,
    /// Another node serves the game.
    Elsewhere(i64),
    Failed(String),
}

impl Call {
    /// Does it, here or where the game is served.
    pub(crate) async fn make(self, app: &AppState) -> Result<(), Problem> {
        let mut answer = self.here(app).await;
        for _ in 0..TRIES {
            match answer {
                Answer::Done => return Ok(()),
                Answer::Failed(why) => return Err(Problem::Internal(why)),
                Answer::Elsewhere(node) => answer = app.games.nodes.call(node, &self).await,
            }
        }
        Err(Problem::Moved(None))
    }

    /// Does it here, if this node serves the game.
    pub(super) async fn here(&self, app: &AppState) -> Answer {
        let done = match self {
            Call::Resign { game, person } => {
                let viewer = Viewer::Person(PersonId::new(person.clone()));
                app.games.open(game).resign(&viewer).await.map_err(Problem::from)
            }
            Call::MoveSeat { game, side, person } => {
                let viewer = Viewer::Person(PersonId::new(person.clone()));
                match side.parse::<Side>() {
                    Ok(side) => app.games.open(game).sit(&viewer, Act::MoveSeat { side }).await,
                    Err(error) => Err(Problem::Internal(error.to_string())),
                }
            }
        };
        match done {
            Ok(()) => Answer::Done,
            Err(Problem::Moved(Some(node))) => Answer::Elsewhere(node),
            Err(problem) => Answer::Failed(format!("{problem:?}")),
        }
    }
}

impl Nodes {
    async fn call(&self, node: i64, call: &Call) -> Answer {
        let Some(shared) = &self.0 else { return Answer::Failed("there are no other nodes".to_owned()) };
        let asking = async {
            let hello = serde_json::to_vec(&Hello::Call(call.clone())).map_err(|error| error.to_string())?;
            let mut tunnel = shared.bus.dial(node, &hello).await.map_err(|error| error.to_string())?;
            tunnel.shutdown().await.map_err(|error| error.to_string())?;
            let mut answer = Vec::new();
            tunnel.take(LONGEST).read_to_end(&mut answer).await.map_err(|error| error.to_string())?;
            serde_json::from_slice(&answer).map_err(|error| error.to_string())
        };
        match timeout(PATIENCE, asking).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(why)) => Answer::Failed(format!("node {node}: {why}")),
            Err(_) => Answer::Failed(format!("node {node} does not answer")),
        }
    }
}

impl Nodes {
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
