//! What people do in a game: move, resign, offer, answer, withdraw, take a seat.

use hnefi_clock::{Clock, Stamp};
use hnefi_rules::{BySide, Game, GameError, Ground, Intent, Offer, Side};

use crate::room::Changed;
use crate::timing::COMING_MS;
use crate::{
    Act, ActError, Action, Against, Arrangement, Change, Entry, Event, Moment, NewGame, OfferKind, Room, Seat,
    SeatChange, Sides, Viewer, Written,
};

/// So often a side may offer something to a person between two plies of its own, and after the end. A game is broken off when its log is
/// too long, and nobody shall make it so by offers.
const MOST_OFFERS: u32 = 3;

/// The longest id that a client may give its move, in bytes.
const LONGEST_ID: usize = 64;

impl Room {
    /// Does what somebody asks for, for one of the seats that he holds. `Ok(None)` when it was done already.
    ///
    /// # Errors
    /// When it is refused; nothing has changed then.
    pub fn handle_act(
        &mut self,
        moment: Moment<'_>,
        who: &Viewer,
        seat: Option<Side>,
        act: Act,
    ) -> Result<Option<Change>, ActError> {
        let seen = self.log.version();
        // What time has decided stands before whatever anybody does.
        let takes_seat = matches!(act, Act::Join { .. } | Act::MoveSeat { .. });
        if !takes_seat && let Some(changed) = self.fall(moment) {
            return Ok(Some(self.changed(moment, seen, changed)));
        }
        let done = match act {
            Act::Move { intent, ply, client_id } => self.submit(moment, who, seat, (intent, ply, client_id))?,
            Act::Resign => {
                let by = self.speaker(who, seat)?;
                self.somebody_plays()?;
                self.append(moment, Event::Resigned { by })?.into()
            }
            Act::Offer(offer) => self.offer(moment, who, seat, offer)?,
            Act::Answer { accept } => self.answer(moment, who, seat, accept)?,
            Act::Foresee { ply, lines } => self.set_conditional(who, ply, lines)?,
            Act::Withdraw => {
                let (from, _) = self.log.pending().ok_or(ActError::Game(GameError::NoOffer))?;
                let by = self.speaker(who, seat.or(Some(from)))?;
                if by != from {
                    return Err(ActError::Game(GameError::NoOffer));
                }
                self.append(moment, Event::Dropped { by })?.into()
            }
            Act::GiveTime => {
                let by = self.speaker(who, seat)?;
                self.give_time(moment, by)?
            }
            Act::ClaimAbandoned { draw } => {
                let by = self.speaker(who, seat)?;
                self.claim_abandoned(moment, by, draw)?
            }
            Act::Join { side } => self.join(moment, who, side)?,
            Act::MoveSeat { side } => self.move_seat(who, side)?,
        };
        self.note_act(moment.clock_ms, who);
        let nothing = done.entries.is_empty() && done.seats.is_empty() && !self.has_new_conditional();
        Ok((!nothing).then(|| self.changed(moment, seen, done)))
    }

    /// What somebody may do besides moving, answering and withdrawing.
    pub fn actions(&self, who: &Viewer) -> Vec<Action> {
        let (game, against, you) = (self.game(), self.against(), self.sides_of(who));
        let mut actions = Vec::new();
        if you.is_empty() {
            return actions;
        }
        let free = self.log.pending().is_none();
        let running = !self.log.is_over();
        if running && against != Against::Nobody {
            actions.push(Action::Resign);
            if free && game.allows_agreement() {
                actions.push(Action::OfferDraw);
            }
            if free {
                // Nobody is offered a claim that the board refutes.
                let grounds = game.grounds().iter().filter(|&&ground| game.check_claim(ground).is_ok());
                actions.extend(grounds.map(|&ground| Action::Claim(ground)));
            }
        }
        let moved = match against {
            Against::SameScreen => self.log.plies() > 0,
            Against::Person | Against::Computer | Against::Nobody => you.iter().any(|&side| game.has_moved(side)),
        };
        // Between two people a finished game stays as it is.
        let take_back = match against {
            Against::Person => running && free && !self.rated && !self.no_take_back,
            Against::Computer | Against::Nobody | Against::SameScreen => self.next.is_none(),
        };
        actions.extend(self.actions_of_time(who));
        if moved && take_back && !self.log.is_void() {
            actions.push(Action::TakeBack);
        }
        let goes_on = self.next.is_none() && self.log.forfeited().is_none() && !self.score().waits();
        if !running && free && goes_on && against != Against::Nobody {
            let settled = self.is_settled_on();
            let sides = [Sides::Swapped, Sides::Same].into_iter().filter(|&sides| sides == Sides::Swapped || !settled);
            actions.extend(sides.map(Action::Rematch));
        }
        if self.may_have_hint(who).is_ok() {
            actions.push(Action::Hint);
        }
        if self.may_have_proof(who).is_ok() {
            actions.push(Action::Prove);
        }
        actions
    }

