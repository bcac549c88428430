//! The page on which a game is played or watched.

use askama::Template;

use super::filters;

/// A game. Everything on the page comes from its first `state` message and those that the socket brings.
#[derive(Clone, Debug, Template)]
#[template(path = "game.html")]
pub struct GamePage {
    /// The title of the page.
    pub title: String,
    /// The first `state` message.
    pub state_json: String,
    /// The address of the socket, beginning with `/ws/`.
    pub socket: String,
    /// The id of the game.
    pub game: String,
    /// Whether the page shows the game to a watcher.
    pub watch: bool,
}
