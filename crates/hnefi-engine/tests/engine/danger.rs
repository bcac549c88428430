//! Positions in which one move decides, with the moves that hold or win written down by hand.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{referees, steady_engine, thin_game};
use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Intent, Referee, Setup, Side, leaflet};

const FOUR: [&str; 4] = ["fetlar-2018", "viking-game", "cyningstan-2014", "regency-chess"];
const ALL: [&str; 5] = ["fetlar-2018", "viking-game", "cyningstan-2014", "regency-chess", "nestorgames"];

fn set_up(id: &str, rows: &str, turn: Side) -> Game {
    let referee = Arc::new(Referee::new(leaflet(id).unwrap().clone()));
    let position = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
    Game::from_position(referee, position)
}

/// Budgets that end before anything is searched, by nodes, depth and time, and one that does not.
fn budgets() -> [Budget; 4] {
    [
        Budget::of_nodes(1),
        Budget { depth: 0, nodes: 10_000, time: None },
        Budget::of_time(Duration::ZERO),
        Budget::of_nodes(3_000),
    ]
}

/// Every level from `first` on plays one of the moves, however small its budget.
fn plays(game: &Game, first: u8, moves: &str) {
    let engine = steady_engine();
    for level in Level::ALL.into_iter().filter(|level| level.number() >= first) {
        for budget in budgets() {
            let choice = engine.choose_within(game, level, budget, &Cancel::new()).unwrap();
            let mv = choice.mv.to_string();
            let id = game.referee().ruleset().id();
            assert!(moves.split(' ').any(|text| text == mv), "{id}: {level:?} played {mv} within {budget:?}");
        }
    }
}

#[test]
fn blocks_a_lane_with_the_only_man_who_can() {
    for id in ALL {
        // The other attackers have captures to make.
        plays(&set_up(id, "/2Kt7/11/11/11/1t9/3tT6/11/11/5t5/11/11/", Side::Attackers), 3, "b5-b1");
    }
}

#[test]
fn blocks_a_lane_across_the_empty_throne_where_that_is_allowed() {
    let rows = "/2tK7/11/11/11/11/11/11/11/11/11/5t5/";
    for id in FOUR {
        plays(&set_up(id, rows, Side::Attackers), 3, "f11-f1");
    }
}

#[test]
fn keeps_the_men_who_hold_two_lanes_where_they_are() {
    // Either guard could capture a man on rank 4 and would open the king's way.
    let rows = "/3t1K1t3/11/11/4TtT4/11/11/11/11/11/t9t/11/";
    for id in FOUR {
        let game = set_up(id, rows, Side::Attackers);
        let engine = steady_engine();
        for level in Level::ALL.into_iter().filter(|level| level.is_guarded()) {
            for budget in budgets() {
                let choice = engine.choose_within(&game, level, budget, &Cancel::new()).unwrap();
                let leaves = ["d1", "h1"].contains(&choice.mv.from().to_string().as_str());
                assert!(!leaves || choice.mv.to().rank() == 0, "{id}: {level:?} opened a lane by {}", choice.mv);
            }
        }
    }
}

#[test]
fn saves_the_king_by_a_capture_where_nothing_else_does() {
    // King d4 with attackers on three sides; c3-d3 and others would take him, and on d3 he falls as well.
    for id in FOUR {
        plays(&set_up(id, "/11/3t7/2t1t6/2tKt6/3t7/11/11/11/1T9/11/11/", Side::Defenders), 3, "b9-b4");
    }
}

#[test]
fn takes_the_king_between_two_where_two_suffice() {
    // In the open, along the edge, against a corner.
    for (rows, win) in [
        ("/11/11/3tK5t/11/11/11/11/11/11/11/11/", "k3-f3"),
        ("/2tK7/11/11/11/11/11/11/11/11/11/4t6/", "e11-e1"),
        ("/1K9/11/11/11/11/11/11/11/2t8/11/11/", "c9-c1"),
    ] {
        plays(&set_up("nestorgames", rows, Side::Attackers), 1, win);
    }
    // Beside the throne two do not suffice, but three and the throne do, under every leaflet.
    for id in ALL {
        plays(&set_up(id, "/11/11/11/5t5/4tK5/11/11/11/11/11/6t4/", Side::Attackers), 1, "g11-g5");
    }
}

