//! Iterative deepening from the position on the board, on one thread or several.

use std::collections::VecDeque;

use hnefi_rules::{Advanced, Move, Position, Referee};

use crate::busy::{self, Busy};
use crate::evaluate::Evaluate;
use crate::race::Race;
use crate::score::{FORCED, WIN};
use crate::terrain::Terrain;
use crate::worker::Worker;

/// Stands for the position from which the search starts where threads say what they search.
const ROOT: u64 = 0x9b97_77ad_1e35_4f25;

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) score: i32,
    pub(crate) depth: u32,
    pub(crate) line: Vec<Move>,
}

/// The scores of moves at one depth.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    pub(crate) depth: u32,
    pub(crate) scores: Vec<(Move, i32)>,
}

impl<E: Evaluate> Worker<'_, E> {
    /// Searches deeper and deeper until the budget is spent. Line 1 is the best move, line 2 the best without
    /// that one, and so on. `tell` gets those of a depth when it is done, in this order.
    ///
    /// Nothing is found only if the budget ended before the first move was searched.
    pub(crate) fn deepen(
        &mut self,
        position: &Position,
        moves: &[Move],
        lines: usize,
        tell: &mut dyn FnMut(&Found, usize),
    ) -> Option<Found> {
        let mut candidates: Vec<(Move, Advanced)> =
            moves.iter().map(|&mv| (mv, self.referee.advance(position, mv))).collect();
        candidates.sort_by_cached_key(|(_, next)| glance(self.mind, self.terrain, next));
        let mut found: Vec<Found> = Vec::new();
        self.look(position);
        for depth in 1..=self.control.depth() {
            if found.first().is_some_and(|found| found.depth >= depth) {
                continue;
            }
            self.farthest = depth as usize * 2 + 4;
            let (mut reached, mut finished) = (0, 0);
            for line in 0..lines.clamp(1, moves.len().max(1)) {
                // The moves of the lines before stand in front.
                let before = found.get(line).map(|f| f.score);
                let best = match self.race {
                    Some(race) => self.race(race, &mut candidates, depth, before),
                    None => self.iterate(&mut candidates[line..], depth, before),
                };
                let Some(best) = best else { break };
                match found.get_mut(line) {
                    Some(before) => *before = best,
                    None => found.push(best),
                }
                reached = line + 1;
                if self.halted {
                    break;
                }
                finished = reached;
            }
            // What a search learns on the way may make a later line better than one before it.
            rank(&mut found[..finished], &mut candidates);
            for (index, line) in found[..finished].iter().enumerate() {
                tell(line, index + 1);
            }
            rank(&mut found[..reached], &mut candidates);
            let decided = found.iter().all(|f| f.score.abs() > FORCED && WIN - f.score.abs() <= depth as i32);
            if self.halted || decided || self.control.nearly_spent() {
                break;
            }
        }
        found.into_iter().next()
    }

    /// One iteration, unless another thread finishes it first: then what that one found.
    fn race(
        &mut self,
        race: &Race,
        candidates: &mut [(Move, Advanced)],
        depth: u32,
        before: Option<i32>,
    ) -> Option<Found> {
        self.races_to = depth;
        if !race.has_reached(depth) {
            let found = self.iterate(candidates, depth, before);
            if !self.overtaken {
                if let Some(found) = found.as_ref().filter(|_| !self.halted) {
                    race.arrive(found);
                }
                return found;
            }
            (self.overtaken, self.halted, self.depends_on) = (false, false, usize::MAX);
        }
        race.best()
    }

    /// One iteration, first in a narrow window round the score before.
    fn iterate(&mut self, candidates: &mut [(Move, Advanced)], depth: u32, before: Option<i32>) -> Option<Found> {
        let found = self.widen(candidates, depth, before);
        self.settle();
        found
    }

    fn widen(&mut self, candidates: &mut [(Move, Advanced)], depth: u32, before: Option<i32>) -> Option<Found> {
        let mut width = 40;
        let (mut low, mut high) = match before {
            Some(score) if depth >= 4 && score.abs() < FORCED => (score - width, score + width),
            _ => (-WIN, WIN),
        };
        loop {
            let found = self.try_candidates(candidates, depth, low, high);
            let score = found.as_ref()?.score;
            if self.halted {
                // What was searched in full before the stop still counts, unless it failed low.
                return found.filter(|f| f.score > low);
            }
            if score <= low && low > -WIN {
                low = if width > 300 { -WIN } else { score - width };
            } else if score >= high && high < WIN {
                high = if width > 300 { WIN } else { score + width };
            } else {
                return found;
            }
            width *= 4;
        }
    }

    fn try_candidates(
        &mut self,
        candidates: &mut [(Move, Advanced)],
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<Found> {
        let depth = depth as i32;
        let mut found: Option<Found> = None;
        let mut low = alpha;
        let mut fresh = 0..candidates.len();
        // What other threads search just now is put off to the end.
        let mut put_off = VecDeque::new();
        loop {
            let index = fresh.next();
            let again = index.is_none();
            let index = index.or_else(|| {
                let mv = put_off.pop_front()?;
                candidates.iter().position(|&(other, _)| other == mv)
            });
            let Some(index) = index else { break };
            let (mv, next) = candidates[index];
            let busy = self.busy.filter(|_| depth >= busy::DEPTH).map(|busy| (busy, Busy::key(ROOT, mv, depth)));
            if found.is_some() && !again && busy.is_some_and(|(busy, key)| busy.has(key)) {
                put_off.push_back(mv);
                continue;
            }
            if let Some((busy, key)) = busy {
                busy.begin(key);
            }
            self.lines[1].clear();
            let score = if found.is_none() {
                self.after(mv, &next, depth - 1, low, beta, 0)
            } else {
                let quiet = next.taken.is_empty() && index > 3 && depth > 3;
                let less = if quiet { (self.reductions.of(depth, index) / 100 - 1).clamp(0, 1) } else { 0 };
                let mut score = self.after(mv, &next, depth - 1 - less, low, low + 1, 0);
                if score > low && less > 0 {
                    score = self.after(mv, &next, depth - 1, low, low + 1, 0);
                }
                if score > low && !self.halted { self.after(mv, &next, depth - 1, low, beta, 0) } else { score }
            };
            if let Some((busy, key)) = busy {
                busy.end(key);
            }
            if self.halted {
                break;
            }
            // Below alpha a score says only what a move is not worth: the move that was best stays in front.
            if found.is_none() || score > low {
                self.extend_line(mv, 0);
                found = Some(Found { score, depth: depth as u32, line: self.lines[0].clone() });
                // The best move so far is searched first the next time.
                candidates[..=index].rotate_right(1);
            }
            low = low.max(score);
            if low >= beta {
                break;
            }
        }
        found
    }

    /// The score of every move, all at the same depth, so that they can be compared: the greatest depth for
    /// which the budget lasts. A move that is worse than the best by more than `margin` may get a better
    /// score than its true one, but still one worse by more than that.
    pub(crate) fn compare(&mut self, position: &Position, moves: &[Move], margin: i32) -> Option<Compared> {
        self.look(position);
        let mut compared = None;
        for depth in 1..=self.control.depth() {
            self.farthest = depth as usize * 2 + 4;
            let mut scores = Vec::with_capacity(moves.len());
            let mut best = -WIN;
            for &mv in moves {
                let next = self.referee.advance(position, mv);
                let low = (best - margin - 1).max(-WIN);
                let score = self.after(mv, &next, depth as i32 - 1, low, WIN, 0);
                scores.push((mv, score));
                best = best.max(score);
                if self.halted {
                    return compared;
                }
            }
            compared = Some(Compared { depth, scores });
        }
        self.settle();
        compared
    }
}

/// How a position after a move looks to the other side, without searching on.
fn glance(mind: &impl Evaluate, terrain: &Terrain, next: &Advanced) -> i32 {
    match next.ending {
        Some(_) => -WIN,
        None => mind.score(terrain, &next.position),
    }
}

/// The move that looks best without searching on, for when there is no time to search.
pub(crate) fn at_a_glance(
    mind: &impl Evaluate,
    terrain: &Terrain,
    referee: &Referee,
    position: &Position,
    moves: &[Move],
) -> Option<Found> {
    let looks = |mv: Move| -glance(mind, terrain, &referee.advance(position, mv));
    let (mv, score) = moves.iter().map(|&mv| (mv, looks(mv))).max_by_key(|&(_, score)| score)?;
    Some(Found { score, depth: 0, line: vec![mv] })
}

/// Puts lines of one depth in order, the best one first, and their moves in front of the others in the same order.
fn rank(lines: &mut [Found], candidates: &mut [(Move, Advanced)]) {
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    for (index, line) in lines.iter().enumerate() {
        if let Some(at) = candidates.iter().position(|&(mv, _)| mv == line.line[0]) {
            candidates[index..=at].rotate_right(1);
        }
    }
}
