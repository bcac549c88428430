//! What nodes tell each other. A message that is lost costs somebody a wait, and never a move: everything of it is in the database.

use std::sync::Arc;

use hnefi_live::PersonId;
use serde::{Deserialize, Serialize};

use super::Nodes;
use crate::server::ended::Ended;
use crate::server::state::AppState;

/// A message to all other nodes. `docs/formats/bus.md` says what may change in it from one version to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "told", rename_all = "kebab-case")]
pub(crate) enum Told {
    /// A person has another game than before.
    Woken { person: String },
    /// A game is over, or who played it did not come to the next one.
    Over,
    /// A person is called otherwise from now on.
    Renamed { person: String },
    /// Who may say or hear what has changed.
    TalkAnew,
    /// A person is away from his games of days, or back.
    Away { person: String },
    /// What is shown of a game has changed elsewhere.
    LoadAgain { game: String },
    /// A session has ended, by the SHA-256 of its token.
    SessionEnded { token: String },
    /// All sessions of a person have ended, but perhaps one.
    SessionsEnded { person: String, keep: Option<String> },
    /// Who is turned away, or has a warning to read, has changed.
    Order,
}

impl Nodes {
    /// Tells all other nodes something, soon; nobody in a server that runs alone.
    pub(crate) fn tell(&self, told: Told) {
        let Some(shared) = self.0.clone() else { return };
        tokio::spawn(async move {
            match serde_json::to_vec(&told) {
                Ok(message) => shared.bus.tell_all(&message).await,
                Err(error) => tracing::error!(%error, "what nodes are told cannot be written"),
            }
        });
    }
}

/// Hears what the other nodes tell, until the bus is closed. Returns at once in a server that runs alone.
pub(crate) async fn hear(app: AppState) {
    let Some(shared) = app.games.nodes.0.clone() else { return };
    while let Some((node, message)) = shared.bus.told().await {
        match serde_json::from_slice(&message) {
            Ok(told) => {
                tracing::debug!(node, ?told, "told");
                follow(&app, told).await;
            }
            // A newer version may know more.
            Err(error) => tracing::debug!(node, %error, "another node told something that is not known here"),
        }
    }
}

async fn follow(app: &AppState, told: Told) {
    let person = PersonId::new;
    match told {
        Told::Woken { person: who } => app.games.wakes.person(&person(who)),
        Told::Over => {
            app.store.rated_game_ended_elsewhere();
            app.games.over.notify_one();
        }
        Told::Renamed { person: who } => {
            if let Err(error) = app.renamed_here(&person(who)).await {
                tracing::error!(?error, "a new name could not be shown");
            }
        }
        Told::TalkAnew => app.games.talk_anew_here().await,
        Told::Away { person: who } => {
            if let Err(error) = app.games.note_away_here(&person(who)).await {
                tracing::error!(%error, "who is away could not be noted");
            }
        }
        Told::LoadAgain { game } => app.games.load_again_here(&game),
        Told::SessionEnded { token } => app.ends.heard(Ended::Session(Arc::from(token))),
        Told::SessionsEnded { person: who, keep } => {
            app.ends.heard(Ended::Person(person(who), keep.map(Arc::from)));
        }
        Told::Order => {
            if let Err(error) = app.read_order().await {
                tracing::error!(%error, "who is turned away or warned could not be read");
            }
        }
    }
}
