//! What games do to ratings and advantages.

use hnefi_ratings::{Advantage, Book, Family, List, PERIOD_MS, Pool, RatedGame, Rating, Speed, Standing, glicko};
use hnefi_rules::{BySide, Side, rulesets};

const SLOW: List = List { family: Family::Copenhagen, speed: Speed::Slow, pool: Pool::People };

fn standing(attackers: f64, defenders: f64, deviation: f64, advantage: f64, its_deviation: f64) -> Standing {
    let millionths = |points: f64| (points * 1e6).round() as i64;
    let rating = |points| Rating {
        millionths: millionths(points),
        deviation_millionths: millionths(deviation),
        ..Rating::new(0)
    };
    Standing {
        players: BySide { attackers: rating(attackers), defenders: rating(defenders) },
        advantage: Advantage {
            millionths: millionths(advantage),
            deviation_millionths: millionths(its_deviation),
            ..Advantage::new(0)
        },
    }
}

#[test]
fn every_rule_set_has_a_family_and_no_house_rule() {
    let families: Vec<(String, String)> = rulesets()
        .map(|rules| (rules.id().to_owned(), Family::of(rules).map_or("none", Family::id).to_owned()))
        .collect();
    let page = include_str!("../../../docs/ratings.md");
    let told = page.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "));
    let told: Vec<(String, String)> = told.map(|(id, family)| (id.to_owned(), family.to_owned())).collect();
    assert_eq!(families, told, "found, and told in docs/ratings.md");
    assert_eq!(families.len(), 17);
    for rules in rulesets() {
        let question =
            rules.answers().differences(rulesets().find(|other| other.id() != rules.id()).unwrap().answers());
        let house = rules.with(
            question[0],
            question[0].words().iter().find(|word| **word != rules.answers().word(question[0])).unwrap(),
        );
        assert_eq!(house.and_then(|house| Family::of(&house)), None, "{}", rules.id());
    }
}

#[test]
fn lists_are_told_and_read() {
    for list in List::all() {
        assert_eq!(list.to_string().parse(), Ok(list));
    }
    for wrong in ["", "nine slow", "nine slow people ", "slow nine people", "nine  slow people"] {
        let error = wrong.parse::<List>().unwrap_err().to_string();
        assert!(error.contains(&format!("“{wrong}”")), "{error}");
    }
}

#[test]
fn a_known_even_rule_set_is_plain_glicko() {
    // Where nothing is to be learnt of the sides, players are rated as without them.
    let mut before = standing(1600.0, 1500.0, 80.0, 0.0, 0.0);
    before.advantage.played_ms = PERIOD_MS;
    let after = before.after(Some(Side::Defenders), PERIOD_MS);
    let plain = |own: f64, other: f64, score: f64| {
        let strength = |rating| glicko::Strength { rating, deviation: 80.0, volatility: 0.06 };
        let met = strength(other).rested(1.0);
        strength(own).after(&[glicko::Met { rating: met.rating, deviation: met.deviation, score }], 1.0)
    };
    for (side, found) in [(Side::Attackers, plain(1600.0, 1500.0, 0.0)), (Side::Defenders, plain(1500.0, 1600.0, 1.0))]
    {
        let rating = after.players[side];
        assert!((rating.points() - found.rating).abs() < 1e-6, "{rating:?} {found:?}");
        assert!((rating.deviation(PERIOD_MS) - found.deviation).abs() < 1e-6);
    }
    assert!(after.advantage.points().abs() < 1.0, "{:?}", after.advantage);
}

#[test]
fn a_known_advantage_is_a_shift_of_the_opponent() {
    let shifted = standing(1500.0, 1500.0, 80.0, 120.0, 0.0).after(Some(Side::Attackers), 0);
    let plain = standing(1500.0, 1380.0, 80.0, 0.0, 0.0).after(Some(Side::Attackers), 0);
    assert_eq!(shifted.players.attackers, plain.players.attackers);
}

