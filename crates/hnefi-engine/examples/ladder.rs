//! Plays short matches between levels and tells the score by side.
//!
//! ```text
//! cargo run --release -p hnefi-engine --example ladder -- [--rules ID] [--games N] [--seed N] [--plies N] [--scale N] [--show] WEAK STRONG [WEAK STRONG ...]
//! ```
//!
//! Level 0 is a player by chance. `--scale` divides the node budgets of all levels by a number, so that a match of the upper levels takes
//! minutes. The level without a node budget gets what it reaches in its time on an ordinary core.
//!
//! Each pair of games begins with the same few random plies, and the levels change sides between the two.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_rules::{Game, Referee, Side, ruleset};

/// Random plies before the levels begin.
const OPENING: usize = 4;

/// The nodes of the level that has no node budget.
const FULL_STRENGTH: u64 = 1_500_000;

fn main() -> Result<(), String> {
    let mut options = Options { rules: "fetlar-2018".into(), games: 10, seed: 1, plies: 240, scale: 1, show: false };
    let mut levels = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--rules" => options.rules = value()?,
            "--games" => options.games = number(&value()?)?,
            "--seed" => options.seed = number(&value()?)?,
            "--plies" => options.plies = number(&value()?)? as usize,
            "--show" => options.show = true,
            "--scale" => options.scale = number(&value()?)?.max(1),
            text => levels.push(player(text)?),
        }
    }
    if levels.is_empty() {
        levels = Level::ALL.windows(2).flatten().copied().map(Some).collect();
    }
    if !levels.len().is_multiple_of(2) {
        return Err(format!("{} levels are no pairs: give a weak and a strong one for each match", levels.len()));
    }
    let ruleset = ruleset(&options.rules).ok_or_else(|| format!("no rule set is called {}", options.rules))?;
    let referee = Arc::new(Referee::new(ruleset.clone()));
    println!("{}, {} games a match, at most {} plies", options.rules, options.games, options.plies);
    println!(
        "levels | points of the stronger (attacking, defending) | won, drawn, lost attacking and defending | plies | mean and longest ms"
    );
    for pair in levels.chunks_exact(2) {
        play_match(&referee, &options, pair[0], pair[1]);
    }
    Ok(())
}

struct Options {
    rules: String,
    games: u64,
    seed: u64,
    plies: usize,
    scale: u64,
    show: bool,
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}

/// A level, or a player by chance.
fn player(text: &str) -> Result<Option<Level>, String> {
    match number(text)? {
        0 => Ok(None),
        level => Ok(Some(level.try_into().ok().and_then(Level::new).ok_or_else(|| format!("{text} is no level"))?)),
    }
}

fn play_match(referee: &Arc<Referee>, options: &Options, weak: Option<Level>, strong: Option<Level>) {
    // Won, drawn and lost by the stronger level: as attackers, as defenders.
    let mut tally = [[0u64; 3]; 2];
    let (mut plies, mut times) = (0, Vec::new());
    for number in 0..options.games {
        let mut chance = fastrand::Rng::with_seed(options.seed + number / 2);
        let mut game = open(referee, &mut chance);
        let strong_side = if number % 2 == 0 { Side::Attackers } else { Side::Defenders };
        let engines = [0, 1].map(|n| {
            Engine::new(EngineOptions { threads: 1, hash_mb: 16, seed: Some(options.seed * 1_000 + number * 2 + n) })
        });
        while let Some(turn) = game.turn() {
            if game.plies().count() >= options.plies {
                break;
            }
            let is_strong = turn == strong_side;
            let Some(level) = (if is_strong { strong } else { weak }) else {
                let moves = game.moves();
                game.play(moves[chance.usize(..moves.len())]).unwrap();
                continue;
            };
            let nodes = level.budget().nodes.min(FULL_STRENGTH) / options.scale;
            let budget = Budget { nodes, ..level.budget() };
            let begun = Instant::now();
            let choice = engines[usize::from(is_strong)].choose_within(&game, level, budget, &Cancel::new());
            times.push(begun.elapsed());
            let Some(choice) = choice else { break };
            game.play(choice.mv).unwrap();
        }
        plies += game.plies().count();
        let result = match game.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == strong_side => 0,
            None => 1,
            Some(_) => 2,
        };
        tally[(number % 2) as usize][result] += 1;
        if options.show {
            show(&game);
        }
    }
    let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
    let longest = times.iter().max().copied().unwrap_or_default();
    let name = |level: Option<Level>| level.map_or(0, Level::number);
    let points = |tally: &[[u64; 3]]| {
        let sum = |at: usize| tally.iter().map(|side| side[at]).sum::<u64>();
        (2 * sum(0) + sum(1)) as f64 * 50.0 / (sum(0) + sum(1) + sum(2)).max(1) as f64
    };
    println!(
        "{} v {} | {:.1} % ({:.1}, {:.1}) | {:?} {:?} | {} | {} {}",
        name(strong),
        name(weak),
        points(&tally),
        points(&tally[..1]),
        points(&tally[1..]),
        tally[0],
        tally[1],
        plies / options.games.max(1) as usize,
        mean.as_millis(),
        longest.as_millis(),
    );
}

/// Prints how a game ended, rank 1 at the bottom.
fn show(game: &Game) {
    let outcome = game.outcome().map_or("cut off", |outcome| outcome.reason.id());
    println!("{outcome} after {} plies", game.plies().count());
    let setup = game.position().setup();
    for rank in (0..setup.size()).rev() {
        let squares = (0..setup.size()).filter_map(|file| hnefi_rules::Square::new(file, rank));
        println!("{}", squares.map(|s| setup.piece(s).map_or('.', |p| p.letter())).collect::<String>());
    }
}

fn open(referee: &Arc<Referee>, chance: &mut fastrand::Rng) -> Game {
    let mut game = Game::new(referee.clone());
    for _ in 0..OPENING {
        let moves = referee.moves(game.position());
        game.play(moves[chance.usize(..moves.len())]).unwrap();
    }
    game
}
