//! The page on which a game is played or watched.
use askama::Template;
use hnefi_wire::{RulesName, State};

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
    /// What is on it.
    pub article: GameArticle,
    /// The first `state` message.
    pub state_json: String,
}

/// What is on a game page, wherever the game is kept.
#[derive(Clone, Debug, Template)]
#[template(path = "game-article.html")]
pub struct GameArticle {
    /// The rule set.
    pub rules: RulesName,
    /// How the game stands, in words.
    pub says: String,
    /// The id of the game.
    pub game: String,
    /// The address of the socket, beginning with `/ws/`; empty where a browser keeps the game.
    pub socket: String,
    /// Where the game is as text; empty where a browser keeps the game.
    pub text: String,
    /// Whether the page shows the game to a watcher.
    pub watch: bool,
    /// Whether there is a talk beside the game.
    pub talk: bool,
    /// The sides that others than the viewer play, by their ids.
    pub others: Vec<&'static str>,
    /// The event for which the game is played.
    pub event: Option<GameEvent>,
}

/// The event for which a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEvent {
    /// The address of its page.
    pub address: String,
    /// What it is called.
    pub name: String,
    /// The round, counted from 1.
    pub round: u32,
    /// The board in that round, counted from 1.
    pub board: u32,
}

impl GameArticle {
    /// Of a game that a browser keeps.
    pub fn of(state: &State) -> GameArticle {
        GameArticle {
            rules: state.rules.clone(),
            says: state.outcome.as_ref().map_or(&state.status, |outcome| &outcome.says).clone(),
            game: state.game.clone(),
            socket: String::new(),
            text: String::new(),
            watch: false,
            talk: false,
            others: Vec::new(),
            event: None,
        }
    }

    /// The article as HTML.
    ///
    /// # Errors
    /// When the template cannot be rendered, which is a fault of the program.
    pub fn html(&self) -> askama::Result<String> {
        self.render()
    }
}

/// The page of a game that a browser keeps: a script puts the article there, when it knows which game it is. Its id is in the fragment of the address.
///
/// ```
/// let build = hnefi_views::Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// let page = hnefi_views::render(&hnefi_views::game::HerePage, &build).unwrap();
/// assert!(page.contains("js/here.js") && !page.contains("id=\"board\""));
/// ```
#[derive(Clone, Copy, Debug, Template)]
#[template(path = "here.html")]
pub struct HerePage;
