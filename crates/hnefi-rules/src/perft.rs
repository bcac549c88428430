//! Perft: counting the moves of a tree, the usual check of a move generator.

use crate::moves::Ends;
use crate::{Move, Piece, Position, Referee, Side, Square};

impl Referee {
    /// The number of legal moves at the last ply of every line of `depth` plies.
    ///
    /// Positions in which the king is captured or has escaped are not continued; repetition is not looked at.
    /// The moves of the last ply are counted, not made.
    ///
    /// ```
    /// use hnefi_rules::{Referee, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// assert_eq!(referee.perft(&referee.start(), 3), 806_344);
    /// ```
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.count_moves(position)),
            _ => {
                let mut leaves = 0;
                self.for_each_move(position, |mv| {
                    let mut next = *position;
                    if self.make(&mut next, mv).ending.is_none() {
                        leaves += self.perft(&next, depth - 1);
                    }
                });
                leaves
            }
        }
    }

    /// The same number with every move of the last ply made; `visit` sees each position that arises there.
    #[inline(always)]
    pub fn perft_made(&self, position: &Position, depth: u32, visit: &mut impl FnMut(&Position)) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            return self.perft_made_last(position, visit);
        }
        self.perft_made_below(position, depth, visit)
    }

    #[inline(always)]
    fn perft_made_last(&self, position: &Position, visit: &mut impl FnMut(&Position)) -> u64 {
        let mut leaves = 0;
        // One copy of the code for each kind of piece, each without a branch on it.
        match position.turn() {
            Side::Attackers => self.for_each_soldier(position, Side::Attackers, |from, ends| {
                leaves += self.land_on_each(position, Piece::Attacker, from, ends, visit);
            }),
            Side::Defenders => {
                self.for_the_king(position, |from, ends| {
                    leaves += self.land_on_each(position, Piece::King, from, ends, visit);
                });
                self.for_each_soldier(position, Side::Defenders, |from, ends| {
                    leaves += self.land_on_each(position, Piece::Defender, from, ends, visit);
                });
            }
        }
        leaves
    }

    /// Makes every move of a piece; returns their number.
    #[inline(always)]
    fn land_on_each(
        &self,
        position: &Position,
        piece: Piece,
        from: Square,
        ends: Ends,
        visit: &mut impl FnMut(&Position),
    ) -> u64 {
        let mut lifted = *position;
        lifted.lift(piece, piece.side(), from);
        for to in ends.squares(from) {
            let mut next = lifted;
            self.land(&mut next, piece, piece.side(), to);
            visit(&next);
        }
        u64::from(ends.count())
    }

    fn perft_made_below(&self, position: &Position, depth: u32, visit: &mut impl FnMut(&Position)) -> u64 {
        let mut leaves = 0;
        for mv in self.moves(position) {
            let next = self.advance(position, mv);
            if next.ending.is_none() {
                leaves += self.perft_made(&next.position, depth - 1, visit);
            }
        }
        leaves
    }

    /// Perft for each first move, in the order of [`Referee::moves`].
    pub fn divide(&self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        self.moves(position)
            .into_iter()
            .map(|mv| {
                let next = self.advance(position, mv);
                let ended = next.ending.is_some() && depth > 1;
                (mv, if ended { 0 } else { self.perft(&next.position, depth.saturating_sub(1)) })
            })
            .collect()
    }
}
