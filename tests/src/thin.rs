//! Random positions with few pieces, most of them where the leaflets differ: on and beside the throne, on the
//! edge, beside the corners, round the king.

use fastrand::Rng;
use hnefi_rules::{Piece, Setup, Side, Square};

/// A random board of a size with one king and up to 20 soldiers. About one in sixteen cannot be played: a king
/// too many or none, or a piece where it may not stand.
pub fn setup(size: u8, rng: &mut Rng) -> Setup {
    let mut setup = Setup::empty(size).expect("a size that a rule set has");
    let king = king_square(&setup, rng);
    setup.set(king, Some(Piece::King));
    let attackers = rng.usize(1..=12);
    let defenders = rng.usize(0..=8);
    for (count, piece) in [(attackers, Piece::Attacker), (defenders, Piece::Defender)] {
        for _ in 0..count {
            let square = near_something(&setup, king, rng);
            let forbidden = square == setup.throne() || setup.is_corner(square);
            if setup.piece(square).is_none() && !forbidden {
                setup.set(square, Some(piece));
            }
        }
    }
    if rng.u8(..16) == 0 {
        spoil(&mut setup, king, rng);
    }
    setup
}

/// A random side.
pub fn side(rng: &mut Rng) -> Side {
    if rng.bool() { Side::Attackers } else { Side::Defenders }
}

fn any(setup: &Setup, rng: &mut Rng) -> Square {
    Square::new(rng.u8(..setup.size()), rng.u8(..setup.size())).expect("within the board")
}

fn king_square(setup: &Setup, rng: &mut Rng) -> Square {
    let throne = setup.throne();
    let last = setup.size() - 1;
    let square = match rng.u8(..6) {
        0 => throne,
        1 => beside(setup, throne, rng),
        2 => Square::new(rng.u8(1..last), if rng.bool() { 0 } else { last }).expect("within the board"),
        3 => beside(setup, a_corner(setup, rng), rng),
        _ => any(setup, rng),
    };
    if setup.is_corner(square) { throne } else { square }
}

fn a_corner(setup: &Setup, rng: &mut Rng) -> Square {
    let last = setup.size() - 1;
    let end = |rng: &mut Rng| if rng.bool() { 0 } else { last };
    Square::new(end(rng), end(rng)).expect("within the board")
}

fn beside(setup: &Setup, square: Square, rng: &mut Rng) -> Square {
    let direction = hnefi_rules::Direction::ALL[rng.usize(..4)];
    square.step(direction, setup.size()).unwrap_or(square)
}

/// A square at most three steps from the king, the throne, a corner or the edge, or any square.
fn near_something(setup: &Setup, king: Square, rng: &mut Rng) -> Square {
    let last = setup.size() - 1;
    let mut square = match rng.u8(..8) {
        0..=2 => king,
        3 => setup.throne(),
        4 => a_corner(setup, rng),
        5 => Square::new(rng.u8(..=last), if rng.bool() { 0 } else { last }).expect("within the board"),
        _ => return any(setup, rng),
    };
    for _ in 0..rng.usize(1..=3) {
        square = beside(setup, square, rng);
    }
    square
}

fn spoil(setup: &mut Setup, king: Square, rng: &mut Rng) {
    match rng.u8(..5) {
        0 => setup.set(king, None),
        1 => setup.set(any(setup, rng), Some(Piece::King)),
        2 => setup.set(setup.throne(), Some(Piece::soldier_of(side(rng)))),
        3 => setup.set(a_corner(setup, rng), Some(Piece::soldier_of(side(rng)))),
        _ => {
            setup.set(king, None);
            setup.set(a_corner(setup, rng), Some(Piece::King));
        }
    }
}
