//! Solving the set.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_engine::{Budget, Cancel, Choice, Engine, EngineOptions, Level, ProofBudget, Verdict, prove};
use hnefi_match::wins_within;
use hnefi_rules::{Game, Move, Position, Referee, Setup, Side, ruleset};

use crate::Tactic;

/// The set in the tree.
const SET: &str = include_str!("../../data/tactics.jsonl");

/// What it may cost to see that the engine's move keeps the win.
const PROOF: ProofBudget = ProofBudget { nodes: 3_000_000, table_mb: 64 };
const NODES: u64 = 3_000_000;

/// Whether a win is still there after the engine's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// In as few moves as were promised.
    InTime,
    /// In more moves.
    Later,
    /// It was not proved.
    No,
}

/// Solves the set, each position in so many milliseconds, and tells of every one.
pub(crate) fn solve(milliseconds: u64, path: Option<&str>) -> Result<(), String> {
    let text = match path {
        Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?,
        None => SET.to_owned(),
    };
    let budget = Budget::of_time(Duration::from_millis(milliseconds));
    let (mut count, mut solved, mut kept_in_time, mut kept_later) = (0, 0, 0, 0);
    println!(
        "{:>2} {:<15} {:<9} {:>2}  {:<8} {:<9} {:<14} {:>5} solved",
        "", "rules", "side", "in", "move", "says", "the win is", "ms"
    );
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        count += 1;
        let tactic: Tactic = serde_json::from_str(line).map_err(|error| format!("line {count}: {error}"))?;
        let game = set_up(&tactic).map_err(|error| format!("line {count}: {error}"))?;
        let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 64, seed: Some(1) });
        let begun = Instant::now();
        let choice = engine.choose_within(&game, Level::FULL, budget, &Cancel::new());
        let took = begun.elapsed().as_millis();
        let choice = choice.ok_or_else(|| format!("line {count}: no move"))?;
        let kept = keeps(&game, choice.mv, tactic.moves);
        let announced = choice.score.forced_win();
        let is_solved = announced.is_some() && kept != Kept::No;
        solved += u32::from(is_solved);
        kept_in_time += u32::from(kept == Kept::InTime);
        kept_later += u32::from(kept == Kept::Later);
        println!(
            "{count:>2} {:<15} {:<9} {:>2}  {:<8} {:<9} {:<14} {took:>5} {}",
            tactic.rules,
            tactic.turn,
            tactic.moves,
            choice.mv.to_string(),
            says(&choice),
            match kept {
                Kept::InTime => "kept",
                Kept::Later => "kept, longer",
                Kept::No => "not proved",
            },
            if is_solved { "yes" } else { "no" },
        );
    }
    println!("solved {solved} of {count}; the move keeps the win in {kept_in_time}, and a longer one in {kept_later}");
    Ok(())
}

fn says(choice: &Choice) -> String {
    match choice.score.forced_win() {
        Some(plies) => format!("win in {}", plies.div_ceil(2)),
        None => choice.score.hundredths().to_string(),
    }
}

fn set_up(tactic: &Tactic) -> Result<Game, String> {
    let rules = ruleset(&tactic.rules).ok_or_else(|| format!("there is no rule set {}", tactic.rules))?;
    let referee = Arc::new(Referee::new(rules.clone()));
    let turn: Side = tactic.turn.parse().map_err(|_| format!("`{}` is no side", tactic.turn))?;
    let setup = Setup::from_rows(&tactic.rows).map_err(|error| error.to_string())?;
    let position = referee.position(&setup, turn).map_err(|error| error.to_string())?;
    Ok(Game::from_position(referee, position))
}

/// Whether the side that moved still wins.
fn keeps(game: &Game, mv: Move, moves: u32) -> Kept {
    let side = game.position().turn();
    let referee: &Referee = game.referee();
    let mut after = game.clone();
    after.play(mv).unwrap();
    if let Some(outcome) = after.outcome() {
        return if outcome.winner == Some(side) { Kept::InTime } else { Kept::No };
    }
    let position: &Position = after.position();
    if wins_within(referee, position, side, 2 * (moves - 1), &mut NODES.clone()) == Some(true) {
        return Kept::InTime;
    }
    match prove(referee, position, side, PROOF, &Cancel::new()) {
        Verdict::Proven { .. } => Kept::Later,
        _ => Kept::No,
    }
}
