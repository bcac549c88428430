//! How somebody gets away from a game without playing it.

use hnefi_rules::Side;

use crate::{Event, Log};

/// Who leaves, or loses on time, before he has made so many moves has not played the game.
const PLAYED: usize = 4;

/// How somebody got away from a game without playing it.
///
/// ```
/// use hnefi_live::Dodge;
/// assert_eq!(Dodge::ALL.map(Dodge::id), ["aborted", "left", "match-left"]);
/// assert_eq!(Dodge::from_id("left"), Some(Dodge::Left));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dodge {
    /// He did not make his first move in time.
    Aborted,
    /// He left, or lost on time, before his fourth move.
    Left,
    /// He did not come to the next game of a match.
    MatchLeft,
}

impl Dodge {
    /// All of them.
    pub const ALL: [Dodge; 3] = [Dodge::Aborted, Dodge::Left, Dodge::MatchLeft];

    /// The word for it in the database.
    pub const fn id(self) -> &'static str {
        match self {
            Dodge::Aborted => "aborted",
            Dodge::Left => "left",
            Dodge::MatchLeft => "match-left",
        }
    }

    /// The one of a word.
    pub fn from_id(id: &str) -> Option<Dodge> {
        Dodge::ALL.into_iter().find(|dodge| dodge.id() == id)
    }
}

impl Log {
    /// Who got away from the game without playing it, and how; `None` for a game that was played, or goes on.
    ///
    /// ```
    /// use hnefi_live::{Dodge, Entry, Event, Log};
    /// use hnefi_rules::{Game, Referee, Side, leaflet};
    /// use std::sync::Arc;
    ///
    /// let mut log = Log::new(Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()))), 1_000);
    /// assert_eq!(log.dodged(), None);
    /// log.apply(&Entry::new(2_000, Event::Aborted { by: Side::Attackers })).unwrap();
    /// assert_eq!(log.dodged(), Some((Side::Attackers, Dodge::Aborted)));
    /// ```
    pub fn dodged(&self) -> Option<(Side, Dodge)> {
        self.dodged
    }

    /// Whether something that has just happened means that somebody got away from the game.
    pub(crate) fn note_dodge(&mut self, event: &Event) {
        let early = |side: Side| self.game().plies().filter(|ply| ply.side() == side).count() < PLAYED;
        self.dodged = match *event {
            Event::Aborted { by } => Some((by, Dodge::Aborted)),
            Event::MatchForfeited { by } => Some((by, Dodge::MatchLeft)),
            Event::FlagFell { by, .. } if early(by) => Some((by, Dodge::Left)),
            Event::ClaimedAbandoned { by, .. } if early(!by) => Some((!by, Dodge::Left)),
            _ if self.is_over() => self.dodged,
            _ => None,
        };
    }
}
