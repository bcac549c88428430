//! How everybody stands.

use crate::{ByeKind, Event, GameResult, PlayerNo, TieBreak};

/// How a player stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1. Those between whom nothing decides share the better one.
    pub place: u32,
    /// Who.
    pub player: PlayerNo,
    /// The points, in half points.
    pub halves: u32,
    /// What the tie-breaks of the plan come to, in its order.
    pub tie_breaks: Vec<TieBreakValue>,
    /// Games played.
    pub played: u32,
    /// Games won, those that the other did not play among them.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost, those that the player did not play among them.
    pub lost: u32,
    /// Games played with the attackers.
    pub as_attackers: u32,
}

/// What a tie-break comes to for a player, and of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreakValue {
    /// Which.
    pub tie_break: TieBreak,
    /// Its value, in quarters of a point (for wins, four for each); `None` where it does not apply.
    pub quarters: Option<u32>,
    /// What it is the sum of.
    pub parts: Vec<Part>,
}

/// A part of a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The round.
    pub round: u32,
    /// The opponent; `None` for a round without a game.
    pub opponent: Option<PlayerNo>,
    /// The points of the opponent, in half points; for a round without a game those of the player.
    pub opponent_halves: u32,
    /// What the player got against him, in half points.
    pub halves: u32,
    /// What the part adds, in quarters of a point.
    pub quarters: u32,
    /// Whether it is left out, because it is the lowest.
    pub cut: bool,
}

impl Event {
    /// How everybody stands who was ever to be paired, the first first. Those who share a place are in the order of their seeds.
    pub fn standings(&self) -> Vec<Standing> {
        let mut standings: Vec<Standing> = self
            .seeded(self.players.iter().map(|player| player.no).collect())
            .into_iter()
            .map(|player| self.standing(player))
            .collect();
        standings.sort_by_key(|standing| std::cmp::Reverse(standing.halves));
        let mut place = 1;
        for index in 0..standings.len() {
            if index > 0 && standings[index].halves < standings[index - 1].halves {
                place = index as u32 + 1;
            }
            standings[index].place = place;
        }
        standings
    }

    fn standing(&self, player: PlayerNo) -> Standing {
        let mut standing = Standing {
            place: 1,
            player,
            halves: 0,
            tie_breaks: Vec::new(),
            played: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            as_attackers: 0,
        };
        for round in &self.rounds {
            if let Some(bye) = round.bye_of(player) {
                standing.halves += match bye.kind {
                    ByeKind::Given => self.plan.unplayed.bye,
                    ByeKind::Wished => self.plan.unplayed.wished,
                    ByeKind::Free => 0,
                } * self.plan.games.number();
            }
            for game in round.pairing_of(player).into_iter().flat_map(|pairing| &pairing.games) {
                let (Some(side), Some(result)) = (game.side_of(player), game.result) else { continue };
                let halves = result.halves(side);
                standing.halves += halves;
                standing.played += u32::from(result.is_played());
                standing.as_attackers += u32::from(result.is_played() && side == hnefi_rules::Side::Attackers);
                match halves {
                    2 => standing.won += 1,
                    1 => standing.drawn += 1,
                    _ if result != GameResult::Draw => standing.lost += 1,
                    _ => {}
                }
            }
        }
        standing
    }
}
