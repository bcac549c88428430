//! Squares, directions, and the moves between squares.

/// A square, `a1` to `o15`. `a1` is bottom left as the board is drawn.
///
/// ```
/// use hnefi_rules::Square;
/// let f6: Square = "f6".parse().unwrap();
/// assert_eq!((f6.file(), f6.rank()), (5, 5));
/// assert_eq!(f6.to_string(), "f6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The largest board has 15 files and 15 ranks.
pub const MAX_SIZE: u8 = 15;

impl Square {
    /// The square on a file and a rank, each counted from 0; `None` outside 15x15.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < MAX_SIZE && rank < MAX_SIZE { Some(Square(rank << 4 | file)) } else { None }
    }

    #[inline(always)]
    pub(crate) const fn at(file: u8, rank: u8) -> Square {
        Square(rank << 4 | file)
    }

    /// The file counted from 0: `a` is 0.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank counted from 0: rank 1 is 0.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// A number below 256 for tables: the rank times 16, plus the file.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The neighbour in a direction on a board of `size`, where the board does not end.
    pub const fn step(self, direction: Direction, size: u8) -> Option<Square> {
        let (file, rank) = (self.file(), self.rank());
        match direction {
            Direction::North if rank + 1 < size => Some(Square::at(file, rank + 1)),
            Direction::East if file + 1 < size => Some(Square::at(file + 1, rank)),
            Direction::South if rank > 0 => Some(Square::at(file, rank - 1)),
            Direction::West if file > 0 => Some(Square::at(file - 1, rank)),
            _ => None,
        }
    }

    /// The sort key by file, then rank, the order in which captures are listed.
    pub const fn file_then_rank(self) -> (u8, u8) {
        (self.file(), self.rank())
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// The text is no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no square: write a letter and a number, such as `f6`")]
pub struct SquareError(pub String);

impl std::str::FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let err = || SquareError(text.chars().take(20).collect());
        let mut bytes = text.bytes();
        let file = bytes.next().ok_or_else(err)?.to_ascii_lowercase();
        let digits = &text.as_bytes()[1..];
        if !file.is_ascii_lowercase()
            || digits.is_empty()
            || digits.len() > 2
            || digits[0] == b'0'
            || !digits.iter().all(u8::is_ascii_digit)
        {
            return Err(err());
        }
        let rank = digits.iter().fold(0, |n, d| n * 10 + (d - b'0'));
        Square::new(file - b'a', rank - 1).ok_or_else(err)
    }
}

/// One of the four directions of a board with rank 1 at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up, towards higher ranks.
    North,
    /// Right, towards later files.
    East,
    /// Down, towards rank 1.
    South,
    /// Left, towards file a.
    West,
}

impl Direction {
    /// All four, clockwise from north.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The direction that looks the other way.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// The word for this direction: `north`, `east`, `south` or `west`.
    pub const fn id(self) -> &'static str {
        match self {
            Direction::North => "north",
            Direction::East => "east",
            Direction::South => "south",
            Direction::West => "west",
        }
    }
}

/// Two squares that somebody claims to be a move. Nothing is promised about legality.
///
/// An intent becomes a [`Move`] through [`Referee::legal`](crate::Referee::legal) alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Intent {
    /// Where the piece stands.
    pub from: Square,
    /// Where it would go.
    pub to: Square,
}

impl std::fmt::Display for Intent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// A move that was legal in the position for which the referee made it.
///
/// Two moves are equal when their squares are; which piece moved does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    #[inline(always)]
    pub(crate) const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// Where the piece stood.
    #[inline(always)]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it goes.
    #[inline(always)]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The two squares without the promise, to be asked of another position or referee.
    pub const fn intent(self) -> Intent {
        Intent { from: self.from, to: self.to }
    }
}

impl From<Move> for Intent {
    fn from(mv: Move) -> Intent {
        mv.intent()
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}
