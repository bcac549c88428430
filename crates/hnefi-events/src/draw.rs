//! Pairing the next round.

use crate::swiss::SwissRound;
use crate::{
    Bye, ByeKind, Drawn, DrawnPair, Event, Form, GameId, Penalties, PlayerNo, Refusal, Round, Stage, Why, berger,
    berger_rounds,
};

impl Event {
    /// The next round, as the machine pairs it.
    pub(crate) fn draw(&self) -> Result<Drawn, Refusal> {
        self.may_pair()?;
        let round = self.next_round();
        let drawn = match self.plan.form {
            Form::RoundRobin { .. } => self.round_robin(round),
            Form::Swiss { .. } => self.swiss(round),
            Form::KnockOut { third_place } => self.knock_out(round, 0, third_place, || self.seeds.clone()),
            Form::Groups { .. } if round <= self.group_rounds() => self.group_round(round),
            Form::Groups { qualify, third_place, .. } => {
                self.knock_out(round, self.group_rounds(), third_place, || self.qualified(qualify))
            }
        };
        let here = 2 * drawn.pairs.len() + drawn.byes.len();
        if here == 0 || (here == 1 && matches!(self.plan.form, Form::Swiss { .. })) {
            return Err(Refusal::TooFew { here, least: 2 });
        }
        Ok(drawn)
    }

    /// Whether the machine would pair a round now, without the work of pairing it: in a large Swiss event that is what takes time.
    ///
    /// ```
    /// use hnefi_events::{Act, By, Event, Form, Plan};
    /// let mut event = Event::new(Plan::new(Form::Swiss { rounds: Some(1) })).unwrap();
    /// for key in ["ann", "ben"] {
    ///     event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: None }).unwrap();
    /// }
    /// assert!(!event.can_pair());
    /// event.handle_act(0, By::Machine, Act::Begin).unwrap();
    /// assert!(event.can_pair());
    /// event.handle_act(0, By::Machine, Act::Pair).unwrap();
    /// assert!(!event.can_pair());
    /// ```
    pub fn can_pair(&self) -> bool {
        let swiss = matches!(self.plan.form, Form::Swiss { .. });
        self.stage == Stage::Playing
            && if swiss { self.may_pair().is_ok() && self.here().len() > 1 } else { self.draw().is_ok() }
    }

    /// Whether a round can be paired now.
    pub(crate) fn may_pair(&self) -> Result<(), Refusal> {
        if self.stage == Stage::Entering {
            return Err(Refusal::NotBegun);
        }
        if let Some(round) = self.open_round() {
            return Err(Refusal::RoundOpen(round.number));
        }
        match self.rounds_planned() {
            Some(rounds) if self.next_round() > rounds => Err(Refusal::NoMoreRounds(rounds)),
            _ => Ok(()),
        }
    }

    /// Who must be in the next round, with a game or a bye.
    pub(crate) fn to_be_drawn(&self) -> Result<Vec<PlayerNo>, Refusal> {
        match self.plan.form {
            Form::RoundRobin { .. } => Ok(self.seeds.clone()),
            Form::Swiss { .. } => Ok(self.here()),
            Form::KnockOut { .. } | Form::Groups { .. } => self.draw().map(|drawn| {
                let players = drawn.pairs.iter().flat_map(|pair| [pair.attackers, pair.defenders]);
                players.chain(drawn.byes.iter().map(|bye| bye.player)).collect()
            }),
        }
    }

    /// Whether a round is one of a knock-out.
    pub(crate) fn is_bracket(&self, round: &Round) -> bool {
        let mut whys = round.pairings.iter().map(|pairing| pairing.why).chain(round.byes.iter().map(|bye| bye.why));
        whys.any(|why| matches!(why, Why::Bracket { .. }))
    }

    /// Refused where who met whom in a later round depends on a game: in a knock-out on every game of the round before, and on all games
    /// of the groups.
    pub(crate) fn not_built_upon(&self, id: GameId) -> Result<(), Refusal> {
        let later = self.rounds.iter().skip(id.round as usize).find(|round| self.is_bracket(round));
        later.map_or(Ok(()), |round| Err(Refusal::BuiltUpon(round.number)))
    }

    fn round_robin(&self, round: u32) -> Drawn {
        let rounds = berger_rounds(self.seeds.len() as u32);
        let (cycle, row) = ((round - 1) / rounds, (round - 1) % rounds);
        let why = Why::Table { group: None, round: row + 1 };
        let (pairs, byes) = table(&self.seeds, row, cycle % 2 == 1, why);
        Drawn { round, pairs, byes }
    }

    fn group_round(&self, round: u32) -> Drawn {
        let mut drawn = Drawn { round, pairs: Vec::new(), byes: Vec::new() };
        for (number, group) in (1..).zip(self.groups()) {
            let why = Why::Table { group: Some(number), round };
            let over = round > berger_rounds(group.len() as u32);
            let (pairs, byes) = if over {
                (Vec::new(), group.into_iter().map(|player| Bye { player, kind: ByeKind::Free, why }).collect())
            } else {
                table(&group, round - 1, false, why)
            };
            drawn.pairs.extend(pairs);
            drawn.byes.extend(byes);
        }
        drawn
    }

    fn knock_out(&self, round: u32, before: u32, third_place: bool, seeds: impl Fn() -> Vec<PlayerNo>) -> Drawn {
        match self.rounds.last().filter(|last| last.number > before) {
            Some(last) => self.next_matches(last, third_place, round),
            None => self.first_matches(&seeds(), round),
        }
    }

