//! Iterative deepening from the position on the board, on one thread or several.

use std::cmp::Reverse;
use std::collections::VecDeque;

use hnefi_rules::{Move, Position, Side};

use crate::mind::Mind;
use crate::score::{FORCED, MAX_PLY, WIN, is_lost};
use crate::search::Idea;
use crate::search::busy::{self, Busy};
use crate::search::candidate::{Candidate, by_work, rank};
use crate::search::found::Found;
use crate::search::node::Node;
use crate::search::race::Race;
use crate::search::worker::Worker;

/// Stands for the position from which the search starts where threads say what they search.
const ROOT: u64 = 0x9b97_77ad_1e35_4f25;

impl<M: Mind> Worker<'_, M> {
    /// Searches deeper and deeper until the budget is spent. After each depth `beside` may know better of the best move. Line 1 is the best move, line 2 the best without
    /// that one, and so on; a move is in one line only. `tell` gets those of a depth when it is done, in this order. Where
    /// the budget ends in the middle of a depth, several lines are told once more as they stand then, each with its depth.
    ///
    /// Nothing is found only if the budget ended before the first move was searched.
    pub(crate) fn deepen(
        &mut self,
        position: &Position,
        moves: &[Move],
        lines: usize,
        beside: &mut dyn FnMut(&Found) -> Option<Found>,
        tell: &mut dyn FnMut(&Found, usize),
    ) -> Option<Found> {
        self.look(position);
        let mut candidates = self.candidates(position, moves);
        let mut found: Vec<Found> = Vec::new();
        // Whether a whole depth showed that every move loses, and whether several lines ended in the middle of one.
        let (mut resigned, mut cut) = (false, false);
        for depth in 1..=self.control.depth().min(MAX_PLY as u32) {
            if found.first().is_some_and(|found| found.depth >= depth) {
                continue;
            }
            self.farthest = depth as usize * 2 + 4;
            // A helper does not take back what the lead was lent.
            if !self.helps {
                self.control.lend(false);
            }
            // After the first depths, how long a move was looked at says more than how it looks. With several lines, those
            // in front are many.
            if depth > 2 && lines <= 1 && self.ideas.has(Idea::RootOrder) {
                by_work(&mut candidates);
            }
            let (mut reached, mut finished) = (0, 0);
            for line in 0..lines.clamp(1, moves.len().max(1)) {
                // The moves of the lines before stand in front.
                let before = found.get(line).map(|f| f.score);
                let best = match self.race {
                    Some(race) => self.race(race, position, &mut candidates, depth, before),
                    None => self.iterate(position, &mut candidates[line..], depth, before),
                };
                let Some(best) = best else { break };
                place(&mut found, line, best);
                reached = line + 1;
                if self.halted {
                    break;
                }
                finished = reached;
            }
            // What a search learns on the way may make a later line better than one before it.
            rank(&mut found[..finished], &mut candidates);
            resigned |= !self.halted && found.first().is_some_and(|best| is_lost(best.score));
            let refuted = finished > 0 && !self.halted && self.learn(beside, &mut found[..finished], &mut candidates);
            cut = self.halted && lines > 1;
            // What was best is no more, and nobody knows yet what is.
            let told = if refuted || cut { 0 } else { finished };
            for (index, line) in found[..told].iter().enumerate() {
                tell(line, index + 1);
            }
            rank(&mut found[..reached], &mut candidates);
            if let Some(best) = found.first() {
                self.keep_best(position, best);
            }
            let decided = found.iter().all(|f| f.score.abs() > FORCED && WIN - f.score.abs() <= depth as i32);
            // A helper does not know yet how much time the depth just finished grants.
            let enough = decided || (!self.helps && self.control.nearly_spent());
            if self.halted || (enough && !refuted) {
                break;
            }
        }
        if !resigned {
            rescue(&mut found, &candidates);
        }
        if cut {
            found.iter().enumerate().for_each(|(index, line)| tell(line, index + 1));
        }
        found.into_iter().next()
    }

    /// Takes note of what `beside` knows better: that a move wins, or that the best one loses. Whether it does, while another move may hold.
    fn learn(
        &mut self,
        beside: &mut dyn FnMut(&Found) -> Option<Found>,
        found: &mut [Found],
        candidates: &mut [Candidate],
    ) -> bool {
        let truth = beside(&found[0]);
        self.halted |= self.control.is_stopped();
        let Some(truth) = truth else { return false };
        if let Some(candidate) = candidates.iter_mut().find(|candidate| candidate.mv == truth.line[0]) {
            (candidate.last, candidate.depth) = (truth.score, truth.depth);
        }
        // A move is in one line only; one that is in none takes the place of the worst.
        let at = found.iter().position(|line| line.line[0] == truth.line[0]).unwrap_or(found.len() - 1);
        found[at] = truth;
        rank(found, candidates);
        is_lost(found[0].score) && candidates.iter().any(|candidate| !candidate.is_lost())
    }

    /// One iteration, unless another thread finishes it first: then what that one found.
    fn race(
        &mut self,
        race: &Race,
        position: &Position,
        candidates: &mut [Candidate],
        depth: u32,
        before: Option<i32>,
    ) -> Option<Found> {
        self.races_to = depth;
        if !race.has_reached(depth) {
            let found = self.iterate(position, candidates, depth, before);
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
    fn iterate(
        &mut self,
        position: &Position,
        candidates: &mut [Candidate],
        depth: u32,
        before: Option<i32>,
    ) -> Option<Found> {
        let found = self.widen(position, candidates, depth, before);
        self.settle();
        found
    }

    fn widen(
        &mut self,
        position: &Position,
        candidates: &mut [Candidate],
        depth: u32,
        before: Option<i32>,
    ) -> Option<Found> {
        let mut width = 40;
        let (mut low, mut high) = match before {
            Some(score) if depth >= 4 && score.abs() < FORCED => (score - width, score + width),
            _ => (-WIN, WIN),
        };
        // What was better than the window before, though nobody knows yet by how much.
        let mut raised: Option<Found> = None;
        loop {
            let root = Node { position, depth: depth as i32, alpha: low, beta: high, ply: 0 };
            let found = self.try_candidates(&root, candidates);
            if self.halted {
                // What was searched in full before the stop still counts, unless it failed low.
                return found.filter(|f| f.score > low).or(raised);
            }
            let found = found?;
            let score = found.score;
            if score <= low && low > -WIN {
                raised = None;
                low = if width > 300 { -WIN } else { score - width };
            } else if score >= high && high < WIN {
                high = if width > 300 { WIN } else { score + width };
                raised = Some(found);
            } else {
                return Some(found);
            }
            width *= 4;
        }
    }

    fn try_candidates(&mut self, node: &Node<'_>, candidates: &mut [Candidate]) -> Option<Found> {
        let Node { depth, alpha, beta, .. } = *node;
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
                candidates.iter().position(|candidate| candidate.mv == mv)
            });
            let Some(index) = index else { break };
            let Candidate { mv, next, .. } = candidates[index];
            let busy = self.busy.filter(|_| depth >= busy::DEPTH).map(|busy| (busy, Busy::key(ROOT, mv, depth)));
            if found.is_some() && !again && busy.is_some_and(|(busy, key)| busy.has(key)) {
                put_off.push_back(mv);
                continue;
            }
            if let Some((busy, key)) = busy {
                busy.begin(key);
            }
            self.lines[1].clear();
            let before = self.made;
            let score = if found.is_none() {
                self.after(node, mv, &next, depth - 1, (low, beta))
            } else {
                let quiet = next.taken.is_empty() && index > 3 && depth > 3;
                let less = if quiet { (self.reductions.of(depth, index) / 100 - 1).clamp(0, 1) } else { 0 };
                // Where all is lost so far, it takes little to see that a move holds, and more to see which loses last.
                let test = low.max(1 - FORCED);
                let mut score = self.after(node, mv, &next, depth - 1 - less, (test, test + 1));
                if score > low && less > 0 {
                    score = self.after(node, mv, &next, depth - 1, (test, test + 1));
                }
                if score > low && !self.halted {
                    let least = score;
                    score = self.after(node, mv, &next, depth - 1, (low, beta));
                    if self.halted && !is_lost(least) {
                        // It is better than the best so far; there was no time to find out by how much.
                        candidates[index].last = least;
                        found = Some(Found { score: least, depth: depth as u32, line: vec![mv] });
                        candidates[..=index].rotate_right(1);
                    }
                }
                score
            };
            if let Some((busy, key)) = busy {
                busy.end(key);
            }
            if self.halted {
                break;
            }
            candidates[index].nodes += self.made - before;
            (candidates[index].last, candidates[index].depth) = (score, depth as u32);
            // Below alpha a score says only what a move is not worth: the move that was best stays in front.
            if found.is_none() || score > low {
                self.extend_line(mv, 0);
                found = Some(Found { score, depth: depth as u32, line: self.lines[0].clone() });
                // The best move so far is searched first the next time.
                candidates[..=index].rotate_right(1);
            }
            if !self.helps {
                let lost = found.as_ref().is_some_and(|found| is_lost(found.score));
                self.control.lend(lost && candidates.iter().any(|candidate| !candidate.is_lost()));
            }
            low = low.max(score);
            if low >= beta {
                break;
            }
        }
        found
    }

    /// The best line from a position in which somebody is known to win within so many plies: as deep as it takes to see
    /// that again. `thinks` is the side on whose behalf the search is that knows it.
    pub(crate) fn resolve(&mut self, position: &Position, moves: &[Move], plies: u32, thinks: Side) -> Option<Found> {
        self.look_for(position, thinks);
        let mut candidates = self.candidates(position, moves);
        for depth in 1..=plies {
            self.farthest = depth as usize * 2 + 4;
            let found = self.iterate(position, &mut candidates, depth, None)?;
            if self.halted {
                break;
            }
            if found.score.abs() > FORCED {
                return Some(found);
            }
        }
        None
    }
}

