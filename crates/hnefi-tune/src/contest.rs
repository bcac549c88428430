//! Games between minds that judge positions by different weights, or look at different numbers of positions.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use hnefi_engine::{Budget, Cancel, Level, Weights};
use hnefi_rules::{Game, Intent, Referee, Side};

use crate::play::engine;

/// One of two opponents.
#[derive(Clone)]
pub(crate) struct Mind {
    /// Instead of the engine's own.
    pub(crate) weights: Option<Weights>,
    /// How many positions it looks at for a move.
    pub(crate) nodes: u64,
}

/// How the games of a side ended.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
    /// The plies of all games together.
    pub(crate) plies: u32,
}

impl Tally {
    /// The share of the points, from 0 to 1.
    pub(crate) fn points(&self) -> f64 {
        f64::from(2 * self.won + self.drawn) / f64::from(2 * (self.won + self.drawn + self.lost).max(1))
    }
}

/// Plays one game from each opening, on as many threads as are asked for, and tells how they ended for the
/// attackers. Each game depends on its opening and the seed alone.
pub(crate) fn games(
    openings: &[Game],
    seed: u64,
    attackers: &Mind,
    defenders: &Mind,
    plies: u32,
    threads: usize,
) -> Tally {
    let next = AtomicUsize::new(0);
    let play = || {
        let mut tally = Tally::default();
        while let Some(opening) = openings.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (result, played) = game(opening.clone(), seed, attackers, defenders, plies);
            tally.plies += played;
            match result {
                Some(Side::Attackers) => tally.won += 1,
                Some(Side::Defenders) => tally.lost += 1,
                None => tally.drawn += 1,
            }
        }
        tally
    };
    let add = |sum: Tally, part: Tally| Tally {
        won: sum.won + part.won,
        drawn: sum.drawn + part.drawn,
        lost: sum.lost + part.lost,
        plies: sum.plies + part.plies,
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(play)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .fold(Tally::default(), add)
    })
}

/// Who wins a game, and after how many plies from its opening; one that is too long counts as drawn.
fn game(mut game: Game, seed: u64, attackers: &Mind, defenders: &Mind, plies: u32) -> (Option<Side>, u32) {
    let engines = [attackers, defenders].map(|mind| (engine(seed, mind.weights.as_ref()), mind.nodes));
    for ply in 0..plies {
        let (engine, nodes) = &engines[usize::from(game.position().turn() == Side::Defenders)];
        let budget = Budget { depth: 64, nodes: *nodes, time: None };
        let Some(choice) = engine.choose_within(&game, Level::ALL[7], budget, &Cancel::new()) else {
            return (None, ply);
        };
        if let Some(outcome) = game.play(choice.mv).expect("a legal move").outcome {
            return (outcome.winner, ply + 1);
        }
    }
    (None, plies)
}

/// The openings of a file, or so many of six moves by chance.
pub(crate) fn openings(referee: &Arc<Referee>, file: Option<&Path>, count: usize) -> anyhow::Result<Vec<Game>> {
    let start = || Game::new(referee.clone());
    let Some(file) = file else {
        let mut chance = fastrand::Rng::with_seed(1);
        let mut games = Vec::new();
        while games.len() < count {
            let mut game = start();
            for _ in 0..6 {
                let moves = game.moves();
                if game.outcome().is_none() && !moves.is_empty() {
                    game.play(moves[chance.usize(..moves.len())]).expect("a legal move");
                }
            }
            if game.outcome().is_none() {
                games.push(game);
            }
        }
        return Ok(games);
    };
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default()).filter(|l| !l.trim().is_empty());
    let games = lines.map(|line| {
        let mut game = start();
        for word in line.split_whitespace() {
            let played = intent(word).and_then(|intent| game.play(intent).ok().map(|_| ()));
            played.with_context(|| format!("\"{word}\" is no legal move in \"{line}\""))?;
        }
        Ok(game)
    });
    let games: anyhow::Result<Vec<Game>> = games.collect();
    games.and_then(|games| if games.is_empty() { anyhow::bail!("there is no opening") } else { Ok(games) })
}

/// Two squares, with or without a hyphen.
fn intent(word: &str) -> Option<Intent> {
    let plain: String = word.chars().filter(|&c| c != '-').collect();
    let second = plain.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic())?.0;
    Some(Intent { from: plain[..second].parse().ok()?, to: plain[second..].parse().ok()? })
}
