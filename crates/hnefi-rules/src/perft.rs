//! Perft: counting the moves of a tree, the usual check of a move generator.

use crate::{Move, Position, Referee};

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
            let mut leaves = 0;
            self.for_each_move(position, |mv| {
                let mut next = *position;
                self.make(&mut next, mv);
                visit(&next);
                leaves += 1;
            });
            return leaves;
        }
        self.perft_made_below(position, depth, visit)
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
