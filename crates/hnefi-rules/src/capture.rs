//! What a move captures, and against what.

use crate::{Clauses, Direction, Piece, Square};

/// The pieces that a move captured: neighbours of the square moved to, at most three of them, and rows of
/// pieces on its edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Taken(u64);

const ROW: u32 = 16;
const COLUMN: u32 = 32;

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

    /// Whether the piece in a direction was captured by itself, not in a row.
    #[inline(always)]
    pub fn has(self, direction: Direction) -> bool {
        self.0 & bit(direction) != 0
    }

    /// The squares of the captured pieces, where `to` is the square moved to.
    pub fn squares(self, to: Square) -> impl Iterator<Item = Square> {
        self.beside(to).chain(self.wall(to))
    }

    /// The squares beside `to` whose pieces were captured by themselves.
    #[inline(always)]
    pub(crate) fn beside(self, to: Square) -> impl Iterator<Item = Square> {
        let mut left = self.0 as u16;
        std::iter::from_fn(move || {
            let direction = *Direction::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(neighbour(to, direction))
        })
    }

    /// The squares of the pieces that fell together in a shieldwall.
    pub fn wall(self, to: Square) -> impl Iterator<Item = Square> {
        let (row, column) = ((self.0 >> ROW) as u16, (self.0 >> COLUMN) as u16);
        let bits = |lane: u16| (0..16u8).filter(move |at| lane >> at & 1 != 0);
        let in_row = bits(row).map(move |file| Square::at(file, to.rank()));
        in_row.chain(bits(column).map(move |rank| Square::at(to.file(), rank)))
    }

    /// Whether pieces fell together in a shieldwall.
    #[inline(always)]
    pub fn has_wall(self) -> bool {
        self.0 >> ROW != 0
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, direction: Direction) {
        self.0 |= bit(direction);
    }

    /// Adds pieces of the row of the square moved to, as bits by file.
    pub(crate) fn add_row(&mut self, bits: u16) {
        self.0 |= u64::from(bits) << ROW;
    }

    /// Adds pieces of the column of the square moved to, as bits by rank.
    pub(crate) fn add_column(&mut self, bits: u16) {
        self.0 |= u64::from(bits) << COLUMN;
    }
}

#[inline(always)]
const fn bit(direction: Direction) -> u64 {
    1 << direction as u8
}

/// The neighbour in a direction in which the board is known not to end.
#[inline(always)]
pub(crate) fn neighbour(square: Square, direction: Direction) -> Square {
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
    /// The clauses that decided it, never none but where the capture is known from a record alone.
    ///
    /// For a soldier: the answers that turned over alone would leave him standing; where several causes suffice, those of
    /// all; where no answer decides, the point [`Sandwich`](crate::Point::Sandwich). For the king: what captures him where he
    /// stands, then [`KingTaken`](crate::Point::KingTaken).
    pub clauses: Clauses,
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
    /// Bracketed in a row on the edge, with an enemy in front of every piece of it.
    Shieldwall,
    /// The king: attackers on all four sides.
    FourSides,
    /// The king: attackers on three sides and the empty throne on the fourth.
    ThreeAndThrone(Square),
    /// Nothing that the judge of today would count: it was captured when the move was ruled, and is known from
    /// the record. See [`Game::play_as_ruled`](crate::Game::play_as_ruled).
    Recorded,
}

impl Partner {
    /// The word for this kind of partner on the wire and in the rules chapters.
    pub const fn id(self) -> &'static str {
        match self {
            Partner::Piece(_, piece) => piece.id(),
            Partner::Corner(_) => "corner",
            Partner::Throne(_) => "throne",
            Partner::Trap => "trap",
            Partner::Shieldwall => "shieldwall",
            Partner::FourSides => "four-sides",
            Partner::ThreeAndThrone(_) => "three-and-throne",
            Partner::Recorded => "recorded",
        }
    }

    /// The square of the partner, where there is one.
    pub const fn square(self) -> Option<Square> {
        match self {
            Partner::Piece(s, _) | Partner::Corner(s) | Partner::Throne(s) | Partner::ThreeAndThrone(s) => Some(s),
            Partner::Trap | Partner::Shieldwall | Partner::FourSides | Partner::Recorded => None,
        }
    }
}
