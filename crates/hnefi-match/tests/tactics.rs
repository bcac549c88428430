//! The set of tactical positions is what it says it is.

use hnefi_match::wins_within;
use hnefi_rules::{Referee, Setup, Side, ruleset};
use serde::Deserialize;

const SET: &str = include_str!("../data/tactics.jsonl");

#[derive(Deserialize)]
struct Tactic {
    rules: String,
    rows: String,
    turn: String,
    moves: u32,
}

fn set() -> Vec<Tactic> {
    SET.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn either_side_has_its_share_under_every_rule_set() {
    let set = set();
    assert_eq!(set.len(), 60);
    for rules in ["fetlar-2018", "viking-game", "cyningstan-2014", "nestorgames", "regency-chess", "copenhagen"] {
        for turn in Side::ALL {
            let of = set.iter().filter(|tactic| tactic.rules == rules && tactic.turn == turn.id());
            let moves: Vec<u32> = of.map(|tactic| tactic.moves).collect();
            assert!(moves.len() == 5 && moves.iter().all(|n| (2..=6).contains(n)), "{rules}, {turn}: {moves:?}");
        }
    }
    let mut places: Vec<(&str, &str, &str)> =
        set.iter().map(|t| (t.rules.as_str(), t.rows.as_str(), t.turn.as_str())).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), 60, "no position stands there twice");
}

#[test]
fn no_position_is_won_at_once_and_the_short_wins_are_proved() {
    for tactic in set() {
        let referee = Referee::new(ruleset(&tactic.rules).unwrap().clone());
        let side: Side = tactic.turn.parse().unwrap();
        let position = referee.position(&Setup::from_rows(&tactic.rows).unwrap(), side).unwrap();
        assert!(referee.has_move(&position));
        let within = |moves: u32| wins_within(&referee, &position, side, 2 * moves - 1, &mut 300_000);
        assert_eq!(within(1), Some(false), "{}", tactic.rows);
        if tactic.moves <= 3 {
            assert_eq!(within(tactic.moves), Some(true), "{} {}", tactic.rules, tactic.rows);
        }
    }
}
