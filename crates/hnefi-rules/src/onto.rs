//! Moves found from where they end: which pieces can come to a square.

use crate::capture::neighbour;
use crate::king::sides;
use crate::lanes::slide;
use crate::{Direction, Move, Position, Reach, Referee, Side, Square};

impl Referee {
    /// Calls `visit` with every legal move of the side to move that ends on `to`.
    ///
    /// These are the same moves as those of [`Referee::for_each_move`] that end there; to find them so takes a
    /// few steps for a square instead of a look at every piece.
    ///
    /// ```
    /// use hnefi_rules::{Referee, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// let mut moves = Vec::new();
    /// referee.for_each_move_onto(&referee.start(), "d4".parse().unwrap(), |mv| moves.push(mv.to_string()));
    /// moves.sort();
    /// assert_eq!(moves, ["a4-d4", "d1-d4"]);
    /// ```
    #[inline(always)]
    pub fn for_each_move_onto(&self, position: &Position, to: Square, mut visit: impl FnMut(Move)) {
        let (file, rank) = (to.file(), to.rank());
        let (rows, columns) = (&position.rows, &position.columns);
        let row = rows.attackers.lane(rank) | rows.defenders.lane(rank);
        let column = columns.attackers.lane(file) | columns.defenders.lane(file);
        if row >> file & 1 != 0 {
            return;
        }
        let side = position.turn;
        let king = position.king().filter(|_| side == Side::Defenders);
        if self.soldier_stay.has(to) {
            // A soldier stands where the way back from the square is first blocked.
            let reach = self.answers.soldiers_reach;
            let own = rows[side].lane(rank) & blocks(row | self.soldier_walls.lane(rank), file, reach);
            let mut visit_unless_king = |from: Square| {
                if Some(from) != king {
                    visit(Move::new(from, to));
                }
            };
            each(own, |file| visit_unless_king(Square::at(file, rank)));
            let own = columns[side].lane(file) & blocks(column | self.soldier_walls.lane(file), rank, reach);
            each(own, |rank| visit_unless_king(Square::at(file, rank)));
        }
        if let Some(king) = king
            && (king.file() == file || king.rank() == rank)
        {
            let (row, column) = self.king_destinations(position);
            let reached = if king.rank() == rank { row >> file & 1 } else { column >> rank & 1 };
            if reached != 0 {
                visit(Move::new(king, to));
            }
        }
    }

    /// A move with which the attackers capture the king, if there is one, whoever's turn it is. No move is made
    /// to find it.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("nestorgames").unwrap().clone());
    /// // The king on d3 has an attacker on c3, and another comes from e7 to e3.
    /// let setup = Setup::from_rows("/11/11/2tK7/11/11/11/4t6/11/11/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Attackers).unwrap();
    /// assert_eq!(referee.capture_of_king(&position).unwrap().to_string(), "e7-e3");
    /// ```
    #[inline]
    pub fn capture_of_king(&self, position: &Position) -> Option<Move> {
        let king = position.king()?;
        let (file, rank) = (king.file(), king.rank());
        let (rows, columns) = (&position.rows, &position.columns);
        let row = rows.attackers.lane(rank) | rows.defenders.lane(rank) | self.soldier_walls.lane(rank);
        let column = columns.attackers.lane(file) | columns.defenders.lane(file) | self.soldier_walls.lane(file);
        let closed = sides(king, row | !self.soldier_stay.lane(rank), column | !self.soldier_stay.lane(file), 1);
        let mut open = self.deadly_sides(position, king) & !closed;
        while open != 0 {
            let &side = Direction::ALL.get(open.trailing_zeros() as usize)?;
            open &= open - 1;
            if let Some(mv) = self.arrival(position, neighbour(king, side)) {
                return Some(mv);
            }
        }
        None
    }

