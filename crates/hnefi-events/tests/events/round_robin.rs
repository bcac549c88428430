//! Round robins: the tables are the published ones, and everybody meets everybody with both sides.

use std::collections::HashMap;

use hnefi_events::{
    Act, By, Event, Form, GameResult, GamesEach, Plan, PlayerNo, Refusal, Stage, berger, berger_rounds,
};

/// The tables for 3 or 4, and for 5 or 6 players, as the FIDE Handbook prints them (C.05, annex 1).
const PUBLISHED: [(u32, &str); 2] =
    [(4, "1-4 2-3 | 4-3 1-2 | 2-4 3-1"), (6, "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1")];

#[test]
fn the_tables_are_the_published_ones() {
    for (players, table) in PUBLISHED {
        let rounds: Vec<&str> = table.split(" | ").collect();
        assert_eq!(rounds.len() as u32, berger_rounds(players));
        for (round, row) in rounds.iter().enumerate() {
            let pairs: Vec<String> =
                berger(players, round as u32).iter().map(|(one, other)| format!("{one}-{other}")).collect();
            assert_eq!(pairs.join(" "), *row, "{players} players, round {}", round + 1);
            let last = players.to_string();
            let fewer: Vec<&str> = row.split(' ').filter(|pair| !pair.split('-').any(|no| no == last)).collect();
            let pairs: Vec<String> =
                berger(players - 1, round as u32).iter().map(|(one, other)| format!("{one}-{other}")).collect();
            assert_eq!(pairs, fewer, "{} players, round {}", players - 1, round + 1);
        }
    }
}

#[test]
fn everybody_meets_everybody_once_in_a_table_and_sides_differ_by_one() {
    for players in 0..40 {
        let mut met = HashMap::new();
        let mut balance: HashMap<u32, i32> = HashMap::new();
        for round in 0..berger_rounds(players) {
            for (one, other) in berger(players, round) {
                *met.entry((one.min(other), one.max(other))).or_insert(0) += 1;
                *balance.entry(one).or_default() += 1;
                *balance.entry(other).or_default() -= 1;
            }
        }
        assert_eq!(met.len() as u32, players * players.saturating_sub(1) / 2, "{players} players");
        assert!(met.values().all(|&times| times == 1), "{players} players");
        let most = if players % 2 == 0 { 1 } else { 0 };
        assert!(balance.values().all(|by| by.abs() <= most), "{players} players: {balance:?}");
    }
}

fn event(players: u32, cycles: u32, games: GamesEach) -> Event {
    let plan = Plan { by_itself: true, games, ..Plan::new(Form::RoundRobin { cycles }) };
    let mut event = Event::new(plan).unwrap();
    for number in 1..=players {
        let act = Act::Enter { key: format!("player {number}"), rating: Some(2000 - number as i32) };
        event.handle_act(0, By::Player, act).unwrap();
    }
    event.handle_act(0, By::Machine, Act::Begin).unwrap();
    event
}

#[test]
fn every_pair_plays_both_sides() {
    for (players, cycles, games) in [(5, 1, GamesEach::Two), (6, 2, GamesEach::One)] {
        let mut event = event(players, cycles, games);
        let mut sides: HashMap<(PlayerNo, PlayerNo), u32> = HashMap::new();
        while event.stage() != Stage::Finished {
            event.handle_time(0);
            let open: Vec<_> = event.open_round().into_iter().flat_map(|round| round.pairings.clone()).collect();
            for game in open.iter().flat_map(|pairing| &pairing.games) {
                *sides.entry((game.attackers, game.defenders)).or_default() += 1;
                let act = Act::Result { game: game.id, result: GameResult::Draw };
                event.handle_act(0, By::Machine, act).unwrap();
            }
        }
        assert_eq!(sides.len() as u32, players * (players - 1));
        assert!(sides.values().all(|&times| times == 1));
        assert!(event.standings().iter().all(|standing| standing.halves == 2 * (players - 1) && standing.place == 1));
        assert_eq!(Event::replay(event.plan().clone(), event.rows().to_vec()), Ok(event));
    }
}

#[test]
fn no_round_is_paired_while_one_is_open_or_after_the_last() {
    let mut event = event(2, 1, GamesEach::One);
    assert_eq!(event.handle_time(0).len(), 1);
    assert_eq!(event.handle_act(0, By::Machine, Act::Pair), Err(Refusal::RoundOpen(1)));
    event.handle_act(0, By::Machine, Act::Close).unwrap();
    assert_eq!(event.handle_act(0, By::Machine, Act::Pair), Err(Refusal::NoMoreRounds(1)));
    assert_eq!(event.handle_act(0, By::Player, Act::Finish), Err(Refusal::NotYours));
}
