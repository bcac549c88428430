//! What the engine says of positions that are easily misjudged, and how it plays on from those with sealed corners.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example understanding -- [POSITIONS LOOKED AT]
//! cargo run --release -p hnefi-engine --example understanding -- play [POSITIONS LOOKED AT A MOVE] [NAME]
//! ```
//!
//! It plays on from the positions whose names begin with NAME, which is `sealed` unless another is given.

mod positions;

use hnefi_engine::{Cancel, Level};
use hnefi_rules::Game;

use positions::{attackers_score, cases, engine, nodes};

/// A game that lasts longer counts as not won.
const LONGEST: usize = 200;

fn main() -> Result<(), String> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let plays = args.first().is_some_and(|word| word == "play");
    if plays {
        args.remove(0);
    }
    let budget =
        |usual| args.first().map_or(Ok(usual), |text| text.parse().map_err(|_| format!("{text} is no number")));
    if plays { play(budget(20_000)?, args.get(1).map_or("sealed", String::as_str)) } else { judge(budget(100_000)?) }
}

fn judge(budget: u64) -> Result<(), String> {
    println!("{:12} {:>6} {:>20}", "position", "score", "should be");
    for case in cases()? {
        let score = attackers_score(&case.game, budget);
        let bound = |at: i32| if [i32::MIN, i32::MAX].contains(&at) { "-".to_owned() } else { at.to_string() };
        let expected = format!("{} to {}", bound(*case.expected.start()), bound(*case.expected.end()));
        let verdict = if case.expected.contains(&score) { "yes" } else { "no" };
        println!("{:12} {score:>6} {expected:>20} {verdict}", case.name);
    }
    Ok(())
}

fn play(budget: u64, names: &str) -> Result<(), String> {
    let cases: Vec<_> = cases()?.into_iter().filter(|case| case.name.starts_with(names)).collect();
    if cases.is_empty() {
        return Err(format!("no position's name begins with {names}"));
    }
    for case in cases {
        let (ended, plies, scores) = play_out(case.game, budget);
        println!("{:12} {ended} after {plies} plies; scores every ten plies: {scores:?}", case.name);
    }
    Ok(())
}

/// How a game of the engine against itself ends, after how many plies, and what it said on the way.
fn play_out(mut game: Game, budget: u64) -> (String, usize, Vec<i32>) {
    let engines = [engine(), engine()];
    let mut scores = Vec::new();
    for ply in 0..LONGEST {
        let engine = &engines[ply % 2];
        let Some(choice) = engine.choose_within(&game, Level::ALL[7], nodes(budget), &Cancel::new()) else { break };
        if ply % 10 == 0 {
            scores.push(choice.score.hundredths());
        }
        let played = game.play(choice.mv).expect("the engine's moves are legal");
        if let Some(outcome) = &played.outcome {
            return (format!("{outcome:?}"), ply + 1, scores);
        }
    }
    ("not over".to_owned(), LONGEST, scores)
}