    /// Those who are to be paired, and the byes of those who wished for one.
    fn swiss_round(&self, round: u32) -> (SwissRound, Vec<Bye>) {
        let (wished, here): (Vec<PlayerNo>, Vec<PlayerNo>) =
            self.here().into_iter().partition(|no| self.players[no.index()].wished.contains(&round));
        let bye = |player| Bye { player, kind: ByeKind::Wished, why: Why::Wished };
        (SwissRound::new(self, round, &here), wished.into_iter().map(bye).collect())
    }

    fn swiss(&self, round: u32) -> Drawn {
        let (swiss, wished) = self.swiss_round(round);
        let matching = swiss.cheapest();
        debug_assert!(swiss.is_proved(&matching));
        let mut drawn = swiss.drawn(&matching);
        drawn.byes.extend(wished);
        drawn
    }

    /// This event as it was when the machine paired a Swiss round; `None` for other rounds.
    fn before(&self, round: u32) -> Option<Event> {
        let paired = |row: &crate::Row| matches!(&row.act, crate::Act::Paired { drawn, .. } if drawn.round == round);
        // A round that was thrown away and paired anew is as it was paired last.
        let at = self.rows.iter().rposition(paired)?;
        let swiss = matches!(self.plan.form, Form::Swiss { .. });
        Event::replay(self.plan.clone(), self.rows[..at].iter().cloned()).ok().filter(|_| swiss)
    }

    /// What a Swiss round paid in all, as the machine paired it: no pairing would have paid less. `None` for other rounds, and for one that was
    /// paired by hand.
    pub fn paid(&self, round: u32) -> Option<Penalties> {
        let round = self.round(round).filter(|round| round.by_hand.is_none())?;
        let whys = round.pairings.iter().map(|pairing| pairing.why).chain(round.byes.iter().map(|bye| bye.why));
        whys.filter_map(|why| if let Why::Swiss(paid) = why { Some(paid) } else { None }).reduce(|sum, paid| sum + paid)
    }

    /// What the cheapest pairing of a Swiss round would have paid in which two certain players meet, or with no other, in which one has the bye: beside
    /// [`Event::paid`] it tells why they did not. `None` for other rounds, and for who was not to be paired in it.
    ///
    /// ```
    /// use hnefi_events::{Act, By, Event, Form, Penalties, Plan, PlayerNo};
    /// let mut event = Event::new(Plan::new(Form::Swiss { rounds: Some(2) })).unwrap();
    /// for (key, rating) in [("ann", 1800), ("ben", 1700), ("eve", 1600), ("dan", 1500)] {
    ///     event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: Some(rating) }).unwrap();
    /// }
    /// event.handle_act(0, By::Machine, Act::Begin).unwrap();
    /// event.handle_act(0, By::Machine, Act::Pair).unwrap();
    /// // The upper half meets the lower half in order, which costs nothing; why does Ann not meet Ben?
    /// assert_eq!(event.paid(1), Some(Penalties::default()));
    /// let instead = event.would_pay(1, PlayerNo(1), Some(PlayerNo(2)));
    /// assert_eq!(instead, Some(Penalties { places: 2, ..Penalties::default() }));
    /// assert_eq!(event.is_proved_cheapest(1), Some(true));
    /// ```
    pub fn would_pay(&self, round: u32, one: PlayerNo, other: Option<PlayerNo>) -> Option<Penalties> {
        self.before(round)?.swiss_round(round).0.cheapest_with(one, other)
    }

    /// Whether the pairing of a Swiss round is proved to be one of the cheapest: the round is paired again, and the proof that comes with it checked.
    /// `None` for other rounds, and for one that was paired by hand or changed.
    pub fn is_proved_cheapest(&self, round: u32) -> Option<bool> {
        let paid = self.paid(round).filter(|_| {
            self.round(round).is_some_and(|round| round.pairings.iter().all(|pairing| pairing.changed.is_none()))
        })?;
        let (swiss, _) = self.before(round)?.swiss_round(round);
        let matching = swiss.cheapest();
        let again = swiss.drawn(&matching);
        let whys = again.pairs.iter().map(|pair| pair.why).chain(again.byes.iter().map(|bye| bye.why));
        let sum =
            whys.filter_map(|why| if let Why::Swiss(paid) = why { Some(paid) } else { None }).reduce(|a, b| a + b);
        Some(swiss.is_proved(&matching) && sum == Some(paid))
    }
}

/// A round of a Berger table, and who has no game in it.
fn table(players: &[PlayerNo], row: u32, swapped: bool, why: Why) -> (Vec<DrawnPair>, Vec<Bye>) {
    let number = |n: u32| players[n as usize - 1];
    let pairs: Vec<DrawnPair> = berger(players.len() as u32, row)
        .into_iter()
        .map(|(one, other)| {
            let (one, other) = if swapped { (other, one) } else { (one, other) };
            DrawnPair { attackers: number(one), defenders: number(other), why }
        })
        .collect();
    let plays = |no: &PlayerNo| pairs.iter().any(|pair| pair.attackers == *no || pair.defenders == *no);
    let byes = players.iter().filter(|no| !plays(no)).map(|&player| Bye { player, kind: ByeKind::Free, why }).collect();
    (pairs, byes)
}
