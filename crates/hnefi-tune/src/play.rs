//! Games of the engine against itself.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level, Weights};
use hnefi_rules::{Game, Piece, Referee, Side};

use crate::sample::{Sample, referee};

#[derive(Args)]
pub(crate) struct Play {
    /// The rule set.
    #[arg(long)]
    rules: String,
    /// How many games.
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// The number of the first game.
    #[arg(long, default_value_t = 0)]
    from: u32,
    /// How many positions the engine looks at for a move.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Where chance begins; every game depends on this and its number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Every game begins with up to so many moves by chance.
    #[arg(long, default_value_t = 12)]
    random_plies: u32,
    /// In so many of a hundred games some defenders are taken off first.
    #[arg(long, default_value_t = 50)]
    thinned: u32,
    /// At most so many defenders are taken off.
    #[arg(long, default_value_t = 4)]
    thin: u32,
    /// In so many of a thousand moves chance plays instead of the engine.
    #[arg(long, default_value_t = 40)]
    astray: u32,
    /// A game that is longer counts as drawn.
    #[arg(long, default_value_t = 200)]
    plies: u32,
    /// A file of weights to play with instead of the engine's own.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The file to write; one that is there is replaced.
    #[arg(long)]
    out: PathBuf,
}

/// An engine on one thread that plays the same every time, perhaps with other weights than its own.
pub(crate) fn engine(seed: u64, weights: Option<&Weights>) -> Engine {
    let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 2, seed: Some(seed) });
    match weights {
        None => engine,
        Some(weights) => engine.with_weights(weights.clone()),
    }
}

/// The weights in a file.
pub(crate) fn read_weights(file: &Path) -> anyhow::Result<Weights> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Weights::from_toml(&text).with_context(|| format!("{} holds no weights", file.display()))
}

/// The weights in a file, or `None` for "own", the engine's.
pub(crate) fn named_weights(name: &str) -> anyhow::Result<Option<Weights>> {
    if name == "own" { Ok(None) } else { read_weights(name.as_ref()).map(Some) }
}

impl Play {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let referee = referee(&self.rules)?;
        let file = File::create(&self.out).with_context(|| format!("cannot write {}", self.out.display()))?;
        let mut out = BufWriter::new(file);
        let weights = self.weights.as_deref().map(read_weights).transpose()?;
        let mut results = [0u32; 3];
        for number in self.from..self.from + self.games {
            // An engine of its own makes each game the same whatever was played before.
            let engine = engine(self.seed, weights.as_ref());
            let mut chance =
                fastrand::Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number));
            let samples = self.game(&engine, &referee, number, &mut chance);
            if let Some(sample) = samples.first() {
                results[(sample.result * 2.0) as usize] += 1;
            }
            for sample in samples {
                writeln!(out, "{}", sample.to_line())?;
            }
            if number % 100 == 99 {
                let [lost, drawn, won] = results;
                eprintln!(
                    "{}: {} games; attackers won {won}, drew {drawn}, lost {lost}",
                    self.rules,
                    number + 1 - self.from
                );
                out.flush()?;
            }
        }
        Ok(out.flush()?)
    }

    /// The quiet positions of one game.
    fn game(&self, engine: &Engine, referee: &Arc<Referee>, number: u32, chance: &mut fastrand::Rng) -> Vec<Sample> {
        let Some(mut game) = self.start(referee, chance) else { return Vec::new() };
        let budget = Budget { depth: 64, nodes: self.nodes, time: None };
        let mut samples = Vec::new();
        let mut result = 0.5;
        let won = |winner: Side| if winner == Side::Attackers { 1.0 } else { 0.0 };
        for _ in 0..self.plies {
            let turn = game.position().turn();
            let Some(choice) = engine.choose_within(&game, Level::ALL[7], budget, &Cancel::new()) else { break };
            if choice.score.forced_win().is_some() || choice.score.forced_loss().is_some() {
                result = won(if choice.score.forced_win().is_some() { turn } else { !turn });
                break;
            }
            let before = *game.position();
            let moves = game.moves();
            let astray = chance.u32(..1000) < self.astray;
            let mv = if astray { moves[chance.usize(..moves.len())] } else { choice.mv };
            let after = referee.advance(&before, choice.mv);
            if after.taken.is_empty() {
                let score = choice.score.hundredths();
                let score = if turn == Side::Attackers { score } else { -score };
                samples.push(Sample { game: number, result, score, position: before });
            }
            if let Some(outcome) = game.play(mv).expect("a legal move").outcome {
                result = outcome.winner.map_or(0.5, won);
                break;
            }
        }
        for sample in &mut samples {
            sample.result = result;
        }
        samples
    }

    /// A game after its random beginning; `None` if that ended it.
    fn start(&self, referee: &Arc<Referee>, chance: &mut fastrand::Rng) -> Option<Game> {
        let mut setup = referee.start().setup();
        if chance.u32(..100) < self.thinned {
            let mut defenders: Vec<_> = setup.pieces().filter(|&(_, p)| p == Piece::Defender).map(|(s, _)| s).collect();
            chance.shuffle(&mut defenders);
            for &square in defenders.iter().take(chance.u32(1..=self.thin.max(1)) as usize) {
                setup.set(square, None);
            }
        }
        let position = referee.position(&setup, referee.start().turn()).ok()?;
        let mut game = Game::from_position(referee.clone(), position);
        for _ in 0..chance.u32(..=self.random_plies) {
            let moves = game.moves();
            if moves.is_empty()
                || game.play(moves[chance.usize(..moves.len())]).expect("a legal move").outcome.is_some()
            {
                return None;
            }
        }
        Some(game)
    }
}
