//! The page on which a game is played or watched.

use askama::Template;
use serde_json::Value;

use crate::server::filters;

/// A game. Everything on the page comes from its first `state` message and those that the socket brings.
#[derive(Clone, Debug, Template)]
#[template(path = "game.html")]
pub(crate) struct GamePage {
    /// The title of the page.
    pub(crate) title: String,
    /// The first `state` message.
    pub(crate) state_json: String,
    /// The address of the socket, beginning with `/ws/`.
    pub(crate) socket: String,
    /// The id of the game.
    pub(crate) game: String,
    /// Whether the page shows the game to a watcher.
    pub(crate) watch: bool,
}

impl GamePage {
    /// A text of the first state, by its place there; empty if there is none.
    fn stated(&self, pointer: &str) -> String {
        let state: Value = serde_json::from_str(&self.state_json).unwrap_or_default();
        state.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    fn ruleset_address(&self) -> String {
        self.stated("/rules/address")
    }

    /// The rule set that house rules start from; empty for no house rules.
    fn house_base(&self) -> String {
        self.stated("/rules/house/base")
    }

    /// What differs from it.
    fn house_differs(&self) -> Vec<String> {
        let state: Value = serde_json::from_str(&self.state_json).unwrap_or_default();
        let lines = state.pointer("/rules/house/differs").and_then(Value::as_array).cloned().unwrap_or_default();
        lines.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    fn ruleset_name(&self) -> String {
        self.stated("/rules/name")
    }

    fn status(&self) -> String {
        let ended = self.stated("/outcome/says");
        if ended.is_empty() { self.stated("/status") } else { ended }
    }

    /// Where the game is as text: beside the page that shows it.
    fn text_address(&self) -> String {
        match self.socket.strip_prefix("/ws/watch/") {
            Some(secret) => format!("/watch/{secret}/text"),
            None => format!("/game/{}/text", self.game),
        }
    }
}
