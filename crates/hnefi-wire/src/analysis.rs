//! What the computer thinks of a position: its best lines, with every position on the way.

use std::time::Duration;

use hnefi_analysis::Found;
use hnefi_engine::{Allowance, Analysis, Budget, Cancel, Choice, Engine, Level, Session};
use hnefi_formats::write_move;
use hnefi_rules::{Game, Move};
use serde::{Deserialize, Serialize};

/// The most lines that are compared.
const MOST_LINES: usize = 20;

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

/// A line that a search has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundLine {
    /// Which line, 1 for the best.
    pub line: usize,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// What both sides are expected to play, each move with the position after it.
    #[serde(default)]
    pub steps: Vec<Step>,
}

/// A move of a line, to be shown on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The move, such as `d1-d4`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same with what it captures, such as `d1-d4xd5`.
    pub text: String,
    /// The position after it as rows.
    pub position: String,
}

impl FoundLine {
    /// What an engine chose in a game, as the line of a number.
    pub fn of(engine: &Engine, game: &Game, choice: &Choice, line: usize) -> FoundLine {
        FoundLine { line, found: found(engine, game, choice), steps: steps(game, &choice.pv) }
    }
}

/// What an engine chose in a game, as whole games are reviewed by it.
pub fn found(engine: &Engine, game: &Game, choice: &Choice) -> Found {
    Found {
        depth: choice.depth,
        nodes: choice.nodes,
        score: choice.score.hundredths(),
        win_in: choice.score.forced_win(),
        loss_in: choice.score.forced_loss(),
        chances: engine.chances(game, choice.score).thousandths(),
        pv: choice.pv.iter().map(ToString::to_string).collect(),
    }
}

/// The moves of a line that follow on a game, as far as they can be played.
pub(crate) fn steps(game: &Game, line: &[Move]) -> Vec<Step> {
    let mut game = game.clone();
    let play = |mv: &Move| {
        let ply = game.play(mv.intent()).ok()?;
        let (mv, text, position) = (mv.to_string(), write_move(&ply.played), ply.played.position.rows_text());
        Some(Step { mv, text, position })
    };
    line.iter().map_while(play).collect()
}

/// Searches at full strength within the limits, and tells of every line as it goes deeper: those of a depth when it is done, the best
/// first. The best line at the end is the answer; `None` where the game is over, or nothing was found before it was stopped.
///
/// ```
/// use hnefi_engine::{Cancel, Engine, EngineOptions};
/// use hnefi_wire::{At, Limits, analyse};
/// let game = At { rules: "brandubh".to_owned(), ..At::default() }.game().unwrap();
/// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) });
/// let limits = Limits { depth: Some(2), lines: Some(3), ..Limits::default() };
/// let mut told = Vec::new();
/// let best = analyse(&engine, &engine.session("a"), &game, limits, &Cancel::new(), &mut |line| told.push(line)).unwrap();
/// assert_eq!(told.iter().filter(|line| line.found.depth == 2).map(|line| line.line).collect::<Vec<_>>(), [1, 2, 3]);
/// assert_eq!(best.steps[0].mv, best.found.pv[0]);
/// assert_eq!(best.found.chances.iter().sum::<u32>(), 1000);
///
/// let won = At { rules: "brandubh".to_owned(), position: "/7/7/7/K5T/7/7/3t3/".to_owned(), turn: "defenders".to_owned(), moves: Vec::new() };
/// let mut told = Vec::new();
/// analyse(&engine, &engine.session("b"), &won.game().unwrap(), limits, &Cancel::new(), &mut |line| told.push(line));
/// assert_eq!(told[0].found.win_in, Some(1), "a win at once is told, too");
/// ```
pub fn analyse(
    engine: &Engine,
    session: &Session<'_>,
    game: &Game,
    limits: Limits,
    cancel: &Cancel,
    tell: &mut dyn FnMut(FoundLine),
) -> Option<FoundLine> {
    let time = limits.ms.map(|ms| Allowance::all_of(Duration::from_millis(ms)));
    let all = Budget::of_nodes(limits.nodes.unwrap_or(u64::MAX));
    let budget = Budget { depth: limits.depth.unwrap_or(all.depth), time, ..all };
    let lines = limits.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let analysis = Analysis { level: Level::FULL, budget, lines, among: &[] };
    let mut is_told = false;
    let mut told = |choice: &Choice, line: usize| {
        is_told = true;
        tell(FoundLine::of(engine, game, choice, line));
    };
    let found = session.analyse(game, &analysis, cancel, &mut told)?;
    let best = FoundLine::of(engine, game, &found, 1);
    // What is won at once is found without going deeper.
    if !is_told {
        tell(best.clone());
    }
    Some(best)
}
