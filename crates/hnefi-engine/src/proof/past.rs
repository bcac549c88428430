//! What a game has done already, and what that takes from a proof.

use std::collections::HashSet;

use hnefi_rules::{Game, Move, Referee, Repetition};

use crate::board::path::come;

/// The least length of a block of moves that can come three times in a row while no position comes again.
///
/// The men of a side only change places with each other, since nothing can be taken or come from elsewhere time after
/// time. What tells the positions apart is where the king is; if one, two or three blocks bring him back, a position
/// has come again. So he goes round with at least three soldiers, and four men that change places over one empty
/// square take five moves.
const BLOCK: usize = 10;

/// The positions that must not come again: those that have come so often that the rule on repetition would ask about
/// them at the next time. A line of a proof goes over none twice.
pub(super) fn spent(game: &Game) -> HashSet<u64> {
    let least = match game.referee().ruleset().answers().repetition {
        Repetition::None => return HashSet::new(),
        Repetition::DefendersForbidden | Repetition::Sequence => 1,
        _ => 2,
    };
    let positions = std::iter::once(game.start()).chain(game.plies().map(|ply| &ply.played.position));
    come(positions.map(|position| position.hash()), least).collect()
}

/// How many plies a proof may take so that no block of moves comes a third time in it, where that is a draw.
pub(super) fn trusted(referee: &Referee, moves: &[Move]) -> u32 {
    if referee.ruleset().answers().repetition != Repetition::Sequence {
        return u32::MAX;
    }
    let plies_until = |length: usize| {
        let again = moves.iter().rev().zip(moves.iter().rev().skip(length)).take_while(|(a, b)| a == b).count();
        3 * length - moves.len().min(length + again)
    };
    let longest = BLOCK.max(moves.len());
    let soonest = (BLOCK..=longest + 1).step_by(2).map(plies_until).min();
    soonest.map_or(0, |plies| plies.saturating_sub(1) as u32)
}
