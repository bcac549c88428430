//! How the king falls, by where he stands.

use crate::strike::beside;
use crate::{
    Answers, Direction, Escape, KingBesideThrone, KingCapture, KingExposure, Partner, Piece, Position, Question,
    Referee, SoldiersThrone, Square,
};

/// Where the king stands, as the rules about his capture see it.
///
/// ```
/// use hnefi_rules::{KingPlace, Question, Referee, leaflet};
/// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
/// let place = |square: &str| referee.king_place(square.parse().unwrap());
/// assert_eq!(place("f6"), KingPlace::OnThrone);
/// assert_eq!(place("f5"), KingPlace::BesideThrone);
/// assert_eq!(place("b1"), KingPlace::BesideCorner);
/// assert_eq!(place("c1").question(), Question::KingOnEdge);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingPlace {
    /// On a square with four ordinary neighbours.
    Open,
    /// On the throne.
    OnThrone,
    /// Beside the throne.
    BesideThrone,
    /// On the edge, not beside a corner; also on a corner.
    OnEdge,
    /// On the edge beside a corner.
    BesideCorner,
}

impl KingPlace {
    /// Every place.
    pub const ALL: [KingPlace; 5] =
        [KingPlace::Open, KingPlace::OnThrone, KingPlace::BesideThrone, KingPlace::OnEdge, KingPlace::BesideCorner];

    /// The question that decides how the king falls here.
    pub const fn question(self) -> Question {
        match self {
            KingPlace::Open => Question::KingOpen,
            KingPlace::OnThrone => Question::KingOnThrone,
            KingPlace::BesideThrone => Question::KingBesideThrone,
            KingPlace::OnEdge => Question::KingOnEdge,
            KingPlace::BesideCorner => Question::KingBesideCorner,
        }
    }

    /// The least number of attackers that capture a king who stands here; `None` where nothing captures him.
    ///
    /// ```
    /// use hnefi_rules::{KingPlace, leaflet};
    /// let answers = leaflet("fetlar-2018").unwrap().answers();
    /// assert_eq!(KingPlace::BesideThrone.captors(answers), Some(3));
    /// assert_eq!(KingPlace::OnEdge.captors(answers), None);
    /// ```
    pub const fn captors(self, answers: &Answers) -> Option<u32> {
        let exposure = match self {
            KingPlace::Open => return Some(by(answers.king_open)),
            KingPlace::OnThrone => return Some(by(answers.king_on_throne)),
            KingPlace::BesideThrone => {
                return match (answers.king_beside_throne, answers.soldiers_throne) {
                    (KingBesideThrone::Two, _) => Some(2),
                    (KingBesideThrone::Three, _) => Some(3),
                    (KingBesideThrone::Four, SoldiersThrone::Stop) => Some(4),
                    (KingBesideThrone::Four, SoldiersThrone::Pass | SoldiersThrone::Blocked) => None,
                };
            }
            KingPlace::OnEdge => answers.king_on_edge,
            KingPlace::BesideCorner => answers.king_beside_corner,
        };
        // A corner stands for one attacker of a sandwich, and corner and edge for two of those who shut him in.
        let corner = matches!(self, KingPlace::BesideCorner) as u32;
        match exposure {
            KingExposure::Safe => None,
            KingExposure::Exposed | KingExposure::Sandwich => Some(2 - corner),
            KingExposure::Surrounded => Some(3 - corner),
        }
    }

    /// Whether the king can stand here with the game going on: not where he escapes by getting there.
    const fn lasts(self, answers: &Answers) -> bool {
        match (self, answers.escape) {
            (KingPlace::OnEdge | KingPlace::BesideCorner, Escape::Edge) => false,
            (KingPlace::OnEdge | KingPlace::BesideCorner, Escape::Corner) => true,
            (KingPlace::Open | KingPlace::OnThrone | KingPlace::BesideThrone, _) => true,
        }
    }

    /// The least number of attackers that capture the king, wherever he may stand.
    pub(crate) fn fewest_captors(answers: &Answers) -> u32 {
        let places = KingPlace::ALL.into_iter().filter(|place| place.lasts(answers));
        places.filter_map(|place| place.captors(answers)).min().unwrap_or(u32::MAX)
    }
}

const fn by(how: KingCapture) -> u32 {
    match how {
        KingCapture::Four => 4,
        KingCapture::Two => 2,
    }
}

/// What captures the king where he stands, a bit for each [`Direction`]: which of his sides count as attackers although
/// none stands there.
struct Snare {
    /// In a sandwich; `None` where no sandwich captures him.
    pair: Option<u8>,
    /// When all his sides are closed; `None` where that does not capture him.
    ring: Option<u8>,
}

impl Snare {
    const NONE: Snare = Snare { pair: None, ring: None };
    const FOUR: Snare = Snare { pair: None, ring: Some(0) };
    const TWO: Snare = Snare { pair: Some(0), ring: None };

