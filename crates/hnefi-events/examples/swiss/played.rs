//! Events whose players have strengths that are known, because they were drawn.

use std::collections::HashMap;

use hnefi_events::{
    Act, By, ByeKind, Drawn, DrawnPair, Event, Form, Game, GameResult, GamesEach, Line, Plan, PlayerNo, Presence, Why,
    berger, swiss_rounds,
};
use hnefi_rules::Side;

/// An event and what is known of its players.
pub(crate) struct World {
    pub(crate) event: Event,
    strengths: Vec<f64>,
    /// What the attackers' side is worth, in points of strength.
    advantage: f64,
    random: fastrand::Rng,
}

impl World {
    /// An event that has begun. Three of four players have ratings, which are about right.
    pub(crate) fn new(plan: Plan, players: u32, seed: u64) -> World {
        let mut random = fastrand::Rng::with_seed(seed);
        let advantage = [-60.0, 0.0, 110.0][random.usize(0..3)];
        let event = Event::new(Plan { seed: random.u32(..), ..plan }).expect("the plan can be held");
        let mut world = World { event, strengths: Vec::new(), advantage, random };
        for _ in 0..players {
            world.enter();
        }
        world.act(Act::Begin);
        world
    }

    fn enter(&mut self) {
        let strength = 1500.0 + 250.0 * normal(&mut self.random);
        let rating = (self.random.u32(0..4) > 0).then(|| (strength + 100.0 * normal(&mut self.random)) as i32);
        self.strengths.push(strength);
        self.act(Act::Enter { key: format!("player {}", self.strengths.len()), rating });
    }

    pub(crate) fn act(&mut self, act: Act) {
        self.event.handle_act(0, By::Arbiter(String::new()), act).expect("an arbiter may do this now");
    }

    /// How a game ends: one in twenty is drawn, and the others go by the strengths.
    fn result(&mut self, game: &Game) -> GameResult {
        let strength = |no: PlayerNo| self.strengths[no.0 as usize - 1];
        let by = strength(game.attackers) + self.advantage - strength(game.defenders);
        let expected = 1.0 / (1.0 + 10_f64.powf(-by / 400.0));
        if self.random.u32(0..20) == 0 {
            GameResult::Draw
        } else if self.random.f64() < expected {
            GameResult::Attackers
        } else {
            GameResult::Defenders
        }
    }

    /// Pairs the next round as a Berger table would, whose numbers are drawn.
    pub(crate) fn pair_by_table(&mut self) {
        let mut players: Vec<PlayerNo> = self.event.players().iter().map(|player| player.no).collect();
        fastrand::Rng::with_seed(7).shuffle(&mut players);
        let round = self.event.next_round();
        let number = |n: u32| players[n as usize - 1];
        let pair = |(one, other)| DrawnPair { attackers: number(one), defenders: number(other), why: Why::ByHand };
        let pairs: Vec<DrawnPair> = berger(players.len() as u32, round - 1).into_iter().map(pair).collect();
        let plays = |no: &PlayerNo| pairs.iter().any(|pair| pair.attackers == *no || pair.defenders == *no);
        let byes = players.iter().filter(|no| !plays(no));
        let bye = |&player| hnefi_events::Bye { player, kind: ByeKind::Given, why: Why::ByHand };
        let byes = byes.map(bye).collect();
        self.act(Act::Paired { drawn: Drawn { round, pairs, byes }, by_hand: Some("a table".to_owned()) });
    }

    /// Some leave, wish for a bye, or enter late.
    fn happen(&mut self) {
        let round = self.event.next_round();
        for number in 1..=self.strengths.len() as u32 {
            let player = PlayerNo(number);
            let act = match self.random.u32(0..100) {
                0 => Act::Leave { player },
                1 => Act::WishBye { player, round },
                _ => continue,
            };
            // Who has left, or has had his wish, cannot.
            let _ = self.event.handle_act(0, By::Player, act);
        }
        if round <= self.event.plan().late_entry_till {
            for _ in 0..self.random.usize(0..=1 + self.strengths.len() / 25) {
                self.enter();
            }
        }
    }

