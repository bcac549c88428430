//! Matches whose games are played two at once: where each move has days, both of a pair begin together, one with each side.

use hnefi_clock::Control;
use hnefi_rules::{BySide, Game, Side};

use crate::acting::next_clock;
use crate::{Against, Moment, NewGame, Room, Seat};

impl Room {
    /// Whether the games of the match are played two at once.
    pub fn is_together(&self) -> bool {
        let days = self.clock().is_some_and(|clock| !Control::is_live(clock.control()));
        days && self.match_length.is_some()
    }

    /// Whether this is the first of two games that are played at once.
    fn is_first_together(&self) -> bool {
        self.is_together() && self.match_game % 2 == 1
    }

    /// The other one of two games that are played at once.
    pub fn other(&self) -> Option<&str> {
        if !self.is_together() {
            return None;
        }
        if self.is_first_together() { self.next.as_deref() } else { self.previous.as_deref() }
    }

    /// Whether the match has gone on from this game.
    pub fn has_gone_on(&self) -> bool {
        self.next.is_some() && !self.is_first_together()
    }

    /// Whether the second game is to begin now beside this one.
    pub(crate) fn wants_second(&self) -> bool {
        let running = self.clock().is_some_and(|clock| clock.running().is_some());
        let alone = self.next.is_none() && !self.log.is_over() && self.against() == Against::Person;
        self.is_first_together() && running && alone
    }

    /// The second game, with the sides swapped, if it is to begin now.
    pub(crate) fn second(&mut self, moment: Moment<'_>) -> Option<NewGame> {
        if moment.new_id.is_empty() || !self.wants_second() {
            return None;
        }
        let seat = |side: Side| match self.seats[!side].clone() {
            Seat::Person { person, .. } => Seat::Person { person, moves: 0 },
            seat @ (Seat::Computer { .. } | Seat::Open) => seat,
        };
        let game = self.game();
        let second = NewGame {
            id: moment.new_id.to_owned(),
            made_ms: moment.at_ms,
            match_id: self.match_id.clone(),
            match_game: self.match_game + 1,
            swapped: !self.swapped,
            match_length: self.match_length,
            clock: self.clock().map(|clock| next_clock(clock, game.start().turn(), moment.clock_ms)),
            game: Game::from_position(game.referee().clone(), *game.start()),
            arrangement: self.arrangement,
            seats: BySide { attackers: seat(Side::Attackers), defenders: seat(Side::Defenders) },
        };
        self.next = Some(second.id.clone());
        Some(second)
    }
}
