//! What is legal: the list of moves, their number, and the reason against a move that is not among them.

use arrayvec::ArrayVec;

use crate::lanes::{Lanes, count_slides, slide};
use crate::{Intent, Move, Piece, Position, Reach, Reason, Referee, Refusal, Side, Square};

/// The legal moves of a position. An empty square is reached from at most four sides, so four times the
/// squares of the largest board always suffice.
pub type MoveList = ArrayVec<Move, 900>;

impl Referee {
    /// Every legal move of the side to move, on the board alone; what happened in the game before is asked of
    /// [`Game::moves`](crate::Game::moves).
    #[inline]
    pub fn moves(&self, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_move(position, |mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with every legal move of the side to move.
    #[inline(always)]
    pub fn for_each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        let mut visit_all = |from, ends: Ends| ends.squares(from).for_each(|to| visit(Move::new(from, to)));
        if position.turn == Side::Defenders {
            self.for_the_king(position, &mut visit_all);
        }
        self.for_each_soldier(position, position.turn, visit_all);
    }

    /// Calls `visit` with the king, unless he is captured, and the squares that he can move to, whoever's turn
    /// it is.
    #[inline(always)]
    pub(crate) fn for_the_king(&self, position: &Position, visit: impl FnOnce(Square, Ends)) {
        if let Some(king) = position.king() {
            let (row, column) = self.king_slides(position, king);
            visit(king, Ends::new(row, column));
        }
    }

    /// Calls `visit` with each soldier of a side and the squares that it can move to, whoever's turn it is.
    #[inline(always)]
    pub(crate) fn for_each_soldier(&self, position: &Position, side: Side, visit: impl FnMut(Square, Ends)) {
        let mut soldiers = position.rows[side];
        if side == Side::Defenders
            && let Some(king) = position.king()
        {
            soldiers.flip(king.rank(), 1 << king.file());
        }
        self.soldiers(position, &soldiers, visit);
    }

    #[inline(always)]
    fn soldiers(&self, position: &Position, soldiers: &Lanes, mut visit: impl FnMut(Square, Ends)) {
        let (rows, columns) = (&position.rows, &position.columns);
        let one = self.answers.soldiers_reach == Reach::One;
        for rank in 0..self.size {
            let mut left = soldiers.lane(rank);
            let stops = rows.attackers.lane(rank) | rows.defenders.lane(rank) | self.soldier_walls.lane(rank);
            let stay = self.soldier_stay.lane(rank);
            while left != 0 {
                let file = left.trailing_zeros() as u8;
                left &= left - 1;
                let mut row = slide(stops, file) & stay;
                let up = columns.attackers.lane(file) | columns.defenders.lane(file) | self.soldier_walls.lane(file);
                let mut column = slide(up, rank) & self.soldier_stay.lane(file);
                if one {
                    row &= beside(file);
                    column &= beside(rank);
                }
                visit(Square::at(file, rank), Ends::new(row, column));
            }
        }
    }

    /// Whether a soldier on a square can move, whoever's turn it is.
    pub(crate) fn soldier_can_move(&self, position: &Position, from: Square) -> bool {
        let (mut soldier, mut can) = (Lanes::default(), false);
        soldier.flip(from.rank(), 1 << from.file());
        self.soldiers(position, &soldier, |_, ends| can |= ends.count() != 0);
        can
    }

    #[inline(always)]
    fn king_slides(&self, position: &Position, king: Square) -> (u16, u16) {
        let (file, rank) = (king.file(), king.rank());
        let (rows, columns) = (&position.rows, &position.columns);
        let stops = rows.attackers.lane(rank) | rows.defenders.lane(rank) | self.king_walls.lane(rank);
        let up = columns.attackers.lane(file) | columns.defenders.lane(file) | self.king_walls.lane(file);
        let row = slide(stops, file) & self.king_stay.lane(rank);
        let column = slide(up, rank) & self.king_stay.lane(file);
        match self.answers.king_reach {
            Reach::Any => (row, column),
            Reach::One => (row & beside(file), column & beside(rank)),
        }
    }

    /// The squares that the king can move to: bits along his row, bits along his column. Both are 0 once he
    /// is captured. Whose turn it is does not matter.
    #[inline(always)]
    pub fn king_destinations(&self, position: &Position) -> (u16, u16) {
        position.king().map_or((0, 0), |king| self.king_slides(position, king))
    }

    /// How many legal moves the side to move has, without listing them.
    #[inline]
    pub fn count_moves(&self, position: &Position) -> u32 {
        if self.answers.soldiers_reach == Reach::One {
            let mut count = 0;
            if position.turn == Side::Defenders {
                self.for_the_king(position, |_, ends| count += ends.count());
            }
            self.for_each_soldier(position, position.turn, |_, ends| count += ends.count());
            return count;
        }
        let mut rows = position.rows[position.turn];
        let mut columns = position.columns[position.turn];
        let mut count = 0;
        if position.turn == Side::Defenders
            && let Some(king) = position.king()
        {
            rows.flip(king.rank(), 1 << king.file());
            columns.flip(king.file(), 1 << king.rank());
            let (row, column) = self.king_slides(position, king);
            count = row.count_ones() + column.count_ones();
        }
        let free = |pieces: &crate::BySide<Lanes>| {
            let mut free = Lanes::default();
            for i in 0..16 {
                free.0[i] = !(pieces.attackers.0[i] | pieces.defenders.0[i] | self.soldier_walls.0[i]);
            }
            free
        };
        count
            + count_slides(&rows, &free(&position.rows), &self.soldier_stay)
            + count_slides(&columns, &free(&position.columns), &self.soldier_stay)
    }

    /// Whether the side to move has a legal move.
    pub fn has_move(&self, position: &Position) -> bool {
        // Nearly always some soldier can step aside; the rest is rare enough to be counted.
        let soldiers = &position.rows[position.turn];
        let mut king = Lanes::default();
        if let Some(at) = position.king() {
            king.flip(at.rank(), 1 << at.file());
        }
        let mut steps = 0;
        for i in 0..16 {
            let taken = position.rows.attackers.0[i] | position.rows.defenders.0[i] | self.soldier_walls.0[i];
            let soldiers = soldiers.0[i] & !king.0[i];
            steps |= (soldiers << 1 | soldiers >> 1) & !taken & self.soldier_stay.0[i];
        }
        steps != 0 || self.count_moves(position) > 0
    }

    /// Where the piece on a square may go; empty where nothing stands or the other side moves.
    pub fn destinations(&self, position: &Position, from: Square) -> Vec<Square> {
        let mut squares = Vec::new();
        self.for_each_move(position, |mv| {
            if mv.from() == from {
                squares.push(mv.to());
            }
        });
        squares
    }

    /// **Legal**: turns an intent into a move, or says why it is none.
    ///
    /// ```
    /// use hnefi_rules::{Intent, Question, Reason, Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("nestorgames").unwrap().clone());
    /// // A defender on b6, the king on d3, the throne on f6 empty.
    /// let setup = Setup::from_rows("/11/11/3K7/11/11/1T9/11/11/10t/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Defenders).unwrap();
    /// let over = Intent { from: "b6".parse().unwrap(), to: "h6".parse().unwrap() };
    /// let reason = referee.legal(&position, over).unwrap_err().reason;
    /// assert_eq!(reason, Reason::ThroneClosed("f6".parse().unwrap()));
    /// assert_eq!(reason.clause(), Some(Question::SoldiersThrone.into()));
    /// ```
    ///
    /// # Errors
    /// A [`Refusal`] with the square or piece at fault. Whether the game is over, or a move repeats what it
    /// may not, is asked of [`Game::legal`](crate::Game::legal).
    pub fn legal(&self, position: &Position, intent: Intent) -> Result<Move, Refusal> {
        match self.reason_against(position, intent) {
            Some(reason) => Err(Refusal { intent, reason }),
            None => Ok(Move::new(intent.from, intent.to)),
        }
    }

    fn reason_against(&self, position: &Position, Intent { from, to }: Intent) -> Option<Reason> {
        for square in [from, to] {
            if square.file() >= self.size || square.rank() >= self.size {
                return Some(Reason::OffBoard(square));
            }
        }
        let Some(piece) = position.piece(from) else { return Some(Reason::Nothing(from)) };
        if piece.side() != position.turn() {
            return Some(Reason::NotYours { square: from, piece });
        }
        if from == to {
            return Some(Reason::Nowhere(from));
        }
        if from.file() != to.file() && from.rank() != to.rank() {
            return Some(Reason::NotStraight);
        }
        let king = piece == Piece::King;
        let closed = if king { &self.king_walls } else { &self.soldier_walls };
        for square in path(from, to) {
            if let Some(piece) = position.piece(square) {
                return Some(Reason::Blocked { square, piece });
            }
            if closed.has(square) {
                return Some(match (king, square == to) {
                    (true, _) => Reason::KingBarred(square),
                    (false, true) => Reason::ThroneStop(square),
                    (false, false) => Reason::ThroneClosed(square),
                });
            }
        }
        if !king && !self.soldier_stay.has(to) {
            return Some(if to == self.throne { Reason::ThroneStop(to) } else { Reason::CornerStop(to) });
        }
        if king && !self.king_stay.has(to) {
            return Some(Reason::KingBarred(to));
        }
        let reach = if king { self.answers.king_reach } else { self.answers.soldiers_reach };
        if reach == Reach::One && path(from, to).count() > 1 {
            return Some(Reason::TooFar(piece));
        }
        None
    }
}

/// The squares that a piece can move to: bits along its row, and above them bits along its column. In one
/// word, a loop over them ends once for each piece, which is what a processor guesses wrong.
#[derive(Clone, Copy)]
pub(crate) struct Ends(u32);

impl Ends {
    #[inline(always)]
    fn new(row: u16, column: u16) -> Ends {
        Ends(u32::from(row) | u32::from(column) << 16)
    }

    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares themselves, where the piece stands on `from`.
    #[inline(always)]
    pub(crate) fn squares(self, from: Square) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let at = left.trailing_zeros() as u8;
            if left == 0 {
                return None;
            }
            left &= left - 1;
            Some(if at < 16 { Square::at(at, from.rank()) } else { Square::at(from.file(), at - 16) })
        })
    }
}

/// The two bits beside a bit.
#[inline(always)]
fn beside(at: u8) -> u16 {
    let here = 1u16 << at;
    here << 1 | here >> 1
}

/// The squares of a straight way, without the first and with the last.
fn path(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let file_step = (i16::from(to.file()) - i16::from(from.file())).signum();
    let rank_step = (i16::from(to.rank()) - i16::from(from.rank())).signum();
    let length = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    (1..=i16::from(length)).map(move |n| {
        Square::at((i16::from(from.file()) + n * file_step) as u8, (i16::from(from.rank()) + n * rank_step) as u8)
    })
}
