//! Knock-outs: the bracket, who wins a match, and who meets whom next.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::{Bye, ByeKind, Drawn, DrawnPair, Event, Pairing, PlayerNo, Presence, Round, Why};

/// A match of the bracket, as far as it is known who plays it.
type Match = (Why, [Option<PlayerNo>; 2]);

impl Event {
    /// The first round of a bracket: the best seed meets the last, and the two best meet in the final, if they come so far. Where there is nobody
    /// to meet, the best seeds have byes.
    pub(crate) fn first_matches(&self, seeds: &[PlayerNo], round: u32) -> Drawn {
        let of = seeds.len().next_power_of_two() as u32;
        let order = bracket_order(of);
        let player = |seed: u32| seeds.get(seed as usize - 1).copied();
        let mut matches: Vec<[Option<PlayerNo>; 2]> =
            order.chunks(2).map(|pair| [player(pair[0]), pair.get(1).and_then(|&seed| player(seed))]).collect();
        self.part_groups(&mut matches);
        let numbered = (1..).zip(matches).map(|(number, pair)| (Why::Bracket { of, number, third_place: false }, pair));
        Drawn::of_matches(round, numbered)
    }

    /// The matches between those who won the last round.
    pub(crate) fn next_matches(&self, last: &Round, third_place: bool, round: u32) -> Drawn {
        let of = last.matches().map(|(of, ..)| of).next().unwrap_or(2) / 2;
        let won = |number: u32| self.winner_of(last, number);
        let matches = (1..=of / 2)
            .map(|number| (Why::Bracket { of, number, third_place: false }, [won(2 * number - 1), won(2 * number)]));
        let third = (third_place && of == 2).then(|| {
            let lost = |number: u32| {
                let pairing = last.match_of(number)?;
                pairing.opponent(self.winner(pairing)?)
            };
            (Why::Bracket { of, number: 2, third_place: true }, [lost(1), lost(2)])
        });
        Drawn::of_matches(round, matches.chain(third))
    }

    /// Keeps those who come from the same group apart in the first round, where it can be done by changing two of the same place.
    fn part_groups(&self, matches: &mut [[Option<PlayerNo>; 2]]) {
        let group = |no: Option<PlayerNo>| no.and_then(|no| self.group_of(no));
        let same = |pair: [Option<PlayerNo>; 2]| group(pair[0]).is_some() && group(pair[0]) == group(pair[1]);
        for one in 0..matches.len() {
            let [first, second] = matches[one];
            let better = |&other: &usize| {
                let [third, fourth] = matches[other];
                fourth.is_some() && !same([first, fourth]) && !same([third, second])
            };
            if same(matches[one])
                && let Some(other) = (0..matches.len()).find(better)
            {
                matches[one][1] = matches[other][1];
                matches[other][1] = second;
            }
        }
    }

    /// Who goes on from a match of a round: who won it, or had a bye.
    fn winner_of(&self, round: &Round, number: u32) -> Option<PlayerNo> {
        let bye = round.byes.iter().find(|bye| bracket(bye.why).is_some_and(|(_, n, third)| n == number && !third));
        match round.match_of(number) {
            Some(pairing) => self.winner(pairing),
            None => bye.map(|bye| bye.player),
        }
    }

    /// Who has won the match of a knock-out: by the points of its games; if they are the same, of the second pair of games; if those
    /// are the same, who has not left, and then the better seed. `None` where both have left. Games that were open at the end of the round were drawn.
    ///
    /// From edition 1 on: once the next round is paired, or the final over with all of its games, it makes no difference who leaves or comes back.
    ///
    /// Within two games with the sides swapped, who has the same points has as many wins as attackers: that can decide nothing.
    pub fn winner(&self, pairing: &Pairing) -> Option<PlayerNo> {
        let number = pairing.games.first()?.id.round;
        let settled = self.plan.edition > 0;
        if let Some(next) = self.rounds.get(number as usize).filter(|_| settled) {
            return pairing.players.into_iter().find(|&no| next.has_winner(no));
        }
        let [one, other] = pairing.players;
        let final_round = settled && bracket(pairing.why).is_some_and(|(of, ..)| of == 2);
        let gone = |no: PlayerNo| match self.player(no) {
            Some(_) if final_round => pairing.gone.contains(&no),
            Some(player) => player.presence == Presence::Left,
            None => true,
        };
        let seed = |no| self.seeds.iter().position(|&seed| seed == no);
        let by_games = [false, true].map(|deciding| {
            let halves = |no| pairing.halves_of(no, deciding);
            halves(one).cmp(&halves(other))
        });
        let by_seed = gone(other).cmp(&gone(one)).then(seed(other).cmp(&seed(one)));
        match by_games[0].then(by_games[1]).then(by_seed) {
            _ if gone(one) && gone(other) => None,
            Ordering::Greater | Ordering::Equal => Some(one),
            Ordering::Less => Some(other),
        }
    }

