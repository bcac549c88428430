//! The page on which a game is played or watched.

use askama::Template;
use hnefi_wire::RulesName;

use crate::picture::Unfold;
use crate::server::filters;

/// A game. Everything on the page comes from its first `state` message and those that the socket brings.
#[derive(Clone, Debug, Template)]
#[template(path = "game.html")]
pub(crate) struct GamePage {
    /// What programs show of a link to the page, if everybody may see it.
    pub(crate) unfold: Option<Unfold>,
    /// The title of the page.
    pub(crate) title: String,
    /// The rule set.
    pub(crate) rules: RulesName,
    /// How the game stands, in words.
    pub(crate) says: String,
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
    /// Where the game is as text: beside the page that shows it.
    fn text_address(&self) -> String {
        match self.socket.strip_prefix("/ws/watch/") {
            Some(secret) => format!("/watch/{secret}/text"),
            None => format!("/game/{}/text", self.game),
        }
    }
}