    const fn of(how: KingCapture) -> Snare {
        match how {
            KingCapture::Four => Snare::FOUR,
            KingCapture::Two => Snare::TWO,
        }
    }
}

impl Referee {
    /// Where the king stands on a square.
    #[inline(always)]
    pub fn king_place(&self, king: Square) -> KingPlace {
        if king == self.throne {
            KingPlace::OnThrone
        } else if self.edge.has(king) {
            if self.corner_sides(king) != 0 { KingPlace::BesideCorner } else { KingPlace::OnEdge }
        } else if beside(king.index() as u8, self.throne.index() as u8) != 0 {
            KingPlace::BesideThrone
        } else {
            KingPlace::Open
        }
    }

    /// The sides on which the king has a corner.
    #[inline(always)]
    fn corner_sides(&self, king: Square) -> u8 {
        sides(king, self.corners.lane(king.rank()), self.corners.lane(king.file()), 0)
    }

    /// The sides on which the king has an attacker.
    #[inline(always)]
    fn attacked_sides(position: &Position, king: Square) -> u8 {
        let (rows, columns) = (&position.rows.attackers, &position.columns.attackers);
        sides(king, rows.lane(king.rank()), columns.lane(king.file()), 0)
    }

    /// What captures the king on a square. Nobody else decides it.
    #[inline(always)]
    fn snare(&self, position: &Position, king: Square, place: KingPlace) -> Snare {
        let exposed = |how: KingExposure| {
            let pair = || Some(self.corner_sides(king));
            let ring = || Some(sides(king, self.rim.lane(king.rank()), self.rim.lane(king.file()), 1));
            match how {
                KingExposure::Safe => Snare::NONE,
                KingExposure::Exposed => Snare { pair: pair(), ring: ring() },
                KingExposure::Sandwich => Snare { pair: pair(), ring: None },
                KingExposure::Surrounded => Snare { pair: None, ring: ring() },
            }
        };
        match place {
            KingPlace::Open => Snare::of(self.answers.king_open),
            KingPlace::OnThrone => Snare::of(self.answers.king_on_throne),
            KingPlace::BesideThrone => match self.answers.king_beside_throne {
                // A defender on the throne closes nothing.
                KingBesideThrone::Three if position.rows.defenders.has(self.throne) => Snare::NONE,
                KingBesideThrone::Three => {
                    let throne = Direction::ALL.into_iter().find(|&d| king.step(d, self.size) == Some(self.throne));
                    Snare { pair: None, ring: throne.map(|direction| 1 << direction as u8) }
                }
                KingBesideThrone::Four => Snare::FOUR,
                KingBesideThrone::Two => Snare::TWO,
            },
            KingPlace::OnEdge => exposed(self.answers.king_on_edge),
            KingPlace::BesideCorner => exposed(self.answers.king_beside_corner),
        }
    }

    /// The sides of the king on which an attacker that arrives there captures him, a bit for each
    /// [`Direction`]. Whether one can arrive there is not asked. [`Referee::king_falls`] tells by what he falls.
    #[inline]
    pub(crate) fn deadly_sides(&self, position: &Position, king: Square) -> u8 {
        let attackers = Referee::attacked_sides(position, king);
        let opposite = |sides: u8| (sides << 2 | sides >> 2) & EVERY_SIDE;
        // Where all others are closed, the last side; where all are closed, each.
        let last = |closed: u8| match EVERY_SIDE & !closed {
            0 => EVERY_SIDE,
            open if open & (open - 1) == 0 => open,
            _several => 0,
        };
        let snare = self.snare(position, king, self.king_place(king));
        snare.pair.map_or(0, |pair| opposite(attackers | pair)) | snare.ring.map_or(0, |ring| last(attackers | ring))
    }

    /// What captures the king, if an attacker that has arrived beside him and looks `towards` him captures him.
    pub(crate) fn king_falls(&self, position: &Position, king: Square, towards: Direction) -> Option<Partner> {
        let place = self.king_place(king);
        let attackers = Referee::attacked_sides(position, king);
        let snare = self.snare(position, king, place);
        let opposite = 1u8 << towards as u8;
        match snare.pair {
            Some(corners) if corners & opposite != 0 => return king.step(towards, self.size).map(Partner::Corner),
            Some(_) if attackers & opposite != 0 => {
                return king.step(towards, self.size).map(|square| Partner::Piece(square, Piece::Attacker));
            }
            Some(_) | None => {}
        }
        snare.ring.filter(|ring| attackers | ring == EVERY_SIDE).map(|ring| match place {
            KingPlace::OnEdge | KingPlace::BesideCorner => Partner::Trap,
            KingPlace::BesideThrone if ring & !attackers != 0 => Partner::ThreeAndThrone(self.throne),
            KingPlace::BesideThrone | KingPlace::Open | KingPlace::OnThrone => Partner::FourSides,
        })
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
        let mut rng = fastrand::Rng::with_seed(5);
        let mut chance = move |n: u8| rng.u8(..n);
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
