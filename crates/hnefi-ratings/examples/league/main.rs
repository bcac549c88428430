//! Plays leagues of 500 and tells how well ratings and advantages find the truth again: the figures of `docs/bench/ratings.md`.
//!
//! `cargo run --release -p hnefi-ratings --example league`, or with the number of leagues of each kind: `... league 5`.

mod league;

use league::{Found, League, Settings, WORTH, all, sum_up};

fn main() {
    let leagues: u64 = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 20,
        Some(Ok(number)) => number,
        Some(Err(error)) => {
            eprintln!("the number of leagues: {error}");
            std::process::exit(2);
        }
    };
    let plain = Settings {
        players: 500,
        days: 180,
        games_a_day: 0.3,
        improving: (0.0, 0.0),
        draws: 0.05,
        matches: true,
        handicap: false,
    };
    let kinds = [
        ("steady, matches", plain),
        ("steady, single games", Settings { matches: false, games_a_day: 0.6, ..plain }),
        ("stronger takes the worse side", Settings { matches: false, games_a_day: 0.6, handicap: true, ..plain }),
        ("a fifth improves by 200", Settings { improving: (0.2, 200.0), ..plain }),
        ("few games", Settings { games_a_day: 0.05, ..plain }),
    ];
    println!("| league | who or what | number | bias | error | ± | covered |");
    println!("|---|---|---|---|---|---|---|");
    for (name, settings) in kinds {
        let played: Vec<League> = (1..=leagues).map(|seed| League::play(settings, seed)).collect();
        let games = played.iter().map(|league| f64::from(league.games)).sum::<f64>() / leagues as f64;
        let row = |who: &str, found: Found| {
            println!(
                "| {name} | {who} | {:.0} | {:+.1} | {:.1} | {:.1} | {:.1} % |",
                found.number as f64 / leagues as f64,
                found.bias,
                found.error,
                found.margin,
                100.0 * found.covered
            );
        };
        let moved = played.iter().map(League::moved).sum::<f64>() / leagues as f64;
        println!("| {name} | {games:.0} games; the list as a whole | | {moved:+.1} | | | |");
        row("settled", all(&played, |league| league.found(|rating, _| league.is_settled(rating))));
        row("provisional", all(&played, |league| league.found(|rating, _| !league.is_settled(rating))));
        if settings.improving.0 > 0.0 {
            row(
                "settled, improving",
                all(&played, |league| league.found(|rating, up| up && league.is_settled(rating))),
            );
        }
        for (number, (ruleset, worth)) in WORTH.into_iter().enumerate() {
            row(&format!("{ruleset} {worth:+}"), sum_up(played.iter().map(|league| league.advantages()[number])));
        }
    }
}
