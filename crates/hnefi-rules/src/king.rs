//! How the king falls, by where he stands.

use crate::{
    Direction, KingBesideThrone, KingCapture, KingExposure, Partner, Piece, Position, Question, Referee, Square,
};

impl Referee {
    /// The question that decides how the king falls on a square.
    pub fn king_question(&self, king: Square) -> Question {
        let beside = |test: &dyn Fn(Square) -> bool| {
            Direction::ALL.into_iter().any(|d| king.step(d, self.size).is_some_and(test))
        };
        if king == self.throne {
            Question::KingOnThrone
        } else if beside(&|s| self.corners.has(s)) {
            Question::KingBesideCorner
        } else if self.edge.has(king) {
            Question::KingOnEdge
        } else if beside(&|s| s == self.throne) {
            Question::KingBesideThrone
        } else {
            Question::KingOpen
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
