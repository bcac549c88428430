//! The same results rated by the crate `skillratings`, an implementation of Glicko-2 by others.

use hnefi_ratings::glicko::{Met, Strength, TAU};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

#[test]
fn whole_periods_are_rated_alike() {
    let mut lot = fastrand::Rng::with_seed(7);
    let config = Glicko2Config { tau: TAU, convergence_tolerance: 1e-10 };
    for _ in 0..2_000 {
        let player = Strength {
            rating: lot.f64() * 2_000.0 + 500.0,
            deviation: lot.f64() * 300.0 + 40.0,
            volatility: lot.f64() * 0.15 + 0.01,
        };
        let outcomes = [(Outcomes::WIN, 1.0), (Outcomes::DRAW, 0.5), (Outcomes::LOSS, 0.0)];
        let games: Vec<(Glicko2Rating, Outcomes, f64)> = (0..lot.usize(0..8))
            .map(|_| {
                let (outcome, score) = outcomes[lot.usize(..3)];
                // Beyond a difference of 2,400 points we take the score for no surer than it can be.
                let rating = player.rating + lot.f64() * 2_400.0 - 1_200.0;
                (Glicko2Rating { rating, deviation: lot.f64() * 350.0, volatility: 0.06 }, outcome, score)
            })
            .collect();
        let met: Vec<Met> = games
            .iter()
            .map(|(opponent, _, score)| Met { rating: opponent.rating, deviation: opponent.deviation, score: *score })
            .collect();
        let results: Vec<_> = games.iter().map(|(opponent, outcome, _)| (*opponent, *outcome)).collect();
        let before =
            Glicko2Rating { rating: player.rating, deviation: player.deviation, volatility: player.volatility };

        let ours = player.after(&met, 1.0);
        let theirs = glicko2_rating_period(&before, &results, &config);
        let apart = [
            ours.rating - theirs.rating,
            // Their deviation is cut off at that of a beginner.
            ours.deviation.min(350.0) - theirs.deviation.min(350.0),
            ours.volatility - theirs.volatility,
        ];
        assert!(apart.iter().all(|apart| apart.abs() < 1e-6), "{player:?} {met:?}: {ours:?} {theirs:?}");
    }
}
