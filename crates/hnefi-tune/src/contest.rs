//! Games between opponents that judge positions by different weights, or look at different numbers of positions.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hnefi_engine::{Budget, Cancel, Level, Weights};
use hnefi_match::Openings;
use hnefi_rules::{Game, Referee, Side};

use crate::chosen::engine;

/// One of two opponents.
#[derive(Clone)]
pub(crate) struct Opponent {
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
    attackers: &Opponent,
    defenders: &Opponent,
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
fn game(mut game: Game, seed: u64, attackers: &Opponent, defenders: &Opponent, plies: u32) -> (Option<Side>, u32) {
    let engines = [attackers, defenders].map(|mind| (engine(seed, mind.weights.as_ref()), mind.nodes));
    for ply in 0..plies {
        let (engine, nodes) = &engines[usize::from(game.position().turn() == Side::Defenders)];
        let budget = Budget::of_nodes(*nodes);
        let Some(choice) = engine.choose_within(&game, Level::FULL, budget, &Cancel::new()) else {
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
    let drawn = Openings::Drawn { plies: 6, seed: 1 };
    let openings = file.map_or(Ok(drawn), |file| Openings::read(file, referee))?;
    let count = match &openings {
        Openings::File { openings, .. } => openings.len(),
        Openings::Drawn { .. } => count,
    };
    let game = |number: usize| {
        let mut game = Game::new(referee.clone());
        for mv in openings.of_pair(number, referee).moves {
            game.play(mv).expect("a legal move");
        }
        game
    };
    Ok((0..count).map(game).collect())
}

#[cfg(test)]
mod tests {
    use hnefi_rules::ruleset;

    use super::*;

    #[test]
    fn openings_of_another_rule_set_are_refused() {
        let referee = |id: &str| Arc::new(Referee::new(ruleset(id).unwrap().clone()));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openings/book");
        let file = |id: &str| folder.join(format!("{id}.txt"));
        assert!(openings(&referee("copenhagen"), Some(&file("copenhagen")), 1).unwrap().len() > 50);
        let refused = openings(&referee("fetlar-2018"), Some(&file("copenhagen")), 1).unwrap_err().to_string();
        assert!(refused.contains("holds openings for copenhagen"), "{refused}");
        assert_eq!(openings(&referee("brandubh"), None, 7).unwrap().len(), 7);
    }
}
