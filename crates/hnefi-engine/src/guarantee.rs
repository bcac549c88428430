//! What no level may overlook: a win in one, and from the third level on a loss on the next ply.
//!
//! This asks the referee about every move and every answer. It costs a millisecond or two, some ten
//! on the widest boards, takes no part in the budget, and owes nothing to the search.

use hnefi_rules::{Ending, Game, Move, Position, Referee, Side};

use crate::path::{Path, Repeat};
use crate::terrain::Terrain;

/// The moves of a position, judged two plies deep without error.
pub(crate) struct Root {
    /// A move that wins at once.
    pub(crate) win: Option<Move>,
    /// The moves after which the other side has no win in one; empty if there are none.
    pub(crate) safe: Vec<Move>,
    /// Every legal move.
    pub(crate) all: Vec<Move>,
}

impl Root {
    /// The moves of a game's position, or of those only that are given.
    pub(crate) fn of(game: &Game, terrain: &Terrain, among: &[Move]) -> Root {
        let referee = &**game.referee();
        let position = game.position();
        let mut path = Path::of(game);
        let mut all: Vec<Move> = game.moves().into_iter().collect();
        if all.iter().any(|mv| among.contains(mv)) {
            all.retain(|mv| among.contains(mv));
        }
        let mut root = Root { win: None, safe: Vec::new(), all };
        for &mv in &root.all {
            let next = referee.advance(position, mv);
            path.push(mv, &next.position, !next.taken.is_empty());
            match result(referee, terrain, &mut path, &next.position, next.ending) {
                Some(Some(winner)) if winner == position.turn() => root.win = root.win.or(Some(mv)),
                Some(Some(_)) => {}
                Some(None) => root.safe.push(mv),
                None if !loses_next(referee, terrain, &mut path, &next.position) => root.safe.push(mv),
                None => {}
            }
            path.pop();
        }
        root
    }
}

/// Whether the side to move has a win in one.
fn loses_next(referee: &Referee, terrain: &Terrain, path: &mut Path, position: &Position) -> bool {
    referee.moves(position).into_iter().any(|mv| {
        let next = referee.advance(position, mv);
        if next.ending.is_none() && !terrain.stuck_loses && !path.is_sharp() {
            return false;
        }
        path.push(mv, &next.position, !next.taken.is_empty());
        let wins = !is_forbidden(referee, path, &next.position)
            && result(referee, terrain, path, &next.position, next.ending) == Some(Some(position.turn()));
        path.pop();
        wins
    })
}

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
fn is_forbidden(referee: &Referee, path: &Path, position: &Position) -> bool {
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
