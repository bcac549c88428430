//! Positions that are easily misjudged are judged as they should be.

#[path = "../examples/positions/mod.rs"]
#[allow(dead_code)]
mod positions;

use positions::{attackers_score, cases};

/// Those that the evaluation written by hand understands.
const UNDERSTOOD: [&str; 3] = ["sealed-1", "sealed-5", "sealed-8"];

#[test]
fn sealed_corners_are_judged_by_who_is_left() {
    let cases = cases().unwrap();
    for name in UNDERSTOOD {
        let case = cases.iter().find(|case| case.name == name).unwrap();
        let score = attackers_score(&case.game, 20_000);
        assert!(case.expected.contains(&score), "{name}: {score} should be in {:?}", case.expected);
    }
}
