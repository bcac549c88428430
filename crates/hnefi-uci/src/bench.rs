//! The bench: a fixed amount of work, so that two builds can be compared.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Referee, leaflets, ruleset};

/// The seed of each position and how many plies by chance lead to it.
const PLACES: [(u64, usize); 3] = [(1, 0), (2, 8), (3, 24)];

/// Beside the leaflets: the rule set of the tournaments, and one for each further way in which positions are judged.
const OTHERS: [&str; 9] = [
    "copenhagen",
    "brandubh",
    "ard-ri",
    "magpie",
    "tablut-linnaeus",
    "sea-battle",
    "tawlbwrdd",
    "parlett-13",
    "tablut-15",
];

/// What it took to search fixed positions. The number of nodes is the same on every machine, and another one when the
/// search or the evaluation is another one.
///
/// ```
/// use hnefi_engine::Cancel;
/// use hnefi_uci::Bench;
///
/// let mut lines = Vec::new();
/// let bench = Bench::run(1, &Cancel::new(), &mut |line| lines.push(line.to_owned())).unwrap();
/// assert!(lines[0].starts_with("fetlar-2018 after 0 plies: "));
/// assert!(bench.to_string().contains(&format!("Nodes searched: {}\n", bench.nodes)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long that took.
    pub time: Duration,
}

impl Bench {
    /// How deep every position is searched where nobody says otherwise.
    pub const DEPTH: u32 = 5;

    /// Searches every position with one thread and an empty table, and tells of each. `None` when it was cancelled.
    pub fn run(depth: u32, cancel: &Cancel, say: &mut dyn FnMut(&str)) -> Option<Bench> {
        let budget = Budget::of_depth(depth);
        let mut bench = Bench { nodes: 0, time: Duration::ZERO };
        for ruleset in leaflets().iter().chain(OTHERS.iter().filter_map(|id| ruleset(id))) {
            let id = ruleset.id();
            let referee = Arc::new(Referee::new(ruleset.clone()));
            for (seed, plies) in PLACES {
                let game = place(&referee, seed, plies);
                let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) });
                let begun = Instant::now();
                let choice = engine.choose_within(&game, Level::FULL, budget, cancel);
                bench.time += begun.elapsed();
                let choice = choice.filter(|_| !cancel.is_cancelled())?;
                bench.nodes += choice.nodes;
                say(&format!("{id} after {plies} plies: {} nodes, {}", choice.nodes, choice.mv));
            }
        }
        Some(bench)
    }
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-6);
        writeln!(f, "Total time (ms): {}", self.time.as_millis())?;
        writeln!(f, "Nodes searched: {}", self.nodes)?;
        write!(f, "Nodes/second: {speed:.0}")
    }
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
