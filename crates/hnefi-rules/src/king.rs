//! How the king falls, by where he stands.

use crate::lanes::Lanes;
use crate::strike::beside;
use crate::{
    Direction, KingBesideThrone, KingCapture, KingExposure, Partner, Piece, Position, Question, Referee, Square,
};

impl Referee {
    /// The question that decides how the king falls on a square.
    pub fn king_question(&self, king: Square) -> Question {
        if king == self.throne {
            Question::KingOnThrone
        } else if self.edge.has(king) {
            if self.corner_sides(king) != 0 { Question::KingBesideCorner } else { Question::KingOnEdge }
        } else if beside(king.index() as u8, self.throne.index() as u8) != 0 {
            Question::KingBesideThrone
        } else {
            Question::KingOpen
        }
    }

    /// The sides on which the king has a corner.
    #[inline(always)]
    fn corner_sides(&self, king: Square) -> u8 {
        sides(king, self.corners.lane(king.rank()), self.corners.lane(king.file()), 0)
    }

    /// The sides of the king on which an attacker that arrives there captures him, a bit for each
    /// [`Direction`]. Whether one can arrive there is not asked. These are the sides of which
    /// [`Referee::king_falls`] tells what captures him.
    #[inline]
    pub(crate) fn deadly_sides(&self, position: &Position, king: Square) -> u8 {
        let (file, rank) = (king.file(), king.rank());
        let attackers = sides(king, position.rows.attackers.lane(rank), position.columns.attackers.lane(file), 0);
        let opposite = |sides: u8| (sides << 2 | sides >> 2) & EVERY_SIDE;
        // Where all others are closed, the last side; where all are closed, each.
        let last = |closed: u8| match EVERY_SIDE & !closed {
            0 => EVERY_SIDE,
            open if open & (open - 1) == 0 => open,
            _ => 0,
        };
        let capture = |how: KingCapture| match how {
            KingCapture::Four => last(attackers),
            KingCapture::Two => opposite(attackers),
        };
        let exposed = |how: KingExposure| {
            let sandwiched = || opposite(attackers | self.corner_sides(king));
            let surrounded = || last(attackers | sides(king, self.rim.lane(rank), self.rim.lane(file), 1));
            match how {
                KingExposure::Safe => 0,
                KingExposure::Exposed => sandwiched() | surrounded(),
                KingExposure::Sandwich => sandwiched(),
                KingExposure::Surrounded => surrounded(),
            }
        };
        match self.king_question(king) {
            Question::KingOnThrone => capture(self.answers.king_on_throne),
            Question::KingBesideCorner => exposed(self.answers.king_beside_corner),
            Question::KingOnEdge => exposed(self.answers.king_on_edge),
            Question::KingBesideThrone => match self.answers.king_beside_throne {
                KingBesideThrone::Three if position.rows.defenders.has(self.throne) => 0,
                KingBesideThrone::Three => {
                    let mut throne = Lanes::default();
                    throne.add(self.throne);
                    last(attackers | sides(king, throne.lane(rank), throne.lane(file), 0))
                }
                KingBesideThrone::Four => capture(KingCapture::Four),
                KingBesideThrone::Two => capture(KingCapture::Two),
            },
            _ => capture(self.answers.king_open),
        }
    }

