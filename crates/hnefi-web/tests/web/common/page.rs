//! The page of a game.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::PATIENCE;

/// A page that keeps to the protocol: it cuts its plies to `since` and appends.
pub(crate) struct Page {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) state: Value,
    pub(crate) plies: Vec<Value>,
}

impl Page {
    /// Says hello with what the page shows, and waits for the state.
    pub(crate) async fn hello(&mut self) {
        let version = self.state["version"].as_u64().unwrap_or(0);
        self.send(json!({"type": "hello", "plies": self.plies.len(), "version": version})).await;
        self.until("state", |_| true).await;
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message, or the reason why the server closed.
    pub(crate) async fn next(&mut self) -> Result<Value, Option<CloseFrame>> {
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let message = tokio::time::timeout_at(until, self.socket.next()).await.expect("the server says something");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "state" {
                        self.take(&message);
                    }
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    fn take(&mut self, state: &Value) {
        let since = state["since"].as_u64().unwrap() as usize;
        assert!(since <= self.plies.len(), "the server counts on {since} plies, and the page has {}", self.plies.len());
        self.plies.truncate(since);
        self.plies.extend(state["plies"].as_array().unwrap().iter().cloned());
        self.state = state.clone();
    }

    /// Waits for a message of a type that fulfils a wish.
    pub(crate) async fn until(&mut self, kind: &str, wish: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.next().await {
                Ok(message) if message["type"] == kind && wish(&message) => return message,
                Ok(_) => {}
                Err(reason) => panic!("closed while waiting for {kind}: {reason:?}"),
            }
        }
    }

    /// Waits until the page shows a state that fulfils a wish, if it does not yet.
    pub(crate) async fn until_state(&mut self, wish: impl Fn(&Value) -> bool) {
        while !wish(&self.state) {
            self.until("state", |_| true).await;
        }
    }

    /// Waits until the page shows so many plies.
    pub(crate) async fn until_plies(&mut self, plies: usize) {
        while self.plies.len() != plies || self.state.is_null() {
            self.until("state", |_| true).await;
        }
    }

    /// Waits until the server closes, and gives the code and the reason.
    pub(crate) async fn closed(&mut self) -> (u16, String) {
        loop {
            match self.next().await {
                Ok(_) => {}
                Err(Some(frame)) => return (frame.code.into(), frame.reason.to_string()),
                Err(None) => panic!("the line broke without a reason"),
            }
        }
    }

    /// Sends a move with an id of its own.
    pub(crate) async fn send_move(&mut self, id: &str, ply: usize, mv: &str) {
        let (from, to) = mv.split_once('-').unwrap();
        self.send(json!({"type": "move", "id": id, "ply": ply, "from": from, "to": to})).await;
    }

    /// Plays a move, and waits until it is confirmed.
    pub(crate) async fn play(&mut self, mv: &str) {
        let ply = self.plies.len();
        self.send_move(&format!("{mv}/{ply}"), ply, mv).await;
        self.until_plies(ply + 1).await;
        assert_eq!(self.plies[ply]["move"], mv);
    }

    /// Plays the legal move of a number, counted round.
    pub(crate) async fn play_any(&mut self, number: usize) {
        let legal = self.state["legal"].as_object().unwrap();
        let moves: Vec<String> = legal
            .iter()
            .flat_map(|(from, tos)| {
                tos.as_array().unwrap().iter().map(move |to| format!("{from}-{}", to.as_str().unwrap()))
            })
            .collect();
        assert!(!moves.is_empty(), "{}", self.state);
        let mv = moves[number % moves.len()].clone();
        self.play(&mv).await;
    }

    /// Whether something may be done now.
    pub(crate) fn may(&self, action: &str) -> bool {
        self.state["actions"].as_array().unwrap().iter().any(|a| a == action)
    }

    /// The path of a link on this page.
    pub(crate) fn link(&self, name: &str) -> String {
        let url =
            self.state["links"][name].as_str().unwrap_or_else(|| panic!("no link {name}: {}", self.state["links"]));
        let path = url.split_once("://").map_or(url, |(_, rest)| &rest[rest.find('/').unwrap()..]);
        path.to_owned()
    }
}