/// Puts a line in its place. A move is in one line only: where a later line has the same, what stood here goes there.
fn place(found: &mut Vec<Found>, index: usize, line: Found) {
    let Some(here) = found.get_mut(index) else { return found.push(line) };
    let mv = line.line[0];
    let before = std::mem::replace(here, line);
    if let Some(same) = found[index + 1..].iter_mut().find(|later| later.line[0] == mv) {
        *same = before;
    }
}

/// Where the search ended after the best move turned out to lose, another one takes its place: one found before, or
/// else the most promising one, of which nobody knows that it loses.
fn rescue(found: &mut Vec<Found>, candidates: &[Candidate]) {
    let holds = |found: &Found| {
        let lost = |c: &Candidate| c.mv == found.line[0] && c.depth >= found.depth && c.is_lost();
        !is_lost(found.score) && !candidates.iter().any(lost)
    };
    if found.first().is_none_or(holds) {
        return;
    }
    let other = found.iter().find(|found| holds(found)).cloned();
    let other = other.or_else(|| {
        let hopeful = |candidate: &&Candidate| !candidate.is_lost();
        let Candidate { mv, last, depth, .. } = *candidates.iter().find(hopeful)?;
        Some(Found { score: last, depth, line: vec![mv] })
    });
    if let Some(other) = other {
        place(found, 0, other);
        found[1..].sort_by_key(|line| Reverse(line.score));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hnefi_rules::{Game, Referee, leaflet};

    use super::*;
    use crate::mind::ByHand;
    use crate::search::control::Control;
    use crate::search::prepared::Prepared;
    use crate::search::table::Table;
    use crate::{Budget, Cancel};

    #[test]
    fn a_move_that_beat_the_window_is_kept_when_the_time_ends() {
        let game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
        let cancel = Cancel::new();
        let prepared = Prepared::new(game.referee(), ByHand::new(game.referee()));
        let mut kept_before = false;
        let mut half_done = 0;
        for nodes in (256..30_000).step_by(256) {
            let control = Control::new(Budget { depth: u32::MAX, nodes, time: None }, &cancel, None);
            let table = Table::new(1);
            let mut worker = Worker::new(&game, &prepared, &table, &control, Arc::default());
            worker.look(game.position());
            worker.farthest = 20;
            let mut candidates = worker.candidates(game.position(), &game.moves());
            // The score before was so much worse that the first window is too low, and so are those after it.
            let found = worker.widen(game.position(), &mut candidates, 8, Some(-800));
            assert!(found.is_some() || !kept_before, "{nodes} nodes: what was found with fewer is gone");
            kept_before = found.is_some();
            half_done += u32::from(found.is_some() && worker.halted);
        }
        assert!(half_done > 3, "only {half_done} searches ended in between");
    }
}