    /// Whether somebody may ask what the computer would play.
    ///
    /// # Errors
    /// When it is not his turn, or he plays against a person, to whom it would be unfair.
    pub fn may_have_hint(&self, who: &Viewer) -> Result<(), ActError> {
        let yours = self.log.turn().is_some_and(|turn| self.sides_of(who).contains(&turn));
        match self.against() {
            _ if !yours => Err(ActError::NotYourTurn),
            Against::Computer | Against::SameScreen => Ok(()),
            Against::Person | Against::Nobody => Err(ActError::Unfair),
        }
    }

    /// Whether somebody may ask whether a side wins by force.
    ///
    /// # Errors
    /// When he holds no seat, or plays against a person and the game goes on.
    pub fn may_have_proof(&self, who: &Viewer) -> Result<(), ActError> {
        let fair = match self.against() {
            Against::Computer | Against::SameScreen => true,
            Against::Person | Against::Nobody => self.log.is_over(),
        };
        if fair && !self.sides_of(who).is_empty() { Ok(()) } else { Err(ActError::Unfair) }
    }

    fn submit(
        &mut self,
        moment: Moment<'_>,
        who: &Viewer,
        seat: Option<Side>,
        (intent, ply, client_id): (Intent, u32, String),
    ) -> Result<Changed, ActError> {
        if client_id.is_empty() || client_id.len() > LONGEST_ID || client_id.contains(char::is_control) {
            return Err(ActError::MoveId);
        }
        if self.log.has_client_id(&client_id) {
            return Ok(Changed::default());
        }
        let side = self.speaker(who, seat)?;
        if ply != self.log.plies() {
            return Err(ActError::Stale);
        }
        if self.log.turn().is_some_and(|turn| turn != side) {
            return Err(ActError::NotYourTurn);
        }
        let mv = self.game().legal(intent).map_err(ActError::Illegal)?;
        self.in_time(moment.at_ms)?;
        if self.is_late(moment) {
            return Ok(self.flag(moment).into_iter().collect::<Vec<_>>().into());
        }
        Ok(self.append(moment, Event::Ply { mv, client_id: Some(client_id) })?.into())
    }

    fn offer(
        &mut self,
        moment: Moment<'_>,
        who: &Viewer,
        seat: Option<Side>,
        offer: OfferKind,
    ) -> Result<Changed, ActError> {
        let by = self.speaker(who, seat)?;
        // Both may press at once: who offers what the other side has just offered accepts it.
        let person = self.against() == Against::Person;
        let crossed = person && self.log.pending() == Some((!by, offer));
        // What settles itself makes no game longer.
        let settled = matches!(offer, OfferKind::Game(Offer::Claim(ground)) if self.is_settled(by, ground));
        if person && !crossed && !settled && self.log.offers(by) >= MOST_OFFERS {
            return Err(ActError::TooManyOffers);
        }
        match offer {
            OfferKind::Game(Offer::Draw) if crossed => Ok(self.append(moment, Event::Accepted { by })?.into()),
            OfferKind::Rematch(sides) if crossed => self.begin_rematch(moment, by, sides),
            OfferKind::Game(Offer::TakeBack) => self.offer_take_back(moment, by),
            OfferKind::Game(Offer::Draw | Offer::Claim(_)) => {
                self.somebody_plays()?;
                let mut entries = self.append(moment, Event::Offered { by, offer })?;
                // What is proved, and takes nothing from the other side, needs nobody's consent.
                if let OfferKind::Game(Offer::Claim(ground)) = offer
                    && self.is_settled(by, ground)
                {
                    entries.extend(self.append(moment, Event::Accepted { by: !by })?);
                }
                Ok(entries.into())
            }
            OfferKind::Rematch(sides) => self.offer_rematch(moment, by, sides),
        }
    }

