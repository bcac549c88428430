//! What the computer finds.

use std::sync::Arc;
use std::time::Duration;

use hnefi_engine::{Allowance, Analysis, Budget, Cancel, Choice, Clock, Engine, EngineOptions, Level};
use hnefi_rules::Game;
use serde::{Deserialize, Serialize};

use crate::Host;

/// The size of the table of positions, in mebibytes.
const TABLE: usize = 32;

/// What an analysis may cost. What is not said is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// How many plies deep.
    pub depth: Option<u32>,
    /// How many positions.
    pub nodes: Option<u64>,
    /// How many milliseconds.
    pub ms: Option<u64>,
    /// How many moves are compared; one where it is not said.
    pub lines: Option<usize>,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Which line, 1 for the best.
    pub line: usize,
    /// How many plies deep it went throughout.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How good it is for the side to move, in hundredths of an attacker.
    pub score: i32,
    /// In how many plies the side to move wins by force.
    pub win_in: Option<u32>,
    /// In how many plies it loses by force.
    pub loss_in: Option<u32>,
    /// How likely each end of the game is, in thousandths: the attackers win, nobody does, the defenders win.
    pub chances: [u32; 3],
    /// What both sides are expected to play.
    pub pv: Vec<String>,
}

impl Told {
    /// A choice as it is told of a game.
    pub(crate) fn of(engine: &Engine, game: &Game, choice: &Choice, line: usize) -> Told {
        Told {
            line,
            depth: choice.depth,
            nodes: choice.nodes,
            score: choice.score.hundredths(),
            win_in: choice.score.forced_win(),
            loss_in: choice.score.forced_loss(),
            chances: engine.chances(game, choice.score).thousandths(),
            pv: choice.pv.iter().map(ToString::to_string).collect(),
        }
    }
}

struct HostClock(Arc<dyn Host>);

impl Clock for HostClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(self.0.now_ms().max(0.0) / 1000.0)
    }
}

/// An engine that has the page's clock.
pub(crate) fn engine(host: &Arc<dyn Host>, seed: u64) -> Engine {
    let options = EngineOptions { threads: 1, hash_mb: TABLE, seed: Some(seed) };
    Engine::new(options).with_clock(Arc::new(HostClock(host.clone())))
}

/// What stops a search when the page says so.
pub(crate) fn cancel(host: &Arc<dyn Host>) -> Cancel {
    let host = host.clone();
    Cancel::asking(move || host.is_told_to_stop())
}

/// Searches at full strength, and tells of it.
pub(crate) fn analyse(
    engine: &Engine,
    key: &str,
    game: &Game,
    limits: Limits,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Told),
) -> Option<Told> {
    let time = limits.ms.map(|ms| Allowance::all_of(Duration::from_millis(ms)));
    let budget = Budget { depth: limits.depth.unwrap_or(64), nodes: limits.nodes.unwrap_or(u64::MAX), time };
    let lines = limits.lines.unwrap_or(1).clamp(1, 20);
    let analysis = Analysis { level: Level::ALL[7], budget, lines, among: &[] };
    let session = engine.session(key);
    let found =
        session.analyse(game, &analysis, cancel, &mut |choice, line| tell(Told::of(engine, game, choice, line)));
    found.map(|choice| Told::of(engine, game, &choice, 1))
}
