//! What the piece that has just arrived on a square captures there.

use crate::capture::neighbour;
use crate::lanes::Lanes;
use crate::referee::Rare;
use crate::{
    BySide, Capture, Direction, Hostility, OccupiedThrone, Partner, Piece, Position, Question, Referee, Side, Square,
    Taken,
};

impl Referee {
    /// What the piece on `to` would capture if it had just arrived there.
    pub(crate) fn strike(&self, position: &Position, to: Square) -> Taken {
        match position.piece(to) {
            None => Taken::NONE,
            Some(Piece::Attacker) => self.strike_as(position, to, Side::Attackers, false),
            Some(piece) => self.strike_as(position, to, Side::Defenders, piece == Piece::King),
        }
    }

    #[inline(always)]
    pub(crate) fn strike_as(&self, position: &Position, to: Square, side: Side, king_moves: bool) -> Taken {
        if side == Side::Defenders && king_moves && !self.hammer {
            return Taken::NONE;
        }
        let mut taken = Taken::NONE;
        if self.may_strike(position, to, side) {
            taken = self.strike_beside(position, to, side);
        }
        if self.rare.any(Rare::CAPTURES) && (self.rare.any(Rare::INLAND) || self.edge.has(to)) {
            taken = self.strike_rarely(position, to, side, taken);
        }
        taken
    }

    /// Whether the piece of `side` on `to` may capture a neighbour. Most moves fail this quick test; it takes
    /// the king for a soldier, and him beside `to` for captured.
    #[inline(always)]
    fn may_strike(&self, position: &Position, to: Square, side: Side) -> bool {
        let (file, rank) = (to.file(), to.rank());
        let hostile = self.hostile_to(position, !side);
        let between = |men: u16, hostile: u16, victims: u16, at: u8| {
            let (partners, here) = (u32::from(men | hostile), 1u32 << at);
            u32::from(victims) & (here << 1 & partners >> 1 | here >> 1 & partners << 1)
        };
        let (rows, columns) = (&position.rows, &position.columns);
        let row = between(rows[side].lane(rank), hostile.lane(rank), rows[!side].lane(rank), file);
        let column = between(columns[side].lane(file), hostile.lane(file), columns[!side].lane(file), rank);
        let king = match side {
            Side::Attackers => u32::from(beside(position.king, to.index() as u8)),
            Side::Defenders => 0,
        };
        row | column | king != 0
    }

    /// The squares that are partners against soldiers of `victims` by themselves.
    #[inline(always)]
    fn hostile_to(&self, position: &Position, victims: Side) -> &Lanes {
        let hostile = &self.hostile[victims];
        if position.king == self.throne.index() as u8 { &hostile.occupied } else { &hostile.empty }
    }

    /// What the piece of `side` on `to` captures beside it by the common rules.
    #[inline(never)]
    fn strike_beside(&self, position: &Position, to: Square, side: Side) -> Taken {
        let (file, rank) = (to.file(), to.rank());
        let hostile = self.hostile_to(position, !side);
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
        } else if !self.anvil {
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
        if side == Side::Attackers && beside(position.king, to.index() as u8) != 0 {
            self.strike_king(position, to, &mut taken);
        }
        taken
    }

    /// Adds what the rules capture that few rule sets have.
    #[inline(never)]
    fn strike_rarely(&self, position: &Position, to: Square, side: Side, mut taken: Taken) -> Taken {
        if self.rare.any(Rare::SHIELDWALL) && self.edge.has(to) {
            self.strike_walls(position, to, side, &mut taken);
        }
        if self.rare.any(Rare::THRONE) {
            self.strike_throne(position, to, side, &mut taken);
        }
        if self.rare.any(Rare::TRAP) {
            self.spring_traps(position, to, side, &mut taken);
        }
        taken
    }

    /// Adds the soldier between `to` and a throne that is hostile on a condition.
    #[inline(never)]
    fn strike_throne(&self, position: &Position, to: Square, side: Side, taken: &mut Taken) {
        for direction in Direction::ALL {
            if let Some(victim) = to.step(direction, self.size)
                && victim.step(direction, self.size) == Some(self.throne)
                && position.piece(victim) == Some(Piece::soldier_of(!side))
                && self.throne_counts(position, victim, !side)
            {
                taken.add(direction);
            }
        }
    }

    /// Whether the throne, by itself, is a partner against a soldier of `victims` on the square beside it.
    fn throne_counts(&self, position: &Position, victim: Square, victims: Side) -> bool {
        let answers = &self.answers;
        match (position.piece(self.throne), victims) {
            (None, Side::Attackers) => answers.empty_throne_attackers == Hostility::Hostile,
            (None, Side::Defenders) => answers.empty_throne_defenders == Hostility::Hostile,
            (Some(Piece::King), Side::Attackers) => answers.occupied_throne_attackers == Hostility::Hostile,
            (Some(Piece::King), Side::Defenders) => match answers.occupied_throne_defenders {
                OccupiedThrone::Hostile => true,
                OccupiedThrone::Harmless => false,
                OccupiedThrone::Boxed => Direction::ALL
                    .into_iter()
                    .filter_map(|d| self.throne.step(d, self.size))
                    .all(|beside| beside == victim || position.rows.attackers.has(beside)),
            },
            (Some(_), _) => false,
        }
    }

