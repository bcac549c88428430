//! Times perft from the fetlar-2018 start: `perft count DEPTH` counts the last ply, `perft make DEPTH`
//! makes every leaf.

use std::hint::black_box;
use std::time::Instant;

use hnefi_rules::{Referee, leaflet};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let how = arguments.next().unwrap_or_else(|| "count".to_owned());
    let depth: u32 = arguments.next().and_then(|d| d.parse().ok()).unwrap_or(4);
    let referee = Referee::new(leaflet("fetlar-2018").expect("a leaflet").clone());
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