    /// By how many games a player had the attackers oftener than the defenders.
    fn lean(&self, no: PlayerNo) -> i32 {
        let course = self.event.course(no);
        course.iter().filter_map(Line::side).map(|side| if side == Side::Attackers { 1 } else { -1 }).sum()
    }
}

/// All games of the round end, and it is closed.
pub(crate) fn play_round(world: &mut World) {
    let open = world.event.open_round().into_iter().flat_map(|round| &round.pairings);
    let games: Vec<Game> = open.flat_map(|pairing| pairing.games.clone()).collect();
    for game in games {
        let result = world.result(&game);
        world.act(Act::Result { game: game.id, result });
    }
    world.act(Act::Close);
}

/// How the order of the standings and that of the strengths agree, 1 if they are the same (Spearman's), of those who played from the first round to the last.
pub(crate) fn correlation(world: &World) -> f64 {
    let known =
        |no: PlayerNo| world.event.player(no).is_some_and(|p| p.presence == Presence::Here && p.from_round == 1);
    let standings: Vec<(u32, f64)> = world
        .event
        .standings()
        .iter()
        .filter(|standing| known(standing.player))
        .map(|standing| (standing.place, -world.strengths[standing.player.0 as usize - 1]))
        .collect();
    let ranks = |key: &dyn Fn(&(u32, f64)) -> f64| -> Vec<f64> {
        let below = |one: f64| standings.iter().filter(|other| key(other) < one).count() as f64;
        let same = |one: f64| standings.iter().filter(|other| key(other) == one).count() as f64;
        standings.iter().map(|one| below(key(one)) + (same(key(one)) - 1.0) / 2.0).collect()
    };
    let (places, strengths) = (ranks(&|one| f64::from(one.0)), ranks(&|one| one.1));
    let mean = (standings.len() as f64 - 1.0) / 2.0;
    let together = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(one, other)| (one - mean) * (other - mean)).sum()
    };
    let spread = (together(&places, &places) * together(&strengths, &strengths)).sqrt();
    if spread > 0.0 { together(&places, &strengths) / spread } else { 0.0 }
}

/// What came of an event.
pub(crate) struct Played {
    /// How many games a pairing had.
    pub(crate) games: GamesEach,
    pub(crate) rounds: u32,
    /// Pairs that met again, and how many of them in rounds that are not proved to be the cheapest.
    pub(crate) again: u32,
    pub(crate) again_avoidable: u32,
    /// Byes of players who had had one, and how many of them while somebody in the round had had none and could have had it.
    pub(crate) byes: u32,
    pub(crate) byes_avoidable: u32,
    /// How often a player came to have one side two games oftener than the other, how often where that is not proved to be unavoidable,
    /// and how often more than two.
    pub(crate) by_two: u32,
    pub(crate) by_two_avoidable: u32,
    pub(crate) by_more: u32,
    /// The rank correlations after each round: of the event, and of one as long in which a table says who plays whom.
    pub(crate) correlations: [Vec<f64>; 2],
}

impl Played {
    pub(crate) fn new(seed: u64, least: u32, most: u32) -> Played {
        let mut random = fastrand::Rng::with_seed(seed);
        let players = random.u32(least..=most);
        let games = if random.bool() { GamesEach::One } else { GamesEach::Two };
        let rounds = swiss_rounds(players) + random.u32(0..=2);
        let plan = Plan { games, late_entry_till: 3, ..Plan::new(Form::Swiss { rounds: Some(rounds) }) };
        let mut played = Played::empty(games);
        let mut world = World::new(plan.clone(), players, random.u64(..));
        for round in 1..=rounds {
            if !played.round(&mut world, round) {
                break;
            }
        }
        let mut table = World::new(plan, players, random.u64(..));
        for _ in 1..=rounds.min(players - 1) {
            table.pair_by_table();
            play_round(&mut table);
            played.correlations[1].push(correlation(&table));
        }
        played
    }

