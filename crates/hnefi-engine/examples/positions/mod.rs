//! Positions kept as lines of text, of which each says how it should be understood.

use std::ops::RangeInclusive;
use std::sync::Arc;

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level, MindChoice};
use hnefi_rules::{BySide, Game, Outcome, Referee, Setup, Side, ruleset};

/// A position, and what the attackers' score should be.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) game: Game,
    pub(crate) expected: RangeInclusive<i32>,
}

/// The positions that are easily misjudged.
pub(crate) fn cases() -> Result<Vec<Case>, String> {
    let lines = include_str!("../../data/understanding.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| case(line).map_err(|error| format!("{error}: {line}"))).collect()
}

fn case(line: &str) -> Result<Case, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, rules, turn, least, most, rows] = words[..] else { return Err("not six words".to_owned()) };
    let bound = |text: &str, none: i32| if text == "-" { Ok(none) } else { text.parse().map_err(|_| "no number") };
    let expected = bound(least, i32::MIN)?..=bound(most, i32::MAX)?;
    Ok(Case { name: name.to_owned(), game: game(rules, turn, rows)?, expected })
}

/// A game of a rule set that begins with a position.
pub(crate) fn game(rules: &str, turn: &str, rows: &str) -> Result<Game, String> {
    let ruleset = ruleset(rules).ok_or("no such rule set")?;
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let turn = match turn {
        "attackers" => Side::Attackers,
        "defenders" => Side::Defenders,
        _ => return Err("neither attackers nor defenders".to_owned()),
    };
    let setup = Setup::from_rows(rows).map_err(|error| error.to_string())?;
    let position = referee.position(&setup, turn).map_err(|error| format!("{error:?}"))?;
    Ok(Game::from_position(referee, position))
}

/// An engine on one thread that has learnt nothing yet and says the same every time.
pub(crate) fn engine() -> Engine {
    engine_of(MindChoice::Own)
}

/// The same, which judges by something else.
pub(crate) fn engine_of(mind: MindChoice) -> Engine {
    Engine::of_mind(EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) }, mind)
}

/// How a game of two engines that each look at so many positions a move goes on: how it ends, if it does within so many plies, and
/// what was said before each ply, by whoever was on move.
pub(crate) fn play_on(
    mut game: Game,
    engines: &BySide<Engine>,
    budgets: &BySide<u64>,
    longest: usize,
) -> (Option<Outcome>, Vec<i32>) {
    let mut scores = Vec::new();
    while scores.len() < longest {
        let turn = game.position().turn();
        let budget = Budget::of_nodes(budgets[turn]);
        let Some(choice) = engines[turn].choose_within(&game, Level::FULL, budget, &Cancel::new()) else { break };
        scores.push(choice.score.hundredths());
        let played = game.play(choice.mv).expect("the engine's moves are legal");
        if let Some(outcome) = played.outcome {
            return (Some(outcome), scores);
        }
    }
    (None, scores)
}

/// What an engine says of the attackers after so many positions, in hundredths of an attacker.
pub(crate) fn attackers_score(engine: &Engine, game: &Game, budget: u64) -> i32 {
    let choice = engine.choose_within(game, Level::FULL, Budget::of_nodes(budget), &Cancel::new());
    let score = choice.map_or(0, |choice| choice.score.hundredths());
    if game.position().turn() == Side::Attackers { score } else { -score }
}
