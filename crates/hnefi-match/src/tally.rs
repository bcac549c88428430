//! What the games of a match add up to, seen by the first engine.

use std::collections::{BTreeMap, HashMap};

use hnefi_rules::{BySide, Side};

use crate::{Elo, GameRecord};

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Score {
    /// How many games these are.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, 0 to 1; `None` without games.
    pub fn share(&self) -> Option<f64> {
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// The difference of strength that these games stand for, each game by itself.
    pub fn elo(&self) -> Option<Elo> {
        Elo::of(&[self.lost, self.drawn, self.won])
    }
}

impl std::ops::Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }
}

/// What the games of a match add up to, seen by the first engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Its games by the side that it played.
    pub by_side: BySide<Score>,
    /// The pairs in which it got 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// The pairs in which the attackers, whoever played them, got 0, 1/2, 1, 3/2 and 2 points.
    pub attackers_pairs: [u64; 5],
    /// How the games ended, each reason with the number of games.
    pub reasons: BTreeMap<String, u64>,
    /// Of the first and the second engine: how many games it lost by a crash, silence, an illegal move or time.
    pub faults: [BTreeMap<String, u64>; 2],
    /// The plies of all games, those of the openings included.
    pub plies: u64,
    /// Of pairs of which one game has been played: twice the points of the first engine, and of the attackers.
    halves: HashMap<usize, (usize, usize)>,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let side = game.id.side_of_first();
        let score = &mut self.by_side[side];
        let twice = match game.winner() {
            None => {
                score.drawn += 1;
                1
            }
            Some(winner) if winner == side => {
                score.won += 1;
                2
            }
            Some(_) => {
                score.lost += 1;
                0
            }
        };
        let attackers = if side == Side::Attackers { twice } else { 2 - twice };
        match self.halves.remove(&game.id.pair) {
            Some((other, others_attackers)) => {
                self.pairs[twice + other] += 1;
                self.attackers_pairs[attackers + others_attackers] += 1;
            }
            None => {
                self.halves.insert(game.id.pair, (twice, attackers));
            }
        }
        let reason = game.outcome.reason.clone();
        if let (Some(winner), true) = (game.winner(), game.is_fault()) {
            *self.faults[usize::from(winner == side)].entry(reason.clone()).or_default() += 1;
        }
        *self.reasons.entry(reason).or_default() += 1;
        self.plies += game.moves.len() as u64;
    }

    /// All games of the first engine.
    pub fn score(&self) -> Score {
        self.by_side.attackers + self.by_side.defenders
    }

    /// What the attackers got, whoever played them.
    pub fn attackers(&self) -> Score {
        let theirs = self.by_side.defenders;
        self.by_side.attackers + Score { won: theirs.lost, drawn: theirs.drawn, lost: theirs.won }
    }

    /// The difference between the sides by pairs, whoever played them. `None` without a whole pair.
    pub fn attackers_elo(&self) -> Option<Elo> {
        Elo::of(&self.attackers_pairs)
    }

    /// The difference of strength by pairs, which share an opening. `None` without a whole pair.
    pub fn elo(&self) -> Option<Elo> {
        Elo::of(&self.pairs)
    }

    /// The difference of strength by the games in which the first engine played this side.
    pub fn elo_as(&self, side: Side) -> Option<Elo> {
        self.by_side[side].elo()
    }

    /// The share of drawn games; `None` without games.
    pub fn draw_rate(&self) -> Option<f64> {
        let score = self.score();
        (score.games() > 0).then(|| score.drawn as f64 / score.games() as f64)
    }

    /// How many pairs are whole.
    pub fn whole_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The share of pairs that one engine won; `None` without a whole pair.
    pub fn decisive_pairs(&self) -> Option<f64> {
        let whole = self.whole_pairs();
        (whole > 0).then(|| (whole - self.pairs[2]) as f64 / whole as f64)
    }
}
