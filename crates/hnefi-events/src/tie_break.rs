//! What decides between players with the same points.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::{ByeKind, Event, Form, Line, Met, PlayerNo, TieBreakValue};

/// What decides between players with the same points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The points from the games against the others who are still tied, if all of them have met.
    DirectEncounter,
    /// For each game, the points of the opponent times what was scored against him.
    SonnebornBerger,
    /// The points of all opponents.
    Buchholz,
    /// The points of all opponents but the one with fewest.
    BuchholzCut,
    /// The games won at the board.
    Wins,
    /// The games won at the board with the attackers.
    WinsAsAttackers,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [TieBreak; 6] = [
        TieBreak::DirectEncounter,
        TieBreak::SonnebornBerger,
        TieBreak::Buchholz,
        TieBreak::BuchholzCut,
        TieBreak::Wins,
        TieBreak::WinsAsAttackers,
    ];

    /// What is usual in a form: where not everybody meets everybody, whom one has met tells most.
    pub fn usual(form: Form) -> Vec<TieBreak> {
        match form {
            Form::Swiss { .. } => vec![
                TieBreak::Buchholz,
                TieBreak::DirectEncounter,
                TieBreak::SonnebornBerger,
                TieBreak::WinsAsAttackers,
            ],
            Form::RoundRobin { .. } | Form::KnockOut { .. } | Form::Groups { .. } => {
                vec![TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::WinsAsAttackers]
            }
        }
    }
}

/// A part of a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The round.
    pub round: u32,
    /// The opponent; `None` for an opponent who is only thought of, in a round without a game.
    pub opponent: Option<PlayerNo>,
    /// The points of the opponent, in half points; of one who is only thought of, those of the player.
    pub opponent_halves: u32,
    /// What the player got, in half points.
    pub halves: u32,
    /// What the part adds, in quarters of a point.
    pub quarters: u32,
    /// Whether it is left out, because it is the lowest.
    pub cut: bool,
}

/// What everybody in a table did, as far as it counts.
pub(crate) struct Book {
    lines: HashMap<PlayerNo, Vec<Line>>,
    halves: HashMap<PlayerNo, u32>,
    annulled: Vec<PlayerNo>,
    /// Whether everybody meets everybody, so that a forfeited game is one against that opponent.
    all_meet: bool,
    /// Whether a round counts once also where one of its games was forfeited: from edition 1 on.
    by_round: bool,
}

impl Book {
    pub(crate) fn new(event: &Event, players: &[PlayerNo]) -> Book {
        let annulled: Vec<PlayerNo> = players.iter().copied().filter(|&player| event.is_annulled(player)).collect();
        let lines: HashMap<PlayerNo, Vec<Line>> = players
            .iter()
            .map(|&player| {
                let counts = |line: &Line| {
                    let against = line.opponent().is_some_and(|opponent| annulled.contains(&opponent));
                    !against && !annulled.contains(&player) && line.is_round_of(event)
                };
                (player, event.course(player).into_iter().filter(counts).collect())
            })
            .collect();
        let halves =
            lines.iter().map(|(&player, lines)| (player, lines.iter().filter_map(|line| line.halves).sum())).collect();
        let all_meet = !matches!(event.plan().form, Form::Swiss { .. });
        Book { lines, halves, annulled, all_meet, by_round: event.plan().edition > 0 }
    }

