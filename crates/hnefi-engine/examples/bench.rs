//! Searches fixed positions to a fixed depth and tells how many positions that took, and how fast.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example bench -- [DEPTH]
//! ```
//!
//! The number of positions is the same every time on every machine, and changes when the search or the
//! evaluation does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Referee, leaflets};

fn main() -> Result<(), String> {
    let depth = match std::env::args().nth(1) {
        None => 6,
        Some(text) => text.parse().map_err(|_| format!("{text} is no depth"))?,
    };
    let budget = Budget { depth, nodes: u64::MAX, time: None };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for ruleset in leaflets() {
        let referee = Arc::new(Referee::new(ruleset.clone()));
        for (seed, plies) in [(1, 0), (2, 8), (3, 24)] {
            let mut chance = fastrand::Rng::with_seed(seed);
            let mut game = Game::new(referee.clone());
            for _ in 0..plies {
                let moves = referee.moves(game.position());
                if game.play(moves[chance.usize(..moves.len())]).unwrap().outcome.is_some() {
                    game.undo();
                    break;
                }
            }
            let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) });
            let begun = Instant::now();
            let choice = engine.choose_within(&game, Level::ALL[7], budget, &Cancel::new());
            time += begun.elapsed();
            let Some(choice) = choice else { continue };
            nodes += choice.nodes;
            println!("{:<17} {plies:>2} {:<9} {:>9} {:>9}", ruleset.id(), choice.mv, choice.score, choice.nodes);
        }
    }
    let speed = nodes as f64 / time.as_secs_f64() / 1e3;
    println!("depth {depth}: {nodes} nodes, {speed:.0} thousand a second");
    Ok(())
}
