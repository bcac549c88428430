//! Wins in one: the king's clear lane, the capture of the king, and the ring.

use std::collections::HashMap;

use hnefi_rules::{BySide, Game, Intent, Move, Position, Referee, Repetition, Side, Square};

use crate::board::squares::{Squares, Words, each_square};
use crate::board::strikes::strikes;
use crate::board::terrain::Terrain;

/// A move with which the side to move captures the king, completes a ring, or brings the king out, if there is one; or one that
/// leaves the defenders without a move, where they are nearly so already.
#[inline]
pub(crate) fn winning_move(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Move> {
    match position.turn() {
        Side::Defenders => escape(referee, terrain, position),
        Side::Attackers => referee
            .capture_of_king(position)
            .or_else(|| referee.closing_move(position))
            .or_else(|| blocking_move(referee, terrain, position)),
    }
}

/// Whether the side to move has such a move.
#[inline]
pub(crate) fn can_win(referee: &Referee, terrain: &Terrain, position: &Position) -> bool {
    match position.turn() {
        Side::Defenders => has_lane(referee, terrain, position),
        Side::Attackers => {
            referee.capture_of_king(position).is_some()
                || referee.closing_move(position).is_some()
                || blocking_move(referee, terrain, position).is_some()
        }
    }
}

/// To as few squares can the defenders step before it is asked whether a move leaves them without any.
const NEARLY_BLOCKED: u32 = 2;

/// A move of the attackers, who are to move, that leaves the defenders without one, where that loses. It is looked for where the
/// king can step to one square at most and all defenders together to few.
#[inline]
fn blocking_move(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Move> {
    let king = position.king().filter(|_| terrain.stuck_loses)?;
    let (row, column) = referee.king_destinations(position);
    let beside = |at: u8| 2u32 << at | (1 << at) >> 1;
    let steps = |lane: u16, at: u8| (u32::from(lane) & beside(at)).count_ones();
    if steps(row, king.file()) + steps(column, king.rank()) > 1 {
        return None;
    }
    let men = [Side::Attackers, Side::Defenders].map(|side| Words::<4>::of(position.rows(side)));
    let ground = Words::of(&terrain.soldier_ground.0).without(men[0]).without(men[1]);
    let soldiers = men[1].without(Words::one(king));
    let free = soldiers.left().or(soldiers.right()).or(soldiers.up()).or(soldiers.down()).and(ground);
    if free.count() > NEARLY_BLOCKED { None } else { blocks(referee, terrain, position, &free.squares()) }
}

/// A move that leaves the defenders without one, where their soldiers can step to these squares and the king to one at most.
#[cold]
fn blocks(referee: &Referee, terrain: &Terrain, position: &Position, free: &Squares) -> Option<Move> {
    let king = position.king()?;
    let mut onto = strikes(terrain, position).or(free);
    let (row, column) = referee.king_destinations(position);
    onto.0[usize::from(king.rank())] |= row & (2 << king.file() | (1 << king.file()) >> 1);
    for rank in (0..position.size()).filter(|&rank| rank.abs_diff(king.rank()) == 1 && column >> rank & 1 != 0) {
        onto.0[usize::from(rank)] |= 1 << king.file();
    }
    let mut found = None;
    each_square(&onto, |to| {
        referee.for_each_move_onto(position, to, |mv| {
            if found.is_none() {
                let next = referee.advance(position, mv);
                found = (next.ending.is_none() && !referee.has_move(&next.position)).then_some(mv);
            }
        });
    });
    found
}

/// The squares on which a move of the side to move must end to answer what the other side threatens to win by in one. The
/// king may answer by going anywhere. `None` where nothing is threatened, or answers are not known by squares.
#[inline]
pub(crate) fn answer_squares(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Squares> {
    match position.turn() {
        Side::Attackers => Some(on_the_way_out(referee, terrain, position)),
        Side::Defenders => against_capture(referee, terrain, position),
    }
}

/// Where the attackers close the one way that leads the king out. Nothing closes two at once.
pub(crate) fn on_the_way_out(referee: &Referee, terrain: &Terrain, position: &Position) -> Squares {
    let Some(king) = position.king() else { return Squares::EMPTY };
    let (row, column) = referee.king_destinations(position);
    // The goals are the same by columns as by rows.
    let goals = |lane: u8| terrain.goals.0[usize::from(lane)];
    let [west, east] = ways(row, goals(king.rank()), king.file());
    let [south, north] = ways(column, goals(king.file()), king.rank());
    let mut set = Squares::EMPTY;
    if [west, east, south, north].iter().filter(|&&way| way != 0).count() == 1 {
        for rank in 0..position.size() {
            set.0[usize::from(rank)] = ((south | north) >> rank & 1) << king.file();
        }
        set.0[usize::from(king.rank())] |= west | east;
    }
    set
}

/// The squares from beside the king to the nearest goal that he reaches, below him and above him in a lane.
fn ways(reached: u16, goals: u16, king: u8) -> [u16; 2] {
    let before = |at: u32| ((1u32 << at) - 1) as u16;
    let (king, open) = (u32::from(king), reached & goals);
    let (below, above) = (open & before(king), open & !before(king));
    [
        if below == 0 { 0 } else { before(king) & !before(below.ilog2()) },
        if above == 0 { 0 } else { before(above.trailing_zeros() + 1) & !before(king + 1) },
    ]
}

/// Where a defender helps against a capture of the king: in the way of the attacker who comes, on the throne beside which
/// the king stands safer, or wherever the defenders capture somebody.
fn against_capture(referee: &Referee, terrain: &Terrain, position: &Position) -> Option<Squares> {
    let king = position.king()?;
    if terrain.fort_wins && referee.is_edge(king) {
        return None;
    }
    let capture = referee.capture_of_king(position)?;
    let mut set = strikes(terrain, position);
    let (mut at, from) = (capture.to(), capture.from());
    while at != from {
        set.add(at);
        let towards = |at: u8, goal: u8| if at < goal { at + 1 } else { at - u8::from(at > goal) };
        at = Square::new(towards(at.file(), from.file()), towards(at.rank(), from.rank()))?;
    }
    set.add(terrain.throne);
    if terrain.shieldwalls {
        set = set.or(&terrain.edge);
    }
    if terrain.traps {
        // Whoever stands on the edge is shut in from the side of the board.
        let caught = terrain.men(position, Side::Attackers).and(&terrain.edge);
        let last = usize::from(position.size() - 1);
        for (row, caught) in set.0.iter_mut().zip(&caught.0) {
            *row |= (caught & 1) << 1 | (caught >> last & 1) << (last - 1);
        }
        set.0[1] |= caught.0[0];
        set.0[last - 1] |= caught.0[last];
    }
    Some(set.and(&terrain.board))
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

/// Which sides let the same win in one go by so often since the last capture of a game that the other side may answer it, the
/// next time, by bringing the position back with a move that does nothing else about it.
pub(crate) fn let_go(game: &Game, terrain: &Terrain) -> BySide<bool> {
    let nobody = BySide { attackers: false, defenders: false };
    // Whoever repeats moves may bring the same men to other places.
    let enough = if game.referee().ruleset().answers().repetition == Repetition::Sequence { 1 } else { 2 };
    let (mut let_go, mut times) = (nobody, HashMap::new());
    let past = game.plies().map(|ply| (&ply.played.position, !ply.played.captures.is_empty()));
    for (position, captured) in std::iter::once((game.start(), false)).chain(past) {
        if captured {
            let_go = nobody;
            times.clear();
        }
        if can_win(game.referee(), terrain, position) {
            let times = times.entry(position.hash()).or_insert(0);
            *times += 1;
            let_go[position.turn()] |= *times >= enough;
        }
    }
    let_go
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
    use crate::board::ending::winner_of;
    use hnefi_rules::{Direction, Encirclement, Ending, MoveList, Piece, Question, Setup, rulesets};

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

    /// King and defenders in a room off the edge with attackers round it, one of whom has stepped aside, and a few others.
    fn ringed(referee: &Referee, chance: &mut fastrand::Rng) -> Option<Position> {
        let size = referee.ruleset().size();
        let mut setup = Setup::empty(size)?;
        let beside = |square: Square| Direction::ALL.into_iter().filter_map(move |d| square.step(d, size));
        let mut room = vec![Square::new(chance.u8(1..size - 1), chance.u8(1..size - 1))?];
        for _ in 0..chance.u8(0..16) {
            let from = room[chance.usize(..room.len())];
            let next = beside(from).nth(chance.usize(..4))?;
            if !referee.is_edge(next) && !room.contains(&next) {
                room.push(next);
            }
        }
        setup.set(room[chance.usize(..room.len())], Some(Piece::King));
        let put = |setup: &mut Setup, square: Square, piece: Piece| {
            if setup.piece(square).is_none() && square != setup.throne() && !setup.is_corner(square) {
                setup.set(square, Some(piece));
            }
        };
        for &square in &room {
            beside(square).filter(|next| !room.contains(next)).for_each(|next| put(&mut setup, next, Piece::Attacker));
            if chance.u8(..3) == 0 {
                put(&mut setup, square, Piece::Defender);
            }
        }
        let fence: Vec<Square> = setup.pieces().filter(|(_, p)| *p == Piece::Attacker).map(|(s, _)| s).collect();
        let aside = fence[chance.usize(..fence.len())];
        setup.set(aside, None);
        let away = Direction::ALL[chance.usize(..4)];
        put(&mut setup, aside.step(away, size).and_then(|s| s.step(away, size))?, Piece::Attacker);
        for piece in [Piece::Attacker, Piece::Attacker, Piece::Defender] {
            if chance.bool() {
                put(&mut setup, Square::new(chance.u8(..size), chance.u8(..size))?, piece);
            }
        }
        let turn = if chance.bool() { Side::Attackers } else { Side::Defenders };
        referee.position(&setup, turn).ok()
    }

    fn wins(referee: &Referee, position: &Position) -> bool {
        let moves: MoveList = referee.moves(position);
        let in_one = [Some(Ending::KingCaptured), Some(Ending::Encirclement), Some(Ending::KingEscaped)];
        moves.into_iter().any(|mv| in_one.contains(&referee.advance(position, mv).ending))
    }

    #[test]
    fn a_side_that_is_left_without_a_move_is_seen_to_lose_at_once() {
        let seen = |id: &str, rows: &str| {
            let referee = Referee::new(hnefi_rules::ruleset(id).unwrap().clone());
            let position = referee.position(&Setup::from_rows(rows).unwrap(), Side::Attackers).unwrap();
            winning_move(&referee, &Terrain::new(&referee), &position).map(|mv| mv.to_string())
        };
        // The king at the edge can step to g11 alone.
        let alone = "/11/11/11/6t4/11/11/11/11/11/5t5/4tK5/";
        assert_eq!(seen("copenhagen", alone).as_deref(), Some("g4-g11"));
        assert_eq!(seen("copenhagen", "/11/11/11/6t4/11/11/5T5/11/11/5t5/4tK5/"), None);
    }

    #[test]
    fn sees_every_win_that_the_referee_sees_whatever_one_answer_is_changed() {
        let mut chance = fastrand::Rng::with_seed(6);
        let (mut won, mut answered, mut ringed_in, mut blocked) = ([0; 2], [0; 2], 0, 0);
        for leaflet in rulesets() {
            let changed = Question::ALL.iter().flat_map(|&q| q.words().iter().map(move |word| (q, word)));
            for (question, word) in changed {
                let Some(ruleset) = leaflet.with(question, word) else { continue };
                let referee = Referee::new(std::sync::Arc::new(ruleset));
                let terrain = Terrain::new(&referee);
                let rings = referee.ruleset().answers().encirclement != Encirclement::None;
                for round in 0..if rings { 120 } else { 80 } {
                    let made = if round < 80 { crowded(&referee, &mut chance) } else { ringed(&referee, &mut chance) };
                    let Some(position) = made else { continue };
                    let told = format!("{} with {} {word}: {position:?}", leaflet.id(), question.id());
                    let found = winning_move(&referee, &terrain, &position);
                    assert_eq!(can_win(&referee, &terrain, &position), found.is_some(), "{told}");
                    let blocks = found.is_some_and(|mv| {
                        let next = referee.advance(&position, mv);
                        next.ending.is_none() && terrain.stuck_loses && !referee.has_move(&next.position)
                    });
                    blocked += usize::from(blocks);
                    let wins_now = wins(&referee, &position);
                    assert_eq!(found.is_some(), wins_now || blocks, "{told}");
                    won[position.turn() as usize] += usize::from(wins_now);
                    ringed_in += usize::from(referee.closing_move(&position).is_some());
                    // Where a side faces a threat, every move that answers it goes where answers are looked for.
                    let threat = wins(&referee, &position.with_turn(!position.turn()));
                    let Some(squares) = answer_squares(&referee, &terrain, &position).filter(|_| threat && !wins_now)
                    else {
                        continue;
                    };
                    for mv in referee.moves(&position) {
                        let next = referee.advance(&position, mv);
                        let kings = position.turn() == Side::Defenders && position.king() == Some(mv.from());
                        let saved = match next.ending {
                            Some(ending) => winner_of(ending) == position.turn(),
                            None => !wins(&referee, &next.position),
                        };
                        if saved && !kings {
                            assert!(squares.has(mv.to()), "{mv}, {told}");
                            answered[position.turn() as usize] += 1;
                        }
                    }
                }
            }
        }
        assert!(won.iter().all(|&n| n > 500) && answered.iter().all(|&n| n > 100), "too few: {won:?}, {answered:?}");
        assert!(blocked > 3, "only {blocked} moves that block");
        assert!(ringed_in > 500, "only {ringed_in} rings a move away");
    }
}
