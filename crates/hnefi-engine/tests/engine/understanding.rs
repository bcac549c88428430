//! Positions that are easily misjudged are judged as they should be.

#[path = "../../examples/positions/mod.rs"]
#[allow(dead_code)]
mod positions;

use positions::{attackers_score, cases};

#[test]
fn the_engine_knows_who_is_better_where_it_is_easily_misjudged() {
    for case in cases().unwrap() {
        let (name, score) = (&*case.name, attackers_score(&case.game, 100_000));
        assert!(case.expected.contains(&score), "{name}: {score} should be in {:?}", case.expected);
    }
}
