//! The bench: a fixed amount of work, so that two builds can be compared.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Referee, leaflets, ruleset};

/// How deep every position is searched where nobody says otherwise.
pub(crate) const DEPTH: u32 = 5;

/// The seed of each position and how many plies by chance lead to it.
const PLACES: [(u64, usize); 3] = [(1, 0), (2, 8), (3, 24)];

/// Searches every position with one thread and an empty table; the nodes are the same on every machine.
pub(crate) fn run(depth: u32, cancel: &Cancel, say: &dyn Fn(&str)) -> String {
    let budget = Budget { depth, nodes: u64::MAX, time: None };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    // The leaflets and the rule set of the tournaments.
    for ruleset in leaflets().iter().chain(ruleset("copenhagen")) {
        let id = ruleset.id();
        let referee = Arc::new(Referee::new(ruleset.clone()));
        for (seed, plies) in PLACES {
            let game = place(&referee, seed, plies);
            let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) });
            let begun = Instant::now();
            let choice = engine.choose_within(&game, Level::ALL[7], budget, cancel);
            time += begun.elapsed();
            let Some(choice) = choice.filter(|_| !cancel.is_cancelled()) else {
                return "info string stopped".to_owned();
            };
            nodes += choice.nodes;
            say(&format!("info string {id} after {plies} plies: {} nodes, {}", choice.nodes, choice.mv));
        }
    }
    let speed = nodes as f64 / time.as_secs_f64().max(1e-6);
    format!("Nodes searched: {nodes}\nNodes/second: {speed:.0}")
}

/// A position of an undecided game by chance.
fn place(referee: &Arc<Referee>, seed: u64, plies: usize) -> Game {
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(referee.clone());
    for _ in 0..plies {
        let moves = game.moves();
        if game.play(moves[chance.usize(..moves.len())]).expect("a legal move").outcome.is_some() {
            game.undo();
            break;
        }
    }
    game
}
