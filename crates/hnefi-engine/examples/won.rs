//! Whether a won position is won: positions that a long search knows to be won for the attackers, played out by the engine against itself.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example won -- [POSITIONS LOOKED AT A MOVE]
//! cargo run --release -p hnefi-engine --example won -- draw RULES=FILE... > crates/hnefi-engine/data/won.txt
//! ```
//!
//! `draw` takes positions from files that `hnefi-tune play` wrote: of each game that the attackers won the last one that a
//! search of 300,000 positions knows to be won in at least seven plies.

#[allow(dead_code)]
mod positions;

use std::collections::BTreeMap;

use hnefi_engine::{Cancel, Level};
use hnefi_rules::Side;

use positions::{engine, game, nodes};

/// So many positions are looked at to know that a position is won.
const LONG: u64 = 300_000;

/// A win must be at least so many plies away.
const FAR: u32 = 7;

/// So many positions are drawn from each file.
const FROM_EACH: usize = 34;

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((word, files)) if word == "draw" => draw(files),
        Some((budget, _)) => play(budget.parse().map_err(|_| format!("{budget} is no number"))?),
        None => play(20_000),
    }
}

fn draw(files: &[String]) -> Result<(), String> {
    println!(
        "# Positions won for the attackers, one a line: rule set, side to move, the plies of the shortest win known, and the rows."
    );
    for pair in files {
        let (rules, file) = pair.split_once('=').ok_or_else(|| format!("\"{pair}\" is not RULES=FILE"))?;
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let mut last: BTreeMap<u32, Vec<(&str, &str)>> = BTreeMap::new();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if let [number, "1", _, turn, rows] = words[..] {
                last.entry(number.parse().map_err(|_| format!("no game: {line}"))?).or_default().push((turn, rows));
            }
        }
        let mut drawn = 0;
        for positions in last.values() {
            if drawn == FROM_EACH {
                break;
            }
            for &(turn, rows) in positions.iter().rev().take(6) {
                let turn = if turn == "a" { "attackers" } else { "defenders" };
                if let Some(plies) = won_in(rules, turn, rows)?.filter(|&plies| plies >= FAR) {
                    println!("{rules} {turn} {plies} {rows}");
                    drawn += 1;
                    break;
                }
            }
        }
    }
    Ok(())
}

/// In how many plies a long search knows the attackers to win.
fn won_in(rules: &str, turn: &str, rows: &str) -> Result<Option<u32>, String> {
    let game = game(rules, turn, rows)?;
    let choice = engine().choose_within(&game, Level::ALL[7], nodes(LONG), &Cancel::new());
    Ok(choice.and_then(|choice| match game.position().turn() {
        Side::Attackers => choice.score.forced_win(),
        Side::Defenders => choice.score.forced_loss(),
    }))
}

fn play(budget: u64) -> Result<(), String> {
    let (mut won, mut times, mut played) = (0, Vec::new(), 0);
    for line in include_str!("../data/won.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [rules, turn, known, rows] = words[..] else { return Err(format!("not four words: {line}")) };
        let known: u32 = known.parse().map_err(|_| format!("no number of plies: {line}"))?;
        played += 1;
        match plies_to_win(rules, turn, rows, budget, 4 * known + 60)? {
            Some(plies) => {
                won += 1;
                times.push(f64::from(plies) / f64::from(known));
            }
            None => println!("not won: {line}"),
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times.get(times.len() * part / 10).copied().unwrap_or(f64::NAN);
    println!("{won} of {played} won; times the shortest way known: median {:.2}, nine of ten {:.2}", at(5), at(9));
    Ok(())
}

/// After how many plies the attackers win, if they do within so many.
fn plies_to_win(rules: &str, turn: &str, rows: &str, budget: u64, longest: u32) -> Result<Option<u32>, String> {
    let mut game = game(rules, turn, rows)?;
    let engines = [engine(), engine()];
    for ply in 0..longest {
        let engine = &engines[(ply % 2) as usize];
        let Some(choice) = engine.choose_within(&game, Level::ALL[7], nodes(budget), &Cancel::new()) else { break };
        let played = game.play(choice.mv).map_err(|_| format!("{} is not legal", choice.mv))?;
        if let Some(outcome) = &played.outcome {
            return Ok((outcome.winner == Some(Side::Attackers)).then_some(ply + 1));
        }
    }
    Ok(None)
}
