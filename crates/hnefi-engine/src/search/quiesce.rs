//! Searching on where the board is not quiet yet: captures, the king's threats, and the answers to them.

use hnefi_rules::{Advanced, Move, Side};

use crate::board::strikes::is_kings;
use crate::board::threats::{can_win, has_lane, winning_move};
use crate::mind::Mind;
use crate::score::{MAX_PLY, WIN};
use crate::search::Idea;
use crate::search::bounds::{decides, to_table};
use crate::search::history::Recent;
use crate::search::node::Node;
use crate::search::order::Picker;
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;

/// The king's threats and the answers to them are followed so many plies into the quiet search.
const THREATS: u32 = 4;

/// Captures are followed so many plies.
const CAPTURES: u32 = 8;

impl<M: Mind> Worker<'_, M> {
    /// The score of a position for its side to move, which has no win in one; `threatened` says whether the
    /// other side would have one, and `known` what the table has.
    pub(crate) fn quiesce(&mut self, node: &Node<'_>, known: Option<Entry>, threatened: bool, steps: u32) -> i32 {
        let Node { position, alpha, beta, ply, .. } = *node;
        self.lines[ply].clear();
        if threatened && steps < THREATS && ply < MAX_PLY {
            return self.answer(node, steps);
        }
        let use_table = self.ideas.has(Idea::QuietTable);
        let known = known.filter(|_| use_table);
        if let Some(entry) = known
            && node.is_scout()
            && let Some(score) = decides(&entry, alpha, beta, ply)
        {
            return score;
        }
        let standing = match known {
            Some(entry) if entry.is_calm() => i32::from(entry.standing),
            _ => self.judge(position),
        };
        if standing >= beta || steps >= CAPTURES || ply >= MAX_PLY {
            if steps == 0 && use_table && known.is_none() && !threatened {
                let (score, standing) = (to_table(standing, ply), standing as i16);
                self.table
                    .put(self.key(position), Entry { squares: 0, score, standing, depth: 0, bound: Bound::AtLeast });
            }
            return standing;
        }
        let mut best = standing;
        let mut low = alpha.max(standing);
        let threats = steps < THREATS && position.turn() == Side::Defenders;
        let outer = std::mem::replace(&mut self.depends_on, usize::MAX);
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
                if self.halted {
                    break;
                }
                continue;
            }
            let score = self.after_sharp(node, mv, &next, low, steps);
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
        let depends = self.depends_on < ply;
        self.depends_on = outer.min(if depends { self.depends_on } else { usize::MAX });
        if steps == 0 && use_table && !depends {
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
    fn answer(&mut self, node: &Node<'_>, steps: u32) -> i32 {
        let Node { position, alpha, beta, ply, .. } = *node;
        let mut best = ply as i32 + 2 - WIN;
        let mut low = alpha.max(best);
        let only = self.answers_on(position);
        let mut picker = Picker::new(self.terrain, position, None, self.recent(ply), only, &self.list);
        while let Some(mv) = picker.next(self.referee, &self.history, &mut self.list) {
            let next = self.make(position, mv);
            if self.still_loses(mv, &next) {
                if self.halted {
                    break;
                }
                continue;
            }
            let score = self.after_sharp(node, mv, &next, low, steps);
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

    fn after_sharp(&mut self, node: &Node<'_>, mv: Move, next: &Advanced, low: i32, steps: u32) -> i32 {
        let ply = node.ply + 1;
        self.lines[ply].clear();
        let position = &next.position;
        if next.ending.is_some() {
            return WIN - ply as i32;
        }
        if self.halted {
            return 0;
        }
        self.go(node.position, mv, next);
        let score = match self.repetition(position, ply) {
            Some(score) => score,
            None => self.sharp(&Node { position, depth: 0, alpha: -node.beta, beta: -low, ply }, steps + 1),
        };
        self.back();
        -score
    }

    /// The score of a position in the quiet search.
    fn sharp(&mut self, node: &Node<'_>, steps: u32) -> i32 {
        let (position, ply) = (node.position, node.ply);
        let known = self.table.get(self.key(position));
        let is_calm = known.is_some_and(|entry| entry.is_calm());
        if !is_calm && let Some(win) = winning_move(self.referee, self.terrain, position) {
            self.lines[ply].push(win);
            return WIN - ply as i32 - 1;
        }
        if !self.referee.has_move(position) {
            return self.stuck(ply);
        }
        let passed = position.with_turn(!position.turn());
        let threatened = !is_calm && can_win(self.referee, self.terrain, &passed);
        self.quiesce(node, known, threatened, steps)
    }
}
