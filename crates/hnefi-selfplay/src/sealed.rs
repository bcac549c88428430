//! Boards on which the attackers hold all four corners.

use hnefi_rules::{Escape, Piece, Ruleset, Setup, Square};

/// How many steps a chain of three attackers, each diagonally beside the next, stands away from its corner. One of four stands a step further.
const NEAR: u8 = 2;

/// One chain in so many has four.
const LONGER: u32 = 4;

/// The attackers of four chains of four.
const CHAINS: usize = 16;

/// Whether so many attackers can seal all corners of a rule set, and whether that keeps the king in.
pub(crate) fn can_be_sealed(ruleset: &Ruleset, attackers: usize) -> bool {
    ruleset.answers().escape == Escape::Corner && attackers > CHAINS && ruleset.start().size() >= 9
}

/// All corners are sealed, up to half of the attackers are lost, so many defenders are left, and they, the king and the other attackers stand by chance.
pub(crate) fn sealed(ruleset: &Ruleset, defenders: u8, chance: &mut fastrand::Rng) -> Setup {
    let start = ruleset.start();
    let all = start.pieces().filter(|&(_, piece)| piece == Piece::Attacker).count();
    let left = all - chance.usize(0..=all / 2);
    let mut setup = start.clone();
    start.squares().for_each(|square| setup.set(square, None));

    let last = start.size() - 1;
    let mut taken = 0;
    let mut free: Vec<Square> = start.squares().filter(|&square| square != start.throne()).collect();
    for (right, upper) in [(false, false), (true, false), (false, true), (true, true)] {
        let away = |square: Square| {
            let file = if right { last - square.file() } else { square.file() };
            let rank = if upper { last - square.rank() } else { square.rank() };
            file + rank
        };
        let chain = NEAR + u8::from(chance.u32(..LONGER) == 0);
        for square in start.squares().filter(|&square| away(square) == chain) {
            setup.set(square, Some(Piece::Attacker));
            taken += 1;
        }
        free.retain(|&square| away(square) > chain);
    }
    chance.shuffle(&mut free);
    let men = std::iter::once(Piece::King)
        .chain(std::iter::repeat_n(Piece::Defender, defenders.into()))
        .chain(std::iter::repeat_n(Piece::Attacker, left.saturating_sub(taken)));
    free.into_iter().zip(men).for_each(|(square, piece)| setup.set(square, Some(piece)));
    setup
}
