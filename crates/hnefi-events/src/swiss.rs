//! Swiss rounds: the cheapest pairing by the published penalties.

use crate::lot::lot;
use crate::{
    Bye, ByeKind, Drawn, DrawnPair, Event, GamesEach, Line, Matching, Met, Penalties, PlayerNo, Why, cheapest_pairs,
};
use hnefi_rules::Side;

/// How many rounds a Swiss event of so many players has, if its plan says nothing: one more than it takes to find the best of them by knock-out, and not
/// more than half of the players (with an odd number, one more of them), up to which nobody has to meet anybody twice.
///
/// ```
/// use hnefi_events::swiss_rounds;
/// assert_eq!([2, 3, 4, 7, 8, 16, 30, 200].map(swiss_rounds), [1, 2, 2, 4, 4, 5, 6, 9]);
/// ```
pub const fn swiss_rounds(players: u32) -> u32 {
    if players < 2 {
        return 0;
    }
    let knock_out = players.next_power_of_two().ilog2();
    let half = players.div_ceil(2);
    if knock_out < half { knock_out + 1 } else { half }
}

/// A Swiss round that is to be paired: who is in it, what they did so far, and what every table would cost.
#[derive(Clone, Debug)]
pub(crate) struct SwissRound {
    number: u32,
    games: GamesEach,
    /// Who is to be paired: those with most points first, then the better seed.
    people: Vec<Entrant>,
    /// Whether one of them has a bye.
    odd: bool,
    /// What one unit of each penalty costs, in the order of the fields of [`Penalties`].
    prices: [i128; 5],
}

#[derive(Clone, Debug)]
struct Entrant {
    no: PlayerNo,
    lot: u64,
    halves: u32,
    /// The opponents so far, each as often as they met.
    met: Vec<PlayerNo>,
    /// How many byes the player was given.
    byes: u32,
    /// By how many games the player had the attackers oftener than the defenders.
    lean: i32,
    /// The side of the last game.
    last: Option<Side>,
    /// Where those with the same points begin, and how many they are.
    tied: (usize, usize),
}

impl SwissRound {
    pub(crate) fn new(event: &Event, number: u32, here: &[PlayerNo]) -> SwissRound {
        let mut people: Vec<Entrant> =
            event.seeded(here.to_vec()).into_iter().map(|no| Entrant::new(event, no)).collect();
        people.sort_by_key(|entrant| std::cmp::Reverse(entrant.halves));
        for place in 0..people.len() {
            let same = |entrant: &Entrant| entrant.halves == people[place].halves;
            let first = people.iter().position(same).unwrap_or(place);
            let count = people.iter().filter(|entrant| same(entrant)).count();
            people[place].tied = (first, count);
        }
        let (odd, games) = (people.len() % 2 == 1, event.plan().games);
        let mut round = SwissRound { number, games, people, odd, prices: [0; 5] };
        round.prices = round.find_prices();
        round
    }

    /// How many places there are: one for each, and one for the bye.
    fn places(&self) -> usize {
        self.people.len() + usize::from(self.odd)
    }

    /// Prices by which no number of a later penalty outweighs one of an earlier: each is more than all later ones together can come to.
    fn find_prices(&self) -> [i128; 5] {
        let mut most = [0; 5];
        for one in 0..self.places() {
            for other in one + 1..self.places() {
                for (most, amount) in most.iter_mut().zip(self.table(one, other).0.amounts()) {
                    *most = (*most).max(i128::from(amount));
                }
            }
        }
        let tables = self.places() as i128 / 2;
        let mut prices = [1; 5];
        for kind in (0..4).rev() {
            prices[kind] = prices[kind + 1] * (most[kind + 1] * tables + 1);
        }
        prices
    }

    /// What a table costs, and whether the first of the two has the attackers. Places count from 0; the bye is the last one.
    fn table(&self, one: usize, other: usize) -> (Penalties, bool) {
        let first = &self.people[one];
        let Some(second) = self.people.get(other) else {
            let fewest = self.people.last().map_or(0, |last| last.halves);
            let penalties = Penalties {
                again: first.byes,
                score: (first.halves - fewest).pow(2),
                places: (self.people.len() - 1 - one) as u32,
                ..Penalties::default()
            };
            return (penalties, true);
        };
        let (start, count) = first.tied;
        let apart = other - one;
        let places = if other < start + count { apart.abs_diff(count / 2) } else { apart - 1 };
        let ((sides, turns), attacks) = self.sides(first, second);
        let again = first.met.iter().filter(|&&no| no == second.no).count() as u32;
        let score = (first.halves - second.halves).pow(2);
        (Penalties { again, sides, score, turns, places: places as u32 }, attacks)
    }