    /// What captures the king, if an attacker that arrives beside him and looks `towards` him captures him.
    pub(crate) fn king_falls(&self, position: &Position, king: Square, towards: Direction) -> Option<Partner> {
        let beside = |direction| king.step(direction, self.size);
        let attacker = |direction| beside(direction).is_some_and(|s| position.rows.attackers.has(s));
        let sandwich = || {
            let opposite = beside(towards)?;
            attacker(towards).then_some(Partner::Piece(opposite, Piece::Attacker))
        };
        let capture = |how: KingCapture| match how {
            KingCapture::Four => Direction::ALL.into_iter().all(attacker).then_some(Partner::FourSides),
            KingCapture::Two => sandwich(),
        };
        let exposed = |how: KingExposure| {
            let sandwiched = || {
                let corner = beside(towards).filter(|&s| self.corners.has(s)).map(Partner::Corner);
                corner.or_else(sandwich)
            };
            let surrounded = || {
                let closed = |d| attacker(d) || beside(d).is_none_or(|s| self.corners.has(s));
                Direction::ALL.into_iter().all(closed).then_some(Partner::Trap)
            };
            match how {
                KingExposure::Safe => None,
                KingExposure::Exposed => sandwiched().or_else(surrounded),
                KingExposure::Sandwich => sandwiched(),
                KingExposure::Surrounded => surrounded(),
            }
        };
        match self.king_question(king) {
            Question::KingOnThrone => capture(self.answers.king_on_throne),
            Question::KingBesideCorner => exposed(self.answers.king_beside_corner),
            Question::KingOnEdge => exposed(self.answers.king_on_edge),
            Question::KingBesideThrone => match self.answers.king_beside_throne {
                KingBesideThrone::Three => {
                    let three = Direction::ALL.into_iter().all(|d| attacker(d) || beside(d) == Some(self.throne));
                    let on_throne = position.rows.attackers.has(self.throne);
                    let by = if on_throne { Partner::FourSides } else { Partner::ThreeAndThrone(self.throne) };
                    // A defender on the throne closes nothing.
                    (three && !position.rows.defenders.has(self.throne)).then_some(by)
                }
                KingBesideThrone::Four => capture(KingCapture::Four),
                KingBesideThrone::Two => capture(KingCapture::Two),
            },
            _ => capture(self.answers.king_open),
        }
    }
}

/// A bit for each [`Direction`].
pub(crate) const EVERY_SIDE: u8 = 15;

/// The sides of a square on which the bits of its row and of its column are set; `border` stands for the
/// squares before the first of a lane.
#[inline(always)]
pub(crate) fn sides(square: Square, row: u16, column: u16, border: u32) -> u8 {
    let around = |lane: u16, at: u8| (u32::from(lane) << 1 | border) >> at;
    let (row, column) = (around(row, square.file()), around(column, square.rank()));
    (column >> 2 & 1 | row >> 1 & 2 | column << 2 & 4 | row << 3 & 8) as u8
}

#[cfg(test)]
mod tests {
    use crate::{Direction, Piece, Question, Referee, Setup, Side, Square, rulesets};

    #[test]
    fn the_deadly_sides_are_those_on_which_an_arriving_attacker_is_told_to_capture_him() {
        let mut seed = 5u64;
        let mut chance = move |n: u8| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % u64::from(n)) as u8
        };
        let (mut deadly, mut harmless) = (0, 0);
        for named in rulesets() {
            let changed =
                Question::ALL.iter().flat_map(|&q| q.words().iter().filter_map(move |word| named.with(q, word)));
            for ruleset in changed {
                let referee = Referee::new(std::sync::Arc::new(ruleset));
                let size = referee.ruleset().size();
                for _ in 0..100 {
                    let mut setup = Setup::empty(size).expect("a size of a rule set");
                    let near = |chance: &mut dyn FnMut(u8) -> u8| size / 2 - 1 + chance(3);
                    let (file, rank) = match chance(4) {
                        0 => (0, chance(size)),
                        1 => (chance(size), size - 1),
                        2 => (near(&mut chance), near(&mut chance)),
                        _ => (chance(size), chance(size)),
                    };
                    let king = Square::new(file, rank).expect("a square of the board");
                    setup.set(king, Some(Piece::King));
                    for square in Direction::ALL.into_iter().filter_map(|d| king.step(d, size)) {
                        setup.set(
                            square,
                            [None, Some(Piece::Attacker), Some(Piece::Attacker), Some(Piece::Defender)]
                                [usize::from(chance(4))],
                        );
                    }
                    let Ok(position) = referee.position(&setup, Side::Attackers) else { continue };
                    let sides = referee.deadly_sides(&position, king);
                    for direction in Direction::ALL {
                        let Some(beside) = king.step(direction, size).filter(|&s| setup.piece(s).is_none()) else {
                            continue;
                        };
                        let mut arrived = position;
                        arrived.toggle(Piece::Attacker, beside);
                        let falls = referee.king_falls(&arrived, king, direction.opposite()).is_some();
                        for sides in [sides, referee.deadly_sides(&arrived, king)] {
                            assert_eq!(sides >> direction as u8 & 1 != 0, falls, "{direction:?} {position:?}");
                        }
                        deadly += u32::from(falls);
                        harmless += u32::from(!falls);
                    }
                }
            }
        }
        assert!(deadly > 1_000 && harmless > 1_000, "too few cases: {deadly}, {harmless}");
    }
}