    /// A person is asked; otherwise nobody minds, and the move is taken back at once.
    fn offer_take_back(&mut self, moment: Moment<'_>, by: Side) -> Result<Changed, ActError> {
        if self.rated {
            return Err(ActError::Rated);
        }
        if self.no_take_back {
            return Err(ActError::NoTakeBack);
        }
        if self.has_gone_on() {
            return Err(ActError::MatchWentOn);
        }
        let event = match self.against() {
            Against::Person => Event::Offered { by, offer: OfferKind::Game(Offer::TakeBack) },
            Against::Computer | Against::Nobody => Event::TakenBack { by },
            // Who shares a screen takes back what was played last, whoever played it.
            Against::SameScreen => {
                Event::TakenBack { by: self.game().plies().next_back().map_or(by, |ply| ply.side()) }
            }
        };
        Ok(self.append(moment, event)?.into())
    }

    /// A person is asked, unless the match has more games; otherwise the next game begins at once. On the clock, who wants it to
    /// begin waits until the other one wants it, too.
    fn offer_rematch(&mut self, moment: Moment<'_>, by: Side, sides: Sides) -> Result<Changed, ActError> {
        if self.next.is_some() {
            return Err(ActError::MatchWentOn);
        }
        if self.log.forfeited().is_some() {
            return Err(ActError::Forfeited);
        }
        if self.score().waits() {
            return Err(ActError::OtherGameOn);
        }
        self.somebody_plays()?;
        if sides == Sides::Same && self.is_settled_on() {
            return Err(ActError::SidesSettled);
        }
        let mut entries = self.append(moment, Event::Offered { by, offer: OfferKind::Rematch(sides) })?;
        match self.against() {
            // Who has settled a match need not be asked before each of its games.
            Against::Person | Against::Nobody if !self.is_settled_on() || self.gathers_until().is_some() => {
                Ok(entries.into())
            }
            Against::Person | Against::Nobody | Against::Computer | Against::SameScreen => {
                let began = self.begin_rematch(moment, !by, sides)?;
                entries.extend(began.entries);
                Ok(Changed { entries, ..began })
            }
        }
    }

    /// Whether both have settled that another game follows.
    pub(crate) fn is_settled_on(&self) -> bool {
        self.match_length.is_some() && !self.score().is_last()
    }

    /// Accepts a rematch: the next game begins, from the same first position.
    pub(crate) fn begin_rematch(&mut self, moment: Moment<'_>, by: Side, sides: Sides) -> Result<Changed, ActError> {
        let entries = self.append(moment, Event::Accepted { by })?;
        let swap = sides == Sides::Swapped;
        let seat = |side: Side| match self.seats[if swap { !side } else { side }].clone() {
            Seat::Person { person, .. } => Seat::Person { person, moves: 0 },
            seat @ (Seat::Computer { .. } | Seat::Open) => seat,
        };
        let game = self.game();
        let next = NewGame {
            id: moment.new_id.to_owned(),
            made_ms: moment.at_ms,
            match_id: self.match_id.clone(),
            match_game: self.match_game + 1,
            swapped: self.swapped != swap,
            match_length: self.match_length,
            clock: self.clock().map(|clock| next_clock(clock, game.start().turn(), moment.clock_ms)),
            game: Game::from_position(game.referee().clone(), *game.start()),
            arrangement: self.arrangement,
            seats: BySide { attackers: seat(Side::Attackers), defenders: seat(Side::Defenders) },
        };
        self.next = Some(next.id.clone());
        Ok(Changed { next: Some(next), ..entries.into() })
    }

