//! What a room asks of the world, and the computer's part in it.

use hnefi_rules::{Move, Side};

use crate::{ActError, Change, Event, Moment, OfferKind, Room};

/// Something that is to be done after what happened is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// **Show** everybody who looks on how the game stands.
    Show,
    /// Stop what the computer does: it is of no use any more.
    Stop,
    /// Ask the computer. What it finds goes to [`Room::handle_found`].
    Ask(Task),
    /// Call [`Room::handle_time`] at this time, in milliseconds since 1970.
    WakeAt(i64),
    /// Call [`Room::handle_time`] at this running time, in milliseconds. It takes the place of the time said before.
    FlagAt(i64),
}

/// Something that the computer is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The version of the game that it is about.
    pub version: u64,
    /// What it has to do.
    pub duty: Duty,
    /// Whether somebody who holds a seat waits for it at his page. Others go first where nobody does.
    pub awaited: bool,
}

/// What the computer has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// To move.
    Move {
        /// At which level, 1 to 8.
        level: u8,
    },
    /// To answer an offer.
    Answer {
        /// For which side.
        side: Side,
        /// What is offered.
        offer: OfferKind,
    },
}

/// What the computer found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A move.
    Move(Move),
    /// Whether it agrees to what is offered.
    Agrees(bool),
    /// Nothing, though it should have.
    Nothing,
}

impl Room {
    /// The computer has found something for a task. `Ok(None)` when it comes too late, or is nothing: then it is
    /// not asked again before something else happens.
    ///
    /// # Errors
    /// When what it found cannot happen; nothing has changed then.
    pub fn handle_found(&mut self, moment: Moment<'_>, version: u64, found: Found) -> Result<Option<Change>, ActError> {
        let seen = self.log.version();
        let Some(Task { duty, .. }) = self.asked.filter(|task| task.version == version && version == seen) else {
            return Ok(None);
        };
        if let Some(changed) = self.fall(moment) {
            return Ok(Some(self.changed(moment, seen, changed)));
        }
        let done = match (duty, found) {
            (Duty::Move { .. }, Found::Move(mv)) => {
                self.append(moment, Event::Ply { mv, client_id: None }).map(Into::into)
            }
            (Duty::Answer { side, offer: OfferKind::Rematch(sides) }, Found::Agrees(true)) => {
                self.begin_rematch(moment, side, sides)
            }
            (Duty::Answer { side, .. }, Found::Agrees(true)) => {
                self.append(moment, Event::Accepted { by: side }).map(Into::into)
            }
            (Duty::Answer { side, .. }, Found::Agrees(false)) => {
                self.append(moment, Event::Dropped { by: side }).map(Into::into)
            }
            (Duty::Move { .. }, Found::Agrees(_) | Found::Nothing)
            | (Duty::Answer { .. }, Found::Move(_) | Found::Nothing) => {
                self.give_up();
                return Ok(None);
            }
        };
        match done {
            Ok(done) => {
                self.asked = None;
                Ok(Some(self.changed(moment, seen, done)))
            }
            Err(error) => {
                self.give_up();
                Err(error)
            }
        }
    }

    /// When the server must act in this game by itself, in milliseconds since 1970; `None` when it need not.
    pub fn due(&self) -> Option<i64> {
        self.duty().map(|duty| match duty {
            Duty::Move { .. } => self.next_move_ms(),
            Duty::Answer { .. } => self.log.touched_ms(),
        })
    }

    fn give_up(&mut self) {
        self.asked = None;
        self.given_up = Some(self.log.version());
        self.effects.push_back(Effect::Show);
    }

    /// Asks the computer what it has to do now, if it is not busy with just that.
    pub(crate) fn ask(&mut self, moment: Moment<'_>) {
        self.ask_for_flag();
        let at_ms = moment.at_ms;
        let awaited = Side::ALL.into_iter().any(|side| self.is_online(side));
        let version = self.log.version();
        let duty = self.duty().filter(|_| self.given_up != Some(version));
        let wanted = duty.map(|duty| Task { version, duty, awaited });
        let same = |asked: &Task| {
            wanted.is_some_and(|task| {
                (asked.version, asked.duty) == (task.version, task.duty) && (asked.awaited || !awaited)
            })
        };
        if self.asked.as_ref().is_some_and(same) {
            return;
        }
        if self.asked.take().is_some() {
            self.effects.push_back(Effect::Stop);
        }
        let Some(task) = wanted else { return };
        match self.waits_until(at_ms).filter(|_| matches!(task.duty, Duty::Move { .. })) {
            Some(until) => self.effects.push_back(Effect::WakeAt(until)),
            None => {
                self.asked = Some(task);
                self.effects.push_back(Effect::Ask(task));
            }
        }
    }
}
