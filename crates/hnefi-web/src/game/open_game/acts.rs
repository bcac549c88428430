//! What people do in a game: from their message to the stored row.

use std::sync::Arc;
use std::time::Instant;

use hnefi_live::{Act, Change, Event, NewGame, PersonId, Viewer, Written};
use hnefi_rules::Side;
use hnefi_store::{StoreError, now_ms};
use hnefi_wire::{ClientMessage, WhatIf, WhyState, read_act, what_if, why};

use super::refusing::seat_problem;
use super::{Live, Locked, OpenGame, Refusing, links};
use crate::nodes::Told;
use crate::push::Notice;
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
        lag_ms: u32,
    ) -> Result<Answer, Refusing> {
        let Some(act) = read_act(message)? else { return Ok(Answer::Resend) };
        tracing::debug!(game = self.id, ?act, "read");
        let mut live = self.lock().await?;
        let new_id = secret::game_id();
        let moment = self.moment(&new_id, lag_ms);
        match live.room.handle_act(moment, viewer, seat, act) {
            Ok(Some(change)) => {
                self.append(&mut live, &change).await?;
                Ok(Answer::Shown)
            }
            Ok(None) => Ok(Answer::Resend),
            Err(error) => Err(hnefi_wire::Refusing::of(error, live.room.game()).into()),
        }
    }

    /// Answers a question about the position after `ply` plies.
    pub(crate) async fn why(
        self: &Arc<Self>,
        square: Option<&str>,
        mv: Option<&str>,
        ply: u32,
    ) -> Result<WhyState, Refusing> {
        let live = self.lock().await?;
        Ok(why(live.room.game(), square, mv, ply)?)
    }

    /// The position to which some moves would lead, for who makes conditional moves.
    pub(crate) async fn what_if(
        self: &Arc<Self>,
        viewer: &Viewer,
        ply: u32,
        moves: &[String],
    ) -> Result<WhatIf, Refusing> {
        let live = self.lock().await?;
        Ok(what_if(&live.room, viewer, ply, moves)?)
    }

    /// Tells who is to move now, where nobody sits at the board all the time and no page of his shows it.
    fn tell_turn(&self, live: &Live, change: &Change) {
        let began = |written: &Written| {
            matches!(written.entry.event, Event::Ply { .. } | Event::ClocksStarted | Event::Back { .. })
        };
        let days = live.room.clock().is_some_and(|clock| !clock.control().is_live());
        if let (true, true, Some(side)) = (days, change.entries.last().is_some_and(began), live.room.log().turn())
            && !live.room.is_online(side)
            // Who has just sat down is here.
            && !change.seats.iter().any(|seat| seat.side == side)
            && let Some(person) = live.room.seats()[side].person()
        {
            self.games.push.tell(Notice::Turn { game: self.id.clone(), to: person.clone() });
        }
    }

    /// Tells who moves first in another game of the match, where he is not here to see it begin.
    fn tell_first(&self, live: &Live, next: &NewGame) {
        let here = |person: &PersonId| {
            Side::ALL.into_iter().any(|side| live.room.seats()[side].is_held_by(person) && live.room.is_online(side))
        };
        if next.clock.as_ref().is_some_and(|clock| !clock.control().is_live())
            && let Some(person) = next.game.turn().and_then(|turn| next.seats[turn].person())
            && !here(person)
        {
            self.games.push.tell(Notice::Turn { game: next.id.clone(), to: person.clone() });
        }
    }

    /// Takes a seat, or moves one, for who followed the link to it.
    pub(crate) async fn sit(self: &Arc<Self>, viewer: &Viewer, act: Act) -> Result<(), Problem> {
        let mut live = self.lock().await?;
        let new_id = secret::game_id();
        let moment = self.moment(&new_id, 0);
        match live.room.handle_act(moment, viewer, None, act).map_err(seat_problem)? {
            Some(change) => Ok(self.append(&mut live, &change).await?),
            None => Ok(()),
        }
    }

    /// **Append**: one change goes into the store, whole or not at all; after the commit it is shown.
    pub(super) async fn append(self: &Arc<Self>, live: &mut Locked<'_>, change: &Change) -> Result<(), StoreError> {
        // Who asked may hang up while the disk is waited for.
        live.in_doubt = true;
        let begun = Instant::now();
        let stored = self.games.store.commit(change, &links::of_change(&self.games.secrets, change)).await;
        self.games.metrics.stored(begun, stored.is_ok());
        stored?;
        if !change.seats.is_empty() {
            live.names = self.games.store.names_in(&self.id).await?;
            self.tell_anew();
            self.games.wake(live.room.seats());
        }
        if let Some(next) = &change.next {
            self.games.wake(&next.seats);
        }
        live.in_doubt = false;
        tracing::debug!(game = self.id, version = live.room.log().version(), "append");
        let live = &mut **live;
        live.view.update(live.room.game());
        if !change.entries.is_empty() && live.room.log().is_over() {
            self.games.keeper.over(&self.id);
            self.games.over.notify_one();
            self.games.nodes.tell(Told::Over);
            // Players hear the watchers from now on.
            self.tell_anew();
        }
        self.tell_turn(live, change);
        if !change.entries.is_empty()
            && live.room.log().is_over()
            && let Some(other) = live.room.other()
        {
            self.games.open(other).load_again();
        }
        self.carry_out(live);
        if change.entries.iter().any(|written| written.entry.event == Event::ClocksStarted) {
            self.games.note_away_soon();
        }
        if let Some(next) = &change.next
            && (next.due().is_some() || next.clock.is_some())
        {
            self.games.open(&next.id).wake_at(now_ms());
            self.games.note_away_soon();
            self.tell_first(live, next);
        }
        Ok(())
    }
}
