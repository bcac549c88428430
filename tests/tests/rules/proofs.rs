//! The proof search on games between people: positions a few plies before the end, for the side that won.
//!
//! The environment variable `HNEFI_GAMES` names the folder; without it the test says that it was skipped.
//! `HNEFI_NODES` sets the budget of a proof in positions.

use std::path::PathBuf;
use std::sync::Arc;

use hnefi_engine::{Cancel, ProofBudget, Verdict, prove};
use hnefi_formats::read_move;
use hnefi_rules::{Ending, Game, Position, Referee, Side, ruleset};

/// The games that somebody won on the board and not by repetition, with the positions in order, the last one before the winning ply.
fn won(text: &str, referee: &Arc<Referee>) -> Vec<(Side, Vec<Position>)> {
    let games = text.lines().filter_map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record is JSON");
        let mut game = Game::new(referee.clone());
        let mut positions = Vec::new();
        for written in record["moves"].as_array().expect("a record has moves") {
            let intent = read_move(written.as_str().expect("a move is text")).ok()?.intent;
            let mv = game.legal(intent).ok()?;
            positions.push(*game.position());
            if let Some(outcome) = game.play(mv).unwrap().outcome {
                let on_board = !matches!(outcome.reason, Ending::Repetition);
                return outcome.winner.filter(|_| on_board).map(|winner| (winner, positions));
            }
        }
        None
    });
    games.collect()
}

#[test]
fn what_people_won_is_proved_a_few_plies_before_the_end() {
    let Some(folder) = std::env::var_os("HNEFI_GAMES").map(PathBuf::from) else {
        println!("skipped: HNEFI_GAMES names no folder of recorded games");
        return;
    };
    let text = std::fs::read_to_string(folder.join("copenhagen-11x11.jsonl")).expect("the archive can be read");
    let nodes = std::env::var("HNEFI_NODES").map_or(10_000, |text| text.parse().expect("HNEFI_NODES is a number"));
    let referee = Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()));
    let games = won(&text, &referee);
    let mut proved_before = 0;
    for plies in [1, 3, 5, 7] {
        // Proved, refuted and open, for the attackers and for the defenders; plies of the lines.
        let (mut counts, mut length) = ([[0; 3]; 2], 0);
        let begun = std::time::Instant::now();
        for (winner, positions) in &games {
            let Some(position) = positions.len().checked_sub(plies).map(|at| &positions[at]) else { continue };
            let budget = ProofBudget { nodes, table_mb: 4 };
            let verdict = prove(&referee, position, *winner, budget, &Cancel::new());
            let count = match &verdict {
                Verdict::Proven { line, .. } => {
                    length += line.len();
                    check(&referee, position, *winner, line);
                    0
                }
                Verdict::NotForced => 1,
                Verdict::Unknown => 2,
            };
            assert!(plies > 1 || count == 0, "a win in one is not seen: {position:?}");
            counts[*winner as usize][count] += 1;
        }
        let proved = counts[0][0] + counts[1][0];
        println!(
            "{plies} plies before the end, {nodes} positions: {proved} proved in {length} plies, \
             {counts:?} (attackers, defenders: proved, refuted, open), {:.1?}",
            begun.elapsed()
        );
        assert!(plies == 1 || proved < proved_before, "the further from the end, the fewer wins are forced");
        assert!(plies > 3 || proved >= 100, "too few proofs: {proved}");
        proved_before = proved;
    }
}

/// The line of a proof can be played and ends with the win.
fn check(referee: &Referee, position: &Position, winner: Side, line: &[hnefi_rules::Move]) {
    let mut at = *position;
    for (ply, mv) in line.iter().enumerate() {
        let mv = referee.legal(&at, mv.intent()).expect("a move of a proof is legal");
        let next = referee.advance(&at, mv);
        let last = ply + 1 == line.len();
        let over = next.ending.is_some() || referee.stalled(&next.position).is_some();
        assert_eq!(over, last, "{mv} after {ply} plies of {line:?} in {position:?}");
        assert!(!last || next.ending.is_none() || at.turn() == winner, "{line:?} in {position:?}");
        at = next.position;
    }
}