    pub(crate) fn lines(&self, player: PlayerNo) -> &[Line] {
        self.lines.get(&player).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn halves(&self, player: PlayerNo) -> u32 {
        self.halves.get(&player).copied().unwrap_or(0)
    }

    pub(crate) fn is_annulled(&self, player: PlayerNo) -> bool {
        self.annulled.contains(&player)
    }

    /// What a tie-break comes to for a player who is tied with these.
    pub(crate) fn tie_break(&self, tie_break: TieBreak, player: PlayerNo, tied: &[PlayerNo]) -> TieBreakValue {
        let parts = match tie_break {
            TieBreak::DirectEncounter if !self.have_met(tied) => {
                return TieBreakValue { tie_break, quarters: None, parts: Vec::new() };
            }
            TieBreak::DirectEncounter => self.direct(player, tied),
            TieBreak::SonnebornBerger => self.sonneborn_berger(player),
            TieBreak::Buchholz => self.buchholz(player),
            TieBreak::BuchholzCut => {
                let mut parts = self.buchholz(player);
                if let Some(lowest) = parts.iter_mut().min_by_key(|part| part.quarters) {
                    lowest.cut = true;
                }
                parts
            }
            TieBreak::Wins => self.wins(player, false),
            TieBreak::WinsAsAttackers => self.wins(player, true),
        };
        let quarters = parts.iter().filter(|part| !part.cut).map(|part| part.quarters).sum();
        TieBreakValue { tie_break, quarters: Some(quarters), parts }
    }

    /// Whether more than one is tied, and each has met each other one.
    fn have_met(&self, tied: &[PlayerNo]) -> bool {
        let met = |one: PlayerNo, other: PlayerNo| {
            let game = |line: &&Line| line.opponent() == Some(other) && line.halves.is_some();
            one == other || self.lines(one).iter().any(|line| game(&line))
        };
        // In a Swiss event with many tied nobody has met all of them.
        let possible = tied.len() > 1 && tied.len() <= self.lines(tied[0]).len() + 1;
        possible && tied.iter().all(|&one| tied.iter().all(|&other| met(one, other)))
    }

    fn direct(&self, player: PlayerNo, tied: &[PlayerNo]) -> Vec<Part> {
        let against = |line: &&Line| line.opponent().is_some_and(|opponent| tied.contains(&opponent));
        self.lines(player)
            .iter()
            .filter(against)
            .filter_map(|line| self.part(player, line, |_, halves| 2 * halves))
            .collect()
    }

    fn sonneborn_berger(&self, player: PlayerNo) -> Vec<Part> {
        let times = |opponent: u32, halves: u32| opponent * halves;
        self.lines(player).iter().filter_map(|line| self.part(player, line, times)).collect()
    }

    /// Each opponent counts once a round, however many games they played in it. Where one of them was played, it is the opponent himself who counts.
    fn buchholz(&self, player: PlayerNo) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for part in self.lines(player).iter().filter_map(|line| self.part(player, line, |opponent, _| 2 * opponent)) {
            let same = |last: &&mut Part| last.round == part.round && (self.by_round || last.opponent == part.opponent);
            match parts.last_mut().filter(same) {
                Some(last) => {
                    let counts = if last.opponent.is_some() { *last } else { part };
                    *last = Part { halves: last.halves + part.halves, ..counts };
                }
                None => parts.push(part),
            }
        }
        parts
    }

    fn wins(&self, player: PlayerNo, as_attackers: bool) -> Vec<Part> {
        let won = |line: &&Line| {
            let side = line.side().filter(|&side| !as_attackers || side == hnefi_rules::Side::Attackers);
            side.is_some() && line.halves == Some(2)
        };
        self.lines(player).iter().filter(won).filter_map(|line| self.part(player, line, |_, _| 4)).collect()
    }

    /// What a line adds. In a round without a game the opponent is one who is only thought of, with the points of the player himself.
    fn part(&self, player: PlayerNo, line: &Line, adds: impl Fn(u32, u32) -> u32) -> Option<Part> {
        let halves = line.halves?;
        let opponent = match line.what {
            Met::Game { opponent, played, .. } => Some(opponent).filter(|_| played || self.all_meet),
            Met::Bye(ByeKind::Free) => return None,
            Met::Bye(_) | Met::Missed => None,
        };
        let opponent_halves = self.halves(opponent.unwrap_or(player));
        Some(Part {
            round: line.round,
            opponent,
            opponent_halves,
            halves,
            quarters: adds(opponent_halves, halves),
            cut: false,
        })
    }
}
