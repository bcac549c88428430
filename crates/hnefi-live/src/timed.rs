//! The clocks of a game, with what they showed after each ply.

use hnefi_clock::{Clock, Clocks, Stamp};
use hnefi_rules::{BySide, Side};

use crate::{Entry, Event};

/// The clocks of a game with a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    clock: Clock,
    /// What both clocks showed after so many plies.
    after: Vec<Clocks>,
    /// What each ply took, in milliseconds.
    spent: Vec<u32>,
    /// For how long the server was away since the last ply, in milliseconds.
    downtime_ms: u64,
    /// Until when each side is away at the latest, by the time of day; `None` for who is not.
    away_ms: BySide<Option<i64>>,
    /// When the game ended by the running time.
    ended_ms: Option<i64>,
}

impl Timed {
    pub(crate) fn new(clock: Clock) -> Timed {
        Timed {
            after: vec![clock.clocks()],
            clock,
            spent: Vec::new(),
            downtime_ms: 0,
            away_ms: BySide::default(),
            ended_ms: None,
        }
    }

    /// The clocks.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What each ply took that stands, in milliseconds.
    pub fn spent(&self) -> &[u32] {
        &self.spent
    }

    /// For how long the server was away since the last ply, in milliseconds: it is on nobody's clock.
    pub fn downtime_ms(&self) -> u64 {
        self.downtime_ms
    }

    /// Until when a side is away at the latest, in milliseconds since 1970; `None` for who is not, and when the game is over.
    pub fn away_ms(&self, side: Side) -> Option<i64> {
        self.away_ms[side]
    }

    /// When the game ended, by the running time in milliseconds; `None` while it goes on.
    pub fn ended_ms(&self) -> Option<i64> {
        self.ended_ms
    }

    /// A ply was played.
    pub(crate) fn press(&mut self, by: Side, stamp: Stamp) {
        self.spent.push(self.clock.press(by, stamp));
        self.after.push(self.clock.clocks());
        self.downtime_ms = 0;
    }

    /// The game is over.
    pub(crate) fn stop(&mut self, at_ms: i64) {
        self.clock.stop(at_ms);
        self.away_ms = BySide::default();
        self.ended_ms = self.ended_ms.or(Some(at_ms));
    }

    /// Something else happened, after which so many plies stand and a side has the turn; none when the game is over.
    pub(crate) fn happen(&mut self, entry: &Entry, plies: usize, turn: Option<Side>, at_ms: i64) {
        match entry.event {
            Event::ClocksStarted => {
                if let Some(turn) = turn {
                    self.clock.start(turn, at_ms);
                }
            }
            Event::TimeGiven { by, ms } => self.clock.give(!by, ms),
            Event::Downtime { ms } => self.downtime_ms += u64::from(ms),
            Event::Away { by, ms } => {
                self.away_ms[by] = Some(entry.at_ms + i64::from(ms));
                self.clock.stand(at_ms);
            }
            Event::Back { by } => {
                self.away_ms[by] = None;
                if self.away_ms[!by].is_none() {
                    self.clock.go_on(at_ms);
                }
            }
            _ => {}
        }
        if let (true, Some(turn), Some(&then)) = (plies < self.spent.len(), turn, self.after.get(plies)) {
            self.after.truncate(plies + 1);
            self.spent.truncate(plies);
            self.clock.back_to(then, turn, at_ms);
        }
        match turn {
            Some(_) => self.ended_ms = None,
            None => self.stop(at_ms),
        }
    }
}
