//! What each side has left, and whose time runs.

use hnefi_rules::{BySide, Side};

use crate::{Control, LagQuota};

/// What the first move of a side has for itself where people sit at the board, in milliseconds.
pub const FIRST_MOVE_MS: u32 = 30_000;
/// The most that a clock can be given, in milliseconds.
pub const LONGEST_MS: u32 = 3 * 60 * 60_000;

/// When something happened, by the running time of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The running time, in milliseconds.
    pub at_ms: i64,
    /// How much lag the line of who moved has; in a row, what was given back of it. In milliseconds.
    pub lag_ms: u32,
}

impl Stamp {
    /// Something that happened without lag.
    pub const fn at(at_ms: i64) -> Stamp {
        Stamp { at_ms, lag_ms: 0 }
    }
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: Control,
    clocks: Clocks,
    lag: BySide<LagQuota>,
    /// When the clocks were set going; `None` before.
    started_ms: Option<i64>,
    /// Whose time runs, and since when.
    running: Option<(Side, i64)>,
    /// Since when both stand still, because somebody is away; `None` while they go.
    stood_ms: Option<i64>,
}

/// What both clocks show while none of them runs: as they stand after a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    left_ms: BySide<u32>,
    moved: BySide<bool>,
}

impl Clock {
    /// Clocks that have not been set going.
    pub fn new(control: Control) -> Clock {
        let base = control.base_ms();
        Clock {
            control,
            clocks: Clocks {
                left_ms: BySide { attackers: base, defenders: base },
                moved: BySide { attackers: false, defenders: false },
            },
            lag: BySide { attackers: LagQuota::default(), defenders: LagQuota::default() },
            started_ms: None,
            running: None,
            stood_ms: None,
        }
    }

    /// How much time there is.
    pub fn control(&self) -> Control {
        self.control
    }

    /// When the clocks were set going; `None` before.
    pub fn started_ms(&self) -> Option<i64> {
        self.started_ms
    }

    /// Whose time runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Whether the next move of a side is its first, and has time of its own.
    pub fn is_first(&self, side: Side) -> bool {
        self.control.is_live() && !self.clocks.moved[side]
    }

    /// Whether a side has not moved yet.
    pub fn is_unmoved(&self, side: Side) -> bool {
        !self.clocks.moved[side]
    }

    /// What both clocks showed when the side to move came to it.
    pub fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// What a side has left on its clock.
    pub fn left(&self, side: Side, at_ms: i64) -> u32 {
        let charged = if self.is_first(side) { 0 } else { self.spent(side, at_ms) };
        self.clocks.left_ms[side].saturating_sub(charged)
    }

    /// What is left of the time that the first move of a side has for itself, while that runs.
    pub fn first_left(&self, at_ms: i64) -> Option<u32> {
        let (side, _) = self.running.filter(|&(side, _)| self.is_first(side))?;
        Some(FIRST_MOVE_MS.saturating_sub(self.spent(side, at_ms)))
    }

    /// For how long a side has been thinking about this move.
    pub fn spent(&self, side: Side, at_ms: i64) -> u32 {
        // While the clocks stand still it is as late as it was when they stopped.
        let at_ms = self.stood_ms.map_or(at_ms, |stood| stood.min(at_ms));
        match self.running {
            Some((running, since)) if running == side => u32::try_from((at_ms - since).max(0)).unwrap_or(u32::MAX),
            _ => 0,
        }
    }

    /// Sets the clocks going. It may be in a while; clocks that go already go on.
    pub fn start(&mut self, turn: Side, at_ms: i64) {
        if self.started_ms.is_none() {
            self.started_ms = Some(at_ms);
            self.running = Some((turn, at_ms));
        }
    }

    /// Whether both clocks stand still, because somebody is away.
    pub fn stands(&self) -> bool {
        self.stood_ms.is_some()
    }

    /// Both clocks stand still from now on. Those that do already, or have not been set going, stay as they are.
    pub fn stand(&mut self, at_ms: i64) {
        if self.running.is_some() {
            self.stood_ms = self.stood_ms.or(Some(at_ms));
        }
    }

