//! Which clauses decide that a piece is captured.
//!
//! A piece can fall in more than one way at once: between two partners, shut in, in a row. Every way needs some answers to
//! be as they are. An answer that every way needs decides: turned over alone, it leaves the piece standing.

use crate::shieldwall::MIN_ROW;
use crate::{Clause, Direction, Move, Piece, Point, Position, Question, Referee, Shieldwall, Side, Square, Trap};

/// The clauses that decide something, each once, the one to be cited first before the others.
///
/// ```
/// use hnefi_rules::{Clauses, Point, Question};
/// let clauses: Clauses = [Question::SoldierTrap.into(), Point::Sandwich.into()].into_iter().collect();
/// assert_eq!(clauses.first(), Some(Question::SoldierTrap.into()));
/// assert_eq!(clauses.iter().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Clauses([Option<Clause>; MOST]);

/// The most clauses that decide one capture.
const MOST: usize = DECIDING.len();

/// The answers that can decide the fall of a soldier, the one to be cited first before the others.
const DECIDING: [Question; 9] = [
    Question::Shieldwall,
    Question::SoldierTrap,
    Question::EmptyThroneAttackers,
    Question::EmptyThroneDefenders,
    Question::OccupiedThroneAttackers,
    Question::OccupiedThroneDefenders,
    Question::CornersAttackers,
    Question::CornersDefenders,
    Question::KingArms,
];

impl Clauses {
    /// The clause to be cited before the others; `None` if there is none.
    pub const fn first(&self) -> Option<Clause> {
        self.0[0]
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Clause> + use<> {
        self.0.into_iter().flatten()
    }

    /// Whether a clause is among them.
    pub fn contains(&self, clause: Clause) -> bool {
        self.0.contains(&Some(clause))
    }
}

impl FromIterator<Clause> for Clauses {
    /// Clauses after the ninth are left out: nothing has so many.
    fn from_iter<I: IntoIterator<Item = Clause>>(clauses: I) -> Clauses {
        let mut all = Clauses::default();
        for (place, clause) in all.0.iter_mut().zip(clauses) {
            *place = Some(clause);
        }
        all
    }
}

impl std::fmt::Debug for Clauses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Answers that must be as they are, a bit for each question.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Needs(u64);

impl Needs {
    const NONE: Needs = Needs(0);

    const fn and(self, question: Question) -> Needs {
        Needs(self.0 | 1 << question as u32)
    }

    const fn has(self, question: Question) -> bool {
        self.0 >> question as u32 & 1 != 0
    }
}

/// In how many ways a soldier falls, and what they need.
struct Ways {
    /// What every way needs.
    every: Needs,
    /// What some way needs.
    some: Needs,
    /// Whether some way needs no answer.
    free: bool,
}

impl Ways {
    const NONE: Ways = Ways { every: Needs(u64::MAX), some: Needs::NONE, free: false };

    fn add(&mut self, way: Needs) {
        self.every = Needs(self.every.0 & way.0);
        self.some = Needs(self.some.0 | way.0);
        self.free |= way == Needs::NONE;
    }

    /// What decides: what every way needs, else all that suffices, else nothing but the sandwich.
    fn clauses(&self) -> Clauses {
        let needs = if self.every != Needs::NONE { self.every } else { self.some };
        if self.free {
            return Clauses::from_iter([Point::Sandwich.into()]);
        }
        DECIDING.into_iter().filter(|&question| needs.has(question)).map(Clause::from).collect()
    }
}

impl Referee {
    /// Whether a move that somebody makes on a board of this size captures the piece on a square. Whether the move is legal
    /// here is not asked: this is for what other rule sets say of a capture.
    ///
    /// ```
    /// use hnefi_rules::{Intent, Referee, Setup, Side, leaflet};
    /// let [fetlar, regency] = ["fetlar-2018", "regency-chess"].map(|id| Referee::new(leaflet(id).unwrap().clone()));
    /// // The attacker on f5 stands beside the empty throne.
    /// let setup = Setup::from_rows("/11/5T5/11/11/5t5/11/11/11/11/K10/11/").unwrap();
    /// let position = fetlar.position(&setup, Side::Defenders).unwrap();
    /// let intent = Intent { from: "f2".parse().unwrap(), to: "f4".parse().unwrap() };
    /// let mv = fetlar.legal(&position, intent).unwrap();
    /// assert!(fetlar.takes(&position, mv, "f5".parse().unwrap()));
    /// assert!(!regency.takes(&position, mv, "f5".parse().unwrap()));
    /// ```
    pub fn takes(&self, before: &Position, mv: Move, victim: Square) -> bool {
        before.size() == self.size
            && before.piece(mv.from()).is_some()
            && self.strike_on(&self.arrive(before, mv), mv.to(), victim).is_some()
    }

