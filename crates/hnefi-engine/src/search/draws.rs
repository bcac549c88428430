//! What ends a line without a capture of the king or his escape: repetition, and a side that cannot move.

use hnefi_rules::{Advanced, Move, Position, Repeat};

use crate::board::ending::can_move;
use crate::board::threats::can_win;
use crate::mind::Mind;
use crate::score::{ROUND, WIN};
use crate::search::worker::Worker;

impl<M: Mind> Worker<'_, M> {
    /// The score of a position for its side to move if repetition decides it.
    #[inline]
    pub(crate) fn repetition(&mut self, position: &Position, ply: usize) -> Option<i32> {
        if self.path.is_sharp() {
            return self.sharp_repetition(position, ply);
        }
        self.path.is_idle().then(|| self.draw(ply))
    }

    /// The same where repetition may win, lose or be illegal.
    #[inline(never)]
    fn sharp_repetition(&mut self, position: &Position, ply: usize) -> Option<i32> {
        let turn = position.turn();
        let for_turn = |side, score: i32| if side == turn { score - ply as i32 } else { ply as i32 - score };
        let score = match self.path.judged(self.referee, turn) {
            Repeat::Draw => self.draw(ply),
            Repeat::Won(side) => for_turn(side, WIN),
            // The other side could not move like that, and must not be thought to.
            Repeat::Forbidden => WIN,
            Repeat::Nothing if !self.path.goes_round() => return None,
            Repeat::Nothing => match self.path.circle_favours(turn) {
                Some(side) => for_turn(side, ROUND),
                None => self.draw(ply),
            },
        };
        self.depends_on = self.depends_on.min(self.path.depends_on());
        Some(score)
    }

    /// Whether a move that faces a threat leaves the other side a win in one. A move that ends the game by
    /// repetition does not.
    pub(crate) fn still_loses(&mut self, mv: Move, next: &Advanced) -> bool {
        if next.ending.is_some() || !can_win(self.referee, self.terrain, &next.position) {
            return false;
        }
        self.path.push(mv, &next.position, !next.taken.is_empty());
        let repeat = self.path.judged(self.referee, next.position.turn());
        self.path.pop();
        match repeat {
            Repeat::Draw => false,
            Repeat::Won(side) => side == next.position.turn(),
            Repeat::Nothing | Repeat::Forbidden => true,
        }
    }

    /// Whether a position whose moves came to so little has none that repeats nothing it may not.
    pub(crate) fn forbids_all(&mut self, position: &Position, best: i32, threatened: bool, ply: usize) -> bool {
        if threatened {
            // A side that loses as well by having no move need not be asked.
            best == ply as i32 + 2 - WIN
                && self.path.forbids()
                && !self.terrain.stuck_loses
                && !can_move(self.referee, &mut self.path, position)
        } else {
            best == -WIN && self.path.forbids()
        }
    }

    /// The score of a side that cannot move.
    pub(crate) fn stuck(&self, ply: usize) -> i32 {
        if self.terrain.stuck_loses { ply as i32 - WIN } else { self.draw(ply) }
    }

    /// What a draw is worth to the side to move: to the side that thinks a little less than a level game, so that
    /// it plays on where it can.
    fn draw(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) == self.thinks_at_root { -PLAY_ON } else { PLAY_ON }
    }
}

const PLAY_ON: i32 = 30;
