//! Pairing the next round.

use crate::{
    Bye, ByeKind, Drawn, DrawnPair, Event, Form, GameId, PlayerNo, Refusal, Round, Stage, Why, berger, berger_rounds,
};

impl Event {
    /// The next round, as the machine pairs it.
    pub(crate) fn draw(&self) -> Result<Drawn, Refusal> {
        self.may_pair()?;
        let round = self.next_round();
        match self.plan.form {
            Form::RoundRobin { .. } => Ok(self.round_robin(round)),
            _ => Err(Refusal::Form),
        }
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
    pub(crate) fn to_be_drawn(&self) -> Vec<PlayerNo> {
        match self.plan.form {
            Form::RoundRobin { .. } => self.seeds.clone(),
            _ => self.here(),
        }
    }

    /// Whether a round is one of a knock-out.
    pub(crate) fn is_bracket(&self, round: &Round) -> bool {
        round.pairings.iter().any(|pairing| matches!(pairing.why, Why::Bracket { .. }))
    }

    /// Refused where the match of a game has been built upon.
    pub(crate) fn no_later_match(&self, id: GameId) -> Result<(), Refusal> {
        let of_bracket = self.round(id.round).is_some_and(|round| self.is_bracket(round));
        if of_bracket && id.round + 1 < self.next_round() { Err(Refusal::BuiltUpon(id.round + 1)) } else { Ok(()) }
    }

    fn round_robin(&self, round: u32) -> Drawn {
        let rounds = berger_rounds(self.seeds.len() as u32);
        let (cycle, row) = ((round - 1) / rounds, (round - 1) % rounds);
        let why = Why::Table { group: None, round: row + 1 };
        let (pairs, byes) = table(&self.seeds, row, cycle % 2 == 1, why);
        Drawn { round, pairs, byes }
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
