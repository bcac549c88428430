//! Perft that can be stopped.

use hnefi_engine::Cancel;
use hnefi_rules::{Position, Referee};

use crate::info::written;

/// Counts the leaves below each first move, tells each, and gives the line with their sum.
pub(crate) fn divide(
    referee: &Referee,
    position: &Position,
    depth: u32,
    cancel: &Cancel,
    say: &dyn Fn(&str),
) -> String {
    let mut sum = 0;
    if depth > 0 {
        for mv in referee.moves(position) {
            let next = referee.advance(position, mv);
            let leaves = match next.ending {
                Some(_) if depth > 1 => Some(0),
                _ => leaves(referee, &next.position, depth - 1, cancel),
            };
            let Some(leaves) = leaves else { return "info string stopped".to_owned() };
            say(&format!("{}: {leaves}", written(mv)));
            sum += leaves;
        }
        say("");
    } else {
        sum = 1;
    }
    format!("Nodes searched: {sum}")
}

/// The leaves below a position; `None` when it was stopped.
fn leaves(referee: &Referee, position: &Position, depth: u32, cancel: &Cancel) -> Option<u64> {
    // Three plies take milliseconds; below that nobody looks whether to stop.
    if depth <= 2 {
        return (!cancel.is_cancelled()).then(|| referee.perft(position, depth));
    }
    let mut sum = 0;
    for mv in referee.moves(position) {
        let next = referee.advance(position, mv);
        if next.ending.is_none() {
            sum += leaves(referee, &next.position, depth - 1, cancel)?;
        }
    }
    Some(sum)
}
