//! A position that can be played: the board and the side to move.

use crate::lanes::Lanes;
use crate::{BySide, Piece, Setup, Side, Square, Taken};

/// Marks that the king has left the board.
pub(crate) const NO_KING: u8 = 0xff;

/// A board and the side to move, made by a [`Referee`](crate::Referee).
///
/// Two positions are equal as the repetition of positions sees them: the same pieces on the same squares
/// of a board of the same size, with the same side to move. How they arose does not matter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Every side's pieces by rows; the defenders' include the king.
    pub(crate) rows: BySide<Lanes>,
    /// The same by columns.
    pub(crate) columns: BySide<Lanes>,
    pub(crate) hash: u64,
    pub(crate) king: u8,
    pub(crate) size: u8,
    pub(crate) turn: Side,
}

impl Position {
    /// An empty board, to be filled with [`Position::toggle`].
    pub(crate) fn empty(size: u8, turn: Side) -> Position {
        Position {
            rows: BySide::default(),
            columns: BySide::default(),
            hash: if turn == Side::Attackers { TURN_KEY } else { 0 },
            king: NO_KING,
            size,
            turn,
        }
    }

    /// The number of files and ranks.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Where the king stands; `None` once he is captured.
    #[inline(always)]
    pub fn king(&self) -> Option<Square> {
        (self.king != NO_KING).then(|| Square::at(self.king & 15, self.king >> 4))
    }

    /// The piece on a square; `None` where the square is empty or outside the board.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        if self.rows.attackers.has(square) {
            Some(Piece::Attacker)
        } else if !self.rows.defenders.has(square) {
            None
        } else if self.king() == Some(square) {
            Some(Piece::King)
        } else {
            Some(Piece::Defender)
        }
    }

    /// Every piece with its square, rank 1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..self.size)
            .flat_map(move |rank| (0..self.size).map(move |file| Square::at(file, rank)))
            .filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// How many pieces a side has, the king included.
    pub fn men(&self, side: Side) -> u32 {
        self.rows[side].0.iter().map(|lane| lane.count_ones()).sum()
    }

    /// A side's pieces on one rank as bits, file a lowest; the defenders' include the king.
    #[inline(always)]
    pub fn row_bits(&self, side: Side, rank: u8) -> u16 {
        self.rows[side].lane(rank)
    }

    /// A side's pieces on one file as bits, rank 1 lowest; the defenders' include the king.
    #[inline(always)]
    pub fn column_bits(&self, side: Side, file: u8) -> u16 {
        self.columns[side].lane(file)
    }

    /// A side's pieces on every rank as [`Position::row_bits`] gives them; ranks beyond the board are empty.
    #[inline(always)]
    pub fn rows(&self, side: Side) -> &[u16; 16] {
        &self.rows[side].0
    }

    /// A side's pieces on every file as [`Position::column_bits`] gives them; files beyond the board are empty.
    #[inline(always)]
    pub fn columns(&self, side: Side) -> &[u16; 16] {
        &self.columns[side].0
    }

    /// A number that equal positions share, and others share with a chance of one in 2^64.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash computed anew from the pieces. Always equals [`Position::hash`].
    pub fn hash_from_scratch(&self) -> u64 {
        let side = if self.turn == Side::Attackers { TURN_KEY } else { 0 };
        self.pieces().fold(side, |hash, (square, piece)| hash ^ piece_key(piece, square))
    }

    /// The same board in an editor's hands.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.size).expect("a position has a size that a set-up allows");
        for (square, piece) in self.pieces() {
            setup.set(square, Some(piece));
        }
        setup
    }

    /// The board as OpenTafl rows, rank 1 first: `/3ttttt3/…/`.
    pub fn rows_text(&self) -> String {
        self.setup().to_rows()
    }

    /// The same position with the other side to move. Not a move of the game: for analysis.
    pub fn with_turn(mut self, turn: Side) -> Position {
        if self.turn != turn {
            self.turn = turn;
            self.hash ^= TURN_KEY;
        }
        self
    }

    /// Puts a piece on an empty square, or takes it off the square that it stands on.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, piece: Piece, square: Square) {
        self.flip(piece.side(), square);
        self.hash ^= piece_key(piece, square);
        if piece == Piece::King {
            self.king = if self.king == square.index() as u8 { NO_KING } else { square.index() as u8 };
        }
    }

    /// The first half of a move: takes up a piece of the side to move and passes the turn. A king counts as
    /// standing where he stood until he lands.
    #[inline(always)]
    pub(crate) fn lift(&mut self, piece: Piece, side: Side, from: Square) {
        self.flip(side, from);
        self.turn = !side;
        self.hash ^= piece_key(piece, from) ^ TURN_KEY;
    }

    /// Puts a piece of `side` that was lifted on a square.
    #[inline(always)]
    pub(crate) fn land(&mut self, piece: Piece, side: Side, to: Square) {
        self.flip(side, to);
        self.hash ^= piece_key(piece, to);
        if piece == Piece::King {
            self.king = to.index() as u8;
        }
    }

    /// Takes off what the piece of `side` on `to` has captured.
    #[inline(never)]
    pub(crate) fn take(&mut self, taken: Taken, to: Square, side: Side) {
        let soldier = Piece::soldier_of(!side);
        for square in taken.beside(to) {
            let piece = if self.king == square.index() as u8 { Piece::King } else { soldier };
            self.toggle(piece, square);
        }
        if taken.has_wall() {
            taken.wall(to).for_each(|square| self.toggle(soldier, square));
        }
    }

    #[inline(always)]
    fn flip(&mut self, side: Side, square: Square) {
        self.rows[side].flip(square.rank(), 1 << square.file());
        self.columns[side].flip(square.file(), 1 << square.rank());
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({} {})", self.rows_text(), self.turn)
    }
}

/// The key of a piece on a square; a position's hash is the exclusive or of its pieces' keys.
#[inline(always)]
pub(crate) fn piece_key(piece: Piece, square: Square) -> u64 {
    KEYS[piece as usize][square.index()]
}

pub(crate) const TURN_KEY: u64 = 0x9d39_247e_3377_6d41;

static KEYS: [[u64; 256]; 3] = keys();

const fn keys() -> [[u64; 256]; 3] {
    let mut keys = [[0; 256]; 3];
    let mut state = 0x686e_6566_6174_6166_u64;
    let mut piece = 0;
    while piece < 3 {
        let mut square = 0;
        while square < 256 {
            // SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            keys[piece][square] = z ^ (z >> 31);
            square += 1;
        }
        piece += 1;
    }
    keys
}
