//! Weights that win more games, found by changing whole groups of them by chance.

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use fastrand::Rng;
use hnefi_engine::{Group, Plan, Weights};
use hnefi_rules::{Game, Side};

use crate::chosen::{check_place, named_weights, referee, write};
use crate::contest::{Opponent, Tally, games, openings};
use crate::fit::ORDERED;

#[derive(Args)]
pub(crate) struct Climb {
    /// The rule set.
    #[arg(long)]
    rules: String,
    /// The side that plays by the weights in question; the other one plays by `--against`.
    #[arg(long, default_value = "attackers")]
    side: Side,
    /// Whose weights are changed, take or hold.
    #[arg(long, default_value = "take")]
    plan: Plan,
    /// A file with one opening a line, its moves from the start. Without it, moves by chance.
    #[arg(long)]
    openings: Option<PathBuf>,
    /// How many games each change is tried in.
    #[arg(long, default_value_t = 48)]
    games: usize,
    /// How many changes are tried.
    #[arg(long, default_value_t = 100)]
    tries: u32,
    /// How many positions the side in question looks at for a move.
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// How many positions the other side looks at: few enough that the side in question wins some games.
    #[arg(long, default_value_t = 1500)]
    against_nodes: u64,
    /// The weights that the other side plays by; "own" for the engine's.
    #[arg(long, default_value = "own")]
    against: String,
    /// The weights to begin with; "own" for the engine's.
    #[arg(long, default_value = "own")]
    from: String,
    /// A game that is longer counts as drawn.
    #[arg(long, default_value_t = 260)]
    plies: u32,
    /// How many games are played at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where chance begins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Groups of features whose weights stay as they are.
    #[arg(long, value_delimiter = ',')]
    keep: Vec<String>,
    /// The file of weights to write, each time that better ones are found.
    #[arg(long)]
    out: PathBuf,
}

/// After so many tries other openings are played, so that nothing is kept that is good from a few only.
const SAME_OPENINGS: u32 = 10;

/// By what a group is multiplied.
const FACTORS: [f32; 6] = [0.5, 0.7, 0.85, 1.2, 1.5, 2.0];

/// By what a group's weights rise or fall from one feature to the next.
const TILTS: [f32; 8] = [-20.0, -10.0, -5.0, -2.0, 2.0, 5.0, 10.0, 20.0];

impl Climb {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        check_place(&self.out)?;
        let referee = referee(&self.rules)?;
        let unknown = self.keep.iter().find(|&name| Weights::groups().iter().all(|group| group.name != name));
        ensure!(unknown.is_none(), "there is no group of features \"{}\"", unknown.cloned().unwrap_or_default());
        ensure!(self.games > 0, "no game is to be played: --games 0");
        let groups: Vec<&Group> =
            Weights::groups().iter().filter(|group| self.keep.iter().all(|keep| keep != group.name)).collect();
        ensure!(!groups.is_empty(), "every group of features is to be kept");
        let openings = openings(&referee, self.openings.as_deref(), 500)?;
        let other = Opponent { weights: named_weights(&self.against)?, nodes: self.against_nodes };
        let mut best = named_weights(&self.from)?.unwrap_or_else(|| Weights::of(referee.ruleset()));

        let mut chance = Rng::with_seed(self.seed);
        let mut most = 0.0;
        for number in 0..self.tries {
            let round = number / SAME_OPENINGS;
            if number % SAME_OPENINGS == 0 {
                let tally = self.play(&openings, round, &best, &other);
                most = self.worth(&tally);
                println!("try {number}: {}", told(&tally));
            }
            let (changed, change) = changed(&best, self.plan, &groups, &mut chance);
            let tally = self.play(&openings, round, &changed, &other);
            if self.worth(&tally) > most {
                most = self.worth(&tally);
                println!("try {number}: {} with {change}", told(&tally));
                best = changed;
                write(&self.out, &best.to_toml())?;
            }
        }
        Ok(())
    }

    /// The games of one try, as they ended for the side in question.
    fn play(&self, openings: &[Game], round: u32, weights: &Weights, other: &Opponent) -> Tally {
        let from = round as usize * self.games % openings.len();
        let some: Vec<Game> = openings.iter().cycle().skip(from).take(self.games).cloned().collect();
        let mind = Opponent { weights: Some(weights.clone()), nodes: self.nodes };
        let (attackers, defenders) = if self.side == Side::Attackers { (&mind, other) } else { (other, &mind) };
        let mut tally = games(&some, u64::from(round) + 1, attackers, defenders, self.plies, self.threads);
        if self.side == Side::Defenders {
            (tally.won, tally.lost) = (tally.lost, tally.won);
        }
        tally
    }

    /// The points, and a little for short games where they are won: who plays to and fro is on no way to a win.
    fn worth(&self, tally: &Tally) -> f64 {
        let length = f64::from(tally.plies) / (self.games as f64 * f64::from(self.plies.max(1)));
        tally.points() + if tally.won >= tally.lost { 0.2 * (1.0 - length) } else { 0.0 }
    }
}

fn told(tally: &Tally) -> String {
    let games = tally.won + tally.drawn + tally.lost;
    let plies = tally.plies / games.max(1);
    format!("won {}, drew {}, lost {}, {plies} plies a game", tally.won, tally.drawn, tally.lost)
}

/// The weights with one to four groups changed, and what was changed.
fn changed(weights: &Weights, plan: Plan, groups: &[&Group], chance: &mut Rng) -> (Weights, String) {
    let mut values = weights.values(plan).to_vec();
    let mut told = Vec::new();
    for _ in 0..[1, 2, 2, 3, 4][chance.usize(..5)] {
        let group = groups[chance.usize(..groups.len())];
        let some = &mut values[group.range()];
        let is_nothing = some.iter().all(|&value| value == 0);
        let factor = FACTORS[chance.usize(..FACTORS.len())];
        let tilt = TILTS[chance.usize(..TILTS.len())];
        let tilts = ORDERED.contains(&group.name) && (is_nothing || chance.u8(..3) == 0);
        for (step, value) in some.iter_mut().enumerate() {
            let new = if tilts { f32::from(*value) + tilt * step as f32 } else { f32::from(*value) * factor };
            *value = new.round().clamp(-9_000.0, 9_000.0) as i16;
        }
        told.push(if tilts {
            format!("{} {tilt:+} a step", group.name)
        } else {
            format!("{} times {factor}", group.name)
        });
    }
    (weights.with(plan, &values).expect("as many weights as before"), told.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_groups_in_question_change_and_what_is_told_was_done() {
        let before = Weights::of(hnefi_rules::ruleset("fetlar-2018").unwrap());
        let groups: Vec<&Group> =
            Weights::groups().iter().filter(|group| ["reach", "corners"].contains(&group.name)).collect();
        let mut chance = Rng::with_seed(2);
        let mut differed = 0;
        for _ in 0..50 {
            let (after, told) = changed(&before, Plan::Take, &groups, &mut chance);
            assert_eq!(before.values(Plan::Hold), after.values(Plan::Hold));
            for group in Weights::groups() {
                let same = before.values(Plan::Take)[group.range()] == after.values(Plan::Take)[group.range()];
                assert!(same || told.contains(group.name), "{} changed: {told}", group.name);
                differed += u32::from(!same);
            }
        }
        assert!(differed > 40, "{differed}");
    }
}
