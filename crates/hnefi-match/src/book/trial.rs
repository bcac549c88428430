//! What an opening must pass to get into a book.

use std::ops::RangeInclusive;

use fastrand::Rng;
use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level, Score};
use hnefi_rules::{Game, Side};

/// What an opening must pass to get into a book: a deep search that finds it near level, and quick games of the
/// computer against itself that both sides get something out of. All budgets count positions, never time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// How many positions the deep search looks at.
    pub deep_nodes: u64,
    /// How far from level the deep search may find it, in hundredths of what the engine counts in.
    pub level: i32,
    /// How many quick games there are.
    pub games: u32,
    /// How many positions a move of a quick game costs on average; each move gets from half to one and a half
    /// times as many, by chance, so that no two games are the same.
    pub game_nodes: u64,
    /// What share of the points the attackers must get in the quick games, in hundredths.
    pub split: RangeInclusive<u32>,
    /// How likely two of the quick games must differ in their results, in hundredths.
    pub decisive: u32,
    /// How many of the quick games either side must win, in hundredths.
    pub wins: u32,
    /// After so many plies, those of the opening included, a quick game is a draw.
    pub move_cap: usize,
}

impl Default for Filter {
    /// A hundred thousand positions within four soldiers of level; twenty games at a thousand positions a move, of
    /// which the attackers get 35 to 65 %, either side wins 5 %, and two differ with a chance of 30 % at least.
    fn default() -> Filter {
        Filter {
            deep_nodes: 100_000,
            level: 400,
            games: 20,
            game_nodes: 1_000,
            split: 35..=65,
            decisive: 30,
            wins: 5,
            move_cap: 200,
        }
    }
}

/// How the quick games from an opening went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Split {
    /// How many the attackers won.
    pub(crate) attackers: u32,
    /// How many nobody won.
    pub(crate) drawn: u32,
    /// How many the defenders won.
    pub(crate) defenders: u32,
}

/// So many games are enough to see that they all go the same way, or that a side never wins.
const ALIKE: u32 = 6;

impl Filter {
    /// What a deep search finds, from the attackers' side in hundredths; `None` where it is too far from level.
    pub(crate) fn deep_score(&self, game: &Game) -> Option<i32> {
        self.near_level(game, score(&engine(8), game, self.deep_nodes)?)
    }

    /// What a search that is hardly one finds; the same as the deep one else. The engine has seen nothing yet.
    pub(crate) fn glance(&self, engine: &Engine, game: &Game, nodes: u64) -> Option<i32> {
        self.near_level(game, score(engine, game, nodes)?)
    }

    fn near_level(&self, game: &Game, score: Score) -> Option<i32> {
        let forced = score.forced_win().is_some() || score.forced_loss().is_some();
        let hundredths = match game.position().turn() {
            Side::Attackers => score.hundredths(),
            Side::Defenders => -score.hundredths(),
        };
        (!forced && hundredths.abs() <= self.level).then_some(hundredths)
    }

    /// How the quick games go, if they go as they must. `count` hears of every game.
    pub(crate) fn split(&self, game: &Game, seed: u64, count: &dyn Fn()) -> Option<Split> {
        let mut split = Split::default();
        for number in 0..self.games {
            split.add(self.quick_game(game, seed, number));
            count();
            if self.is_hopeless(&split) {
                return None;
            }
        }
        let won = split.attackers.min(split.defenders) * 100 >= self.wins * self.games;
        (won && split.decisive() * 100.0 >= f64::from(self.decisive)).then_some(split)
    }

    /// Whether no further games can bring the split where it must be, or would hardly.
    fn is_hopeless(&self, split: &Split) -> bool {
        let (points, all) = (split.points_twice(), 2 * self.games);
        let best = points + 2 * (self.games - split.games());
        let alike = [split.attackers, split.drawn, split.defenders].contains(&split.games());
        best * 100 < self.split.start() * all
            || points * 100 > self.split.end() * all
            || (self.decisive > 0 && alike && split.games() >= ALIKE)
            || (self.wins > 0
                && split.attackers.min(split.defenders) == 0
                && split.games() >= ALIKE.max(self.games / 2))
    }

