//! The slow referee's board: one box for each square.

use hnefi_rules::{Piece, Setup, Side, Square};

/// A board with the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The side to move.
    pub turn: Side,
    /// The number of files and ranks.
    size: i32,
    /// What stands on each square, rank 1 first, file a first.
    squares: Vec<Option<Piece>>,
}

impl Board {
    /// A board with the pieces of a set-up, `turn` to move. Nothing is checked.
    pub fn from_setup(setup: &Setup, turn: Side) -> Board {
        let size = i32::from(setup.size());
        let mut board = Board { turn, size, squares: vec![None; (size * size) as usize] };
        for square in board.all_squares() {
            board.put(square, setup.piece(square));
        }
        board
    }

    /// The board as OpenTafl rows, rank 1 first: `/3ttttt3/5t5/…/`.
    pub fn to_rows(&self) -> String {
        let mut text = String::from("/");
        for row in self.squares.chunks(self.size as usize) {
            let mut empty = 0;
            for piece in row {
                match piece {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(match piece {
                            Piece::Attacker => 't',
                            Piece::Defender => 'T',
                            Piece::King => 'K',
                        });
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text.push('/');
        }
        text
    }

    /// The number of files and ranks.
    pub fn size(&self) -> i32 {
        self.size
    }

    /// Whether a square lies on this board.
    pub fn contains(&self, square: Square) -> bool {
        i32::from(square.file()) < self.size() && i32::from(square.rank()) < self.size()
    }

    /// The piece on a square of this board.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.squares[self.index(square)]
    }

    /// Puts a piece on a square of this board, or clears it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        let index = self.index(square);
        self.squares[index] = piece;
    }

    /// Every piece with its square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.all_squares().into_iter().filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// Where the king stands, if he is on the board.
    pub fn king(&self) -> Option<Square> {
        self.pieces().find(|&(_, piece)| piece == Piece::King).map(|(square, _)| square)
    }

    /// The square in the middle.
    pub fn throne(&self) -> Square {
        self.at(self.size() / 2, self.size() / 2).expect("every board has a middle")
    }

    /// Whether a square is the last of its row and of its column.
    pub fn is_corner(&self, square: Square) -> bool {
        let last = self.size() - 1;
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        (file == 0 || file == last) && (rank == 0 || rank == last)
    }

    /// Whether a square lies in the first or last row or column.
    pub fn is_edge(&self, square: Square) -> bool {
        let last = self.size() - 1;
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        file == 0 || file == last || rank == 0 || rank == last
    }

    /// The square so many files and ranks away; `None` beyond the edge.
    pub(super) fn away(&self, square: Square, files: i32, ranks: i32) -> Option<Square> {
        self.at(i32::from(square.file()) + files, i32::from(square.rank()) + ranks)
    }

    /// What lies up, down, left and right of a square: a square, or `None` for the edge.
    pub(super) fn neighbours(&self, square: Square) -> [Option<Square>; 4] {
        STEPS.map(|(files, ranks)| self.away(square, files, ranks))
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.rank()) * self.size as usize + usize::from(square.file())
    }

    fn at(&self, file: i32, rank: i32) -> Option<Square> {
        let inside = (0..self.size()).contains(&file) && (0..self.size()).contains(&rank);
        if inside { Square::new(file as u8, rank as u8) } else { None }
    }

    /// Every square, rank 1 first, file a first.
    pub(super) fn all_squares(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for rank in 0..self.size() {
            for file in 0..self.size() {
                squares.extend(self.at(file, rank));
            }
        }
        squares
    }
}

/// One step up, down, left and right, in files and ranks.
pub(super) const STEPS: [(i32, i32); 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