    /// An attacker's move onto an empty square where it may stop.
    fn arrival(&self, position: &Position, to: Square) -> Option<Move> {
        let (file, rank) = (to.file(), to.rank());
        let (rows, columns) = (&position.rows, &position.columns);
        let row = rows.attackers.lane(rank) | rows.defenders.lane(rank) | self.soldier_walls.lane(rank);
        let column = columns.attackers.lane(file) | columns.defenders.lane(file) | self.soldier_walls.lane(file);
        let reach = self.answers.soldiers_reach;
        let row = rows.attackers.lane(rank) & blocks(row, file, reach);
        let column = columns.attackers.lane(file) & blocks(column, rank, reach);
        let above = |lane: u16, at: u8| lane & !1 << at;
        let from = if above(column, rank) != 0 {
            Square::at(file, above(column, rank).trailing_zeros() as u8)
        } else if above(row, file) != 0 {
            Square::at(above(row, file).trailing_zeros() as u8, rank)
        } else if column != 0 {
            Square::at(file, column.trailing_zeros() as u8)
        } else if row != 0 {
            Square::at(row.trailing_zeros() as u8, rank)
        } else {
            return None;
        };
        Some(Move::new(from, to))
    }

    /// Calls `visit` with every legal move of the king, if his side is to move.
    #[inline(always)]
    pub fn for_each_move_of_king(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if let Some(king) = position.king().filter(|_| position.turn == Side::Defenders) {
            let (row, column) = self.king_destinations(position);
            each(row, |file| visit(Move::new(king, Square::at(file, king.rank()))));
            each(column, |rank| visit(Move::new(king, Square::at(king.file(), rank))));
        }
    }
}

/// The nearest blocked bits on both sides of `at`.
#[inline(always)]
fn blocks(stops: u16, at: u8, reach: Reach) -> u16 {
    let free = if reach == Reach::Any { slide(stops, at) } else { 0 } | 1 << at;
    (free << 1 | free >> 1) & stops
}

#[inline(always)]
fn each(mut bits: u16, mut visit: impl FnMut(u8)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as u8);
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::{MoveList, Question, Referee, rulesets};

    #[test]
    fn finds_the_same_moves_as_the_list_under_every_rule_set() {
        let mut chance = fastrand::Rng::with_seed(11);
        let mut compared = 0;
        for named in rulesets() {
            let changed =
                [Question::SoldiersThrone, Question::KingThrone, Question::SoldiersReach, Question::KingReach]
                    .into_iter()
                    .flat_map(|q| q.words().iter().filter_map(move |word| named.with(q, word)))
                    .chain(std::iter::once((**named).clone()));
            for ruleset in changed {
                let referee = Referee::new(std::sync::Arc::new(ruleset));
                let mut position = referee.start();
                for _ in 0..60 {
                    let mut listed: Vec<_> = referee.moves(&position).into_iter().collect();
                    let mut found = MoveList::new();
                    for to in position.setup().squares() {
                        referee.for_each_move_onto(&position, to, |mv| found.push(mv));
                    }
                    let mut of_king = 0;
                    referee.for_each_move_of_king(&position, |mv| {
                        assert!(listed.contains(&mv) && position.king() == Some(mv.from()));
                        of_king += 1;
                    });
                    assert_eq!(listed.iter().filter(|mv| Some(mv.from()) == position.king()).count(), of_king);
                    let mut found: Vec<_> = found.into_iter().collect();
                    let key = |mv: &crate::Move| (mv.from().index(), mv.to().index());
                    listed.sort_by_key(key);
                    found.sort_by_key(key);
                    assert_eq!(found, listed, "{}: {position:?}", referee.ruleset().id());
                    compared += listed.len();
                    let Some(&mv) = listed.get(chance.usize(..listed.len().max(1))) else { break };
                    let next = referee.advance(&position, mv);
                    if next.ending.is_some() {
                        break;
                    }
                    position = next.position;
                }
            }
        }
        assert!(compared > 100_000);
    }
}
