//! Searching on where the board is not quiet yet: captures, the king's threats, and the answers to them.

use hnefi_rules::{Advanced, Move, Position};

use crate::evaluate::Evaluate;
use crate::order::{Ordered, is_kings};
use crate::score::{MAX_PLY, WIN};
use crate::search::Worker;
use crate::threats::{can_win, has_lane, winning_move};

/// The king's threats and the answers to them are followed so many plies into the quiet search.
const THREATS: u32 = 4;

/// Captures are followed so many plies.
const CAPTURES: u32 = 8;

impl<E: Evaluate> Worker<'_, E> {
    /// The score of a position for its side to move, which has no win in one; `threatened` says whether the
    /// other side would have one.
    pub(crate) fn quiesce(
        &mut self,
        position: &Position,
        threatened: bool,
        alpha: i32,
        beta: i32,
        ply: usize,
        steps: u32,
    ) -> i32 {
        self.lines[ply].clear();
        if threatened && steps < THREATS && ply < MAX_PLY {
            return self.answer(position, alpha, beta, ply, steps);
        }
        let standing = self.mind.score(self.terrain, position);
        if standing >= beta || steps >= CAPTURES || ply >= MAX_PLY {
            return standing;
        }
        let mut best = standing;
        let mut low = alpha.max(standing);
        let threats = steps < THREATS;
        let moves = Ordered::sharp(self.referee, self.terrain, position, &self.memory, ply, threats);
        for mv in moves {
            let next = self.referee.advance(position, mv);
            let sharp = !next.taken.is_empty()
                || (threats && is_kings(position, mv) && has_lane(self.referee, self.terrain, &next.position));
            if !sharp {
                continue;
            }
            let score = self.after_sharp(mv, &next, low, beta, ply, steps);
            if self.halted {
                return 0;
            }
            if self.keep(mv, score, &mut best, &mut low, ply) >= beta {
                break;
            }
        }
        best
    }

    /// Every move that ends a threat is tried; without one the game is lost.
    fn answer(&mut self, position: &Position, alpha: i32, beta: i32, ply: usize, steps: u32) -> i32 {
        let mut best = ply as i32 + 2 - WIN;
        let mut low = alpha.max(best);
        for mv in self.moves(position, true, ply, 0) {
            let next = self.referee.advance(position, mv);
            if self.still_loses(mv, &next) {
                continue;
            }
            let score = self.after_sharp(mv, &next, low, beta, ply, steps);
            if self.halted {
                return 0;
            }
            if self.keep(mv, score, &mut best, &mut low, ply) >= beta {
                break;
            }
        }
        best
    }

    /// Keeps a move if it is the best so far, and gives the best score.
    fn keep(&mut self, mv: Move, score: i32, best: &mut i32, low: &mut i32, ply: usize) -> i32 {
        if score > *best {
            *best = score;
            if score > *low {
                *low = score;
                self.extend_line(mv, ply);
            }
        }
        *best
    }

    fn after_sharp(&mut self, mv: Move, next: &Advanced, alpha: i32, beta: i32, ply: usize, steps: u32) -> i32 {
        self.lines[ply + 1].clear();
        if next.ending.is_some() {
            return WIN - ply as i32 - 1;
        }
        let position = &next.position;
        if self.tick() {
            return 0;
        }
        self.path.push(mv, position, !next.taken.is_empty());
        let score = if let Some(score) = self.repetition(position, ply + 1) {
            -score
        } else if let Some(win) = winning_move(self.referee, self.terrain, position) {
            self.lines[ply + 1].push(win);
            ply as i32 + 2 - WIN
        } else if !self.referee.has_move(position) {
            -self.stuck(ply + 1)
        } else {
            let passed = position.with_turn(!position.turn());
            let threatened = can_win(self.referee, self.terrain, &passed);
            -self.quiesce(position, threatened, -beta, -alpha, ply + 1, steps + 1)
        };
        self.path.pop();
        score
    }
}
