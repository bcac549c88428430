//! Alpha-beta search: what is asked of one position, in which order.

use hnefi_rules::{Advanced, Move, Position};

use crate::board::ending::winner_of;
use crate::board::exchange::hangs;
use crate::board::strikes::is_kings;
use crate::board::threats::{can_win, winning_move};
use crate::mind::Evaluate;
use crate::score::{FORCED, MAX_PLY, WIN};
use crate::search::Idea;
use crate::search::bounds::{bounds, decides, from_table, to_table};
use crate::search::busy::{self, Busy};
use crate::search::node::Known;
use crate::search::order::{Picker, from_squares};
use crate::search::prune::{self, is_judged};
use crate::search::singular::Alone;
use crate::search::table::{Bound, Entry, UNKNOWN, squares};
use crate::search::worker::Worker;

impl<E: Evaluate> Worker<'_, E> {
    /// The score of a position after a move, seen by the side that moved, searched `depth` plies deep.
    pub(crate) fn after(&mut self, mv: Move, next: &Advanced, depth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if let Some(ending) = next.ending {
            self.lines[ply + 1].clear();
            let won = winner_of(ending) != next.position.turn();
            return if won { WIN - ply as i32 - 1 } else { ply as i32 + 1 - WIN };
        }
        self.path.push(mv, &next.position, !next.taken.is_empty());
        let score = -self.search(&next.position, depth, -beta, -alpha, ply + 1, true);
        self.path.pop();
        score
    }

    /// The score of a position for its side to move.
    fn search(&mut self, position: &Position, depth: i32, alpha: i32, beta: i32, ply: usize, may_pass: bool) -> i32 {
        self.lines[ply].clear();
        if self.halted {
            return 0;
        }
        if let Some(score) = self.repetition(position, ply) {
            return score;
        }
        // Nothing from here on can be better than a win, or worse than a loss, from this ply.
        let alpha = alpha.max(ply as i32 - WIN);
        let beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let known = self.table.get(self.key(position));
        let is_calm = known.is_some_and(|entry| entry.is_calm());
        if !is_calm && let Some(mv) = winning_move(self.referee, self.terrain, position) {
            self.lines[ply].push(mv);
            return WIN - ply as i32 - 1;
        }
        let passed = position.with_turn(!position.turn());
        let threatened = !is_calm && can_win(self.referee, self.terrain, &passed);
        let depth = if threatened && ply < self.farthest && self.ideas.has(Idea::Threats) { depth + 1 } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            if !self.referee.has_move(position) {
                return self.stuck(ply);
            }
            return self.quiesce(position, known, threatened, alpha, beta, ply, 0);
        }

        let scout = beta - alpha == 1;
        if let Some(entry) = known
            && scout
            && i32::from(entry.depth) >= depth
            && let Some(score) = decides(&entry, alpha, beta, ply)
        {
            return score;
        }
        self.history.forget_killers(ply + 1);
        if threatened {
            self.standings[ply] = if ply >= 2 { self.standings[ply - 2] } else { 0 };
            return self.try_moves(
                position,
                depth,
                alpha,
                beta,
                ply,
                Known { threatened, standing: -WIN, improving: false, entry: known, passed: !may_pass, without: None },
            );
        }

        let looks = match known {
            Some(entry) if entry.is_calm() => i32::from(entry.standing),
            _ => self.mind.score(position),
        };
        self.standings[ply] = looks;
        let improving = ply >= 2 && looks > self.standings[ply - 2];
        // What a search found about the position tells more than how it looks.
        let standing = match known {
            Some(entry) if bounds(&entry, looks, ply) => from_table(entry.score, ply),
            _ => looks,
        };
        let known = Known { threatened, standing, improving, entry: known, passed: !may_pass, without: None };
        if scout && is_judged(beta) && is_judged(standing) {
            if self.ideas.has(Idea::FarAbove)
                && depth <= prune::FAR_ABOVE
                && standing - prune::far_above(depth, improving) >= beta
            {
                return standing;
            }
            if self.ideas.has(Idea::FarBelow)
                && depth <= prune::FAR_BELOW
                && standing + prune::far_below(depth) <= alpha
            {
                let score = self.quiesce(position, known.entry, false, alpha, beta, ply, 0);
                if score <= alpha || self.halted {
                    return score;
                }
            }
            if self.ideas.has(Idea::NullMove) && may_pass && depth >= 3 && standing >= beta && self.can_pass(position) {
                let less = prune::after_pass(depth, standing - beta);
                let before = std::mem::replace(&mut self.passed, ply);
                let score = -self.search(&passed, depth - less, -beta, 1 - beta, ply + 1, false);
                self.passed = before;
                if self.halted {
                    return 0;
                }
                if score >= beta && score < FORCED {
                    return score;
                }
            }
        }
        // Without a move from the table the order is poor; a shallower search will leave one there.
        let blind = depth >= 4 && known.entry.is_none_or(|e| e.squares == 0) && self.ideas.has(Idea::NoTableMove);
        let depth = if blind { depth - 1 } else { depth };
        self.try_moves(position, depth, alpha, beta, ply, known)
    }

    /// The score of a position by its moves.
    pub(crate) fn try_moves(
        &mut self,
        position: &Position,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        known: Known,
    ) -> i32 {
        let Known { threatened, standing, improving, entry, passed, without } = known;
        let first = entry.and_then(|entry| from_squares(self.referee, position, entry.squares));
        let alone = match self.alone(position, first, &known, depth, beta, ply) {
            Alone::Settled(score) => return score,
            Alone::Yes => first,
            Alone::No => None,
        };
        if self.halted {
            return 0;
        }
        let only = if threatened { self.answers_on(position) } else { None };
        let recent = if passed || !self.ideas.has(Idea::Answers) {
            self.history.recent(ply, None, None)
        } else {
            self.recent(ply)
        };
        let mut picker = Picker::new(self.terrain, position, first, recent, only, &self.list);
        let outer = std::mem::replace(&mut self.depends_on, usize::MAX);
        let scout = beta - alpha == 1;
        // A side that faces a threat and finds no answer loses to it.
        let mut best = if threatened { ply as i32 + 2 - WIN } else { -WIN };
        let (mut best_move, mut low) = (0, alpha);
        let (mut index, mut any) = (0, false);
        let mut tried: arrayvec::ArrayVec<Move, 64> = arrayvec::ArrayVec::new();
        // What other threads search just now is put off to the end.
        let mut put_off: arrayvec::ArrayVec<(Move, usize), 32> = arrayvec::ArrayVec::new();
        loop {
            // Not to list them at all costs less than to pass them by.
            if picker.is_before_quiet()
                && !threatened
                && ply > 0
                && best > -FORCED
                && is_judged(alpha)
                && self.ends_quiet(depth, index, improving, scout.then_some(alpha - standing))
            {
                picker.skip_quiet(&mut self.list);
            }
            let picked = picker.next(self.referee, &self.history, &mut self.list);
            let back = if picked.is_none() { put_off.pop_at(0) } else { None };
            let Some(mv) = picked.or(back.map(|(mv, _)| mv)) else { break };
            // Whoever searched a move that was put off may have settled the position meanwhile.
            if back.is_some()
                && scout
                && without.is_none()
                && let Some(entry) = self.table.get(self.key(position))
                && i32::from(entry.depth) >= depth
                && let Some(score) = decides(&entry, alpha, beta, ply)
            {
                picker.finish(&mut self.list);
                self.depends_on = outer;
                return score;
            }
            any = true;
            if Some(mv) == without {
                continue;
            }
            let king = is_kings(position, mv);
            let calm = !threatened && !king && !picker.may_capture(mv) && best > -FORCED;
            let number = back.map_or(index + 1, |(_, number)| number);
            let reduction = self.reductions.of(depth, number);
            if calm && ply > 0 && back.is_none() && is_judged(alpha) {
                if self.ends_quiet(depth, index, improving, scout.then_some(alpha - standing)) {
                    picker.skip_quiet(&mut self.list);
                    continue;
                } else if self.ideas.has(Idea::Unpromising)
                    && depth <= 4
                    && self.history.ranks(position.turn(), &recent).score(mv) < prune::unpromising(depth)
                {
                    continue;
                }
            }
            let busy = self.busy.filter(|_| index > 0 && depth >= busy::DEPTH);
            let busy = busy.map(|busy| (busy, Busy::key(position.hash(), mv, depth)));
            if busy.is_some_and(|(busy, key)| back.is_none() && busy.has(key)) && put_off.try_push((mv, number)).is_ok()
            {
                // It counts now, so that what comes after it is searched as deep as it would be with one thread.
                index += 1;
                continue;
            }
            let next = self.make(position, mv);
            let quiet = next.taken.is_empty();
            // A move that leaves the threat standing loses at once; the referee need not be asked again.
            if threatened && self.still_loses(mv, &next) {
                continue;
            }
            let lost = calm
                && quiet
                && depth <= 8
                && ply > 0
                && self.ideas.has(Idea::Exchange)
                && hangs(self.referee, self.terrain, &next.position, mv.to());
            index += usize::from(back.is_none());
            if let Some((busy, key)) = busy {
                busy.begin(key);
            }
            let score = if number == 1 {
                let more = i32::from(Some(mv) == alone);
                self.after(mv, &next, depth - 1 + more, low, beta, ply)
            } else {
                let mut less = 0;
                if depth >= 2 && number > 2 && quiet && !threatened && self.ideas.has(Idea::Reductions) {
                    less = reduction;
                    less += if improving { 0 } else { 50 };
                    less -= if scout { 0 } else { 100 };
                    less -= if king { 100 } else { 0 };
                    less += if lost { 100 } else { 0 };
                    less -= self.history.ranks(position.turn(), &recent).score(mv) / 150;
                    less = (less / 100).clamp(0, depth - 1);
                }
                let mut score = self.after(mv, &next, depth - 1 - less, low, low + 1, ply);
                if score > low && less > 0 {
                    score = self.after(mv, &next, depth - 1, low, low + 1, ply);
                }
                if score > low && score < beta {
                    score = self.after(mv, &next, depth - 1, low, beta, ply);
                }
                score
            };
            if let Some((busy, key)) = busy {
                busy.end(key);
            }
            if self.halted {
                break;
            }
            if score > best {
                best = score;
                if score > low {
                    low = score;
                    best_move = squares(mv);
                    self.extend_line(mv, ply);
                }
                if score >= beta {
                    if quiet {
                        self.history.reward(position.turn(), &recent, mv, &tried, depth);
                    }
                    break;
                }
            }
            if quiet {
                let _ = tried.try_push(mv);
            }
        }
        picker.finish(&mut self.list);
        if self.halted {
            return 0;
        }
        if !any && !self.referee.has_move(position) {
            best = self.stuck(ply);
        } else if self.forbids_all(position, best, threatened, ply) {
            // Every move repeats something that it may not.
            best = self.stuck(ply);
        }
        let depends = self.depends_on < ply;
        self.depends_on = outer.min(if depends { self.depends_on } else { usize::MAX });
        if depends || without.is_some() {
            return best;
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        let standing = if threatened { UNKNOWN } else { self.standings[ply] as i16 };
        let score = to_table(best, ply);
        self.table
            .put(self.key(position), Entry { squares: best_move, score, standing, depth: depth.min(100) as i8, bound });
        best
    }

    /// Whether quiet moves from a number on need not be tried, because so many were, or because the position is too far
    /// below what is needed.
    #[inline(always)]
    fn ends_quiet(&self, depth: i32, index: usize, improving: bool, needed: Option<i32>) -> bool {
        let depth_then = (depth - 1 - self.reductions.of(depth, index + 1) / 100).max(0);
        let is_late = depth <= prune::LATE && index >= prune::late(depth, improving);
        let is_futile = depth_then <= prune::FUTILE && needed.is_some_and(|needed| prune::futile(depth_then) <= needed);
        self.ideas.has(Idea::LateMoves) && is_late || self.ideas.has(Idea::Futility) && is_futile
    }

    /// Whether to pass would tell something: a side with few moves may be forced to a bad one.
    fn can_pass(&self, position: &Position) -> bool {
        position.men(position.turn()) >= 4 && self.referee.count_moves(position) >= 12
    }
}