    /// The better way round for two, what it costs, and whether the first of them has the attackers.
    fn sides(&self, one: &Entrant, other: &Entrant) -> ((u32, u32), bool) {
        let by_lot = (one.lot ^ other.lot ^ u64::from(self.number)).count_ones().is_multiple_of(2);
        if self.games == GamesEach::Two {
            return ((0, 0), by_lot);
        }
        let way = |one_attacks: bool| {
            let [attacks, defends] = if one_attacks { [one, other] } else { [other, one] };
            let beyond = |lean: i32| lean.unsigned_abs().saturating_sub(1);
            let sides = beyond(attacks.lean + 1) + beyond(defends.lean - 1);
            let turns =
                u32::from(attacks.last == Some(Side::Attackers)) + u32::from(defends.last == Some(Side::Defenders));
            (sides, turns)
        };
        let (with, against) = (way(true), way(false));
        if with == against { (with, by_lot) } else { (with.min(against), with < against) }
    }

    fn cost(&self, one: usize, other: usize) -> i128 {
        let amounts = self.table(one, other).0.amounts();
        amounts.iter().zip(self.prices).map(|(&amount, price)| i128::from(amount) * price).sum()
    }

    /// The cheapest pairing of all.
    pub(crate) fn cheapest(&self) -> Matching {
        cheapest_pairs(self.places(), |one, other| self.cost(one, other))
    }

    /// The cheapest pairing in which these two meet; `None` where one of them is not in the round. Without the second, the first has the bye.
    pub(crate) fn cheapest_with(&self, one: PlayerNo, other: Option<PlayerNo>) -> Option<Penalties> {
        let place = |no| self.people.iter().position(|entrant| entrant.no == no);
        let bye = || self.odd.then_some(self.people.len());
        let (one, other) = (place(one)?, other.map_or_else(bye, place)?);
        let rest: Vec<usize> = (0..self.places()).filter(|&place| place != one && place != other).collect();
        if one == other {
            return None;
        }
        let matching = cheapest_pairs(rest.len(), |first, second| self.cost(rest[first], rest[second]));
        let pairs = matching.mates.iter().enumerate().filter(|&(first, &second)| first < second);
        let tables = pairs.map(|(first, &second)| self.table(rest[first], rest[second]).0);
        Some(tables.fold(self.table(one.min(other), one.max(other)).0, |sum, table| sum + table))
    }

    /// A matching as a pairing: tables by the points of who has more, then of the other.
    pub(crate) fn drawn(&self, matching: &Matching) -> Drawn {
        let (mut pairs, mut byes) = (Vec::new(), Vec::new());
        for (one, &other) in matching.mates.iter().enumerate().filter(|&(one, &other)| one < other) {
            let (penalties, attacks) = self.table(one, other);
            let why = Why::Swiss(penalties);
            let player = self.people[one].no;
            match self.people.get(other) {
                None => byes.push(Bye { player, kind: ByeKind::Given, why }),
                Some(second) => {
                    let (attackers, defenders) = if attacks { (player, second.no) } else { (second.no, player) };
                    let order = (std::cmp::Reverse((self.people[one].halves, second.halves)), one);
                    pairs.push((order, DrawnPair { attackers, defenders, why }));
                }
            }
        }
        pairs.sort_by_key(|&(order, _)| order);
        Drawn { round: self.number, pairs: pairs.into_iter().map(|(_, pair)| pair).collect(), byes }
    }

    /// Whether a proof shows that the round cannot be paired for less than a matching costs.
    pub(crate) fn is_proved(&self, matching: &Matching) -> bool {
        matching.proof.holds(self.places(), |one, other| self.cost(one, other), matching.cost)
    }
}

impl Entrant {
    fn new(event: &Event, no: PlayerNo) -> Entrant {
        let course = event.course(no);
        let sides = || course.iter().filter_map(Line::side);
        let mut met: Vec<(u32, PlayerNo)> = course
            .iter()
            .filter_map(|line| match line.what {
                Met::Game { opponent, .. } => Some((line.round, opponent)),
                Met::Bye(_) | Met::Missed => None,
            })
            .collect();
        met.dedup();
        Entrant {
            no,
            lot: event.player(no).map_or(0, |player| lot(event.plan().seed, &player.key)),
            halves: course.iter().filter_map(|line| line.halves).sum(),
            met: met.into_iter().map(|(_, opponent)| opponent).collect(),
            byes: course.iter().filter(|line| line.what == Met::Bye(ByeKind::Given)).count() as u32,
            lean: sides().map(|side| if side == Side::Attackers { 1 } else { -1 }).sum(),
            last: sides().next_back(),
            tied: (0, 0),
        }
    }
}

impl Penalties {
    /// The amounts, the dearest first.
    pub const fn amounts(&self) -> [u32; 5] {
        [self.again, self.sides, self.score, self.turns, self.places]
    }
}

impl std::ops::Add for Penalties {
    type Output = Penalties;

    fn add(self, other: Penalties) -> Penalties {
        Penalties {
            again: self.again + other.again,
            sides: self.sides + other.sides,
            score: self.score + other.score,
            turns: self.turns + other.turns,
            places: self.places + other.places,
        }
    }
}