#[test]
fn moves_the_king_away_or_steps_between_where_two_would_take_him() {
    let game = set_up("nestorgames", "/7T3/11/2tK7/3T7/11/11/11/11/11/1t9/4t4T1/", Side::Defenders);
    let engine = steady_engine();
    for level in Level::ALL.into_iter().filter(|level| level.is_guarded()) {
        for budget in budgets() {
            let mut after = game.clone();
            after.play(engine.choose_within(&game, level, budget, &Cancel::new()).unwrap().mv).unwrap();
            let strike = Intent { from: "e11".parse().unwrap(), to: "e3".parse().unwrap() };
            let taken = after.legal(strike).is_ok_and(|mv| after.play(mv).unwrap().outcome.is_some());
            assert!(!taken, "{level:?} left the king to e11-e3 within {budget:?}");
        }
    }
}

#[test]
fn takes_one_of_several_wins() {
    for id in ALL {
        let wins = "a5-a1 a5-a11";
        plays(&set_up(id, "/11/11/11/11/K9t/2Tt7/2t8/11/11/11/11/", Side::Defenders), 1, wins);
    }
    // Two attackers can strike, and two lanes are open to the king if neither does.
    let rows = "/2tK7/4t6/11/11/11/11/11/11/11/11/4t6/";
    plays(&set_up("nestorgames", rows, Side::Attackers), 1, "e2-e1");
    let rows = "/2tK1t5/11/11/11/11/11/11/11/11/11/4t6/";
    plays(&set_up("nestorgames", rows, Side::Attackers), 1, "f1-e1 e11-e1");
}

#[test]
fn draws_by_repetition_where_all_else_loses() {
    // Two lanes are open; only g1-f1 makes a position arise for the third time.
    let mut game = set_up("fetlar-2018", "/5t5/11/11/11/11/11/11/11/11/11/4K6/", Side::Attackers);
    for text in "f1-f2 e11-e10 f2-f1 e10-e11 f1-f2 e11-e10 f2-f1 e10-e9 f1-g1 e9-e10".split(' ') {
        let (from, to) = text.split_once('-').unwrap();
        let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
        game.play(intent).unwrap();
    }
    // The king on e10 threatens nothing yet, so that the guarantee leaves every move; the search must see it.
    let engine = steady_engine();
    for level in &Level::ALL[4..] {
        let choice = engine.choose_within(&game, *level, Budget::of_nodes(60_000), &Cancel::new()).unwrap();
        assert_eq!(choice.mv.to_string(), "g1-f1", "{level:?}");
    }
}

#[test]
fn a_search_that_is_cancelled_underway_answers_with_a_safe_move_or_with_none() {
    let game = set_up("fetlar-2018", "/2Kt7/11/11/11/1t9/3tT6/11/11/5t5/11/11/", Side::Attackers);
    let engine = Engine::new(EngineOptions { threads: 2, hash_mb: 2, seed: Some(3) });
    for level in Level::ALL.into_iter().filter(|level| level.is_guarded()) {
        for millis in 0..4 {
            let cancel = Cancel::new();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(millis));
                    cancel.cancel();
                });
                if let Some(choice) = engine.choose_within(&game, level, Budget::of_nodes(400_000), &cancel) {
                    assert_eq!(choice.mv.to_string(), "b5-b1", "{level:?}");
                }
            });
        }
    }
}

#[test]
fn a_clock_that_has_run_out_takes_no_guarantee_away() {
    for referee in referees() {
        let engine = steady_engine();
        let mut chance = fastrand::Rng::with_seed(12);
        let late = Budget::of_time(Duration::ZERO);
        for game in (0..60).filter_map(|_| thin_game(&referee, &mut chance)) {
            for level in [Level::ALL[2], Level::FULL] {
                let choice = engine.choose_within(&game, level, late, &Cancel::new()).unwrap();
                let mut after = game.clone();
                after.play(choice.mv).unwrap();
                let loses = |game: &Game| {
                    let mut game = game.clone();
                    let side = game.turn();
                    side.is_some()
                        && game.referee().moves(game.position()).into_iter().any(|mv| {
                            let winner = game.play(mv).unwrap().outcome.and_then(|outcome| outcome.winner);
                            game.undo();
                            winner == side
                        })
                };
                if loses(&after) {
                    let mut other = game.clone();
                    for mv in game.referee().moves(game.position()) {
                        other.play(mv).unwrap();
                        assert!(loses(&other), "{} loses and {mv} does not in {:?}", choice.mv, game.position());
                        other.undo();
                    }
                }
            }
        }
    }
}