    /// Gives drawn matches of the last round their second pair of games, unless somebody has left, and takes those away again that are not needed and
    /// not played.
    pub(crate) fn decide_matches(&mut self) {
        let (players, edition) = (&self.players, self.plan.edition);
        let gone = |no: PlayerNo| edition > 0 && players[no.index()].presence == Presence::Left;
        let Some(round) = self.rounds.last_mut().filter(|round| round.closed_ms.is_none()) else { return };
        let number = round.number;
        for pairing in round.pairings.iter_mut().filter(|pairing| bracket(pairing.why).is_some()) {
            let [one, other] = pairing.players.map(|no| pairing.halves_of(no, false));
            let mut regular = pairing.games.iter().filter(|game| !game.deciding);
            let over = regular.clone().all(|game| game.result.is_some());
            let played = regular.any(|game| game.result.is_some_and(|result| result.is_played()));
            let has = pairing.games.iter().any(|game| game.deciding);
            let touched = pairing.games.iter().any(|game| game.deciding && game.result.is_some());
            match over && played && one == other && !pairing.players.into_iter().any(gone) {
                true if !has => {
                    pairing.add_game(number, true);
                    pairing.add_game(number, true);
                }
                false if has && !touched => pairing.games.retain(|game| !game.deciding),
                _ => {}
            }
        }
    }

    /// How far everybody came in the knock-out: the number of those who were left when he lost.
    pub(crate) fn reached(&self) -> HashMap<PlayerNo, u32> {
        let mut reached = HashMap::new();
        for round in &self.rounds {
            for (of, number, third_place) in round.matches() {
                let Some(pairing) = round.match_at(number, third_place) else { continue };
                let winner = (round.closed_ms.is_some()).then(|| self.winner(pairing)).flatten();
                for player in pairing.players {
                    let left = match (third_place, winner == Some(player)) {
                        (false, true) => of / 2,
                        (false, false) => of,
                        (true, true) => 3,
                        (true, false) => 4,
                    };
                    reached.insert(player, left);
                }
            }
            for bye in &round.byes {
                if let Some((of, _, third_place)) = bracket(bye.why) {
                    reached.insert(bye.player, if third_place { 3 } else { of / 2 });
                }
            }
        }
        reached
    }
}

impl Drawn {
    fn of_matches(round: u32, matches: impl Iterator<Item = Match>) -> Drawn {
        let (mut pairs, mut byes) = (Vec::new(), Vec::new());
        for (why, players) in matches {
            match players {
                [Some(one), Some(other)] => pairs.push(DrawnPair { attackers: one, defenders: other, why }),
                [Some(player), None] | [None, Some(player)] => byes.push(Bye { player, kind: ByeKind::Given, why }),
                [None, None] => {}
            }
        }
        Drawn { round, pairs, byes }
    }
}

impl Round {
    /// Its matches of a bracket with two players.
    fn matches(&self) -> impl Iterator<Item = (u32, u32, bool)> {
        let byes = self.byes.iter().map(|bye| bye.why);
        self.pairings.iter().map(|pairing| pairing.why).chain(byes).filter_map(bracket)
    }

    /// Whether a player is in it because he has won his match of the round before.
    fn has_winner(&self, no: PlayerNo) -> bool {
        let why = self.pairing_of(no).map(|pairing| pairing.why).or_else(|| self.bye_of(no).map(|bye| bye.why));
        why.and_then(bracket).is_some_and(|(_, _, third_place)| !third_place)
    }

    fn match_of(&self, number: u32) -> Option<&Pairing> {
        self.match_at(number, false)
    }

    fn match_at(&self, number: u32, third_place: bool) -> Option<&Pairing> {
        let wanted = |why| bracket(why).is_some_and(|(_, n, third)| n == number && third == third_place);
        self.pairings.iter().find(|pairing| wanted(pairing.why))
    }
}

impl Pairing {
    /// The half points of a player in the games of one kind.
    fn halves_of(&self, player: PlayerNo, deciding: bool) -> u32 {
        let games = self.games.iter().filter(|game| game.deciding == deciding);
        games.filter_map(|game| Some(game.result?.halves(game.side_of(player)?))).sum()
    }
}

fn bracket(why: Why) -> Option<(u32, u32, bool)> {
    match why {
        Why::Bracket { of, number, third_place } => Some((of, number, third_place)),
        _ => None,
    }
}

/// The seeds in the order of the bracket, two a match.
fn bracket_order(of: u32) -> Vec<u32> {
    let mut order = vec![1];
    while (order.len() as u32) < of {
        let both = order.len() as u32 * 2 + 1;
        order = order.into_iter().flat_map(|seed| [seed, both - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::bracket_order;

    #[test]
    fn the_best_meet_last() {
        assert_eq!(bracket_order(8), [1, 8, 4, 5, 2, 7, 3, 6]);
    }
}
