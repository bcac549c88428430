//! How long an engine takes to answer `stop`, or how far beyond its time it answers, seen from another program.
//!
//! ```text
//! cargo run --release -p hnefi-uci --example stop -- "target/release/hnefi uci" [--stops N] [--threads N] [--movetime MS] [--load N]
//! ```
//!
//! Under each of four rule sets it searches N times from positions that chance brings about. Without `--movetime` it searches
//! without a limit, is stopped after 0 to 300 milliseconds, and the time from `stop` to `bestmove` is taken. With it, the
//! time from `go movetime` to `bestmove` is taken, and what it has beyond MS; below zero the answer came before. In turn with the searches, a
//! thread of this program sleeps for MS and another one reads the clock until MS are over: what the machine does to any program.
//! `--load` keeps so many threads busy meanwhile. An answer within 10 milliseconds is in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hnefi_rules::{Game, Referee, Ruleset, ruleset};
use hnefi_uci::{Process, Wire};

const RULES: [&str; 4] = ["fetlar-2018", "copenhagen", "brandubh", "tablut-15"];

/// What is measured.
struct Asked {
    command: String,
    stops: usize,
    threads: usize,
    movetime: Option<Duration>,
    load: usize,
}

fn main() -> Result<(), String> {
    let asked = Asked::read(std::env::args().skip(1))?;
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..asked.load {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let measured = asked.measure();
        done.store(true, Ordering::Relaxed);
        measured
    })?;
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        println!("load of the machine: {}", load.trim());
    }
    Ok(())
}

impl Asked {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Asked, String> {
        let usage = "write: stop COMMAND [--stops N] [--threads N] [--movetime MS] [--load N]";
        let command = words.next().filter(|word| !word.starts_with("--")).ok_or(usage)?;
        let mut asked = Asked { command, stops: 200, threads: 1, movetime: None, load: 0 };
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word} wants a number; {usage}"))?;
            let number = value.parse().map_err(|_| format!("`{value}` is no number for {word}"))?;
            match word.as_str() {
                "--stops" => asked.stops = number,
                "--threads" => asked.threads = number,
                "--movetime" => asked.movetime = Some(Duration::from_millis(number as u64)),
                "--load" => asked.load = number,
                _ => return Err(format!("there is no {word}; {usage}")),
            }
        }
        Ok(asked)
    }

    fn measure(&self) -> Result<(), String> {
        println!("milliseconds    number   least  median    90 %    99 %    most  more than 10");
        let (mut all, mut slept, mut spun) = (Vec::new(), Vec::new(), Vec::new());
        for id in RULES {
            let ruleset = ruleset(id).ok_or("there is no such rule set")?;
            let mut engine = Process::start(&self.command).map_err(|error| error.to_string())?;
            engine.send(&format!("setoption name Variant value {id}"));
            engine.send(&format!("setoption name Threads value {}", self.threads));
            let mut chance = fastrand::Rng::with_seed(11);
            let mut times = Vec::with_capacity(self.stops);
            for _ in 0..self.stops {
                engine.send(&position(ruleset, &mut chance));
                engine.send("isready");
                answer(&mut engine, "readyok").map_err(|error| format!("{id}: {error}"))?;
                let due = match self.movetime {
                    Some(time) => {
                        let due = Instant::now() + time;
                        engine.send(&format!("go movetime {}", time.as_millis()));
                        due
                    }
                    None => {
                        engine.send("go infinite");
                        std::thread::sleep(Duration::from_micros(chance.u64(..300_000)));
                        let due = Instant::now();
                        engine.send("stop");
                        due
                    }
                };
                let came = answer(&mut engine, "bestmove").map_err(|error| format!("{id}: {error}"))?;
                times.push(beyond(due, came));
                if let Some(time) = self.movetime {
                    let due = Instant::now() + time;
                    std::thread::sleep(time);
                    slept.push(beyond(due, Instant::now()));
                    let due = Instant::now() + time;
                    while Instant::now() < due {
                        std::hint::spin_loop();
                    }
                    spun.push(beyond(due, Instant::now()));
                }
            }
            report(id, &mut times);
            all.append(&mut times);
        }
        report("together", &mut all);
        if self.movetime.is_some() {
            report("asleep", &mut slept);
            report("clock", &mut spun);
        }
        Ok(())
    }
}

/// The line for a position that chance brings about.
fn position(ruleset: &Arc<Ruleset>, chance: &mut fastrand::Rng) -> String {
    let mut game = Game::new(Arc::new(Referee::new(ruleset.clone())));
    let mut line = String::new();
    for _ in 0..chance.usize(1..30) {
        let moves = game.moves();
        let mv = moves[chance.usize(..moves.len())];
        if game.play(mv).is_ok_and(|ply| ply.outcome.is_some()) {
            game.undo();
            break;
        }
        line.push_str(&format!(" {}{}", mv.from(), mv.to()));
    }
    if line.is_empty() { "position startpos".to_owned() } else { format!("position startpos moves{line}") }
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

/// How long after a moment another one came, in milliseconds.
fn beyond(due: Instant, came: Instant) -> f64 {
    let late = came.saturating_duration_since(due).as_secs_f64();
    (late - due.saturating_duration_since(came).as_secs_f64()) * 1e3
}

fn report(name: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let [least, half, most_of, nearly, most] = [0.0, 0.5, 0.9, 0.99, 1.0].map(at);
    let late = times.iter().filter(|time| **time > 10.0).count();
    let number = times.len();
    println!("{name:<15} {number:>6} {least:>7.2} {half:>7.2} {most_of:>7.2} {nearly:>7.2} {most:>7.2}  {late}");
}
