//! What the referee sees on a board that people give as a reason.

use hnefi_rules::{Direction, Intent, Piece, Played, Position, Referee, Side, Square};

/// The position after a move, if the board allows it.
pub(crate) fn after(referee: &Referee, position: &Position, intent: Intent) -> Option<Played> {
    referee.legal(position, intent).ok().map(|mv| referee.play(position, mv))
}

/// The edges at which the king does not stand and which he could reach in one move, whoever's turn it is.
pub(crate) fn edges_in_reach(referee: &Referee, position: &Position) -> Vec<Direction> {
    let Some(king) = position.king() else { return Vec::new() };
    let (row, column) = referee.king_destinations(position);
    let last = position.size() - 1;
    let reaches = |direction: &Direction| match direction {
        Direction::North => king.rank() != last && column >> last & 1 == 1,
        Direction::South => king.rank() != 0 && column & 1 == 1,
        Direction::East => king.file() != last && row >> last & 1 == 1,
        Direction::West => king.file() != 0 && row & 1 == 1,
    };
    Direction::ALL.into_iter().filter(reaches).collect()
}

/// The edge at which a square lies, if it is at one and only one.
pub(crate) fn edge_of(position: &Position, square: Square) -> Option<Direction> {
    let last = position.size() - 1;
    let at = [square.rank() == last, square.file() == last, square.rank() == 0, square.file() == 0];
    let mut edges = Direction::ALL.into_iter().zip(at).filter(|(_, at)| *at).map(|(direction, _)| direction);
    edges.next().filter(|_| edges.next().is_none())
}

/// The corners on which the king would escape and from which the attackers do not cut him off: a way of squares leads there, each beside the
/// next, on which no attacker stands.
pub(crate) fn open_corners(referee: &Referee, position: &Position) -> Vec<Square> {
    let Some(king) = position.king() else { return Vec::new() };
    let last = position.size() - 1;
    let corners = [(0, 0), (0, last), (last, 0), (last, last)];
    let corners: Vec<Square> = corners.into_iter().filter_map(|(file, rank)| Square::new(file, rank)).collect();
    let corners: Vec<Square> = corners.into_iter().filter(|&c| referee.is_corner(c) && referee.escapes(c)).collect();
    let mut seen = [false; 256];
    let mut waiting = vec![king];
    seen[king.index()] = true;
    while let Some(at) = waiting.pop() {
        for next in Direction::ALL.into_iter().filter_map(|direction| at.step(direction, position.size())) {
            if !seen[next.index()] && position.piece(next) != Some(Piece::Attacker) {
                seen[next.index()] = true;
                waiting.push(next);
            }
        }
    }
    corners.into_iter().filter(|corner| seen[corner.index()]).collect()
}

/// So many moves of the king are looked ahead at most.
const FAR: u32 = 5;

/// In how many moves the king would be out if nobody else moved; `None` if that takes long, or he cannot.
pub(crate) fn king_moves(referee: &Referee, position: &Position) -> Option<u32> {
    let king = position.king()?;
    let mut setup = position.setup();
    setup.set(king, None);
    let mut seen = [false; 256];
    seen[king.index()] = true;
    let mut here = vec![king];
    for moves in 1..=FAR {
        let mut next = Vec::new();
        for at in here {
            setup.set(at, Some(Piece::King));
            let reached = referee.position(&setup, Side::Defenders).map(|p| referee.destinations(&p, at));
            setup.set(at, None);
            for square in reached.unwrap_or_default() {
                if referee.escapes(square) {
                    return Some(moves);
                }
                if !std::mem::replace(&mut seen[square.index()], true) {
                    next.push(square);
                }
            }
        }
        here = next;
    }
    None
}

/// A move with which a side, were it its turn, would win at once.
pub(crate) fn threat(referee: &Referee, position: &Position, side: Side) -> Option<Intent> {
    let position = position.with_turn(side);
    let wins = |mv: &hnefi_rules::Move| {
        let ending = referee.play(&position, *mv).ending;
        ending.is_some_and(|outcome| outcome.winner == Some(side))
    };
    referee.moves(&position).into_iter().find(wins).map(Intent::from)
}

/// The squares of what a move captures.
pub(crate) fn taken(played: &Played) -> Vec<Square> {
    played.captures.iter().map(|capture| capture.square).collect()
}

/// How many men more a side has lost than taken along a line.
pub(crate) fn losses(referee: &Referee, from: &Position, line: &[Intent], side: Side) -> i32 {
    let mut at = *from;
    for &intent in line {
        let Some(played) = after(referee, &at, intent) else { break };
        at = played.position;
        if played.ending.is_some() {
            break;
        }
    }
    let lost = |side: Side| from.men(side) as i32 - at.men(side) as i32;
    lost(side) - lost(!side)
}
