//! Measures how long the levels take for a move by the clock, as the program asks them: with the options that
//! an engine has by itself.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example clock -- [--positions N] [--load N] [LEVEL ...]
//! ```
//!
//! `--positions` says how many positions of each board are taken, out of games that the computer plays with
//! itself. `--load` keeps so many other threads busy meanwhile. Besides the five leaflets there are three house
//! rules on boards of 15 by 15 squares. The first line of the result tells what lies outside every budget: a
//! move within a budget of one position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Referee, Ruleset, leaflets};

/// On the wide board pieces stand apart and have some four hundred moves.
const STARTS: [&str; 2] = [
    "/6ttt6/7t7/15/7T7/7T7/7T7/t6T6t/tt1TTTTKTTTT1tt/t6T6t/7T7/7T7/7T7/15/7t7/6ttt6/",
    "/2t3t4t3/15/5t5t3/1t6T4t1/8t6/3T5t5/t9T4/7K7/2t4T2t4/12t2/4T4t5/1t9t3/6T8/3t3t3t3/9t5/",
];

fn main() -> Result<(), String> {
    let (mut positions, mut load, mut levels) = (8, 0, Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--positions" => positions = number(&value()?)?,
            "--load" => load = number(&value()?)?,
            text => levels
                .push(number(text)?.try_into().ok().and_then(Level::new).ok_or_else(|| format!("{text} is no level"))?),
        }
    }
    if levels.is_empty() {
        levels = Level::ALL.to_vec();
    }
    let games = games(positions)?;
    let most = games.iter().map(|game| game.referee().count_moves(game.position())).max().unwrap_or_default();
    let options = EngineOptions::default();
    println!("{} positions with up to {most} moves, {} threads, {load} others busy", games.len(), options.threads);
    println!("level | mean ms | longest ms, leaflets | longest ms, 15 by 15");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..load {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let engine = Engine::new(options);
        let least = Budget::of_nodes(1);
        measure("-", &games, |game| engine.choose_within(game, Level::FULL, least, &Cancel::new()).is_some());
        for level in levels {
            let name = level.number().to_string();
            measure(&name, &games, |game| engine.choose(game, level, &Cancel::new()).is_some());
        }
        done.store(true, Ordering::Relaxed);
    });
    Ok(())
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}

fn measure(name: &str, games: &[Game], choose: impl Fn(&Game) -> bool) {
    let (mut sum, mut longest) = (Duration::ZERO, [Duration::ZERO; 2]);
    for game in games {
        let begun = Instant::now();
        assert!(choose(game), "no move was found in {}", game.position().rows_text());
        let time = begun.elapsed();
        sum += time;
        let wide = usize::from(game.position().size() == 15);
        longest[wide] = longest[wide].max(time);
    }
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let mean = sum / games.len().max(1) as u32;
    println!("{name} | {:.1} | {:.1} | {:.1}", ms(mean), ms(longest[0]), ms(longest[1]));
}

/// Games in the middle, some under each leaflet and some on the widest boards.
fn games(positions: usize) -> Result<Vec<Game>, String> {
    let mut rulesets = leaflets().to_vec();
    for (base, start, no_move) in
        [("nestorgames", STARTS[0], "draw"), ("nestorgames", STARTS[1], "loss"), ("viking-game", STARTS[1], "loss")]
    {
        let house = format!(
            "format = 1\nid = \"wide\"\nname = \"Wide\"\nbase = \"{base}\"\nboard = 15\n\
             [start]\nis = \"{start}\"\n[answers.no-move]\nis = \"{no_move}\"\n"
        );
        rulesets.push(Arc::new(Ruleset::from_toml(&house).map_err(|error| error.to_string())?));
    }
    let mut games = Vec::new();
    for ruleset in rulesets {
        let referee = Arc::new(Referee::new(ruleset));
        for number in 0..positions {
            let mut chance = fastrand::Rng::with_seed(number as u64);
            let mut game = Game::new(referee.clone());
            let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(number as u64) });
            for ply in 0..6 + number * 6 {
                let moves = referee.moves(game.position());
                let budget = Budget { depth: 4, nodes: 600, time: None };
                let choice = if ply < 4 {
                    Some(moves[chance.usize(..moves.len())])
                } else {
                    engine.choose_within(&game, Level::FULL, budget, &Cancel::new()).map(|choice| choice.mv)
                };
                if choice.is_none_or(|mv| game.play(mv).unwrap().outcome.is_some()) {
                    game.undo();
                    break;
                }
            }
            games.push(game);
        }
    }
    Ok(games)
}
