//! Rows of pieces that fall together on the edge.

use crate::lanes::Lanes;
use crate::{BySide, Capture, Partner, Piece, Position, Referee, Side, Square, Taken};

/// The fewest pieces that fall in a row.
pub(crate) const MIN_ROW: usize = 2;

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
        let king = position.king().map(|king| (king.file(), king.rank()));
        let ends = |at: u8| at == 0 || at == last;
        if ends(to.rank()) {
            let king = king.map(|(file, rank)| (rank, file));
            taken.add_row(self.edge_lane(&position.rows, to.rank(), king, side).fallen(to.file(), last));
        }
        if ends(to.file()) {
            taken.add_column(self.edge_lane(&position.columns, to.file(), king, side).fallen(to.rank(), last));
        }
    }

    /// An edge as `side` sees it: the first or last of the lanes of `men`. The king is told by his lane and his
    /// place in it.
    fn edge_lane(&self, men: &BySide<Lanes>, lane: u8, king: Option<(u8, u8)>, side: Side) -> Edge {
        let last = self.size - 1;
        let king_in = |lane: u8| king.filter(|king| king.0 == lane).map_or(0, |king| 1u16 << king.1);
        // A king who is no anvil neither brackets nor faces anybody.
        let captors = |lane: u8| men[side].lane(lane) & if self.anvil { !0 } else { !king_in(lane) };
        let corners = self.hostile[!side].empty.lane(0) & (1 | 1 << last);
        Edge {
            victims: men[!side].lane(lane),
            brackets: captors(lane) | corners,
            faced: captors(if lane == 0 { 1 } else { last - 1 }),
            king: king_in(lane),
        }
    }

    /// What captured a piece that fell in a row.
    pub(crate) fn explain_wall(&self, arrived: &Position, to: Square, square: Square) -> Capture {
        let piece = if arrived.rows.attackers.has(square) { Piece::Attacker } else { Piece::Defender };
        let clauses = self.clauses_of_capture(arrived, to, square, piece);
        Capture { square, piece, by: Partner::Shieldwall, clauses }
    }
}

impl Edge {
    /// The soldiers that fall when a captor arrives `at`, where `last` is the far corner.
    fn fallen(&self, at: u8, last: u8) -> u16 {
        let bit = |at: u8| 1u16 << at;
        let judge = |row: u16, end: u8| {
            let falls = row.count_ones() as usize >= MIN_ROW && row & !self.faced == 0 && self.brackets & bit(end) != 0;
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