    pub(crate) fn to_line(&self) -> String {
        let counts = [
            self.games.number(),
            self.rounds,
            self.again,
            self.again_avoidable,
            self.byes,
            self.byes_avoidable,
            self.by_two,
            self.by_two_avoidable,
            self.by_more,
        ];
        let counts = counts.map(|count| count.to_string()).join(" ");
        let [swiss, table] = [0, 1].map(|of: usize| {
            self.correlations[of].iter().map(|found| format!("{found:.4}")).collect::<Vec<_>>().join(" ")
        });
        format!("{counts};{swiss};{table}")
    }

    pub(crate) fn from_line(line: &str) -> Option<Played> {
        let mut parts = line.split(';');
        let counts: Vec<u32> = parts.next()?.split(' ').map(|count| count.parse().ok()).collect::<Option<_>>()?;
        let [games, rounds, again, again_avoidable, byes, byes_avoidable, by_two, by_two_avoidable, by_more] =
            counts[..]
        else {
            return None;
        };
        let mut numbers =
            || parts.next()?.split_whitespace().map(|found| found.parse().ok()).collect::<Option<Vec<f64>>>();
        Some(Played {
            games: if games == 1 { GamesEach::One } else { GamesEach::Two },
            rounds,
            again,
            again_avoidable,
            byes,
            byes_avoidable,
            by_two,
            by_two_avoidable,
            by_more,
            correlations: [numbers()?, numbers()?],
        })
    }

    fn empty(games: GamesEach) -> Played {
        Played {
            games,
            rounds: 0,
            again: 0,
            again_avoidable: 0,
            byes: 0,
            byes_avoidable: 0,
            by_two: 0,
            by_two_avoidable: 0,
            by_more: 0,
            correlations: [Vec::new(), Vec::new()],
        }
    }

    /// One round; whether there was one.
    fn round(&mut self, world: &mut World, number: u32) -> bool {
        let before: HashMap<PlayerNo, i32> =
            world.event.players().iter().map(|player| (player.no, world.lean(player.no))).collect();
        if world.event.handle_act(0, By::Machine, Act::Pair).is_err() {
            return false;
        }
        self.rounds += 1;
        let event = &world.event;
        let Some(round) = event.round(number) else { return false };
        // The books are kept here anew, not read from what the round says it paid.
        let met = |one: PlayerNo, other: PlayerNo| {
            let earlier = event.rounds().iter().filter(|earlier| earlier.number < number);
            earlier.filter(|earlier| earlier.pairing_of(one).is_some_and(|pairing| pairing.has(other))).count() as u32
        };
        let byes = |no: PlayerNo| {
            let earlier = event.rounds().iter().filter(|earlier| earlier.number < number);
            earlier.filter_map(|earlier| earlier.bye_of(no)).filter(|bye| bye.kind == ByeKind::Given).count() as u32
        };
        let again: u32 = round.pairings.iter().map(|pairing| met(pairing.players[0], pairing.players[1])).sum();
        let second: u32 = round.byes.iter().filter(|bye| bye.kind == ByeKind::Given).map(|bye| byes(bye.player)).sum();
        let leans = round.pairings.iter().flat_map(|pairing| pairing.players).map(|no| (before[&no], world.lean(no)));
        let worse: Vec<i32> = leans.filter(|(was, is)| is.abs() > was.abs().max(1)).map(|(_, is)| is.abs()).collect();
        let proved = again + second + worse.len() as u32 == 0 || event.is_proved_cheapest(number) == Some(true);
        let avoidable = |count: u32| if proved { 0 } else { count };
        self.again += again;
        self.again_avoidable += avoidable(again);
        self.byes += second;
        self.byes_avoidable += avoidable(second);
        self.by_two += worse.len() as u32;
        self.by_two_avoidable += avoidable(worse.len() as u32);
        self.by_more += worse.iter().filter(|&&by| by > 2).count() as u32;
        play_round(world);
        self.correlations[0].push(correlation(world));
        world.happen();
        true
    }
}

/// A normally distributed number with mean 0 and deviation 1.
fn normal(random: &mut fastrand::Rng) -> f64 {
    (-2.0 * (1.0 - random.f64()).ln()).sqrt() * (std::f64::consts::TAU * random.f64()).cos()
}
