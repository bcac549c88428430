//! What the engine says of positions that are easily misjudged, and how it plays on from those with sealed corners.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example understanding -- [POSITIONS LOOKED AT] [hand]
//! cargo run --release -p hnefi-engine --example understanding -- play [POSITIONS LOOKED AT A MOVE[,BY THE DEFENDERS]] [NAME] [hand]
//! ```
//!
//! It plays on from the positions whose names begin with NAME, which is `sealed` unless another is given; with `hand` the
//! defenders judge by hand, or the one engine that says what it thinks.

mod positions;

use hnefi_engine::MindChoice;
use hnefi_rules::BySide;

use positions::{attackers_score, cases, engine, engine_of, play_on};

/// A game that lasts longer counts as not won.
const LONGEST: usize = 200;

fn main() -> Result<(), String> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let plays = args.first().is_some_and(|word| word == "play");
    if plays {
        args.remove(0);
    }
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{text} is no number"));
    if !plays {
        return judge(args.first().map_or(Ok(100_000), |text| number(text))?, &mind(args.get(1))?);
    }
    let text = args.first().map_or("20000", String::as_str);
    let (attackers, defenders) = text.split_once(',').unwrap_or((text, text));
    let budgets = BySide { attackers: number(attackers)?, defenders: number(defenders)? };
    play(&budgets, args.get(1).map_or("sealed", String::as_str), &mind(args.get(2))?)
}

fn mind(word: Option<&String>) -> Result<MindChoice, String> {
    match word.map(String::as_str) {
        None => Ok(MindChoice::Own),
        Some("hand") => Ok(MindChoice::Hand),
        Some(other) => Err(format!("an engine judges by hand or as usual, not by {other}")),
    }
}

fn judge(budget: u64, mind: &MindChoice) -> Result<(), String> {
    println!("{:12} {:>6} {:>20}", "position", "score", "should be");
    for case in cases()? {
        let score = attackers_score(&engine_of(mind.clone()), &case.game, budget);
        let bound = |at: i32| if [i32::MIN, i32::MAX].contains(&at) { "-".to_owned() } else { at.to_string() };
        let expected = format!("{} to {}", bound(*case.expected.start()), bound(*case.expected.end()));
        let verdict = if case.expected.contains(&score) { "yes" } else { "no" };
        println!("{:12} {score:>6} {expected:>20} {verdict}", case.name);
    }
    Ok(())
}

fn play(budgets: &BySide<u64>, names: &str, defence: &MindChoice) -> Result<(), String> {
    let cases: Vec<_> = cases()?.into_iter().filter(|case| case.name.starts_with(names)).collect();
    if cases.is_empty() {
        return Err(format!("no position's name begins with {names}"));
    }
    for case in cases {
        let engines = BySide { attackers: engine(), defenders: engine_of(defence.clone()) };
        let (outcome, scores) = play_on(case.game, &engines, budgets, LONGEST);
        let ended = outcome.map_or("not over".to_owned(), |outcome| format!("{outcome:?}"));
        let (plies, tenth) = (scores.len(), scores.iter().step_by(10).collect::<Vec<_>>());
        println!("{:12} {ended} after {plies} plies; scores every ten plies: {tenth:?}", case.name);
    }
    Ok(())
}
