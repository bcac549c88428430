//! How long an engine takes to answer `stop`, seen from another program.
//!
//! ```text
//! cargo run --release -p hnefi-uci --example stop -- "target/release/hnefi uci" [STOPS] [THREADS]
//! ```
//!
//! Under each of four rule sets it searches without a limit from positions that chance brings about, is stopped
//! after 0 to 300 milliseconds, and the time from `stop` to `bestmove` is taken. An answer within 10 milliseconds is in
//! time.

use std::time::{Duration, Instant};

use hnefi_rules::{Game, Referee, ruleset};
use hnefi_uci::{Process, Wire};

const RULES: [&str; 4] = ["fetlar-2018", "copenhagen", "brandubh", "tablut-15"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, usual: usize| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let Some(command) = words.first() else {
        eprintln!("write: stop COMMAND [STOPS] [THREADS]");
        return;
    };
    let (stops, threads) = (number(1, 200), number(2, 1));
    let mut all = Vec::new();
    for id in RULES {
        match measure(command, id, stops, threads) {
            Ok(mut times) => {
                report(id, &mut times);
                all.append(&mut times);
            }
            Err(error) => return eprintln!("{id}: {error}"),
        }
    }
    report("together", &mut all);
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        println!("load of the machine: {}", load.trim());
    }
}

/// The times from `stop` to the answer.
fn measure(command: &str, id: &str, stops: usize, threads: usize) -> Result<Vec<Duration>, String> {
    let ruleset = ruleset(id).ok_or("there is no such rule set")?;
    let mut engine = Process::start(command).map_err(|error| error.to_string())?;
    engine.send(&format!("setoption name Variant value {id}"));
    engine.send(&format!("setoption name Threads value {threads}"));
    let mut chance = fastrand::Rng::with_seed(11);
    let mut times = Vec::with_capacity(stops);
    for _ in 0..stops {
        let mut game = Game::new(std::sync::Arc::new(Referee::new(ruleset.clone())));
        let mut line = "position startpos moves".to_owned();
        for _ in 0..chance.usize(1..30) {
            let moves = game.moves();
            let mv = moves[chance.usize(..moves.len())];
            if game.play(mv).unwrap().outcome.is_some() {
                game.undo();
                break;
            }
            line.push_str(&format!(" {}{}", mv.from(), mv.to()));
        }
        engine.send(if line.ends_with("moves") { "position startpos" } else { &line });
        engine.send("isready");
        answer(&mut engine, "readyok")?;
        engine.send("go infinite");
        std::thread::sleep(Duration::from_micros(chance.u64(..300_000)));
        let asked = Instant::now();
        engine.send("stop");
        times.push(answer(&mut engine, "bestmove")?.saturating_duration_since(asked));
    }
    Ok(times)
}

fn answer(engine: &mut Process, beginning: &str) -> Result<Instant, String> {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let (line, came) = engine.receive(until).map_err(|_| format!("no {beginning}; {}", engine.last_words()))?;
        if line.starts_with(beginning) {
            return Ok(came);
        }
    }
}

fn report(name: &str, times: &mut [Duration]) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1e3;
    let late = times.iter().filter(|time| **time > Duration::from_millis(10)).count();
    println!(
        "{name:<12} {:>5} stops: median {:.2} ms, 90 % {:.2}, 99 % {:.2}, longest {:.2}; {late} after more than 10 ms",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}
