//! What people are told.

use hnefi_live::{PersonId, ShownAs};
use hnefi_push::Message;
use hnefi_rules::Side;
use hnefi_store::{Store, StoreError, Summary};
use hnefi_words::{Words, isolated};
use serde::Serialize;

/// For how long a message is kept for a browser that is away, in seconds.
const KEPT: u32 = 24 * 60 * 60;

/// Something to tell somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// It is somebody's move in a game.
    Turn {
        /// Which.
        game: String,
        /// Whose.
        to: PersonId,
    },
    /// A game of an event begins.
    Begins {
        /// Which.
        game: String,
        /// Who plays it.
        to: PersonId,
    },
    /// Less than a quarter of the time of somebody's move is left.
    Short {
        /// In which game.
        game: String,
        /// Whose.
        to: PersonId,
    },
    /// Somebody is challenged.
    Challenge {
        /// By whom.
        by: PersonId,
        /// Who.
        to: PersonId,
    },
}

/// What the page's service worker is given.
#[derive(Serialize)]
struct Told<'a> {
    title: &'a str,
    body: &'a str,
    /// A path of this server.
    url: &'a str,
    /// A notice takes the place of one with the same tag.
    tag: &'a str,
}

impl Notice {
    pub(super) fn to(&self) -> &PersonId {
        match self {
            Notice::Turn { to, .. }
            | Notice::Begins { to, .. }
            | Notice::Short { to, .. }
            | Notice::Challenge { to, .. } => to,
        }
    }

    /// The message; `None` when it is not so any more. No secret of a link is in it: a game opens for who holds a seat.
    pub(super) async fn message(&self, store: &Store) -> Result<Option<Message>, StoreError> {
        let words = Words::english();
        let (title, body, url, tag) = match self {
            Notice::Turn { game, to } | Notice::Short { game, to } => {
                let Some(summary) = store.summary(game).await? else { return Ok(None) };
                if !summary.status.to_move.is_some_and(|side| summary.seats[side].is_held_by(to)) {
                    return Ok(None);
                }
                let title = match self {
                    Notice::Short { .. } => words.text("push-short"),
                    _ => words.text("push-turn"),
                };
                (title, against(store, &summary, to).await?, format!("/game/{game}"), game.clone())
            }
            Notice::Begins { game, to } => {
                let Some(summary) = store.summary(game).await?.filter(|summary| summary.status.to_move.is_some())
                else {
                    return Ok(None);
                };
                let body = against(store, &summary, to).await?;
                (words.text("push-begins"), body, format!("/game/{game}"), game.clone())
            }
            Notice::Challenge { by, .. } => {
                let bot = store.is_bot(by).await?;
                let name = store.name(by).await?.map(|name| isolated(&hnefi_wire::called(name.as_str(), bot)));
                let name = name.unwrap_or_else(|| words.text("push-somebody"));
                let body = words.format("push-challenge-by", &[("name", name.into())]);
                (words.text("push-challenge"), body, "/lobby".to_owned(), "challenge".to_owned())
            }
        };
        let told = Told { title: &title, body: &body, url: &url, tag: &tag };
        let text = serde_json::to_string(&told).map_err(|error| StoreError::Corrupt {
            game: tag.clone(),
            problem: format!("a notice cannot be written: {error}"),
        })?;
        Ok(Some(Message { text, seconds: KEPT, topic: Some(tag) }))
    }
}

/// The rules of a game, and who plays the other side.
async fn against(store: &Store, game: &Summary, person: &PersonId) -> Result<String, StoreError> {
    let words = Words::english();
    let names = store.names_in(&game.id).await?;
    let other = Side::ALL.into_iter().find(|&side| !game.seats[side].is_held_by(person));
    let name = other.and_then(|side| ShownAs::name(&names[side])).map(|name| isolated(name.as_str()));
    let values = [
        ("rules", game.ruleset_name.as_str().into()),
        ("name", name.unwrap_or_else(|| words.text("push-somebody")).into()),
    ];
    Ok(words.format("push-game", &values))
}
