//! The page on which a game is played or watched.
use askama::Template;
use hnefi_wire::RulesName;

use crate::Unfold;
use crate::filters;

/// A game. Everything on the page comes from its first `state` message and those that the socket brings.
#[derive(Clone, Debug, Template)]
#[template(path = "game.html")]
pub struct GamePage {
    /// What programs show of a link to the page, if everybody may see it.
    pub unfold: Option<Unfold>,
    /// The title of the page.
    pub title: String,
    /// The rule set.
    pub rules: RulesName,
    /// How the game stands, in words.
    pub says: String,
    /// The first `state` message.
    pub state_json: String,
    /// The address of the socket, beginning with `/ws/`.
    pub socket: String,
    /// The id of the game.
    pub game: String,
    /// Whether the page shows the game to a watcher.
    pub watch: bool,
}

impl GamePage {
    /// Where the game is as text: beside the page that shows it.
    fn text_address(&self) -> String {
        match self.socket.strip_prefix("/ws/watch/") {
            Some(secret) => format!("/watch/{secret}/text"),
            None => format!("/game/{}/text", self.game),
        }
    }
}
