//! What time does in a game: a flag falls, somebody stays away, somebody is given time.

use hnefi_clock::{Clock, Stamp};
use hnefi_rules::{BySide, Side};

use crate::room::Changed;
use crate::{ActError, Action, Against, Change, Effect, Event, Moment, OfferKind, Room, Sides, Viewer, Written};

/// What somebody gives at once, in milliseconds.
pub const GIFT_MS: u32 = 15_000;
/// How long who has left a game is waited for, in milliseconds.
pub const ABSENCE_MS: i64 = 60_000;
/// How long after the end of a game the next one of its match begins at the latest, in milliseconds.
pub const BETWEEN_MS: i64 = 60_000;
/// How long pages have to come to the next game before the time of its first move runs, in milliseconds.
pub(crate) const COMING_MS: i64 = 10_000;

impl Room {
    /// The clocks, if the game has some.
    pub fn clock(&self) -> Option<&Clock> {
        self.log.timed().map(crate::Timed::clock)
    }

    /// When time does something in this game, in milliseconds of the running time: a flag falls, or the next game of its match
    /// begins; `None` when it does nothing.
    pub fn flag_ms(&self) -> Option<i64> {
        self.clock()?.falls_at().or_else(|| self.gathers_until())
    }

    /// Until when both are waited for before the next game of their match begins, in milliseconds of the running time; `None`
    /// where nobody is.
    pub fn gathers_until(&self) -> Option<i64> {
        let ended = self.log.timed()?.ended_ms()?;
        let live = self.clock().is_some_and(|clock| clock.control().is_live());
        let waits = live && self.next.is_none() && self.is_settled_on() && self.against() == Against::Person;
        waits.then_some(ended + BETWEEN_MS)
    }

    /// Time has passed: what it does by now is done, and the computer is asked for what is due.
    pub fn handle_time(&mut self, moment: Moment<'_>) -> Option<Change> {
        let seen = self.log.version();
        // Whoever was woken too early is woken once more.
        self.flag_told = None;
        match self.fall(moment) {
            Some(changed) => Some(self.changed(moment, seen, changed)),
            None if self.wants_second() && !moment.new_id.is_empty() => {
                Some(self.changed(moment, seen, Changed::default()))
            }
            None => {
                self.ask(moment);
                None
            }
        }
    }

    /// The server was away for so long, which is on nobody's clock. `None` where no clock ran.
    pub fn handle_downtime(&mut self, moment: Moment<'_>, ms: u32) -> Option<Change> {
        let seen = self.log.version();
        self.clock().filter(|clock| !clock.stands())?.running()?;
        let entries = self.append(moment, Event::Downtime { ms }).ok()?;
        self.flag_told = None;
        Some(self.changed(moment, seen, entries.into()))
    }

    /// Notes until when each side is away, in milliseconds since 1970, where that is not noted yet: in a game of days both clocks
    /// stand still while somebody is. `None` where nothing changes.
    pub fn handle_away(&mut self, moment: Moment<'_>, until_ms: BySide<Option<i64>>) -> Option<Change> {
        let seen = self.log.version();
        if let Some(changed) = self.fall(moment) {
            return Some(self.changed(moment, seen, changed));
        }
        self.clock().filter(|clock| !clock.control().is_live())?.running()?;
        let mut entries = Vec::new();
        for by in Side::ALL {
            let noted = self.log.timed()?.away_ms(by);
            let ms = until_ms[by].map(|until| until - moment.at_ms).filter(|&ms| ms > 0 && !self.no_away);
            let event = match ms {
                Some(_) if noted == until_ms[by] => continue,
                Some(ms) => Event::Away { by, ms: u32::try_from(ms).unwrap_or(u32::MAX) },
                None if noted.is_none() => continue,
                None => Event::Back { by },
            };
            entries.extend(self.append(moment, event).ok()?);
        }
        (!entries.is_empty()).then(|| self.changed(moment, seen, entries.into()))
    }

    /// Who has left a game in which people sit at the board, and in how many milliseconds the other one may claim it.
    pub fn absent(&self, clock_ms: i64) -> Option<(Side, i64)> {
        let clock = self.clock().filter(|clock| clock.control().is_live() && clock.running().is_some())?;
        let begun = Side::ALL.into_iter().all(|side| !clock.is_unmoved(side));
        let gone = |side: Side| self.away_since[side].filter(|_| begun && self.is_online(!side));
        let (side, since) = Side::ALL.into_iter().find_map(|side| Some((side, gone(side)?)))?;
        Some((side, (since + ABSENCE_MS - clock_ms).max(0)))
    }

