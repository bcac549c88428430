//! A league whose players have strengths that the ratings have to find again.

use hnefi_ratings::{Book, Family, List, PERIOD_MS, Pool, RatedGame, Rating, Speed};
use hnefi_rules::{BySide, Side};

const DAY_MS: i64 = PERIOD_MS / 5;

/// How many points stand for a factor of ten in the chances.
const DECADE: f64 = 400.0;

const LIST: List = List { family: Family::Copenhagen, speed: Speed::Slow, pool: Pool::People };

/// The rule sets of a league, and what the attackers' side is truly worth in each.
pub(crate) const WORTH: [(&str, f64); 3] = [("copenhagen", -60.0), ("historical-11", 0.0), ("fetlar-online", 110.0)];

/// How a league goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// How many players there are.
    pub(crate) players: usize,
    /// For how many days they play.
    pub(crate) days: u32,
    /// How many games a player begins a day in the mean.
    pub(crate) games_a_day: f64,
    /// The share of players who improve, and by how many points in the whole time.
    pub(crate) improving: (f64, f64),
    /// The share of games that are drawn whatever the strengths; it is taken from wins and losses alike.
    pub(crate) draws: f64,
    /// Whether people play in pairs of games with sides swapped.
    pub(crate) matches: bool,
    /// Whether the stronger of two takes the worse side more often than not, as people do who play for fun.
    pub(crate) handicap: bool,
}

/// Somebody in a league.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    begin: f64,
    gain: f64,
    /// How often he plays, beside the others.
    activity: f64,
}

/// A league that was played.
pub(crate) struct League {
    settings: Settings,
    players: Vec<Player>,
    /// What was found.
    pub(crate) book: Book<usize>,
    end_ms: i64,
    /// How many games were played.
    pub(crate) games: u32,
}

/// How well ratings and advantages were found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// Of how many players.
    pub(crate) number: usize,
    /// The mean of rating minus strength.
    pub(crate) bias: f64,
    /// The root of the mean square of that.
    pub(crate) error: f64,
    /// The share of strengths that lie in the interval of 95 %.
    pub(crate) covered: f64,
    /// The mean of the margins.
    pub(crate) margin: f64,
}

impl League {
    /// Plays a league.
    pub(crate) fn play(settings: Settings, seed: u64) -> League {
        let mut lot = fastrand::Rng::with_seed(seed);
        let players: Vec<Player> = (0..settings.players)
            .map(|_| Player {
                begin: 1500.0 + 250.0 * normal(&mut lot),
                gain: if lot.f64() < settings.improving.0 { settings.improving.1 } else { 0.0 },
                activity: normal(&mut lot).exp(),
            })
            .collect();
        let mut league = League { settings, players, book: Book::default(), end_ms: 0, games: 0 };
        let total: f64 = league.players.iter().map(|player| player.activity).sum();
        let begun = (settings.games_a_day * settings.players as f64 * f64::from(settings.days)) as i64;
        let end_ms = i64::from(settings.days) * DAY_MS;
        for number in 0..begun {
            let at_ms = end_ms * number / begun;
            let one = league.somebody(&mut lot, total);
            let other = league.opponent(&mut lot, one, total);
            league.meet(&mut lot, one, other, at_ms);
        }
        league.end_ms = end_ms;
        league
    }

    /// The true strength of a player at a time.
    fn strength(&self, player: usize, at_ms: i64) -> f64 {
        let Player { begin, gain, .. } = self.players[player];
        begin + gain * at_ms as f64 / (i64::from(self.settings.days) * DAY_MS) as f64
    }

    fn somebody(&self, lot: &mut fastrand::Rng, total: f64) -> usize {
        let mut at = lot.f64() * total;
        let found = self.players.iter().position(|player| {
            at -= player.activity;
            at < 0.0
        });
        found.unwrap_or(0)
    }

    /// The best matched of four who are there.
    fn opponent(&self, lot: &mut fastrand::Rng, one: usize, total: f64) -> usize {
        let shown = |player: usize| self.book.rating(LIST, &player).map_or(1500.0, Rating::points);
        let mut there = [0; 4].map(|_| self.somebody(lot, total));
        there.sort_by(|a, b| {
            let away = |player: usize| (shown(player) - shown(one)).abs();
            away(*a).total_cmp(&away(*b))
        });
        there.into_iter().find(|&other| other != one).unwrap_or((one + 1) % self.players.len())
    }

