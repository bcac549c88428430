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
            if how == KingExposure::Safe {
                return None;
            }
            let corner = beside(towards).filter(|&s| self.corners.has(s)).map(Partner::Corner);
            let shut = Direction::ALL.into_iter().all(|d| attacker(d) || beside(d).is_none_or(|s| self.corners.has(s)));
            corner.or_else(sandwich).or(shut.then_some(Partner::Trap))
        };
        match self.king_question(king) {
            Question::KingOnThrone => capture(self.answers.king_on_throne),
            Question::KingBesideCorner => exposed(self.answers.king_beside_corner),
            Question::KingOnEdge => exposed(self.answers.king_on_edge),
            Question::KingBesideThrone => {
                let three = Direction::ALL.into_iter().all(|d| attacker(d) || beside(d) == Some(self.throne));
                (three && self.answers.king_beside_throne == KingBesideThrone::Three)
                    .then_some(Partner::ThreeAndThrone(self.throne))
            }
            _ => capture(self.answers.king_open),
        }
    }
}
