//! Measures how far beyond its time a search ends on a busy machine, and how much of that is the machine's.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example overstay -- [--time MS] [--moves N] [--load N] [--threads N]
//! ```
//!
//! Each move has MS milliseconds. `--load` keeps so many other threads busy meanwhile. A thread that does nothing but
//! read the clock until the time is over, taking turns with the searches, shows what no program can avoid.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Referee, ruleset};

fn main() -> Result<(), String> {
    let (mut time, mut moves, mut load, mut threads) = (280, 100, 8, 1);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or_else(|| format!("{arg} wants a value"))?;
        let number = value.parse().map_err(|_| format!("{value} is no number"))?;
        match arg.as_str() {
            "--time" => time = number,
            "--moves" => moves = number,
            "--load" => load = number,
            "--threads" => threads = number,
            _ => return Err(format!("there is no {arg}")),
        }
    }
    let time = Duration::from_millis(time as u64);
    let ruleset = ruleset("copenhagen").ok_or("there is no copenhagen")?;
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let engine = Engine::new(EngineOptions { threads, hash_mb: 16, seed: Some(1) });
    let budget = Budget::of_time(time);
    let done = AtomicBool::new(false);
    let (mut spinning, mut searching) = (Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..load {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        for number in 0..moves {
            let mut chance = fastrand::Rng::with_seed(number as u64);
            let mut game = Game::new(referee.clone());
            for _ in 0..10 + number % 20 {
                let legal = game.moves();
                if game.play(legal[chance.usize(..legal.len())]).is_ok_and(|ply| ply.outcome.is_some()) {
                    game.undo();
                    break;
                }
            }
            let begun = Instant::now();
            while begun.elapsed() < time {
                std::hint::spin_loop();
            }
            spinning.push(begun.elapsed());
            let begun = Instant::now();
            let _ = engine.choose_within(&game, Level::FULL, budget, &Cancel::new());
            searching.push(begun.elapsed());
        }
        done.store(true, Ordering::Relaxed);
    });
    println!("{moves} moves of {time:?}, {threads} threads, {load} others busy; milliseconds beyond the time");
    println!("| | least | median | 90 % | 99 % | most |\n|---|---|---|---|---|---|");
    for (name, mut times) in [("clock", spinning), ("search", searching)] {
        times.sort_unstable();
        let at = |part: f64| {
            let took = times[((times.len() - 1) as f64 * part) as usize];
            (took.as_secs_f64() - time.as_secs_f64()) * 1e3
        };
        let [least, half, most_of, nearly, most] = [0.0, 0.5, 0.9, 0.99, 1.0].map(at);
        println!("| {name} | {least:.1} | {half:.1} | {most_of:.1} | {nearly:.1} | {most:.1} |");
    }
    Ok(())
}
