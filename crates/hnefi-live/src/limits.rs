//! How long a game may become.

use crate::{ActError, Event, Moment, Room, Written};

/// How long a game may become on this server. The referee ends no game for its length; a server has to.
///
/// Lengths are counted in entries of the log: plies, those that were taken back too, offers and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From how many entries on moves are paced, and the server proposes a draw.
    pub paced_from: u64,
    /// How long a paced move waits after the one before, in milliseconds.
    pub pace_ms: i64,
    /// After how many entries the server breaks the game off, without a result.
    pub broken_off_at: u64,
}

impl Default for Limits {
    /// A move a second after 1,000 entries, and no more after 5,000.
    fn default() -> Limits {
        Limits { paced_from: 1_000, pace_ms: 1_000, broken_off_at: 5_000 }
    }
}

impl Room {
    /// How long this game may become.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether the game goes on, and has become so long that moves are paced and a draw is proposed.
    pub fn is_paced(&self) -> bool {
        !self.log.is_over() && self.log.version() >= self.limits.paced_from
    }

    /// From when on the next move may be made, in milliseconds since 1970.
    pub(crate) fn next_move_ms(&self) -> i64 {
        let paced = self.log.moved_ms().filter(|_| self.is_paced()).map(|moved| moved + self.limits.pace_ms);
        paced.unwrap_or(self.log.touched_ms())
    }

    /// Until when a move has to wait; `None` when it may be made now.
    pub(crate) fn waits_until(&self, at_ms: i64) -> Option<i64> {
        let moved = self.log.moved_ms().filter(|_| self.is_paced())?;
        // A clock that was set back makes nobody wait longer than the pace.
        (moved..moved + self.limits.pace_ms).contains(&at_ms).then_some(moved + self.limits.pace_ms)
    }

    pub(crate) fn in_time(&self, at_ms: i64) -> Result<(), ActError> {
        if self.waits_until(at_ms).is_some() { Err(ActError::TooSoon) } else { Ok(()) }
    }

    pub(crate) fn break_off_if_too_long(&mut self, moment: Moment<'_>) -> Option<Written> {
        let too_long = !self.log.is_over() && self.log.version() >= self.limits.broken_off_at;
        too_long.then(|| self.append(moment, Event::BrokenOff).ok()?.pop()).flatten()
    }
}
