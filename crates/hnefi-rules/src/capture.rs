//! What a move captures, by what, and whether it ends the game on the board.

use crate::position::NO_KING;
use crate::{
    Clause, Direction, Ending, Escape, KingArms, KingBesideThrone, KingCapture, KingExposure, Move, Outcome, Piece,
    Point, Position, Question, Referee, Side, Square, Trap,
};

/// The neighbours of the square moved to whose pieces were captured. At most three.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Taken(u8);

impl Taken {
    /// Nothing.
    pub const NONE: Taken = Taken(0);

    /// Whether nothing was captured.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces were captured.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the piece in a direction was captured.
    pub fn has(self, direction: Direction) -> bool {
        self.0 & bit(direction) != 0
    }

    /// The squares of the captured pieces around the square moved to.
    pub fn squares(self, to: Square) -> impl Iterator<Item = Square> {
        Direction::ALL.into_iter().filter(move |&d| self.has(d)).map(move |d| neighbour(to, d))
    }

    #[inline(always)]
    fn add(&mut self, direction: Direction) {
        self.0 |= bit(direction);
    }
}

#[inline(always)]
const fn bit(direction: Direction) -> u8 {
    1 << direction as u8
}

/// The neighbour in a direction in which the board is known not to end.
#[inline(always)]
fn neighbour(square: Square, direction: Direction) -> Square {
    let (file, rank) = (square.file(), square.rank());
    match direction {
        Direction::North => Square::at(file, rank + 1),
        Direction::East => Square::at(file + 1, rank),
        Direction::South => Square::at(file, rank - 1),
        Direction::West => Square::at(file - 1, rank),
    }
}

/// A captured piece and what captured it, the piece that moved apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Where the captured piece stood.
    pub square: Square,
    /// What it was.
    pub piece: Piece,
    /// What it was captured against.
    pub by: Partner,
    /// The clause under which it fell.
    pub clause: Clause,
}

/// What a piece was captured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// A piece on the side opposite the one that moved.
    Piece(Square, Piece),
    /// A corner on the opposite side.
    Corner(Square),
    /// The throne on the opposite side, by itself, whoever is on it.
    Throne(Square),
    /// Shut in on every side.
    Trap,
    /// The king: attackers on all four sides.
    FourSides,
    /// The king: attackers on three sides and the empty throne on the fourth.
    ThreeAndThrone(Square),
}

impl Partner {
    /// The word for this kind of partner on the wire and in the rules chapters.
    pub const fn id(self) -> &'static str {
        match self {
            Partner::Piece(_, piece) => piece.id(),
            Partner::Corner(_) => "corner",
            Partner::Throne(_) => "throne",
            Partner::Trap => "trap",
            Partner::FourSides => "four-sides",
            Partner::ThreeAndThrone(_) => "three-and-throne",
        }
    }

    /// The square of the partner, where there is one.
    pub const fn square(self) -> Option<Square> {
        match self {
            Partner::Piece(s, _) | Partner::Corner(s) | Partner::Throne(s) | Partner::ThreeAndThrone(s) => Some(s),
            Partner::Trap | Partner::FourSides => None,
        }
    }
}

/// What a move did, told in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// What it captured, by file, then rank.
    pub captures: Vec<Capture>,
    /// The position after it, the other side to move.
    pub position: Position,
    /// How the king ended the game, if he did: captured or escaped.
    pub ending: Option<Outcome>,
}

/// What a move did, told briefly; for those who play millions.
#[derive(Clone, Copy, Debug)]
pub struct Advanced {
    /// The position after it, the other side to move.
    pub position: Position,
    /// Which neighbours of its square were captured.
    pub taken: Taken,
    /// How the king ended the game, if he did: captured or escaped.
    pub ending: Option<Ending>,
}

/// What a move did that was made in place.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// Which neighbours of its square were captured.
    pub taken: Taken,
    /// How the king ended the game, if he did: captured or escaped.
    pub ending: Option<Ending>,
}

impl Referee {
    /// **Play**: makes a move, with everything that it captures and how the king fares.
    ///
    /// Repetition and a side without a move are judged by the [`Game`](crate::Game). The move must have been
    /// made for this position; another one gives a senseless position, or a panic where no piece stands.
    pub fn play(&self, position: &Position, mv: Move) -> Played {
        let piece = position.piece(mv.from()).expect("a legal move starts where a piece stands");
        let arrived = self.arrive(position, mv);
        let advanced = self.advance(position, mv);
        let mut captures: Vec<Capture> = Direction::ALL
            .into_iter()
            .filter(|&d| advanced.taken.has(d))
            .map(|d| self.explain(&arrived, mv.to(), d))
            .collect();
        captures.sort_by_key(|c| c.square.file_then_rank());
        let ending = advanced.ending.map(|reason| {
            let winner = if reason == Ending::KingCaptured { Side::Attackers } else { Side::Defenders };
            Outcome::win(winner, reason)
        });
        Played { mv, piece, captures, position: advanced.position, ending }
    }

