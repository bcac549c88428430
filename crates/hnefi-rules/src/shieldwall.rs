//! Rows of pieces that fall together on the edge.

use crate::position::NO_KING;
use crate::{Capture, Partner, Piece, Position, Question, Referee, Side, Square, Taken};

/// An edge of the board as the side that captures sees it, a bit for each of its squares.
struct Edge {
    /// Pieces of the other side, a king among them included.
    victims: u16,
    /// What brackets a row at its end, besides the piece that has just arrived.
    brackets: u16,
    /// The squares whose neighbour towards the centre holds a captor.
    faced: u16,
    /// The king, if he stands here.
    king: u16,
}

impl Referee {
    /// Adds the rows beside `to`, a square of the edge, that the piece of `side` on it brackets.
    #[inline(never)]
    pub(crate) fn strike_walls(&self, position: &Position, to: Square, side: Side, taken: &mut Taken) {
        let last = self.size - 1;
        let (file, rank) = (to.file(), to.rank());
        let (mut king_file, mut king_rank) = (16, 16);
        if position.king != NO_KING {
            (king_file, king_rank) = (position.king & 15, position.king >> 4);
        }
        let (own_rows, own_columns) = (&position.rows[side], &position.columns[side]);
        let ends = 1 | 1 << last;
        let corners = self.hostile[!side].empty.lane(0) & ends;
        let captors = |men: u16, king: u16| if self.anvil { men } else { men & !king };
        let bit = |here: bool, at: u8| if here { 1u16 << at } else { 0 };
        let front = |at: u8| if at == 0 { 1 } else { last - 1 };
        if rank == 0 || rank == last {
            let king = bit(king_rank == rank, king_file & 15);
            let edge = Edge {
                victims: position.rows[!side].lane(rank),
                brackets: captors(own_rows.lane(rank), king) | corners,
                faced: captors(own_rows.lane(front(rank)), bit(king_rank == front(rank), king_file & 15)),
                king,
            };
            taken.add_row(edge.fallen(file, last));
        }
        if file == 0 || file == last {
            let king = bit(king_file == file, king_rank & 15);
            let edge = Edge {
                victims: position.columns[!side].lane(file),
                brackets: captors(own_columns.lane(file), king) | corners,
                faced: captors(own_columns.lane(front(file)), bit(king_file == front(file), king_rank & 15)),
                king,
            };
            taken.add_column(edge.fallen(rank, last));
        }
    }

    /// What captured a piece that fell in a row.
    pub(crate) fn explain_wall(arrived: &Position, square: Square) -> Capture {
        let piece = if arrived.rows.attackers.has(square) { Piece::Attacker } else { Piece::Defender };
        Capture { square, piece, by: Partner::Shieldwall, clause: Question::Shieldwall.into() }
    }
}

impl Edge {
    /// The soldiers that fall when a captor arrives `at`, where `last` is the far corner.
    fn fallen(&self, at: u8, last: u8) -> u16 {
        let bit = |at: u8| 1u16 << at;
        let judge = |row: u16, end: u8| {
            let falls = row.count_ones() >= 2 && row & !self.faced == 0 && self.brackets & bit(end) != 0;
            if falls { row & !self.king } else { 0 }
        };
        let (mut above, mut end) = (0, at + 1);
        while end < last && self.victims & bit(end) != 0 {
            above |= bit(end);
            end += 1;
        }
        let mut fallen = if end <= last { judge(above, end) } else { 0 };
        let (mut below, mut end) = (0, at);
        while end > 1 && self.victims & bit(end - 1) != 0 {
            below |= bit(end - 1);
            end -= 1;
        }
        if end > 0 {
            fallen |= judge(below, end - 1);
        }
        fallen
    }
}
