//! Times perft from a start position: `perft count DEPTH [RULES]` counts the last ply, `perft make DEPTH
//! [RULES]` makes every leaf. Without RULES it is fetlar-2018.

use std::hint::black_box;
use std::time::Instant;

use hnefi_rules::{Referee, ruleset};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let how = arguments.next().unwrap_or_else(|| "count".to_owned());
    let depth: u32 = arguments.next().and_then(|d| d.parse().ok()).unwrap_or(4);
    let id = arguments.next().unwrap_or_else(|| "fetlar-2018".to_owned());
    let Some(ruleset) = ruleset(&id) else {
        eprintln!("{id} is no rule set of this program");
        std::process::exit(2);
    };
    let referee = Referee::new(ruleset.clone());
    let start = referee.start();
    let began = Instant::now();
    let leaves = if how == "make" {
        referee.perft_made(&start, depth, &mut |position| {
            black_box(position);
        })
    } else {
        referee.perft(&start, depth)
    };
    let seconds = began.elapsed().as_secs_f64();
    println!("{leaves} leaves, {seconds:.3} s, {:.1} million leaves/s", leaves as f64 / seconds / 1e6);
}