    /// The clauses that decide that the piece on `victim` falls to the one that has just arrived on `to`.
    ///
    /// For a soldier: the answers that turned over alone would leave him standing; where several ways suffice and no answer
    /// is needed by all of them, the answers of all; and where no answer decides, the sandwich. For the king: what
    /// captures him where he stands, then what his capture means.
    pub(crate) fn clauses_of_capture(&self, arrived: &Position, to: Square, victim: Square, piece: Piece) -> Clauses {
        if piece == Piece::King {
            return Clauses::from_iter([self.king_place(victim).question().into(), Point::KingTaken.into()]);
        }
        let (side, mut ways) = (piece.side(), Ways::NONE);
        let hammer = Referee::with_arms(Needs::NONE, arrived, to);
        let beside = Direction::ALL.into_iter().find(|&d| to.step(d, self.size) == Some(victim));
        if let Some(opposite) = beside.and_then(|d| victim.step(d, self.size)) {
            if self.is_hostile(arrived, opposite, victim, side) {
                ways.add(hammer.and(self.hostility_question(arrived, opposite, side)));
            }
            if self.is_partner(arrived, opposite, side) {
                ways.add(Referee::with_arms(hammer, arrived, opposite));
            }
        }
        if beside.is_some() && self.answers.soldier_trap == Trap::Captured {
            self.add_trap(arrived, to, victim, side, hammer, &mut ways);
        }
        if self.answers.shieldwall == Shieldwall::Captured && self.edge.has(to) && self.edge.has(victim) {
            self.add_row(arrived, to, victim, side, hammer, &mut ways);
        }
        ways.clauses()
    }

    /// What a way needs in which the piece on a square takes part: that the king is armed, if it is he.
    fn with_arms(needs: Needs, arrived: &Position, square: Square) -> Needs {
        if arrived.piece(square) == Some(Piece::King) { needs.and(Question::KingArms) } else { needs }
    }

    /// Adds the way of a soldier who is shut in on every side.
    fn add_trap(&self, arrived: &Position, to: Square, victim: Square, side: Side, hammer: Needs, ways: &mut Ways) {
        let mut needs = hammer.and(Question::SoldierTrap);
        for next in Direction::ALL.into_iter().filter_map(|d| victim.step(d, self.size)) {
            if next == to || self.trap_walls.has(next) {
                continue;
            }
            if !self.is_partner(arrived, next, side) {
                return;
            }
            needs = Referee::with_arms(needs, arrived, next);
        }
        ways.add(needs);
    }

    /// Adds the ways of a soldier who falls in a row on the edge, one end of which is `to`.
    fn add_row(&self, arrived: &Position, to: Square, victim: Square, side: Side, hammer: Needs, ways: &mut Ways) {
        let last = self.size - 1;
        for along in Direction::ALL {
            let inwards = match along {
                Direction::East | Direction::West if to.rank() == 0 => Direction::North,
                Direction::East | Direction::West if to.rank() == last => Direction::South,
                Direction::North | Direction::South if to.file() == 0 => Direction::East,
                Direction::North | Direction::South if to.file() == last => Direction::West,
                Direction::North | Direction::East | Direction::South | Direction::West => continue,
            };
            // A row ends before the corner, whoever stands there.
            let ends = |at: u8| at == 0 || at == last;
            let is_corner = |square: &Square| ends(square.file()) && ends(square.rank());
            let is_enemy = |square: &Square| {
                !is_corner(square) && arrived.piece(*square).is_some_and(|piece| piece.side() == side)
            };
            let beyond = |square: &Square| square.step(along, self.size);
            let row: Vec<Square> =
                std::iter::successors(beyond(&to), beyond).take_while(|square| is_enemy(square)).collect();
            let Some(end) = row.last().and_then(beyond) else { continue };
            let faces = || row.iter().filter_map(|square| square.step(inwards, self.size));
            if row.len() < MIN_ROW || !row.contains(&victim) || !faces().all(|s| self.is_partner(arrived, s, side)) {
                continue;
            }
            let faced = faces().fold(hammer.and(Question::Shieldwall), |n, face| Referee::with_arms(n, arrived, face));
            if self.is_partner(arrived, end, side) {
                ways.add(Referee::with_arms(faced, arrived, end));
            }
            if self.corners.has(end) && self.is_hostile(arrived, end, victim, side) {
                ways.add(faced.and(self.hostility_question(arrived, end, side)));
            }
        }
    }
}
