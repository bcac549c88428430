//! Counts how often a move is played that the search knows to lose, while another one holds.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example lost -- [GAMES] [RULE SET]
//! ```
//!
//! The computer plays itself, with as many positions a move as chance says. Whenever it says itself that the move which
//! it chose loses by force, the other moves are searched with ten times as many.

use std::sync::Arc;

use hnefi_engine::{Analysis, Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Referee, ruleset};

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let games: u64 = args.next().map_or(Ok(40), |text| text.parse().map_err(|_| format!("{text} is no number")))?;
    let id = args.next().unwrap_or_else(|| "copenhagen".to_owned());
    let ruleset = ruleset(&id).ok_or_else(|| format!("there is no rule set {id}"))?;
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let (mut moves, mut lost, mut needless) = (0, 0, 0);
    for number in 0..games {
        let mut chance = fastrand::Rng::with_seed(number);
        let engine = || Engine::new(EngineOptions { threads: 1, hash_mb: 4, seed: Some(number) });
        let players = [engine(), engine()];
        let mut game = Game::new(referee.clone());
        for ply in 0..160 {
            let legal = game.moves();
            let choice = if ply < 6 {
                Some((legal[chance.usize(..legal.len())], false))
            } else {
                let budget = Budget::of_nodes(chance.u64(1_000..20_000));
                let choice = players[ply % 2].choose_within(&game, Level::FULL, budget, &Cancel::new());
                choice.map(|choice| (choice.mv, choice.score.forced_loss().is_some()))
            };
            let Some((mv, loses)) = choice else { break };
            moves += 1;
            if loses {
                lost += 1;
                let among: Vec<_> = legal.into_iter().filter(|&other| other != mv).collect();
                let budget = Budget::of_nodes(200_000);
                let analysis = Analysis { level: Level::FULL, budget, lines: 1, among: &among };
                let other = engine().analyse(&game, &analysis, &Cancel::new(), &mut |_, _| {});
                if let Some(other) = other.filter(|other| !among.is_empty() && other.score.forced_loss().is_none()) {
                    needless += 1;
                    println!("game {number}, ply {ply}: {mv} loses, {} is {}", other.mv, other.score);
                }
            }
            if game.play(mv).map_err(|_| format!("{mv} is not legal"))?.outcome.is_some() {
                break;
            }
        }
    }
    println!("{moves} moves, {lost} known to lose, {needless} of them while another one holds");
    Ok(())
}