    /// Adds the king, if he stands beside `to` and the attacker that arrived there captures him.
    #[inline(never)]
    fn strike_king(&self, position: &Position, to: Square, taken: &mut Taken) {
        let (king, towards) = match (position.king(), position.king.wrapping_sub(to.index() as u8)) {
            (Some(king), 1) => (king, Direction::East),
            (Some(king), 16) => (king, Direction::North),
            (Some(king), 255) => (king, Direction::West),
            (Some(king), 240) => (king, Direction::South),
            _ => return,
        };
        if self.deadly_sides(position, king) >> towards.opposite() as u8 & 1 != 0 {
            taken.add(towards);
        }
    }

    /// Adds the soldiers beside `to` who are shut in on every side: on that of the piece that has just arrived,
    /// and on the three others by partners, the throne, corners and the end of the board.
    #[inline(always)]
    fn spring_traps(&self, position: &Position, to: Square, side: Side, taken: &mut Taken) {
        let king = (position.king & 15, position.king >> 4);
        let (north, south) = self.trapped(&position.columns, to.file(), to.rank(), king, side);
        let (east, west) = self.trapped(&position.rows, to.rank(), to.file(), (king.1, king.0), side);
        if !(north | south | east | west) {
            return;
        }
        for (caught, direction) in
            [(north, Direction::North), (east, Direction::East), (south, Direction::South), (west, Direction::West)]
        {
            // Who falls in a row with others is not captured again.
            if caught && !(taken.has_wall() && taken.wall(to).any(|fallen| fallen == neighbour(to, direction))) {
                taken.add(direction);
            }
        }
    }

    /// Whether the soldiers beside a square in its lane are shut in on their three other sides, the one above it
    /// and the one below it. The king is told by his lane and his place in it.
    #[inline(always)]
    fn trapped(&self, men: &BySide<Lanes>, lane: u8, at: u8, king: (u8, u8), side: Side) -> (bool, bool) {
        let king_in = |lane: u8| u16::from(lane == king.0) << king.1;
        // Bit 0 of these is the square before the first of the lane.
        let here = 2u32 << at;
        let others = men[!side].lane(lane) & if side == Side::Attackers { !king_in(lane) } else { !0 };
        let beside = u32::from(others) << 1 & (here << 1 | here >> 1);
        if beside == 0 {
            return (false, false);
        }
        let shut = |lane: u8| {
            let partners = men[side].lane(lane);
            let none = if side == Side::Defenders && !self.anvil { king_in(lane & 15) } else { 0 };
            u32::from(partners & !none | self.trap_walls.lane(lane)) << 1 | 1
        };
        let across = beside & shut(lane + 1) & shut(lane.wrapping_sub(1));
        if across == 0 {
            return (false, false);
        }
        let along = shut(lane);
        (across & here << 1 & along >> 1 != 0, across & here >> 1 & along << 1 != 0)
    }

    /// Whether the throne or a corner is, by itself, a partner against a soldier of `victims` who stands on `victim`.
    pub(crate) fn is_hostile(&self, position: &Position, square: Square, victim: Square, victims: Side) -> bool {
        (square == self.throne && self.throne_counts(position, victim, victims))
            || (self.corners.has(square) && self.hostile[victims].empty.has(square))
    }

    /// Whether a piece on a square is a partner against soldiers of `victims`.
    pub(crate) fn is_partner(&self, position: &Position, square: Square, victims: Side) -> bool {
        match position.piece(square) {
            Some(Piece::King) => victims == Side::Attackers && self.anvil,
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
            square.step(direction, self.size).and_then(|s| self.partner(arrived, s, square, piece.side()))
        };
        let by = by.unwrap_or(Partner::Trap);
        let clauses = self.clauses_of_capture(arrived, to, square, piece);
        Capture { square, piece, by, clauses }
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

    /// What a square is as a partner against a soldier of `victims` who stands on `victim`, if it is one. The
    /// square's own hostility is named before the king who stands on it.
    pub(crate) fn partner(
        &self,
        position: &Position,
        square: Square,
        victim: Square,
        victims: Side,
    ) -> Option<Partner> {
        if self.is_hostile(position, square, victim, victims) {
            Some(if square == self.throne { Partner::Throne(square) } else { Partner::Corner(square) })
        } else if self.is_partner(position, square, victims) {
            position.piece(square).map(|piece| Partner::Piece(square, piece))
        } else {
            None
        }
    }
}

/// 1 where the squares of two numbers are neighbours, else 0. Both are squares of a board.
#[inline(always)]
pub(crate) fn beside(square: u8, other: u8) -> u8 {
    BESIDE[usize::from(square.wrapping_sub(other))]
}

/// Which differences of the numbers of two squares say that they are neighbours. Among the others are some of
/// no two squares of a board.
static BESIDE: [u8; 256] = {
    let mut beside = [0; 256];
    (beside[1], beside[16], beside[255], beside[240]) = (1, 1, 1, 1);
    beside
};
