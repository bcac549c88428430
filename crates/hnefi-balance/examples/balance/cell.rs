//! Games of one rule set at one strength.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hnefi_balance::{Figure, Turned};
use hnefi_engine::{Cancel, Engine, EngineOptions};
use hnefi_rules::{Question, Ruleset, ruleset};
use hnefi_selfplay::{Count, Recipe, Run, Settings, Shards};

use crate::Failure;
use crate::alike::alike;

/// So many games are played in a cell.
const GAMES: u32 = 400;

/// The first eight plies are drawn among the moves that are at most half an attacker worse than the best.
const STARTS: &str = "start+8-8~50=1";

/// After so many plies a game is a draw.
const CAP: u16 = 400;

/// Games of one rule set at one strength.
pub(crate) struct Cell {
    /// The rule set, one answer of which may be another leaflet's.
    rules: Arc<Ruleset>,
    /// The answer that was turned over.
    turned: Option<Turned>,
    /// How many positions are looked at for a move.
    nodes: u32,
    /// From what the first plies are drawn.
    seed: u64,
    folder: PathBuf,
}

/// From what the first plies of the games in the file of figures are drawn.
const SEED: u64 = 1;

impl Cell {
    /// The cell of a rule set as it is.
    pub(crate) fn of(folder: &Path, rules: Arc<Ruleset>, nodes: u32) -> Cell {
        let folder = folder.join(nodes.to_string());
        Cell { rules, turned: None, nodes, seed: SEED, folder }
    }

    /// The cell of a leaflet with one other answer; `None` where it cannot have it.
    pub(crate) fn turned_over(
        folder: &Path,
        leaflet: &Ruleset,
        question: Question,
        answer: &str,
        nodes: u32,
    ) -> Option<Cell> {
        let rules = Arc::new(leaflet.with(question, answer)?);
        let folder = folder.join(format!("{nodes}-{}-{answer}", question.id()));
        let turned = Some(Turned { question, answer: answer.to_owned() });
        Some(Cell { rules, turned, nodes, seed: SEED, folder })
    }

    /// The same cell with other games, whose first plies are drawn from another seed.
    pub(crate) fn with_seed(self, seed: u64) -> Cell {
        Cell { seed, ..self }
    }

    /// Whether a figure is of these rules at this strength.
    pub(crate) fn is_of(&self, figure: &Figure) -> bool {
        (&*figure.rules, &figure.turned, figure.nodes) == (self.rules.id(), &self.turned, self.nodes)
    }

    /// The figure of this cell, if `figure` is one of this strength and of rules under which the same games are played.
    pub(crate) fn like(&self, figure: &Figure) -> Option<Figure> {
        let rules = ruleset(&figure.rules)?;
        let rules = match &figure.turned {
            None => rules.clone(),
            Some(turned) => Arc::new(rules.with(turned.question, &turned.answer)?),
        };
        (figure.nodes == self.nodes && alike(&rules, &self.rules)).then(|| Figure {
            rules: self.rules.id().to_owned(),
            turned: self.turned.clone(),
            ..figure.clone()
        })
    }

    /// Plays the games that are not there yet, and adds up all. `engine` is the node count of the engine's bench.
    pub(crate) fn play(&self, engine: u64) -> Result<Figure, Failure> {
        let settings = Settings {
            seed: self.seed,
            nodes: self.nodes,
            starts: STARTS.parse()?,
            chance: 0,
            give_up: None,
            quiet: None,
            to_the_end: 0,
            plies: CAP,
        };
        let name = format!("hnefi {}, bench {engine}", env!("CARGO_PKG_VERSION"));
        let recipe = Recipe::new(self.rules.clone(), settings, &name, "own")?;
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        let run = Run { recipe: &recipe, out: &self.folder, numbers: 0..GAMES, threads };
        let fresh = || Engine::new(EngineOptions { threads: 1, hash_mb: 4, seed: Some(1) });
        run.play(&fresh, &Cancel::new(), &mut |_| {})?;
        let shards = Shards::of(&[run.path()])?;
        let mut count = Count::default();
        for game in shards.games() {
            let game = game?;
            count.add(&game, &shards.header(&game).settings);
        }
        let games = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        Ok(Figure {
            rules: self.rules.id().to_owned(),
            turned: self.turned.clone(),
            nodes: self.nodes,
            engine,
            results: count.results.map(games),
            cap: games(count.ended.get("cap").copied().unwrap_or(0)),
            plies: count.plies,
        })
    }
}
