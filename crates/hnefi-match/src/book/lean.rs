//! Candidates for a book that lean to the side that has too little of the game.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use hnefi_rules::Game;

use crate::book::trial::Split;
use crate::book::trial::engine;
use crate::{Filter, Recipe};

/// How far candidates lean to a side: each is the one of so many draws that a glance finds best for the attackers,
/// or for the defenders where the number is negative. 1 leans to nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lean(pub i32);

/// How many positions a glance looks at.
pub(crate) const GLANCE_NODES: u64 = 500;

/// How far candidates may lean while it is found out how far they must.
pub(crate) const LEANS: [i32; 5] = [1, 4, 16, 64, 256];

/// How many openings, and how many games from each, tell what a lean does.
const PILOT: (u64, u32) = (10, 6);

impl Recipe {
    /// The one of several draws that leans most to a side.
    pub(crate) fn leaning(&self, filter: &Filter, number: u64, lean: Lean) -> Option<Game> {
        let draws = u64::from(lean.0.unsigned_abs().max(1));
        let draw = |at: u64| self.stream().game(number * draws + at, &self.referee);
        if draws == 1 {
            return draw(0);
        }
        let engine = engine(1);
        let scored = (0..draws).filter_map(|at| {
            let game = draw(at)?;
            engine.forget();
            let score = filter.glance(&engine, &game, GLANCE_NODES)?;
            Some((score * lean.0.signum(), game))
        });
        // The first of equals, so that the choice is always the same.
        scored.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, game)| game)
    }

    /// The smallest lean with which the attackers get about as much in a few games as the filter asks for, or
    /// else the one with which they come nearest to it.
    pub(crate) fn pilot(&self, filter: &Filter, threads: usize, games: &AtomicU64) -> Lean {
        let away = |split: &Split| {
            let share = 100.0 * split.share();
            let (low, high) = (f64::from(*filter.split.start()), f64::from(*filter.split.end()));
            let wins = 100.0 * f64::from(split.attackers.min(split.defenders)) / f64::from(split.games().max(1));
            (low - share).max(share - high).max(f64::from(filter.wins) - wins).max(0.0)
        };
        let even = self.sample(filter, Lean(1), threads, games);
        let towards = if even.share() < 0.5 { 1 } else { -1 };
        let mut best = (Lean(1), away(&even));
        for size in &LEANS[1..] {
            if best.1 == 0.0 {
                break;
            }
            let lean = Lean(size * towards);
            let away = away(&self.sample(filter, lean, threads, games));
            if away < best.1 {
                best = (lean, away);
            }
        }
        best.0
    }

    /// How a few games go with a lean.
    fn sample(&self, filter: &Filter, lean: Lean, threads: usize, games: &AtomicU64) -> Split {
        let total = Mutex::new(Split::default());
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, 256) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= PILOT.0 {
                            return;
                        }
                        // Far from the numbers of the candidates.
                        let Some(game) = self.leaning(filter, (1 << 40) + number, lean) else { continue };
                        for quick in 0..PILOT.1 {
                            let winner = filter.quick_game(&game, number, quick);
                            total.lock().unwrap_or_else(PoisonError::into_inner).add(winner);
                            games.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        total.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
