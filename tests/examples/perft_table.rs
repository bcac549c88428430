//! Counts one position under every rule set of its size with both referees, as the tables in `tests/perft` have
//! it: `cargo run -p hnefi-tests --example perft_table -- DEPTH [ROWS SIDE]`; without rows, the start positions.
//! `HNEFI_FAST_ONLY=1` leaves the slow referee out.

use hnefi_rules::{Referee, Setup, Side, rulesets};
use hnefi_tests::slow;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (depth, place) = match &arguments[..] {
        [depth] => (depth.parse().expect("a depth"), None),
        [depth, rows, side] => {
            let setup = Setup::from_rows(rows).expect("rows");
            let side: Side = side.parse().expect("a side");
            (depth.parse().expect("a depth"), Some((setup, side)))
        }
        _ => panic!("give a depth, or a depth, rows and the side to move"),
    };
    let both = std::env::var_os("HNEFI_FAST_ONLY").is_none();
    for ruleset in rulesets() {
        let (setup, side) = place.clone().unwrap_or_else(|| (ruleset.start().clone(), ruleset.first()));
        let fast = Referee::new(ruleset.clone());
        let slow = slow::Referee::new(ruleset);
        // Under some rule sets of this size the position may be ended already, or none at all.
        let Ok(position) = fast.position(&setup, side) else { continue };
        let board = slow::Board::from_setup(&setup, side);
        print!("{}", ruleset.id());
        for depth in 1..=depth {
            let count = fast.perft(&position, depth);
            if both {
                assert_eq!(count, slow.perft(&board, depth), "{} at depth {depth}", ruleset.id());
            }
            print!(" {count}");
        }
        println!();
    }
}