    /// Makes a move and says briefly what it did. The same promise is asked as for [`Referee::play`].
    #[inline(always)]
    pub fn advance(&self, position: &Position, mv: Move) -> Advanced {
        let mut next = *position;
        let Made { taken, ending } = self.make(&mut next, mv);
        Advanced { position: next, taken, ending }
    }

    /// Makes a move in place. The same promise is asked as for [`Referee::play`].
    ///
    /// This is the quickest way: copy the position, make the move in the copy.
    #[inline(always)]
    pub fn make(&self, position: &mut Position, mv: Move) -> Made {
        // One copy of the code for each side, each without a branch on it.
        match position.turn {
            Side::Attackers => self.make_as(position, mv, Side::Attackers),
            Side::Defenders => self.make_as(position, mv, Side::Defenders),
        }
    }

    #[inline(always)]
    fn make_as(&self, position: &mut Position, mv: Move, side: Side) -> Made {
        let to = mv.to();
        let king_moves = side == Side::Defenders && position.king == mv.from().index() as u8;
        let piece = if king_moves { Piece::King } else { Piece::soldier_of(side) };
        position.shift(piece, mv);
        let taken = self.strike_as(position, to, side, king_moves);
        let mut ending = if king_moves && self.escapes(to) { Some(Ending::KingEscaped) } else { None };
        if !taken.is_empty() {
            for square in taken.squares(to) {
                let piece = if position.king == square.index() as u8 { Piece::King } else { Piece::soldier_of(!side) };
                position.toggle(piece, square);
            }
            if position.king == NO_KING {
                ending = Some(Ending::KingCaptured);
            }
        }
        position.pass_turn();
        Made { taken, ending }
    }

    /// The position after a move with nothing captured yet and the same side to move.
    fn arrive(&self, position: &Position, mv: Move) -> Position {
        let piece = position.piece(mv.from()).expect("a legal move starts where a piece stands");
        let mut next = *position;
        next.toggle(piece, mv.from());
        next.toggle(piece, mv.to());
        next
    }

    /// Whether the king wins by landing on a square.
    #[inline(always)]
    pub fn escapes(&self, square: Square) -> bool {
        match self.answers.escape {
            Escape::Corner => self.corners.has(square),
            Escape::Edge => self.edge.has(square),
        }
    }

    /// What the piece on `to` would capture if it had just arrived there.
    pub(crate) fn strike(&self, position: &Position, to: Square) -> Taken {
        match position.piece(to) {
            None => Taken::NONE,
            Some(Piece::Attacker) => self.strike_as(position, to, Side::Attackers, false),
            Some(piece) => self.strike_as(position, to, Side::Defenders, piece == Piece::King),
        }
    }

    #[inline(always)]
    fn strike_as(&self, position: &Position, to: Square, side: Side, king_moves: bool) -> Taken {
        let (file, rank) = (to.file(), to.rank());
        let unarmed = side == Side::Defenders && self.answers.king_arms == KingArms::Unarmed;
        if unarmed && king_moves {
            return Taken::NONE;
        }
        let occupied = position.king == self.throne.index() as u8;
        let hostile = &self.hostile[!side];
        let hostile = if occupied { &hostile.occupied } else { &hostile.empty };
        let mut row_men = position.rows[side].lane(rank);
        let mut column_men = position.columns[side].lane(file);
        let mut row_victims = position.rows[!side].lane(rank);
        let mut column_victims = position.columns[!side].lane(file);
        let (king_file, king_rank) = (position.king & 15, position.king >> 4);
        let king_in_row = u16::from(king_rank == rank) << king_file;
        let king_in_column = u16::from(king_file == file) << king_rank;
        if side == Side::Attackers {
            row_victims &= !king_in_row;
            column_victims &= !king_in_column;
        } else if unarmed {
            row_men &= !king_in_row;
            column_men &= !king_in_column;
        }
        let (row_partners, column_partners) = (row_men | hostile.lane(rank), column_men | hostile.lane(file));
        let (in_row, in_column) = (1u16 << file, 1u16 << rank);
        let mut taken = Taken::NONE;
        if in_row << 1 & row_victims & row_partners >> 1 != 0 {
            taken.add(Direction::East);
        }
        if in_row >> 1 & row_victims & row_partners << 1 != 0 {
            taken.add(Direction::West);
        }
        if in_column << 1 & column_victims & column_partners >> 1 != 0 {
            taken.add(Direction::North);
        }
        if in_column >> 1 & column_victims & column_partners << 1 != 0 {
            taken.add(Direction::South);
        }
        if side == Side::Attackers {
            let distance = position.king.abs_diff(to.index() as u8);
            if (distance == 1 || distance == 16) && position.king != NO_KING {
                self.strike_king(position, to, &mut taken);
            }
        }
        if self.answers.soldier_trap == Trap::Captured {
            self.spring_traps(position, to, side, &mut taken);
        }
        taken
    }