    /// Clocks that stood still go on: nobody is charged for the time that they stood.
    pub fn go_on(&mut self, at_ms: i64) {
        if let (Some(stood), Some((_, since))) = (self.stood_ms.take(), &mut self.running) {
            *since += (at_ms - stood).max(0);
        }
    }

    /// When the time runs out, with all the lag that could be given back; `None` while none runs, and while they stand still.
    pub fn falls_at(&self) -> Option<i64> {
        let (side, since) = self.running.filter(|_| !self.stands())?;
        Some(since + i64::from(self.budget(side)) + i64::from(self.most_lag(side)))
    }

    /// Whether a move of the side whose time runs comes too late.
    pub fn has_fallen(&self, stamp: Stamp) -> bool {
        let Some((side, _)) = self.running.filter(|_| !self.stands()) else { return false };
        let lag = stamp.lag_ms.min(self.most_lag(side));
        self.spent(side, stamp.at_ms).saturating_sub(lag) >= self.budget(side)
    }

    /// What is given back of the lag of a move that is made now: no more than it took, and than the quota holds.
    pub fn lag_given(&self, side: Side, stamp: Stamp) -> u32 {
        let charged = self.control.is_live() && !self.is_first(side);
        if charged { stamp.lag_ms.min(self.spent(side, stamp.at_ms)).min(self.most_lag(side)) } else { 0 }
    }

    /// A side has moved: its clock stops, and the other one goes. Gives what it was charged.
    pub fn press(&mut self, side: Side, stamp: Stamp) -> u32 {
        let (spent, lag) = (self.spent(side, stamp.at_ms), self.lag_given(side, stamp));
        match self.control {
            Control::Fischer { .. } if self.running.is_none() || self.is_first(side) => {}
            Control::Fischer { .. } => {
                self.lag[side].take(lag);
                let left = &mut self.clocks.left_ms[side];
                *left = left.saturating_sub(spent - lag).saturating_add(self.control.increment_ms());
            }
            Control::Days(_) => self.clocks.left_ms[side] = self.control.base_ms(),
        }
        self.clocks.moved[side] = true;
        self.turn_to(!side, stamp.at_ms);
        spent - lag
    }

    /// Whether a side can be given time.
    pub fn may_give(&self, side: Side, ms: u32) -> bool {
        let started = self.running.is_some() && !self.is_first(side) && !self.is_first(!side);
        self.control.is_live() && started && self.clocks.left_ms[side].saturating_add(ms) <= LONGEST_MS
    }

    /// Gives a side time.
    pub fn give(&mut self, side: Side, ms: u32) {
        self.clocks.left_ms[side] = self.clocks.left_ms[side].saturating_add(ms);
    }

    /// The game is over: nothing runs any more.
    pub fn stop(&mut self, at_ms: i64) {
        if let Some(side) = self.running() {
            self.clocks.left_ms[side] = self.left(side, at_ms);
            self.running = None;
            self.stood_ms = None;
        }
    }

    /// Moves were taken back: both clocks show what they did then, and that of the side to move goes. What was given back of
    /// lag stays so.
    pub fn back_to(&mut self, then: Clocks, turn: Side, at_ms: i64) {
        self.clocks = then;
        self.turn_to(turn, at_ms);
    }

    /// A side comes to move. Clocks that stand still do so from here on.
    fn turn_to(&mut self, side: Side, at_ms: i64) {
        if self.running.is_some() {
            self.running = Some((side, at_ms));
            self.stood_ms = self.stood_ms.map(|_| at_ms);
        }
    }

    /// What the side whose time runs has for this move.
    fn budget(&self, side: Side) -> u32 {
        if self.is_first(side) { FIRST_MOVE_MS } else { self.clocks.left_ms[side] }
    }

    fn most_lag(&self, side: Side) -> u32 {
        if self.control.is_live() { self.lag[side].most() } else { 0 }
    }
}
