//! What no level may overlook: a win in one, and from the third level on a loss on the next ply.
//!
//! This asks the referee about every move and every answer. It costs a millisecond or two, some ten
//! on the widest boards, takes no part in the budget, and owes nothing to the search.

use hnefi_rules::{Game, Move, Position, Referee};

use crate::board::ending::{is_forbidden, result};
use crate::board::path::Path;
use crate::board::terrain::Terrain;

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
