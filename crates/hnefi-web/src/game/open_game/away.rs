//! Somebody is away for some days: the clocks of his games of days stand still until he is back.

use std::sync::Arc;

use hnefi_live::{PersonId, Viewer};
use hnefi_rules::Side;
use hnefi_store::{StoreError, now_ms};
use hnefi_words::{Words, isolated};

use super::{Live, OpenGame, OpenGames};
use crate::nodes::Told;
use crate::server::date::minute;

/// How many running games of somebody are looked at.
const LOOKED_AT: u32 = 10_000;

impl OpenGames {
    /// Somebody has gone away, stays longer, or is back: notes it in his games of days.
    pub(crate) async fn note_away_of(&self, person: &PersonId) -> Result<(), StoreError> {
        self.nodes.tell(Told::Away { person: person.as_str().to_owned() });
        self.note_away_here(person).await
    }

    /// The same in those that this node serves, or that nobody does.
    pub(crate) async fn note_away_here(&self, person: &PersonId) -> Result<(), StoreError> {
        for game in self.store.running_of(person, LOOKED_AT).await? {
            if game.control.is_some_and(|control| !control.is_live()) {
                match self.open(&game.id).note_away().await {
                    Ok(()) | Err(StoreError::Elsewhere { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Notes soon who is away in the games whose log does not say so, and who is back in those that say he is away.
    pub(crate) fn note_away_soon(&self) {
        let games = self.clone();
        tokio::spawn(async move {
            let noted = async {
                for game in games.store.away_unnoted(now_ms()).await? {
                    match games.open(&game).note_away().await {
                        Ok(()) | Err(StoreError::Elsewhere { .. }) => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(())
            };
            match noted.await {
                Ok(()) | Err(StoreError::Closing) => {}
                Err(error) => tracing::error!(%error, "who is away could not be noted"),
            }
        });
    }
}

impl OpenGame {
    /// Notes who is away.
    pub(super) async fn note_away(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut live = self.lock().await?;
        let moment = self.moment("", 0);
        let until = self.games.store.away_at(live.room.seats(), moment.at_ms).await?;
        match live.room.handle_away(moment, until) {
            Some(change) => self.append(&mut live, &change).await,
            None => Ok(()),
        }
    }
}

/// Who is away from a game, and that its clocks stand still, in words.
pub(super) fn notices(live: &Live, viewer: &Viewer) -> Vec<String> {
    let words = Words::english();
    let Some(timed) = live.room.log().timed() else { return Vec::new() };
    let mine = live.room.sides_of(viewer);
    let notice = |side: Side| {
        let when = minute(timed.away_ms(side)?);
        if mine.contains(&side) {
            return Some(words.format("away-game-yours", &[("when", when.into())]));
        }
        let values = |who: String| [("who", who.into()), ("when", when.into())];
        Some(match live.names[side].name() {
            Some(name) => words.format("away-game", &values(isolated(name.as_str()))),
            None => words.format("away-game", &values(words.format("away-side", &[("side", side.into())]))),
        })
    };
    Side::ALL.into_iter().filter_map(notice).collect()
}