    /// The winner of one quick game.
    pub(crate) fn quick_game(&self, start: &Game, seed: u64, number: u32) -> Option<Side> {
        let mut chance = Rng::with_seed(seed ^ u64::from(number + 1) << 32);
        let engine = engine(1);
        let mut game = start.clone();
        let mut plies = game.plies().count();
        while game.outcome().is_none() && plies < self.move_cap {
            let nodes = self.game_nodes / 2 + chance.u64(..=self.game_nodes);
            let Some(choice) = engine.choose_within(&game, Level::FULL, Budget::of_nodes(nodes), &Cancel::new()) else {
                break;
            };
            game.play(choice.mv).expect("a legal move");
            plies += 1;
        }
        game.outcome().and_then(|outcome| outcome.winner)
    }
}

impl Split {
    pub(crate) fn add(&mut self, winner: Option<Side>) {
        match winner {
            Some(Side::Attackers) => self.attackers += 1,
            Some(Side::Defenders) => self.defenders += 1,
            None => self.drawn += 1,
        }
    }

    /// How many games there were.
    pub(crate) fn games(&self) -> u32 {
        self.attackers + self.drawn + self.defenders
    }

    fn points_twice(&self) -> u32 {
        2 * self.attackers + self.drawn
    }

    /// The share of the points that the attackers got, between 0 and 1; one half where there were no games.
    pub(crate) fn share(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { f64::from(self.points_twice()) / f64::from(2 * self.games()) }
    }

    /// How likely two different games of these differ in their results: what a pair of games between equal
    /// engines has for a chance of being decisive.
    pub(crate) fn decisive(&self) -> f64 {
        let pairs = |n: u32| f64::from(n) * (f64::from(n) - 1.0);
        let alike = pairs(self.attackers) + pairs(self.drawn) + pairs(self.defenders);
        if self.games() < 2 { 0.0 } else { 1.0 - alike / pairs(self.games()) }
    }
}

/// An engine that has seen nothing yet, so that what it says depends on nothing but the question.
pub(crate) fn engine(hash_mb: usize) -> Engine {
    Engine::new(EngineOptions { threads: 1, hash_mb, seed: Some(1) })
}

fn score(engine: &Engine, game: &Game, nodes: u64) -> Option<Score> {
    engine.choose_within(game, Level::FULL, Budget::of_nodes(nodes), &Cancel::new()).map(|choice| choice.score)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(attackers: u32, drawn: u32, defenders: u32) -> Split {
        Split { attackers, drawn, defenders }
    }

    #[test]
    fn a_trial_ends_when_nothing_can_save_it() {
        let filter = Filter { games: 10, wins: 0, ..Filter::default() };
        for hopeless in [split(0, 0, 6), split(0, 6, 0), split(6, 0, 0), split(0, 2, 6), split(6, 2, 0)] {
            assert!(filter.is_hopeless(&hopeless), "{hopeless:?}");
        }
        // 3.5 of 10 points are 35 %, and 6.5 are 65 %.
        for hopeful in [split(0, 0, 5), split(0, 7, 3), split(3, 1, 6), split(6, 1, 3), split(1, 5, 0)] {
            assert!(!filter.is_hopeless(&hopeful), "{hopeful:?}");
        }
        let winning = Filter { wins: 5, ..filter.clone() };
        assert!(winning.is_hopeless(&split(0, 5, 1)) && winning.is_hopeless(&split(2, 5, 0)));
        assert!(!winning.is_hopeless(&split(0, 4, 1)) && !winning.is_hopeless(&split(1, 4, 1)));
        let drawish = Filter { decisive: 0, ..filter };
        assert!(!drawish.is_hopeless(&split(0, 6, 0)));
    }

    #[test]
    fn the_share_and_the_chance_of_a_difference() {
        assert_eq!((split(3, 2, 5).share(), split(0, 0, 0).share()), (0.4, 0.5));
        // Of the 45 pairs of games, 3 + 1 + 10 are alike.
        assert!((split(3, 2, 5).decisive() - 31.0 / 45.0).abs() < 1e-12);
        assert_eq!(split(1, 0, 0).decisive(), 0.0);
    }
}
