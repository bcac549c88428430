//! Whole games of the computer with itself, and games that are over.

use crate::common::{random_game, referees, repetitions, steady_engine};
use hnefi_engine::{Budget, Cancel, Engine, Level};
use hnefi_rules::{Game, Referee, Ruleset, Setup, Side, leaflet};
use std::sync::Arc;

/// Plays on to the end, or so many plies, and checks every move with the referee.
fn play_on(engine: &Engine, mut game: Game, levels: [Level; 2], plies: usize) -> Game {
    for _ in 0..plies {
        let Some(turn) = game.turn() else { break };
        let choice = engine
            .choose_within(&game, levels[turn as usize], Budget::of_nodes(400), &Cancel::new())
            .expect("the game is on");
        assert_eq!(choice.pv[0], choice.mv);
        let mut line = game.clone();
        for mv in &choice.pv {
            let Ok(mv) = line.legal(mv.intent()) else {
                let start = game.position();
                let id = game.referee().ruleset().id();
                panic!("{id}, {start:?}: {mv} of the line {:?} is illegal in {:?}", choice.pv, line.position())
            };
            line.play(mv).unwrap();
        }
        game.play(choice.mv.intent()).unwrap();
    }
    game
}

#[test]
fn plays_legal_games_to_their_ends_under_every_rule_set() {
    let mut ended = 0;
    for referee in referees().into_iter().chain(repetitions()) {
        let engine = steady_engine();
        let mut chance = fastrand::Rng::with_seed(3);
        for number in 0..4 {
            let game = random_game(&referee, &mut chance, 6);
            let levels = [Level::ALL[number % 8], Level::ALL[(number * 3 + 4) % 8]];
            ended += usize::from(play_on(&engine, game, levels, 200).outcome().is_some());
        }
    }
    assert!(ended >= 80, "only {ended} of 148 games ended");
}

#[test]
fn plays_house_rules_on_boards_of_every_size() {
    let starts = [
        "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
        "/5ttt5/6t6/13/6T6/6T6/t5T5t/tt1TTTKTTT1tt/t5T5t/6T6/6T6/13/6t6/5ttt5/",
        "/6ttt6/7t7/15/7T7/7T7/7T7/t6T6t/tt1TTTTKTTTT1tt/t6T6t/7T7/7T7/7T7/15/7t7/6ttt6/",
    ];
    for (number, start) in starts.into_iter().enumerate() {
        let board = Setup::from_rows(start).unwrap().size();
        let toml = format!(
            "format = 1\nid = \"house\"\nname = \"House\"\nbase = \"{}\"\nboard = {board}\n\
             [start]\nis = \"{start}\"\n[answers.escape]\nis = \"{}\"\n[answers.no-move]\nis = \"loss\"\n\
             [answers.repetition]\nis = \"none\"\n[answers.king-reach]\nis = \"{}\"\n",
            ["fetlar-2018", "nestorgames"][number % 2],
            ["edge", "corner"][number / 2],
            ["any", "one"][usize::from(number == 3)],
        );
        let referee = Arc::new(Referee::new(Arc::new(Ruleset::from_toml(&toml).unwrap())));
        let engine = steady_engine();
        play_on(&engine, Game::new(referee), [Level::ALL[5], Level::ALL[3]], 60);
    }
}

#[test]
fn a_side_that_leaves_the_other_without_a_move_wins_where_the_rules_say_so() {
    let toml =
        "format = 1\nid = \"house\"\nname = \"House\"\nbase = \"fetlar-2018\"\n[answers.no-move]\nis = \"loss\"\n";
    let house = Arc::new(Referee::new(Arc::new(Ruleset::from_toml(toml).unwrap())));
    // The last attacker can be captured against the man on c2, and nobody else can move for the attackers.
    let rows = "/11/2T8/2t8/11/11/2T2K5/11/11/11/11/11/";
    let position = house.position(&Setup::from_rows(rows).unwrap(), Side::Defenders).unwrap();
    let game = Game::from_position(house, position);
    for level in Level::ALL {
        let choice = steady_engine().choose_within(&game, level, Budget::of_nodes(1), &Cancel::new()).unwrap();
        assert_eq!(choice.score.forced_win(), Some(1));
        let mut game = game.clone();
        assert_eq!(game.play(choice.mv).unwrap().outcome.unwrap().winner, Some(Side::Defenders));
    }
}

#[test]
fn chooses_nothing_when_the_game_is_over_or_was_cancelled() {
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    let mut game = Game::new(referee);
    let cancel = Cancel::new();
    cancel.clone().cancel();
    assert_eq!(steady_engine().choose(&game, Level::FULL, &cancel), None);
    game.resign(Side::Attackers).unwrap();
    for level in Level::ALL {
        assert_eq!(steady_engine().choose(&game, level, &Cancel::new()), None);
    }
    assert_eq!(steady_engine().hint(&game, &Cancel::new()), None);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let referee = &referees()[0];
    let play = || {
        let game = random_game(referee, &mut fastrand::Rng::with_seed(8), 4);
        play_on(&steady_engine(), game, [Level::ALL[0], Level::ALL[6]], 30)
    };
    assert_eq!(play(), play());
}

#[test]
fn several_threads_find_what_one_finds() {
    use hnefi_engine::EngineOptions;
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    // The king goes to a square with two lanes.
    let rows = "/2t5t2/11/11/t9t/11/4K6/11/11/11/11/5t5/";
    let position = referee.position(&Setup::from_rows(rows).unwrap(), Side::Defenders).unwrap();
    let game = Game::from_position(referee, position);
    for threads in [1, 4] {
        let engine = Engine::new(EngineOptions { threads, hash_mb: 2, seed: None });
        let choice = engine.choose_within(&game, Level::FULL, Budget::of_nodes(50_000), &Cancel::new()).unwrap();
        assert_eq!(choice.score.forced_win(), Some(3), "{threads} threads: {choice:?}");
    }
}
