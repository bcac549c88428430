//! One file of weights against another.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use hnefi_engine::{Budget, Cancel, Engine, Level, Weights};
use hnefi_rules::{Game, Intent, Referee, Side};

use crate::play::{engine, read_weights};
use crate::sample::referee;

#[derive(Args)]
pub(crate) struct Compare {
    /// The rule set.
    #[arg(long)]
    rules: String,
    /// How many openings; each is played twice, with sides changed.
    #[arg(long, default_value_t = 100)]
    pairs: u32,
    /// How many positions the engine looks at for a move.
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// A file with one opening a line, its moves from the start. Without it, moves by chance.
    #[arg(long)]
    openings: Option<PathBuf>,
    /// A game that is longer counts as drawn.
    #[arg(long, default_value_t = 300)]
    plies: u32,
    /// The weights whose points are counted; "own" for the engine's.
    first: String,
    /// The other weights.
    second: String,
}

impl Compare {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let referee = referee(&self.rules)?;
        let named = |name: &str| if name == "own" { Ok(None) } else { read_weights(name.as_ref()).map(Some) };
        let minds = [named(&self.first)?, named(&self.second)?];
        let openings = self.openings(&referee)?;
        // What the first got for its games, as attackers and as defenders: lost, drawn, won.
        let mut results = [[0u32; 3]; 2];
        for (pair, opening) in (0..self.pairs).zip(openings.iter().cycle()) {
            for (number, first) in Side::ALL.into_iter().enumerate() {
                let result = self.game(opening.clone(), pair, first, &minds);
                let own = if first == Side::Attackers { result } else { 2 - result };
                results[number][own] += 1;
            }
        }
        let points = |[_, drawn, won]: [u32; 3]| 50.0 * f64::from(drawn + 2 * won) / f64::from(self.pairs.max(1));
        for (side, result) in Side::ALL.into_iter().zip(results) {
            let [lost, drawn, won] = result;
            println!("as {side:?}: won {won}, drew {drawn}, lost {lost}: {:.1} %", points(result));
        }
        println!("together {:.1} %", (points(results[0]) + points(results[1])) / 2.0);
        Ok(())
    }

    /// What the attackers get: 0 for a loss, 1 for a draw, 2 for a win.
    fn game(&self, mut game: Game, pair: u32, first: Side, minds: &[Option<Weights>; 2]) -> usize {
        let engines: [Engine; 2] = [0, 1].map(|n| engine(pair.into(), minds[n].as_ref()));
        let budget = Budget { depth: 64, nodes: self.nodes, time: None };
        for _ in 0..self.plies {
            let engine = &engines[usize::from(game.position().turn() != first)];
            let Some(choice) = engine.choose_within(&game, Level::ALL[7], budget, &Cancel::new()) else { break };
            if let Some(outcome) = game.play(choice.mv).outcome {
                return outcome.winner.map_or(1, |winner| if winner == Side::Attackers { 2 } else { 0 });
            }
        }
        1
    }

    fn openings(&self, referee: &Arc<Referee>) -> anyhow::Result<Vec<Game>> {
        let start = || Game::new(referee.clone());
        let Some(file) = &self.openings else {
            let mut chance = fastrand::Rng::with_seed(1);
            let mut games = Vec::new();
            while games.len() < self.pairs as usize {
                let mut game = start();
                for _ in 0..6 {
                    let moves = game.moves();
                    if game.outcome().is_none() && !moves.is_empty() {
                        game.play(moves[chance.usize(..moves.len())]);
                    }
                }
                if game.outcome().is_none() {
                    games.push(game);
                }
            }
            return Ok(games);
        };
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let lines =
            text.lines().map(|line| line.split('#').next().unwrap_or_default()).filter(|l| !l.trim().is_empty());
        let games = lines.map(|line| {
            let mut game = start();
            for word in line.split_whitespace() {
                let mv = intent(word).and_then(|intent| game.legal(intent).ok());
                game.play(mv.with_context(|| format!("\"{word}\" is no legal move in \"{line}\""))?);
            }
            Ok(game)
        });
        let games: anyhow::Result<Vec<Game>> = games.collect();
        games.and_then(|games| if games.is_empty() { anyhow::bail!("there is no opening") } else { Ok(games) })
    }
}

/// Two squares, with or without a hyphen.
fn intent(word: &str) -> Option<Intent> {
    let plain: String = word.chars().filter(|&c| c != '-').collect();
    let second = plain.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic())?.0;
    Some(Intent { from: plain[..second].parse().ok()?, to: plain[second..].parse().ok()? })
}
