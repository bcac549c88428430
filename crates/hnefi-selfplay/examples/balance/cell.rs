//! Games of one rule set at one strength.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hnefi_engine::{Cancel, Engine, EngineOptions};
use hnefi_rules::{Question, Ruleset};
use hnefi_selfplay::{Count, Recipe, Run, Settings, Shards};

use crate::Failure;

/// So many games are played in a cell.
pub(crate) const GAMES: u32 = 400;

/// The first eight plies are drawn among the moves that are at most half an attacker worse than the best.
const STARTS: &str = "start+8-8~50=1";

/// After so many plies a game is a draw.
const CAP: u16 = 400;

/// Games of one rule set at one strength.
pub(crate) struct Cell {
    /// The rule set, one answer of which may be another leaflet's.
    pub(crate) rules: Arc<Ruleset>,
    /// The answer that was turned over.
    pub(crate) turned: Option<(Question, &'static str)>,
    /// How many positions are looked at for a move.
    pub(crate) nodes: u32,
    folder: PathBuf,
}

impl Cell {
    /// The cell of a rule set as it is.
    pub(crate) fn of(folder: &Path, rules: Arc<Ruleset>, nodes: u32) -> Cell {
        let folder = folder.join(nodes.to_string());
        Cell { rules, turned: None, nodes, folder }
    }

    /// The cell of a leaflet with one other answer; `None` where it cannot have it.
    pub(crate) fn turned_over(
        folder: &Path,
        leaflet: &Ruleset,
        question: Question,
        word: &'static str,
        nodes: u32,
    ) -> Option<Cell> {
        let rules = Arc::new(leaflet.with(question, word)?);
        let folder = folder.join(format!("{nodes}-{}-{word}", question.id()));
        Some(Cell { rules, turned: Some((question, word)), nodes, folder })
    }

    /// Plays the games that are not there yet.
    pub(crate) fn play(&self) -> Result<(), Failure> {
        let settings = Settings {
            seed: 1,
            nodes: self.nodes,
            starts: STARTS.parse()?,
            chance: 0,
            give_up: None,
            quiet: None,
            to_the_end: 0,
            plies: CAP,
        };
        let engine = format!("hnefi {}", env!("CARGO_PKG_VERSION"));
        let recipe = Recipe::new(self.rules.clone(), settings, &engine, "own")?;
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        let run = Run { recipe: &recipe, out: &self.folder, numbers: 0..GAMES, threads };
        let engine = || Engine::new(EngineOptions { threads: 1, hash_mb: 4, seed: Some(1) });
        let count = run.play(&engine, &Cancel::new(), &mut |_| {})?;
        println!("{} {:?} {}", run.path().display(), count.results, count.plies / count.games().max(1));
        Ok(())
    }

    /// What its games add up to; `None` if there are none yet.
    pub(crate) fn count(&self) -> Result<Option<Count>, Failure> {
        let path = self.folder.join(format!("{}-1-0.shard", self.rules.id()));
        if !path.exists() {
            return Ok(None);
        }
        let shards = Shards::of(&[path])?;
        let mut count = Count::default();
        for game in shards.games() {
            let game = game?;
            count.add(&game, &shards.header(&game).settings);
        }
        Ok((count.games() > 0).then_some(count))
    }
}

/// The attackers' share of the points, with the interval in which it lies with 95 %.
///
/// The interval is Wilson's for games without draws. Draws make the true one narrower.
pub(crate) struct Share {
    /// The share, between 0 and 1, as the next two are.
    pub(crate) points: f64,
    /// The lower end.
    pub(crate) low: f64,
    /// The upper end.
    pub(crate) high: f64,
    games: f64,
}

/// So many standard errors to either side hold 95 % of a normal distribution.
const Z95: f64 = 1.96;

impl Share {
    /// Of games that the attackers won, drew and lost.
    pub(crate) fn of([won, drawn, lost]: [u64; 3]) -> Share {
        let games = (won + drawn + lost) as f64;
        let points = (won as f64 + drawn as f64 / 2.0) / games;
        let z = Z95 * Z95 / games;
        let middle = (points + z / 2.0) / (1.0 + z);
        let half = Z95 / (1.0 + z) * (points * (1.0 - points) / games + z / (4.0 * games)).sqrt();
        Share { points, low: (middle - half).max(0.0), high: (middle + half).min(1.0), games }
    }

    /// By how much it is more than another, in points of a hundred, with the half of its interval.
    pub(crate) fn change(&self, other: &Share) -> String {
        let variance = |share: &Share| share.points * (1.0 - share.points) / share.games;
        let half = Z95 * (variance(self) + variance(other)).sqrt();
        format!("{:+.1} ± {:.1}", 100.0 * (self.points - other.points), 100.0 * half)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} [{:.1}, {:.1}]", 100.0 * self.points, 100.0 * self.low, 100.0 * self.high)
    }
}
