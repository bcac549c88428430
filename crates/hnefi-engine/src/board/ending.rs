//! How a move ends the game: the king, then repetition, then a side that cannot move.

use hnefi_rules::{Ending, Position, Referee, Repeat, Side};

use crate::board::path::Path;
use crate::board::terrain::Terrain;

/// How a move ends the game, if it does: the winner, or nobody. In the order of the rules: the king, then
/// repetition, then a side that cannot move.
pub(crate) fn result(
    referee: &Referee,
    terrain: &Terrain,
    path: &mut Path,
    position: &Position,
    ending: Option<Ending>,
) -> Option<Option<Side>> {
    if let Some(ending) = ending {
        return Some(Some(winner_of(ending)));
    }
    match path.judged(referee, position.turn()) {
        Repeat::Draw => return Some(None),
        Repeat::Won(side) => return Some(Some(side)),
        Repeat::Forbidden | Repeat::Nothing => {}
    }
    if can_move(referee, path, position) {
        return None;
    }
    Some(terrain.stuck_loses.then_some(!position.turn()))
}

/// Whether the side to move has a move, counting only those that repeat nothing they may not.
pub(crate) fn can_move(referee: &Referee, path: &mut Path, position: &Position) -> bool {
    if !path.forbids() {
        return referee.has_move(position);
    }
    referee.moves(position).into_iter().any(|mv| {
        let next = referee.advance(position, mv);
        path.push(mv, &next.position, !next.taken.is_empty());
        let allowed = !is_forbidden(referee, path, &next.position);
        path.pop();
        allowed
    })
}

/// Whether the move that led to the last position of the path was illegal because it repeated something.
pub(crate) fn is_forbidden(referee: &Referee, path: &Path, position: &Position) -> bool {
    path.forbids() && path.judged(referee, position.turn()) == Repeat::Forbidden
}

/// Who wins when a move ends the game by itself.
#[inline(always)]
pub(crate) fn winner_of(ending: Ending) -> Side {
    match ending {
        Ending::KingCaptured | Ending::Encirclement => Side::Attackers,
        _ => Side::Defenders,
    }
}