    fn answer(
        &mut self,
        moment: Moment<'_>,
        who: &Viewer,
        seat: Option<Side>,
        accept: bool,
    ) -> Result<Changed, ActError> {
        let (from, offer) = self.log.pending().ok_or(ActError::Game(GameError::NoOffer))?;
        let by = self.speaker(who, seat.or(Some(!from)))?;
        if by == from {
            return Err(ActError::Game(GameError::NoOffer));
        }
        match (accept, offer) {
            (false, _) => Ok(self.append(moment, Event::Dropped { by })?.into()),
            (true, OfferKind::Game(_)) => Ok(self.append(moment, Event::Accepted { by })?.into()),
            (true, OfferKind::Rematch(sides)) => self.begin_rematch(moment, by, sides),
        }
    }

    fn join(&mut self, moment: Moment<'_>, who: &Viewer, side: Side) -> Result<Changed, ActError> {
        let Viewer::Person(person) = who else { return Err(ActError::NotYourSeat) };
        if self.seats[side].is_held_by(person) {
            return Ok(Changed::default());
        }
        if self.seats[!side].is_held_by(person) {
            return Err(ActError::OwnInvitation);
        }
        if self.seats[side] != Seat::Open {
            return Err(ActError::SeatTaken);
        }
        let after = Seat::Person { person: person.clone(), moves: 0 };
        let seats = vec![self.reseat(side, after)];
        let starts = self.clock().is_some() && self.against() == Against::Person && !self.log.is_over();
        let entries = if starts { self.append(moment, Event::ClocksStarted)? } else { Vec::new() };
        Ok(Changed { seats, entries, next: None })
    }

    /// Moves the seat of a side to another device, and on one screen the other one with it. A member has his seats on every device on
    /// which he is logged in, so no game that counts for somebody lets them go.
    fn move_seat(&mut self, who: &Viewer, side: Side) -> Result<Changed, ActError> {
        let Viewer::Person(person) = who else { return Err(ActError::NotYourSeat) };
        let holder = self.seats[side].person().cloned().ok_or(ActError::NobodysSeat)?;
        if holder == *person {
            return Ok(Changed::default());
        }
        if self.seats_stay() {
            return Err(ActError::SeatStays);
        }
        let mut changed = Changed::default();
        for one in Side::ALL {
            let goes = one == side || self.arrangement == Arrangement::Screen;
            if let Seat::Person { person: sitting, moves } = &self.seats[one]
                && goes
                && *sitting == holder
            {
                let after = Seat::Person { person: person.clone(), moves: moves + 1 };
                changed.seats.push(self.reseat(one, after));
            }
        }
        Ok(changed)
    }

    fn reseat(&mut self, side: Side, after: Seat) -> SeatChange {
        let before = std::mem::replace(&mut self.seats[side], after.clone());
        SeatChange { side, before, after }
    }

    /// **Append**: one event goes into the log, with the row that is to be stored.
    pub(crate) fn append(&mut self, moment: Moment<'_>, event: Event) -> Result<Vec<Written>, ActError> {
        let clock = self.clock().map(|_| Stamp { at_ms: moment.clock_ms, lag_ms: moment.lag_ms });
        Ok(vec![self.log.append(Entry { at_ms: moment.at_ms, clock, event })?])
    }

    /// The side for which somebody speaks.
    fn speaker(&self, who: &Viewer, seat: Option<Side>) -> Result<Side, ActError> {
        let sides = self.sides_of(who);
        match (seat, &sides[..]) {
            (Some(side), sides) if sides.contains(&side) => Ok(side),
            (Some(_), _) | (None, []) => Err(ActError::NotYourSeat),
            (None, &[side]) => Ok(side),
            (None, _) => Ok(self.game().position().turn()),
        }
    }

    fn somebody_plays(&self) -> Result<(), ActError> {
        if self.against() == Against::Nobody { Err(ActError::NobodyYet) } else { Ok(()) }
    }

    /// Whether a side's claim is proved and takes nothing from the other side.
    fn is_settled(&self, by: Side, ground: Ground) -> bool {
        let game = self.game();
        game.referee().prove_claim(game.position(), ground).is_some_and(|proof| proof.settles_for(by))
    }
}

/// The clocks of the next game of a match, both of whose seats are taken: they go at once, or when both had time to come.
pub(crate) fn next_clock(clock: &Clock, turn: Side, at_ms: i64) -> Clock {
    let mut next = Clock::new(clock.control());
    next.start(turn, if clock.control().is_live() { at_ms + COMING_MS } else { at_ms });
    next
}
