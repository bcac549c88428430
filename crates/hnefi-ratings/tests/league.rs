//! Ratings and advantages are found again, in leagues smaller than those of `docs/bench/ratings.md`.

#[path = "../examples/league/league.rs"]
mod league;

use league::{League, Settings, all, sum_up};

const PLAIN: Settings = Settings {
    players: 200,
    days: 180,
    games_a_day: 0.3,
    improving: (0.0, 0.0),
    draws: 0.05,
    matches: true,
    handicap: false,
};

#[test]
fn strengths_are_found_again() {
    let leagues: Vec<League> = (1..=4).map(|seed| League::play(PLAIN, seed)).collect();
    assert!(leagues.iter().all(|league| league.moved().abs() < 30.0));
    let settled = all(&leagues, |league| league.found(|rating, _| league.is_settled(rating)));
    assert!(settled.number > 700 && settled.error < 65.0 && settled.covered > 0.93, "{settled:?}");
    let provisional = all(&leagues, |league| league.found(|rating, _| !league.is_settled(rating)));
    assert!(provisional.covered > 0.85 && provisional.margin > settled.margin, "{provisional:?}");
}

#[test]
fn advantages_are_found_again_whoever_takes_which_side() {
    let kinds = [PLAIN, Settings { matches: false, ..PLAIN }, Settings { matches: false, handicap: true, ..PLAIN }];
    for settings in kinds {
        let found = sum_up((1..=4).flat_map(|seed| League::play(settings, seed).advantages()));
        assert_eq!(found.number, 12);
        // The sides are 170 points apart in the extreme, and nothing is known of them before.
        assert!(found.bias.abs() < 8.0 && found.error < 20.0 && found.covered > 0.8, "{settings:?} {found:?}");
    }
}

#[test]
fn who_improves_is_followed() {
    let league = League::play(Settings { improving: (0.2, 200.0), ..PLAIN }, 1);
    let improving = league.found(|rating, up| up && league.is_settled(rating));
    // Not following at all would leave them 200 points behind.
    assert!(improving.bias > -60.0 && improving.number > 20, "{improving:?}");
}