    /// Adds the king, who stands beside `to`, if the attacker that arrived there captures him.
    #[inline(never)]
    fn strike_king(&self, position: &Position, to: Square, taken: &mut Taken) {
        let Some(king) = position.king() else { return };
        let Some(towards) = Direction::ALL.into_iter().find(|&d| to.step(d, self.size) == Some(king)) else { return };
        if self.king_falls(position, king, towards).is_some() {
            taken.add(towards);
        }
    }

    /// What captures the king, if an attacker that arrives beside him and looks `towards` him captures him.
    fn king_falls(&self, position: &Position, king: Square, towards: Direction) -> Option<Partner> {
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

    /// Adds the soldiers beside `to` who are shut in on every side.
    #[inline(never)]
    fn spring_traps(&self, position: &Position, to: Square, side: Side, taken: &mut Taken) {
        for direction in Direction::ALL {
            if let Some(victim) = to.step(direction, self.size)
                && !taken.has(direction)
                && self.is_trapped(position, victim, !side)
            {
                taken.add(direction);
            }
        }
    }

    /// Whether a soldier of `side` stands on a square and is shut in on every side.
    pub(crate) fn is_trapped(&self, position: &Position, victim: Square, side: Side) -> bool {
        position.piece(victim) == Some(Piece::soldier_of(side))
            && Direction::ALL.into_iter().all(|d| match victim.step(d, self.size) {
                None => true,
                Some(s) => s == self.throne || self.corners.has(s) || self.is_partner(position, s, side),
            })
    }

    /// Whether a piece on a square is a partner against soldiers of `victims`.
    pub(crate) fn is_partner(&self, position: &Position, square: Square, victims: Side) -> bool {
        match position.piece(square) {
            Some(Piece::King) => victims == Side::Attackers && self.answers.king_arms == KingArms::Armed,
            Some(piece) => piece.side() != victims,
            None => false,
        }
    }

    /// Says what captured the piece in a direction from `to`, which [`Referee::strike`] took.
    pub(crate) fn explain(&self, arrived: &Position, to: Square, direction: Direction) -> Capture {
        let square = neighbour(to, direction);
        let piece = arrived.piece(square).expect("a captured piece stood there");
        let by = if piece == Piece::King {
            self.king_falls(arrived, square, direction)
        } else {
            square.step(direction, self.size).and_then(|s| self.partner(arrived, s, piece.side()))
        };
        let by = by.unwrap_or(Partner::Trap);
        let clause = match piece {
            Piece::King => Clause::Question(self.king_question(square)),
            _ => self.partner_clause(arrived, by, piece.side()),
        };
        Capture { square, piece, by, clause }
    }

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

    /// The clause that makes a partner count against soldiers of `victims`.
    fn partner_clause(&self, position: &Position, by: Partner, victims: Side) -> Clause {
        match by {
            Partner::Trap => Question::SoldierTrap.into(),
            Partner::Corner(square) | Partner::Throne(square) => {
                self.hostility_question(position, square, victims).into()
            }
            Partner::Piece(_, Piece::King) => Question::KingArms.into(),
            _ => Point::Sandwich.into(),
        }
    }

    /// The question that decides whether a corner or the throne is hostile to a side's soldiers.
    pub(crate) fn hostility_question(&self, position: &Position, square: Square, victims: Side) -> Question {
        let occupied = position.king() == Some(self.throne);
        match (square == self.throne, occupied, victims) {
            (false, _, Side::Attackers) => Question::CornersAttackers,
            (false, _, Side::Defenders) => Question::CornersDefenders,
            (true, false, Side::Attackers) => Question::EmptyThroneAttackers,
            (true, false, Side::Defenders) => Question::EmptyThroneDefenders,
            (true, true, Side::Attackers) => Question::OccupiedThroneAttackers,
            (true, true, Side::Defenders) => Question::OccupiedThroneDefenders,
        }
    }

    /// What a square is as a partner against soldiers of `victims`, if it is one. The square's own hostility
    /// is named before the king who stands on it.
    pub(crate) fn partner(&self, position: &Position, square: Square, victims: Side) -> Option<Partner> {
        let hostile = &self.hostile[victims];
        let occupied = position.king == self.throne.index() as u8;
        let hostile = if occupied { &hostile.occupied } else { &hostile.empty };
        if hostile.has(square) {
            Some(if square == self.throne { Partner::Throne(square) } else { Partner::Corner(square) })
        } else if self.is_partner(position, square, victims) {
            position.piece(square).map(|piece| Partner::Piece(square, piece))
        } else {
            None
        }
    }
}