    /// Does what time does by now: lets the flag of the side to move fall, whatever its lag, or begins the next game of the match.
    pub(crate) fn fall(&mut self, moment: Moment<'_>) -> Option<Changed> {
        let due = moment.waits_ms == 0 && self.flag_ms().is_some_and(|flag| flag <= moment.clock_ms);
        match self.clock()?.running() {
            _ if !due => None,
            Some(_) => Some(vec![self.flag(moment)?].into()),
            None => self.gather(moment),
        }
    }

    /// The next game of the match begins; who alone is not there forfeits the match.
    fn gather(&mut self, moment: Moment<'_>) -> Option<Changed> {
        let wants = |side| matches!(self.log.pending(), Some((by, OfferKind::Rematch(_))) if by == side);
        let absent: Vec<Side> = Side::ALL.into_iter().filter(|&side| !self.is_online(side) && !wants(side)).collect();
        if let &[by] = &absent[..]
            && self.is_online(!by)
        {
            return Some(self.append(moment, Event::MatchForfeited { by }).ok()?.into());
        }
        let rematch = OfferKind::Rematch(Sides::Swapped);
        let (by, mut entries) = match self.log.pending() {
            Some((by, offer)) if offer == rematch => (by, Vec::new()),
            _ => (Side::Attackers, self.append(moment, Event::Offered { by: Side::Attackers, offer: rematch }).ok()?),
        };
        let began = self.begin_rematch(moment, !by, Sides::Swapped).ok()?;
        entries.extend(began.entries);
        Some(Changed { entries, ..began })
    }

    /// The flag of the side to move falls.
    pub(crate) fn flag(&mut self, moment: Moment<'_>) -> Option<Written> {
        let clock = self.clock()?;
        let by = clock.running()?;
        let event = match clock.is_unmoved(by) {
            true => Event::Aborted { by },
            false => {
                let game = self.game();
                Event::FlagFell { by, draw: !game.referee().can_win_with_help(game.position(), !by) }
            }
        };
        self.append(moment, event).ok()?.pop()
    }

    /// Whether a move of the side to move that comes now comes too late.
    pub(crate) fn is_late(&self, moment: Moment<'_>) -> bool {
        let stamp = Stamp { at_ms: moment.clock_ms, lag_ms: moment.lag_ms };
        moment.waits_ms == 0 && self.clock().is_some_and(|clock| clock.has_fallen(stamp))
    }

    /// Gives the other side time.
    pub(crate) fn give_time(&mut self, moment: Moment<'_>, by: Side) -> Result<Changed, ActError> {
        if !self.clock().is_some_and(|clock| clock.may_give(!by, GIFT_MS)) {
            return Err(ActError::NoClock);
        }
        Ok(self.append(moment, Event::TimeGiven { by, ms: GIFT_MS })?.into())
    }

    /// Claims a game that the other side has left. Who could not win whatever both did gets a draw, as when a flag falls.
    pub(crate) fn claim_abandoned(&mut self, moment: Moment<'_>, by: Side, draw: bool) -> Result<Changed, ActError> {
        match self.absent(moment.clock_ms) {
            Some((side, 0)) if side != by => {
                let draw = draw || !self.game().referee().can_win_with_help(self.game().position(), by);
                Ok(self.append(moment, Event::ClaimedAbandoned { by, draw })?.into())
            }
            _ => Err(ActError::NotAway),
        }
    }

    /// What time allows somebody to do who holds one seat.
    pub(crate) fn actions_of_time(&self, who: &Viewer) -> Vec<Action> {
        let mut actions = Vec::new();
        if let (Some(clock), &[side]) = (self.clock(), &self.sides_of(who)[..])
            && clock.may_give(!side, GIFT_MS)
        {
            actions.push(Action::GiveTime);
        }
        actions
    }

    /// Notes who is here from now on and who is not.
    pub(crate) fn note_absence(&mut self, clock_ms: i64) {
        for side in Side::ALL {
            self.away_since[side] = match self.is_online(side) {
                true => None,
                false => self.away_since[side].or(Some(clock_ms)),
            };
        }
    }

    /// Notes that somebody has done something: programs do so without a line that is open.
    pub(crate) fn note_act(&mut self, clock_ms: i64, who: &Viewer) {
        for side in self.sides_of(who) {
            self.away_since[side] = self.away_since[side].map(|_| clock_ms);
        }
    }

    /// Asks to be told the time when the next flag falls.
    pub(crate) fn ask_for_flag(&mut self) {
        let flag = self.flag_ms();
        if flag != self.flag_told {
            self.flag_told = flag;
            self.effects.extend(flag.map(Effect::FlagAt));
        }
    }
}
