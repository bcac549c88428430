//! Tactical positions: draws a set of them, and sees how many the engine solves.
//!
//! ```text
//! HNEFI_GAMES=FOLDER cargo run --release -p hnefi-match --example tactics -- draw [SEED] > positions.jsonl
//! cargo run --release -p hnefi-match --example tactics -- solve [MILLISECONDS] [FILE]
//! ```
//!
//! `draw` fills a quota that is fixed beforehand: under each of six rule sets, for either side, one win in each of
//! two to six moves, as far as such wins come up. It tells on the standard error how many positions it tried. `solve` goes through the file,
//! or the set in the tree, one position after another, each with a new engine of one thread, and tells of every
//! one. `docs/bench/tactics.md` says what counts as solved.

mod draw;
mod solve;

use std::process::ExitCode;

use serde::{Deserialize, Serialize};

/// The rule sets of the set: five leaflets and the rules of the tournaments.
const RULES: [&str; 6] =
    ["fetlar-2018", "viking-game", "cyningstan-2014", "nestorgames", "regency-chess", "copenhagen"];

/// A position in which the side to move wins by force.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Tactic {
    rules: String,
    rows: String,
    turn: String,
    /// A win in so many moves of its own is proved; none in one, and no shorter one that was proved as easily.
    moves: u32,
    source: Source,
}

/// Where a position comes from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Source {
    /// A game between people: its number in an archive, and the plies before the position.
    People { game: String, plies: usize },
    /// A game that the engine played against itself, from this seed.
    Own { seed: u64, plies: usize },
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, usual: u64| words.get(index).map_or(Ok(usual), |word| word.parse::<u64>());
    let done = match (words.first().map(String::as_str), number(1, 1), number(1, 1_000)) {
        (Some("draw"), Ok(seed), _) => draw::draw(seed),
        (Some("solve"), _, Ok(milliseconds)) => solve::solve(milliseconds, words.get(2).map(String::as_str)),
        _ => Err("write: tactics draw [SEED], or tactics solve [MILLISECONDS] [FILE]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
