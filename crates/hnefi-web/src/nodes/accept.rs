//! Answering what other nodes send on.

use std::net::IpAddr;

use axum::body::Bytes;
use hnefi_bus::Tunnel;
use hnefi_live::{PersonId, Viewer};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt;
use tokio::sync::{mpsc, watch};

use super::call::Call;
use crate::api;
use crate::server::app;
use crate::server::client::Peer;
use crate::server::connections::converse;
use crate::server::state::AppState;

/// What a tunnel between two nodes is for: the first thing that is said on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Hello {
    /// HTTP, on behalf of who is at this address.
    Http {
        /// The other end of the connection, which may be a proxy's.
        ip: IpAddr,
    },
    /// The states of a game, a line of JSON each, for a program of this person.
    Follow { game: String, person: String },
    /// Something to do in a game. The answer is all that follows.
    Call(Call),
}

/// Answers what comes from other nodes, until the bus is closed. Returns at once in a server that runs alone.
pub(crate) async fn accept(state: AppState) {
    let Some(shared) = state.games.nodes.0.clone() else { return };
    let router = app(state.clone());
    while let Some((mut tunnel, hello)) = shared.bus.accept().await {
        match serde_json::from_slice(&hello) {
            Ok(Hello::Http { ip }) => {
                let peer = Peer { ip, place: None, sent_on: true };
                tokio::spawn(converse(tunnel, peer, router.clone(), state.stopping.subscribe()));
            }
            Ok(Hello::Follow { game, person }) => {
                tokio::spawn(tell_lines(state.clone(), tunnel, game, PersonId::new(person)));
            }
            Ok(Hello::Call(call)) => {
                let state = state.clone();
                tokio::spawn(async move {
                    let answer = serde_json::to_vec(&call.answer(&state).await).unwrap_or_default();
                    // Who asked may have gone; what was done stays done.
                    let _ = tunnel.write_all(&answer).await;
                    let _ = tunnel.shutdown().await;
                });
            }
            Err(error) => tracing::warn!(%error, "another node wants something that is not known here"),
        }
    }
}

/// How many lines wait for who reads.
const WAITING: usize = 4;

/// Tells of a game until there is nothing more to tell, or nobody hears it.
async fn tell_lines(state: AppState, mut tunnel: Tunnel, game: String, person: PersonId) {
    let (lines, mut read) = mpsc::channel::<Bytes>(WAITING);
    let (goes_on, stops) = watch::channel(());
    let who = (Viewer::Person(person.clone()), Some(person));
    let following = tokio::spawn(api::follow(state.clone(), state.games.open(&game), who, lines, stops));
    while let Some(line) = read.recv().await {
        if tunnel.write_all(&line).await.is_err() || tunnel.flush().await.is_err() {
            break;
        }
    }
    drop((goes_on, read));
    // What could not be told to its end breaks off, so that it is asked for elsewhere.
    if let Ok(Ok(())) = following.await {
        let _ = tunnel.write_all(END).await;
        let _ = tunnel.shutdown().await;
    }
}

/// What stands after the last line of a game of which there is nothing more to tell.
pub(super) const END: &[u8] = b"\0";