    fn meet(&mut self, lot: &mut fastrand::Rng, one: usize, other: usize, at_ms: i64) {
        let (ruleset, worth) = WORTH[lot.usize(..WORTH.len())];
        let mut players = BySide { attackers: one, defenders: other };
        let stronger_attacks = self.strength(one, at_ms) > self.strength(other, at_ms);
        let swap = match self.settings.handicap {
            true => (stronger_attacks == (worth > 0.0)) == (lot.f64() < 0.8),
            false => lot.bool(),
        };
        if swap {
            players = BySide { attackers: other, defenders: one };
        }
        for _ in 0..if self.settings.matches { 2 } else { 1 } {
            let better = self.strength(players.attackers, at_ms) + worth - self.strength(players.defenders, at_ms);
            let expected = 1.0 / (1.0 + 10f64.powf(-better / DECADE));
            let drawn = self.settings.draws.min(2.0 * expected.min(1.0 - expected));
            let at = lot.f64();
            let winner = if at < expected - drawn / 2.0 {
                Some(Side::Attackers)
            } else if at < expected + drawn / 2.0 {
                None
            } else {
                Some(Side::Defenders)
            };
            self.book.rate(RatedGame { players, ruleset, list: LIST, winner, at_ms });
            self.games += 1;
            players = BySide { attackers: players.defenders, defenders: players.attackers };
        }
    }

    /// How well the strengths were found of those for whom `which` holds, given their rating, and whether they improved. Ratings only
    /// compare the players of a list, so by how much the list has moved as a whole is taken off.
    pub(crate) fn found(&self, which: impl Fn(&Rating, bool) -> bool) -> Found {
        let moved = self.moved();
        let known = self.known().filter(|(player, rating)| which(rating, self.players[*player].gain > 0.0));
        sum_up(known.map(|(player, rating)| (self.missed(player, rating) - moved, rating.margin(self.end_ms))))
    }

    /// By how much the list has moved as a whole: the mean of rating minus strength of all who are settled.
    pub(crate) fn moved(&self) -> f64 {
        let settled = self.known().filter(|(_, rating)| self.is_settled(rating));
        sum_up(settled.map(|(player, rating)| (self.missed(player, rating), 0.0))).bias
    }

    fn known(&self) -> impl Iterator<Item = (usize, &Rating)> {
        (0..self.players.len()).filter_map(|player| Some((player, self.book.rating(LIST, &player)?)))
    }

    fn missed(&self, player: usize, rating: &Rating) -> f64 {
        rating.points() - self.strength(player, self.end_ms)
    }

    /// Whether the rating of a player is shown as certain at the end.
    pub(crate) fn is_settled(&self, rating: &Rating) -> bool {
        !rating.is_provisional(self.end_ms)
    }

    /// By how much each advantage was missed, with its margin.
    pub(crate) fn advantages(&self) -> Vec<(f64, f64)> {
        let missed = |(ruleset, worth): (&str, f64)| {
            let found = self.book.advantage(ruleset, LIST.pool)?;
            Some((found.points() - worth, found.margin(self.end_ms)))
        };
        WORTH.into_iter().filter_map(missed).collect()
    }
}

/// What misses and margins come to.
pub(crate) fn sum_up(missed: impl Iterator<Item = (f64, f64)>) -> Found {
    let mut found = Found::default();
    for (missed, margin) in missed {
        found.number += 1;
        found.bias += missed;
        found.error += missed * missed;
        found.covered += f64::from(u8::from(missed.abs() <= margin));
        found.margin += margin;
    }
    let number = (found.number as f64).max(1.0);
    Found {
        number: found.number,
        bias: found.bias / number,
        error: (found.error / number).sqrt(),
        covered: found.covered / number,
        margin: found.margin / number,
    }
}

/// What several leagues come to, given what one does.
pub(crate) fn all(leagues: &[League], found: impl Fn(&League) -> Found) -> Found {
    let each: Vec<Found> = leagues.iter().map(found).collect();
    let number: usize = each.iter().map(|found| found.number).sum();
    let mean = |of: fn(&Found) -> f64| {
        each.iter().map(|found| found.number as f64 * of(found)).sum::<f64>() / (number as f64).max(1.0)
    };
    Found {
        number,
        bias: mean(|found| found.bias),
        error: mean(|found| found.error * found.error).sqrt(),
        covered: mean(|found| found.covered),
        margin: mean(|found| found.margin),
    }
}

/// A number of a normal distribution of variance 1.
fn normal(lot: &mut fastrand::Rng) -> f64 {
    (-2.0 * (1.0 - lot.f64()).ln()).sqrt() * (std::f64::consts::TAU * lot.f64()).cos()
}
