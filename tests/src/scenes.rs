//! Random positions in which rare things are about to happen: a king or his men shut in, a row on the edge
//! nearly bracketed, a king boxed in on his throne.

use fastrand::Rng;
use hnefi_rules::{Direction, Piece, Setup, Side, Square};

use crate::{Symmetry, thin};

/// A random scene on a board of a size, with the side to move. Some cannot be played.
pub fn scene(size: u8, rng: &mut Rng) -> (Setup, Side) {
    let mut setup = Setup::empty(size).expect("a size that a rule set has");
    let turn = match rng.u8(..4) {
        0 => fort(&mut setup, rng),
        1 => ring(&mut setup, rng),
        2 => wall(&mut setup, rng),
        _ => box_on_throne(&mut setup, rng),
    };
    let image = Symmetry::all()[rng.usize(..8)].setup(&setup);
    (image, if rng.u8(..8) == 0 { !turn } else { turn })
}

fn at(file: u8, rank: u8) -> Square {
    Square::new(file, rank).expect("within the largest board")
}

fn neighbours(setup: &Setup, square: Square) -> Vec<Square> {
    Direction::ALL.into_iter().filter_map(|direction| square.step(direction, setup.size())).collect()
}

fn any(setup: &Setup, rng: &mut Rng) -> Square {
    at(rng.u8(..setup.size()), rng.u8(..setup.size()))
}

/// Puts a soldier on a square if it is free and neither throne nor corner.
fn soldier(setup: &mut Setup, square: Square, side: Side) {
    if setup.piece(square).is_none() && square != setup.throne() && !setup.is_corner(square) {
        setup.set(square, Some(Piece::soldier_of(side)));
    }
}

fn scatter(setup: &mut Setup, side: Side, most: usize, rng: &mut Rng) {
    for _ in 0..rng.usize(..=most) {
        let square = any(setup, rng);
        soldier(setup, square, side);
    }
}

/// A connected patch of squares round a seed, off the squares that `closed` names.
fn patch(setup: &Setup, seed: Square, count: usize, closed: impl Fn(Square) -> bool, rng: &mut Rng) -> Vec<Square> {
    let mut patch = vec![seed];
    for _ in 0..4 * count {
        let from = patch[rng.usize(..patch.len())];
        let around = neighbours(setup, from);
        let next = around[rng.usize(..around.len())];
        if patch.len() < count && !patch.contains(&next) && !closed(next) {
            patch.push(next);
        }
    }
    patch
}

/// Puts soldiers of a side on every square beside a patch.
fn enclose(setup: &mut Setup, patch: &[Square], side: Side) -> Vec<Square> {
    let mut fence = Vec::new();
    for &square in patch {
        for beside in neighbours(setup, square) {
            if !patch.contains(&beside) && setup.piece(beside).is_none() {
                soldier(setup, beside, side);
                if setup.piece(beside).is_some() {
                    fence.push(beside);
                }
            }
        }
    }
    fence
}

/// Moves one soldier of a fence away along a free line, so that one move closes the fence; or takes one off; or
/// leaves it as it is.
fn open(setup: &mut Setup, fence: &[Square], rng: &mut Rng) {
    if fence.is_empty() || rng.u8(..8) == 0 {
        return;
    }
    let from = fence[rng.usize(..fence.len())];
    let piece = setup.piece(from);
    setup.set(from, None);
    if rng.u8(..8) == 0 {
        return;
    }
    let direction = Direction::ALL[rng.usize(..4)];
    let mut square = from;
    for _ in 0..rng.usize(1..=4) {
        match square.step(direction, setup.size()) {
            Some(next) if setup.piece(next).is_none() && next != setup.throne() && !setup.is_corner(next) => {
                square = next;
            }
            _ => break,
        }
    }
    setup.set(square, piece);
}