#[test]
fn the_sides_are_mirror_images() {
    let mut lot = fastrand::Rng::with_seed(3);
    for _ in 0..500 {
        let [a, d] = [(); 2].map(|()| 1000.0 + (lot.f64() * 1000.0).round());
        let (deviation, worth, its) = ((50.0 + lot.f64() * 200.0).round(), (lot.f64() * 300.0).round(), 70.0);
        let winner = [Some(Side::Attackers), None, Some(Side::Defenders)][lot.usize(..3)];
        let at_ms = lot.i64(0..PERIOD_MS * 20);
        let one = standing(a, d, deviation, worth, its).after(winner, at_ms);
        let other = standing(d, a, deviation, -worth, its).after(winner.map(|side| !side), at_ms);
        assert!((one.players.attackers.millionths - other.players.defenders.millionths).abs() <= 1);
        assert!((one.players.defenders.millionths - other.players.attackers.millionths).abs() <= 1);
        assert!((one.advantage.millionths + other.advantage.millionths).abs() <= 1);
        let sum = standing(a, d, deviation, worth, its).expected(at_ms)
            + standing(d, a, deviation, -worth, its).expected(at_ms);
        assert!((sum - 1.0).abs() < 1e-12);
    }
}

#[test]
fn who_wins_rises_and_a_draw_draws_together() {
    for worth in [-200.0, 0.0, 200.0] {
        let before = standing(1500.0, 1500.0, 100.0, worth, 50.0);
        let won = before.after(Some(Side::Attackers), 0);
        assert!(won.players.attackers.millionths > before.players.attackers.millionths);
        assert!(won.players.defenders.millionths < before.players.defenders.millionths);
        assert!(won.advantage.millionths > before.advantage.millionths);
        assert!(won.advantage.deviation_millionths < before.advantage.deviation_millionths);
    }
    let drawn = standing(1700.0, 1500.0, 100.0, 0.0, 50.0).after(None, 0);
    assert!(drawn.players.attackers.points() < 1700.0 && drawn.players.defenders.points() > 1500.0);
    assert!(drawn.advantage.points() < 0.0);
}

#[test]
fn a_clock_that_was_set_back_takes_nothing_away() {
    let later = standing(1500.0, 1500.0, 80.0, 0.0, 50.0).after(Some(Side::Attackers), 10_000);
    let earlier = later.after(None, 5_000);
    assert_eq!(earlier.players.attackers.played_ms, 10_000);
    assert_eq!(earlier.advantage.played_ms, 10_000);
    assert_eq!(later.players.attackers.deviation(0), later.players.attackers.deviation(10_000));
}

/// Results that everybody agrees on, to the last digit: this number changes with any change of the arithmetic.
#[test]
fn the_digits_are_the_same_everywhere() {
    let mut book = Book::default();
    let mut lot = fastrand::Rng::with_seed(11);
    for number in 0..2_000 {
        let (one, other) = (lot.u32(..40), 40 + lot.u32(..40));
        let winner = [Some(Side::Attackers), None, Some(Side::Defenders)][lot.usize(..3)];
        let players = BySide { attackers: one, defenders: other };
        book.rate(RatedGame { players, ruleset: "copenhagen", list: SLOW, winner, at_ms: number * 3_600_000 });
    }
    let sum = |part: fn(&Rating) -> i64| book.ratings().map(|(_, _, rating)| part(rating)).sum::<i64>();
    let advantage = book.advantage("copenhagen", Pool::People).unwrap();
    let digits = [
        sum(|rating| rating.millionths),
        sum(|rating| rating.deviation_millionths),
        sum(|rating| rating.volatility_billionths),
        advantage.millionths,
        advantage.deviation_millionths,
    ];
    assert_eq!(digits, [118_819_875_300, 4_769_227_524, 4_799_415_269, 20_258_219, 11_411_620]);
}
