//! Searches positions to a depth with one thread and with two, in turn, and tells how much sooner two are there.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example threads -- [DEPTH] [RULES] [POSITIONS]
//! ```
//!
//! Both cores must be free for it to mean anything; the first figure of the last line tells whether they were.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Referee, ruleset};

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let depth = match words.next() {
        None => 12,
        Some(text) => text.parse().map_err(|_| format!("{text} is no depth"))?,
    };
    let id = words.next().unwrap_or_else(|| "fetlar-2018".to_owned());
    let positions = match words.next() {
        None => 96,
        Some(text) => text.parse().map_err(|_| format!("{text} is no number of positions"))?,
    };
    let ruleset = ruleset(&id).ok_or_else(|| format!("there is no rule set {id}"))?;
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let mut sums = [(Duration::ZERO, 0); 2];
    let mut ratios = Vec::new();
    for seed in 0..positions {
        let Some(game) = position(&referee, seed) else { continue };
        let mut took = [0.0; 2];
        let mut one_thread = 0;
        for (sum, threads) in sums.iter_mut().zip([1, 2]) {
            let engine = Engine::new(EngineOptions { threads, hash_mb: 64, seed: Some(1) });
            let begun = Instant::now();
            let budget = Budget::of_depth(depth);
            let Some(choice) = engine.choose_within(&game, Level::FULL, budget, &Cancel::new()) else { continue };
            took[threads - 1] = begun.elapsed().as_secs_f64();
            sum.0 += begun.elapsed();
            sum.1 += choice.nodes;
            if threads == 1 {
                one_thread = choice.nodes;
            }
            println!(
                "{seed} {threads} {:>9} nodes {:>7} ms {} {}",
                choice.nodes,
                begun.elapsed().as_millis(),
                choice.mv,
                choice.score
            );
        }
        if one_thread < 10_000 {
            // Settled at a glance, so that the ratio would be chance.
            continue;
        }
        ratios.push((took[1] / took[0]).ln());
    }
    let (typical, error) = typical(&ratios);
    let [(one, nodes), (two, more)] = sums;
    let speed = |time: Duration, nodes: u64| nodes as f64 / time.as_secs_f64();
    println!(
        "{id}, depth {depth}: two threads make {:.2} times the nodes a second, need {:.2} times the nodes and {:.2} of the time; {typical:.2} +-{error:.2} in the geometric mean of the positions",
        speed(two, more) / speed(one, nodes),
        more as f64 / nodes as f64,
        two.as_secs_f64() / one.as_secs_f64()
    );
    Ok(())
}

/// The geometric mean of ratios, given as logarithms, and its standard error.
fn typical(ratios: &[f64]) -> (f64, f64) {
    let many = ratios.len() as f64;
    let mean = ratios.iter().sum::<f64>() / many;
    let variance = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>() / (many - 1.0);
    (mean.exp(), mean.exp() * (variance / many).sqrt())
}

/// A position some way into a game, in which every fourth ply is played by chance.
fn position(referee: &Arc<Referee>, seed: u64) -> Option<Game> {
    let mut chance = fastrand::Rng::with_seed(seed);
    let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) });
    let mut game = Game::new(referee.clone());
    for _ in 0..4 + 4 * (seed % 8) {
        let moves = game.moves();
        let budget = Budget { depth: 3, nodes: 1_000, time: None };
        let mv = match chance.u8(..4) {
            0 => moves[chance.usize(..moves.len())],
            _ => engine.choose_within(&game, Level::FULL, budget, &Cancel::new())?.mv,
        };
        if game.play(mv).unwrap().outcome.is_some() {
            return None;
        }
    }
    Some(game)
}
