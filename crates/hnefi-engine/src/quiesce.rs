//! Searching on where the board is not quiet yet: captures, the king's threats, and the answers to them.

use hnefi_rules::{Advanced, Move, Position, Side};

use crate::bounds::{decides, to_table};
use crate::evaluate::Evaluate;
use crate::guarantee::winner_of;
use crate::history::Recent;
use crate::ideas::Idea;
use crate::order::{Picker, is_kings};
use crate::score::{MAX_PLY, WIN};
use crate::table::{Bound, Entry, UNKNOWN};
use crate::threats::{can_win, has_lane, winning_move};
use crate::worker::Worker;

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
        let use_table = self.ideas.has(Idea::QuietTable);
        let known = if use_table { self.table.get(self.key(position)) } else { None };
        if let Some(entry) = known
            && beta - alpha == 1
            && let Some(score) = decides(&entry, alpha, beta, ply)
        {
            return score;
        }
        let standing = match known {
            Some(entry) if entry.standing != UNKNOWN => i32::from(entry.standing),
            _ => self.mind.score(self.terrain, position),
        };
        if standing >= beta || steps >= CAPTURES || ply >= MAX_PLY {
            return standing;
        }
        let mut best = standing;
        let mut low = alpha.max(standing);
        let threats = steps < THREATS && position.turn() == Side::Defenders;
        let mut picker = Picker::new(self.terrain, position, None, Recent::default(), None, &self.list);
        picker.skip_quiet(&mut self.list);
        while let Some(mv) = picker.next(self.referee, &self.history, &mut self.list) {
            let kings = is_kings(position, mv);
            let looks = threats && kings && self.opens_lane(mv);
            if !looks && !picker.may_capture(mv) {
                continue;
            }
            let next = self.make(position, mv);
            let sharp =
                !next.taken.is_empty() || (threats && kings && has_lane(self.referee, self.terrain, &next.position));
            if !sharp && next.ending.is_none() {
                continue;
            }
            let score = self.after_sharp(mv, &next, low, beta, ply, steps);
            if self.halted {
                break;
            }
            if self.keep(mv, score, &mut best, &mut low, ply) >= beta {
                break;
            }
        }
        picker.finish(&mut self.list);
        if self.halted {
            return 0;
        }
        if steps == 0 && use_table && !self.path.is_sharp() {
            let bound = if best >= beta { Bound::AtLeast } else { Bound::AtMost };
            let entry = Entry { squares: 0, score: to_table(best, ply), standing: standing as i16, depth: 0, bound };
            self.table.put(self.key(position), entry);
        }
        best
    }

    /// Whether the king could see an escape from where a move takes him.
    fn opens_lane(&self, mv: Move) -> bool {
        let (file, rank) = (usize::from(mv.to().file()), usize::from(mv.to().rank()));
        self.terrain.goals.0[rank] != 0 || self.terrain.goals.0[file] != 0
    }

    /// Every move that ends a threat is tried; without one the game is lost.
    fn answer(&mut self, position: &Position, alpha: i32, beta: i32, ply: usize, steps: u32) -> i32 {
        let mut best = ply as i32 + 2 - WIN;
        let mut low = alpha.max(best);
        let only = self.answers_on(position);
        let mut picker = Picker::new(self.terrain, position, None, self.recent(ply), only, &self.list);
        while let Some(mv) = picker.next(self.referee, &self.history, &mut self.list) {
            let next = self.make(position, mv);
            if self.still_loses(mv, &next) {
                continue;
            }
            let score = self.after_sharp(mv, &next, low, beta, ply, steps);
            if self.halted {
                break;
            }
            if self.keep(mv, score, &mut best, &mut low, ply) >= beta {
                break;
            }
        }
        picker.finish(&mut self.list);
        if !self.halted && self.forbids_all(position, best, true, ply) { self.stuck(ply) } else { best }
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
        let position = &next.position;
        if let Some(ending) = next.ending {
            let won = winner_of(ending) != position.turn();
            return if won { WIN - ply as i32 - 1 } else { ply as i32 + 1 - WIN };
        }
        if self.halted {
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
