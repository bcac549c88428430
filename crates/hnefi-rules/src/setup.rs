//! A board in an editor's hands: not necessarily a position that can be played.

use crate::{Answers, Escape, MAX_SIZE, Piece, SoldiersThrone, Square, ruleset::Corners};

/// The smallest board has 7 files and 7 ranks.
pub const MIN_SIZE: u8 = 7;

/// A board with pieces anywhere: two kings, none, a soldier on the throne. Anything an editor can hold.
///
/// [`Referee::position`](crate::Referee::position) turns it into a position that can be played, or says
/// everything that stands in the way. Two setups are equal when the same pieces stand on the same squares
/// of boards of the same size.
///
/// ```
/// use hnefi_rules::{Piece, Setup};
/// let setup = Setup::from_rows("/7/7/1t5/3K3/7/7/7/").unwrap();
/// assert_eq!(setup.piece("b3".parse().unwrap()), Some(Piece::Attacker));
/// assert_eq!(setup.to_rows(), "/7/7/1t5/3K3/7/7/7/");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Setup {
    size: u8,
    pieces: Box<[Option<Piece>; 256]>,
}

impl Setup {
    /// An empty board; `None` unless `size` is an odd number from 7 to 15.
    pub fn empty(size: u8) -> Option<Setup> {
        let fits = (MIN_SIZE..=MAX_SIZE).contains(&size) && size % 2 == 1;
        fits.then(|| Setup { size, pieces: Box::new([None; 256]) })
    }

    /// The number of files and ranks.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Whether a square lies on this board.
    pub fn contains(&self, square: Square) -> bool {
        square.file() < self.size && square.rank() < self.size
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Puts a piece on a square, or clears it. A square outside the board is left alone.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        if self.contains(square) {
            self.pieces[square.index()] = piece;
        }
    }

    /// Every square of the board, rank 1 first, file a first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size).flat_map(move |rank| (0..size).map(move |file| Square::at(file, rank)))
    }

    /// Every piece with its square, rank 1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares().filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// The throne: the central square.
    pub fn throne(&self) -> Square {
        Square::at(self.size / 2, self.size / 2)
    }

    /// Whether a square is one of the four corners.
    pub fn is_corner(&self, square: Square) -> bool {
        let last = self.size - 1;
        (square.file() == 0 || square.file() == last) && (square.rank() == 0 || square.rank() == last)
    }

    /// Whether a square lies on the edge, corners included.
    pub fn is_edge(&self, square: Square) -> bool {
        let last = self.size - 1;
        square.file() == 0 || square.file() == last || square.rank() == 0 || square.rank() == last
    }

    /// Every reason why this board cannot be played under these answers; none if it can.
    pub fn problems(&self, answers: &Answers) -> Vec<SetupError> {
        let mut problems = Vec::new();
        let kings: Vec<Square> = self.pieces().filter(|&(_, p)| p == Piece::King).map(|(s, _)| s).collect();
        match kings[..] {
            [] => problems.push(SetupError::NoKing),
            [king] => {
                if self.is_corner(king) {
                    problems.push(SetupError::KingOnCorner(king));
                } else if answers.escape == Escape::Edge && self.is_edge(king) {
                    problems.push(SetupError::KingOnEdge(king));
                }
            }
            [first, second, ..] => problems.push(SetupError::TwoKings(first, second)),
        }
        for (square, piece) in self.pieces() {
            if piece == Piece::King {
                continue;
            }
            if square == self.throne() && answers.soldiers_throne != SoldiersThrone::Stop {
                problems.push(SetupError::SoldierOnThrone(square));
            } else if self.is_corner(square) && answers.corners == Corners::KingOnly {
                problems.push(SetupError::SoldierOnCorner(square));
            }
        }
        problems
    }
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Setup({})", self.to_rows())
    }
}

/// One reason why a set-up board cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// There is no king.
    #[error("there is no king on the board")]
    NoKing,
    /// There is more than one king.
    #[error("there is more than one king: on {0} and on {1}")]
    TwoKings(Square, Square),
    /// The king stands on a corner: he would have won already.
    #[error("the king on {0} stands on a corner and has already escaped")]
    KingOnCorner(Square),
    /// The king stands on the edge where reaching it wins.
    #[error("the king on {0} stands on the edge and has already escaped")]
    KingOnEdge(Square),
    /// A soldier stands on the throne.
    #[error("the soldier on {0} stands on the throne, where only the king may stand")]
    SoldierOnThrone(Square),
    /// A soldier stands on a corner.
    #[error("the soldier on {0} stands on a corner, where only the king may stand")]
    SoldierOnCorner(Square),
    /// The board has another size than the rule set's.
    #[error("the board is {given}x{given}, and this rule set plays on {wanted}x{wanted}")]
    Size {
        /// The size of the board that was set up.
        given: u8,
        /// The size that the rule set wants.
        wanted: u8,
    },
}

impl SetupError {
    /// The code of this reason in machine-readable output.
    pub const fn code(self) -> &'static str {
        match self {
            SetupError::NoKing => "no-king",
            SetupError::TwoKings(..) => "two-kings",
            SetupError::KingOnCorner(_) => "king-on-corner",
            SetupError::KingOnEdge(_) => "king-on-edge",
            SetupError::SoldierOnThrone(_) => "soldier-on-throne",
            SetupError::SoldierOnCorner(_) => "soldier-on-corner",
            SetupError::Size { .. } => "board-size",
        }
    }
}

/// Every reason why a set-up board cannot be played; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupErrors(pub Vec<SetupError>);

impl std::fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupErrors {}
