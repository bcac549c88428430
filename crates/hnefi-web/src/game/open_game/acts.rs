//! What people do in a game: from their message to the stored row.

use std::sync::Arc;

use hnefi_live::{Act, Change, Moment, OfferKind, Sides, Viewer};
use hnefi_rules::{Ground, Intent, Offer, Side, Square};
use hnefi_store::{StoreError, now_ms};
use hnefi_words::Words;

use super::refusing::seat_problem;
use super::{Locked, OpenGame, Refusing, links};
use crate::game::answers::Refused;
use crate::game::messages::ClientMessage;
use crate::server::Problem;
use crate::server::secret;

/// What follows when something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is shown to everybody.
    Shown,
    /// Nothing changed, but who asked may not know how the game stands.
    Resend,
}

impl OpenGame {
    /// Does what a page asks for, if it is something that changes the game.
    pub(crate) async fn act(
        self: &Arc<Self>,
        viewer: &Viewer,
        seat: Option<Side>,
        message: ClientMessage,
    ) -> Result<Answer, Refusing> {
        let Some(act) = read_act(message)? else { return Ok(Answer::Resend) };
        let mut live = self.lock().await?;
        let new_id = secret::game_id();
        let moment = Moment { at_ms: now_ms(), new_id: &new_id };
        match live.room.handle_act(moment, viewer, seat, act) {
            Ok(Some(change)) => {
                self.append(&mut live, &change).await?;
                Ok(Answer::Shown)
            }
            Ok(None) => Ok(Answer::Resend),
            Err(error) => Err(Refusing::of(error, &live)),
        }
    }

    /// Takes a seat, or moves one, for who followed the link to it.
    pub(crate) async fn sit(self: &Arc<Self>, viewer: &Viewer, act: Act) -> Result<(), Problem> {
        let mut live = self.lock().await?;
        let new_id = secret::game_id();
        let moment = Moment { at_ms: now_ms(), new_id: &new_id };
        match live.room.handle_act(moment, viewer, None, act).map_err(seat_problem)? {
            Some(change) => Ok(self.append(&mut live, &change).await?),
            None => Ok(()),
        }
    }

    /// **Append**: one change goes into the store, whole or not at all; after the commit it is shown.
    pub(super) async fn append(self: &Arc<Self>, live: &mut Locked<'_>, change: &Change) -> Result<(), StoreError> {
        // Who asked may hang up while the disk is waited for.
        live.in_doubt = true;
        self.games.store.commit(change, &links::of_change(&self.games.secrets, change)).await?;
        if !change.seats.is_empty() {
            live.names = self.games.store.names_in(&self.id).await?;
        }
        live.in_doubt = false;
        tracing::debug!(game = self.id, version = live.room.log().version(), "append");
        let live = &mut **live;
        live.view.update(live.room.game());
        self.carry_out(live);
        if let Some(next) = &change.next
            && next.due().is_some()
        {
            self.games.open(&next.id).wake_at(now_ms());
        }
        Ok(())
    }
}

/// **Read**: a message becomes an act; `None` for one that changes nothing.
fn read_act(message: ClientMessage) -> Result<Option<Act>, Refused> {
    Ok(Some(match message {
        ClientMessage::Move { id, ply, from, to } => Act::Move { intent: read(&from, &to)?, ply, client_id: id },
        ClientMessage::Resign => Act::Resign,
        ClientMessage::Offer { kind, ground } => {
            Act::Offer(match (kind.as_str(), ground.as_deref().and_then(Ground::from_id)) {
                ("draw", _) => OfferKind::Game(Offer::Draw),
                ("claim", Some(ground)) => OfferKind::Game(Offer::Claim(ground)),
                ("take-back", _) => OfferKind::Game(Offer::TakeBack),
                ("rematch", _) => OfferKind::Rematch(Sides::Swapped),
                ("same-sides", _) => OfferKind::Rematch(Sides::Same),
                _ => return Err(Refused::plain("refused-unknown-offer")),
            })
        }
        ClientMessage::Answer { accept } => Act::Answer { accept },
        ClientMessage::Withdraw => Act::Withdraw,
        ClientMessage::Hello { .. }
        | ClientMessage::Why { .. }
        | ClientMessage::Hint
        | ClientMessage::Prove { .. }
        | ClientMessage::Ping => return Ok(None),
    }))
}

/// **Read**: two squares as text become an intent.
pub(crate) fn read(from: &str, to: &str) -> Result<Intent, Refused> {
    let square = |text: &str| {
        text.parse::<Square>().map_err(|error| Refused {
            code: "unreadable".to_owned(),
            message: Words::english().square_error(&error),
            clause: None,
        })
    };
    let intent = Intent { from: square(from)?, to: square(to)? };
    tracing::debug!(%intent, "read");
    Ok(intent)
}
