//! Wins in one: the king's clear lane, and the capture of the king.

use hnefi_rules::{Game, Intent, Move, Position, Referee, Side, Square};

use crate::squares::Squares;
use crate::terrain::Terrain;

/// A move with which the side to move captures the king or brings him out, if there is one.
///
/// Wins by leaving the other side without a move are not looked for here.
#[inline]
pub(crate) fn winning_move(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Move> {
    match position.turn() {
        Side::Defenders => escape(referee, terrain, position),
        Side::Attackers => referee.capture_of_king(position),
    }
}

/// Whether the side to move has such a move.
#[inline]
pub(crate) fn can_win(referee: &Referee, terrain: &Terrain, position: &Position) -> bool {
    match position.turn() {
        Side::Defenders => has_lane(referee, terrain, position),
        Side::Attackers => referee.capture_of_king(position).is_some(),
    }
}

/// The squares on which a move may answer a threat: the attackers must step into the king's way; the
/// defenders have other answers than by squares.
pub(crate) fn answer_squares(referee: &Referee, position: &Position) -> Option<Squares> {
    let king = position.king().filter(|_| position.turn() == Side::Attackers)?;
    let (row, column) = referee.king_destinations(position);
    let mut set = Squares::EMPTY;
    for rank in 0..position.size() {
        set.0[usize::from(rank)] = (column >> rank & 1) << king.file();
    }
    set.0[usize::from(king.rank())] |= row;
    // Some house rules let the king go past a throne on which a soldier may stop.
    let middle = position.size() / 2;
    set.0[usize::from(middle)] |= 1 << middle;
    Some(set)
}

/// Whether a clear lane leads the king to an escape, whoever is to move.
#[inline(always)]
pub(crate) fn has_lane(referee: &Referee, terrain: &Terrain, position: &Position) -> bool {
    let Some(king) = position.king() else { return false };
    let (row, column) = referee.king_destinations(position);
    if row & terrain.goals.0[usize::from(king.rank())] != 0 {
        return true;
    }
    // The goals are the same by columns as by rows.
    column & terrain.goals.0[usize::from(king.file())] != 0
}

/// Whether the king left an open lane untaken somewhere in a game. To bring such a position back may answer a lane, with
/// a move that does not go where a lane is closed.
pub(crate) fn lane_was_left(game: &Game, terrain: &Terrain) -> bool {
    let mut positions = std::iter::once(game.start()).chain(game.plies().map(|ply| &ply.played.position));
    positions.any(|past| past.turn() == Side::Defenders && has_lane(game.referee(), terrain, past))
}

fn escape(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Move> {
    if !has_lane(referee, terrain, position) {
        return None;
    }
    let king = position.king()?;
    let (row, column) = referee.king_destinations(position);
    let row = row & terrain.goals.0[usize::from(king.rank())];
    let to = if row != 0 {
        Square::new(row.trailing_zeros() as u8, king.rank())
    } else {
        let column = column & terrain.goals.0[usize::from(king.file())];
        Square::new(king.file(), column.trailing_zeros() as u8)
    };
    referee.legal(position, Intent { from: king, to: to? }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hnefi_rules::{Ending, MoveList, Piece, Question, Setup, rulesets};

    /// A thin position with a crowd round the king, who often stands at the edge or beside the throne.
    fn crowded(referee: &Referee, chance: &mut fastrand::Rng) -> Option<Position> {
        let size = referee.ruleset().size();
        let mut setup = Setup::empty(size)?;
        let middle = size / 2;
        let (file, rank) = match chance.u8(..4) {
            0 => (0, chance.u8(..size)),
            1 => (chance.u8(middle - 1..=middle + 1), chance.u8(middle - 1..=middle + 1)),
            _ => (chance.u8(..size), chance.u8(..size)),
        };
        let king = Square::new(file, rank).filter(|&s| !setup.is_corner(s))?;
        setup.set(king, Some(Piece::King));
        for _ in 0..chance.u8(4..30) {
            let square = if chance.bool() {
                Square::new((file + chance.u8(..5)).checked_sub(2)?, (rank + chance.u8(..5)).checked_sub(2)?)
            } else {
                Square::new(chance.u8(..size), chance.u8(..size))
            };
            let Some(square) = square.filter(|&s| setup.contains(s) && setup.piece(s).is_none()) else { continue };
            if square != setup.throne() && !setup.is_corner(square) {
                setup.set(square, Some(if chance.u8(..3) > 0 { Piece::Attacker } else { Piece::Defender }));
            }
        }
        let turn = if chance.bool() { Side::Attackers } else { Side::Defenders };
        referee.position(&setup, turn).ok()
    }

    fn wins(referee: &Referee, position: &Position) -> bool {
        let moves: MoveList = referee.moves(position);
        let by_king = [Some(Ending::KingCaptured), Some(Ending::KingEscaped)];
        moves.into_iter().any(|mv| by_king.contains(&referee.advance(position, mv).ending))
    }

    #[test]
    fn sees_every_win_that_the_referee_sees_whatever_one_answer_is_changed() {
        let mut chance = fastrand::Rng::with_seed(6);
        let (mut won, mut answered) = ([0; 2], 0);
        for leaflet in rulesets() {
            let changed = Question::ALL.iter().flat_map(|&q| q.words().iter().map(move |word| (q, word)));
            for (question, word) in changed {
                let Some(ruleset) = leaflet.with(question, word) else { continue };
                let referee = Referee::new(std::sync::Arc::new(ruleset));
                let terrain = Terrain::new(&referee);
                for _ in 0..80 {
                    let Some(position) = crowded(&referee, &mut chance) else { continue };
                    let told = format!("{} with {} {word}: {position:?}", leaflet.id(), question.id());
                    let wins_now = wins(&referee, &position);
                    assert_eq!(winning_move(&referee, &terrain, &position).is_some(), wins_now, "{told}");
                    assert_eq!(can_win(&referee, &terrain, &position), wins_now, "{told}");
                    won[position.turn() as usize] += usize::from(wins_now);
                    // Where the attackers face a threat, every move that answers it goes where answers are looked for.
                    let threat = wins(&referee, &position.with_turn(!position.turn()));
                    let Some(squares) = answer_squares(&referee, &position).filter(|_| threat && !wins_now) else {
                        continue;
                    };
                    for mv in referee.moves(&position) {
                        let next = referee.advance(&position, mv).position;
                        if !wins(&referee, &next) {
                            assert!(squares.has(mv.to()), "{mv}, {told}");
                            answered += 1;
                        }
                    }
                }
            }
        }
        assert!(won.iter().all(|&n| n > 500) && answered > 100, "too few cases: {won:?}, {answered}");
    }
}