/// The king on the edge with room about him and defenders round it.
fn fort(setup: &mut Setup, rng: &mut Rng) -> Side {
    let last = setup.size() - 1;
    let king = at(rng.u8(1..last), 0);
    let room = patch(setup, king, rng.usize(1..=5), |square| setup.is_corner(square) || square.rank() > 3, rng);
    setup.set(king, Some(Piece::King));
    let mut fence = enclose(setup, &room, Side::Defenders);
    for &square in &room {
        if rng.u8(..5) == 0 {
            soldier(setup, square, if rng.u8(..4) == 0 { Side::Attackers } else { Side::Defenders });
        }
    }
    if rng.bool() {
        // A second row makes a fort stronger, and a shieldwall on its flank likelier.
        let outer: Vec<Square> = fence.iter().flat_map(|&square| neighbours(setup, square)).collect();
        for square in outer {
            if rng.u8(..3) == 0 {
                soldier(setup, square, if rng.u8(..3) == 0 { Side::Attackers } else { Side::Defenders });
            }
        }
    }
    if rng.u8(..6) == 0 {
        // One of the fence has changed sides.
        let square = fence.swap_remove(rng.usize(..fence.len().max(1)).min(fence.len().saturating_sub(1)));
        setup.set(square, Some(Piece::Attacker));
    }
    open(setup, &fence, rng);
    scatter(setup, Side::Attackers, 10, rng);
    Side::Defenders
}

/// King and defenders with attackers all round.
fn ring(setup: &mut Setup, rng: &mut Rng) -> Side {
    let inner = setup.size() - 2;
    let seed = if rng.bool() { setup.throne() } else { at(rng.u8(2..inner), rng.u8(2..inner)) };
    let room = patch(setup, seed, rng.usize(2..=14), |square| setup.is_edge(square), rng);
    setup.set(room[rng.usize(..room.len())], Some(Piece::King));
    let fence = enclose(setup, &room, Side::Attackers);
    let defenders = rng.u8(..5);
    for &square in &room {
        if rng.u8(..5) < defenders {
            soldier(setup, square, Side::Defenders);
        }
    }
    open(setup, &fence, rng);
    scatter(setup, Side::Attackers, 4, rng);
    if rng.u8(..4) == 0 {
        scatter(setup, Side::Defenders, 1, rng);
    }
    Side::Attackers
}

/// A row on the edge, faced all along and bracketed at one end, with somebody who could bracket the other.
fn wall(setup: &mut Setup, rng: &mut Rng) -> Side {
    let size = setup.size();
    let side = thin::side(rng);
    let length = rng.u8(2..=4);
    // Often the row ends beside a corner.
    let first = if rng.bool() { 1 } else { rng.u8(1..size - 1 - length) };
    let king_in_row = side == Side::Attackers && rng.bool();
    let odd = rng.u8(..length);
    for file in first..first + length {
        let square = at(file, 0);
        if king_in_row && file == first + odd {
            setup.set(square, Some(Piece::King));
        } else {
            soldier(setup, square, !side);
        }
        soldier(setup, at(file, 1), side);
    }
    if side == Side::Defenders && rng.bool() {
        setup.set(at(first + odd, 1), Some(Piece::King));
    }
    soldier(setup, at(first - 1, 0), side);
    let from = at(first + length, rng.u8(1..size - 1));
    let hammer = side == Side::Defenders && king_of(setup).is_none() && rng.bool();
    if hammer {
        setup.set(from, Some(Piece::King));
    } else {
        soldier(setup, from, side);
    }
    if king_of(setup).is_none() {
        let square = any(setup, rng);
        if setup.piece(square).is_none() {
            setup.set(square, Some(Piece::King));
        }
    }
    if rng.u8(..3) == 0 {
        let square = at(rng.u8(..size), rng.u8(..2));
        if setup.piece(square).is_some_and(|piece| piece != Piece::King) {
            setup.set(square, None);
        }
    }
    scatter(setup, Side::Attackers, 5, rng);
    scatter(setup, Side::Defenders, 4, rng);
    side
}

fn king_of(setup: &Setup) -> Option<Square> {
    setup.pieces().find(|&(_, piece)| piece == Piece::King).map(|(square, _)| square)
}

/// The king on his throne or beside it, attackers round him, one place of theirs taken by a defender.
fn box_on_throne(setup: &mut Setup, rng: &mut Rng) -> Side {
    let throne = setup.throne();
    let around = neighbours(setup, throne);
    let king = if rng.u8(..3) == 0 { around[rng.usize(..4)] } else { throne };
    setup.set(king, Some(Piece::King));
    for square in neighbours(setup, king) {
        if rng.u8(..8) > 0 {
            soldier(setup, square, Side::Attackers);
        }
    }
    let open = around[rng.usize(..4)];
    if open != king {
        setup.set(open, (rng.u8(..3) > 0).then_some(Piece::Defender));
    }
    scatter(setup, Side::Attackers, 10, rng);
    scatter(setup, Side::Defenders, 6, rng);
    Side::Attackers
}
