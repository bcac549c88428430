//! Whether a won position is won: positions from shards that are proved to be won for the attackers, and what
//! becomes of them when the engine plays both sides. `docs/bench/selfplay.md` has the figures.
//!
//! `won collect COUNT SHARD|FOLDER...` prints positions, at most one a game, those with the longest known way first.
//! `won play NODES FILE` plays them.

use std::path::PathBuf;
use std::sync::Arc;

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level, ProofBudget, Verdict, prove};
use hnefi_rules::{Game, Position, Referee, Setup, Side, ruleset};
use hnefi_selfplay::Shards;

/// A way that is no longer than this is seen by any search.
const SHORTEST: u32 = 5;

/// After so many times the known way, and not before so many plies, a position counts as not won.
const PATIENCE: (u32, u32) = (10, 120);

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["collect", count, shards @ ..] if !shards.is_empty() => collect(count.parse()?, shards),
        ["play", nodes, file] => play(nodes.parse()?, file),
        _ => Err("write `won collect COUNT SHARD|FOLDER...` or `won play NODES FILE`".into()),
    }
}

fn collect(count: usize, named: &[&str]) -> Result<(), Failure> {
    let shards = Shards::of(&named.iter().map(PathBuf::from).collect::<Vec<_>>())?;
    let mut found = Vec::new();
    for game in shards.games() {
        let game = game?;
        let mut best: Option<(u32, Position)> = None;
        let referee = shards.referee(&game);
        game.replay(referee, |position, ply, _| {
            let Some(score) = ply.score.filter(|&score| score > 29_000) else { return };
            let plies = (30_000 - i32::from(score)) as u32;
            if plies >= SHORTEST && best.as_ref().is_none_or(|(most, _)| plies > *most) {
                best = Some((plies, *position));
            }
        })?;
        let Some((plies, position)) = best else { continue };
        // What a search sees within a game may rest on the game's past. A proof does not.
        let budget = ProofBudget { nodes: 500_000, table_mb: 16 };
        if let Verdict::Proven { plies: proven, .. } =
            prove(referee, &position, Side::Attackers, budget, &Cancel::new())
        {
            let plies = plies.min(proven);
            let (rules, rows, side) = (&shards.header(&game).rules, position.rows_text(), position.turn().id());
            found.push((plies, format!("{rules} {rows} {side} {plies}")));
        }
    }
    // The longest ways first; equals stay in the order of their games.
    found.sort_by_key(|&(plies, _)| std::cmp::Reverse(plies));
    for (_, line) in found.iter().take(count) {
        println!("{line}");
    }
    Ok(())
}

fn play(nodes: u64, file: &str) -> Result<(), Failure> {
    let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) });
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (mut positions, mut ratios) = (0, Vec::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let place = || format!("{file}, line {}: `{line}` is no RULES ROWS SIDE PLIES", number + 1);
        let words: Vec<&str> = line.split(' ').collect();
        let &[rules, rows, side, plies] = words.as_slice() else { return Err(place().into()) };
        let referee = Arc::new(Referee::new(ruleset(rules).ok_or_else(place)?.clone()));
        let side: Side = side.parse().map_err(|_| place())?;
        let known: u32 = plies.parse().map_err(|_| place())?;
        let position = referee.position(&Setup::from_rows(rows)?, side)?;
        let mut game = Game::from_position(referee, position);
        engine.forget();
        let mut played = 0;
        while game.outcome().is_none() && played < (PATIENCE.0 * known).max(PATIENCE.1) {
            let budget = Budget::of_nodes(nodes);
            let choice = engine.choose_within(&game, Level::FULL, budget, &Cancel::new()).ok_or("no move")?;
            game.play(choice.mv)?;
            played += 1;
        }
        positions += 1;
        let won = game.outcome().is_some_and(|outcome| outcome.winner == Some(Side::Attackers));
        match won {
            true => ratios.push(f64::from(played) / f64::from(known)),
            false => println!("not won: {line}"),
        }
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
    println!("{} of {positions} won, in the median in {median:.2} times the known way", ratios.len());
    Ok(())
}
