//! Alpha-beta search: what is asked of one position, in which order.

use hnefi_rules::{Advanced, Move, Position};

use crate::board::ending::winner_of;
use crate::board::exchange::hangs;
use crate::board::strikes::is_kings;
use crate::board::threats::{can_win, winning_move};
use crate::mind::Mind;
use crate::score::{FORCED, MAX_PLY, WIN};
use crate::search::Idea;
use crate::search::bounds::{bounds, decides, from_table, to_table};
use crate::search::busy::{self, Busy};
use crate::search::history::Recent;
use crate::search::node::{Known, Node, Tried};
use crate::search::order::{Picker, from_squares};
use crate::search::prune::{self, Late, is_judged};
use crate::search::singular::Alone;
use crate::search::table::{Bound, Entry, UNKNOWN};
use crate::search::worker::Worker;

/// What becomes of a quiet move before it is made.
enum Skip {
    /// It is made.
    No,
    /// It is passed over.
    This,
    /// It is passed over, and so are all quiet moves after it.
    Rest,
}

impl<'a, M: Mind> Worker<'a, M> {
    /// The score of a node's move, seen by the side that makes it, searched `depth` plies deep between alpha and beta.
    pub(crate) fn after(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        next: &Advanced,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let ply = node.ply + 1;
        if let Some(ending) = next.ending {
            self.lines[ply].clear();
            let won = winner_of(ending) != next.position.turn();
            return if won { WIN - ply as i32 } else { ply as i32 - WIN };
        }
        self.go(node.position, mv, next);
        let child = Node { position: &next.position, depth, alpha: -beta, beta: -alpha, ply };
        let score = -self.search(child, true);
        self.back();
        score
    }

    /// The score of a position for its side to move.
    fn search(&mut self, mut node: Node<'_>, may_pass: bool) -> i32 {
        let (position, ply) = (node.position, node.ply);
        self.lines[ply].clear();
        if self.halted {
            return 0;
        }
        if let Some(score) = self.repetition(position, ply) {
            return score;
        }
        // Nothing from here on can be better than a win, or worse than a loss, from this ply.
        node.alpha = node.alpha.max(ply as i32 - WIN);
        node.beta = node.beta.min(WIN - ply as i32 - 1);
        if node.alpha >= node.beta {
            return node.alpha;
        }
        let entry = self.table.get(self.key(position));
        let is_calm = entry.is_some_and(|entry| entry.is_calm());
        if !is_calm && let Some(mv) = winning_move(self.referee, self.terrain, position) {
            self.lines[ply].push(mv);
            return WIN - ply as i32 - 1;
        }
        let passed = position.with_turn(!position.turn());
        let threatened = !is_calm && can_win(self.referee, self.terrain, &passed);
        if threatened && ply < self.farthest && self.ideas.has(Idea::Threats) {
            node.depth += 1;
        }
        if node.depth <= 0 || ply >= MAX_PLY {
            if !self.referee.has_move(position) {
                return self.stuck(ply);
            }
            return self.quiesce(&node, entry, threatened, 0);
        }
        if let Some(score) = cutoff(&node, entry) {
            return score;
        }
        self.history.forget_killers(ply + 1);
        let known = self.appraise(&node, entry, threatened, !may_pass);
        if !threatened {
            if let Some(score) = self.prune_whole_node(&node, &known, &passed) {
                return score;
            }
            // Without a move from the table the order is poor; a shallower search will leave one there.
            let blind = node.depth >= prune::BLIND && entry.is_none_or(|e| e.squares == 0);
            node.depth -= i32::from(blind && self.ideas.has(Idea::NoTableMove));
        }
        self.try_moves(node, known)
    }

    /// What a position looks like before its moves are tried.
    #[inline(always)]
    fn appraise(&mut self, node: &Node<'_>, entry: Option<Entry>, threatened: bool, passed: bool) -> Known {
        let ply = node.ply;
        let before = if ply >= 2 { Some(self.standings[ply - 2]) } else { None };
        if threatened {
            // Nobody looks at a board on which all is about to change.
            self.standings[ply] = before.unwrap_or(0);
            return Known { threatened, standing: -WIN, improving: false, entry, passed, without: None };
        }
        let looks = match entry {
            Some(entry) if entry.is_calm() => i32::from(entry.standing),
            _ => self.judge(node.position),
        };
        self.standings[ply] = looks;
        // What a search found about the position tells more than how it looks.
        let standing = match entry {
            Some(entry) if bounds(&entry, looks, ply) => from_table(entry.score, ply),
            _ => looks,
        };
        let improving = before.is_some_and(|before| looks > before);
        Known { threatened, standing, improving, entry, passed, without: None }
    }

    /// The score of a position that needs no search of its moves: far above beta (reverse futility), far below alpha
    /// (razoring), or still above beta after a pass (null move).
    #[inline(always)]
    fn prune_whole_node(&mut self, node: &Node<'_>, known: &Known, passed: &Position) -> Option<i32> {
        let Node { position, depth, alpha, beta, ply } = *node;
        let standing = known.standing;
        if !node.is_scout() || !is_judged(beta) || !is_judged(standing) {
            return None;
        }
        if self.ideas.has(Idea::FarAbove)
            && depth <= prune::FAR_ABOVE
            && standing - prune::far_above(depth, known.improving) >= beta
        {
            return Some(standing);
        }
        if self.ideas.has(Idea::FarBelow) && depth <= prune::FAR_BELOW && standing + prune::far_below(depth) <= alpha {
            let score = self.quiesce(node, known.entry, false, 0);
            if score <= alpha || self.halted {
                return Some(score);
            }
        }
        if self.ideas.has(Idea::NullMove)
            && !known.passed
            && depth >= prune::PASS
            && standing >= beta
            && self.can_pass(position)
        {
            let depth = depth - prune::after_pass(depth, standing - beta);
            let before = std::mem::replace(&mut self.passed, ply);
            let child = Node { position: passed, depth, alpha: -beta, beta: 1 - beta, ply: ply + 1 };
            let score = -self.search(child, false);
            self.passed = before;
            if self.halted {
                return Some(0);
            }
            if score >= beta && score < FORCED {
                return Some(score);
            }
        }
        None
    }

    /// The score of a position by its moves.
    pub(crate) fn try_moves(&mut self, node: Node<'_>, known: Known) -> i32 {
        let Node { position, depth, beta, ply, .. } = node;
        let first = known.entry.and_then(|entry| from_squares(self.referee, position, entry.squares));
        let alone = match self.alone(&node, first, &known) {
            Alone::Settled(score) => return score,
            Alone::Yes => first,
            Alone::No => None,
        };
        if self.halted {
            return 0;
        }
        let only = if known.threatened { self.answers_on(position) } else { None };
        let recent = self.recent_before(&node, &known);
        let mut picker = Picker::new(self.terrain, position, first, recent, only, &self.list);
        let outer = std::mem::replace(&mut self.depends_on, usize::MAX);
        let mut tried = Tried::new(&node, known.threatened);
        loop {
            // Not to list them at all costs less than to pass them by.
            if picker.is_before_quiet()
                && !known.threatened
                && may_skip(&node, &tried)
                && self.ends_quiet(&node, &known, tried.index)
            {
                picker.skip_quiet(&mut self.list);
            }
            let picked = picker.next(self.referee, &self.history, &mut self.list);
            let back = if picked.is_none() { tried.put_off.pop_at(0) } else { None };
            let Some(mv) = picked.or(back.map(|(mv, _)| mv)) else { break };
            // Whoever searched a move that was put off may have settled the position meanwhile.
            if back.is_some()
                && known.without.is_none()
                && let Some(score) = cutoff(&node, self.table.get(self.key(position)))
            {
                picker.finish(&mut self.list);
                self.depends_on = outer;
                return score;
            }
            tried.any = true;
            if Some(mv) == known.without {
                continue;
            }
            let king = is_kings(position, mv);
            let calm = !known.threatened && !king && !picker.may_capture(mv) && !tried.all_lose();
            if calm && back.is_none() && may_skip(&node, &tried) {
                match self.skips(&node, &known, &recent, tried.index, mv) {
                    Skip::No => {}
                    Skip::This => continue,
                    Skip::Rest => {
                        picker.skip_quiet(&mut self.list);
                        continue;
                    }
                }
            }
            let number = back.map_or(tried.index + 1, |(_, number)| number);
            let busy = self.busy_with(&node, mv, tried.index);
            if busy.is_some_and(|(busy, key)| back.is_none() && busy.has(key))
                && tried.put_off.try_push((mv, number)).is_ok()
            {
                // It counts now, so that what comes after it is searched as deep as it would be with one thread.
                tried.index += 1;
                continue;
            }
            let next = self.make(position, mv);
            let quiet = next.taken.is_empty();
            // A move that leaves the threat standing loses at once; the referee need not be asked again.
            if known.threatened && self.still_loses(mv, &next) {
                continue;
            }
            let score = {
                let late = quiet && !known.threatened && number > 2 && depth >= 2 && self.ideas.has(Idea::Reductions);
                let lost = calm && quiet && self.hangs(&node, mv, &next);
                tried.index += usize::from(back.is_none());
                let less = if late { self.reduction(&node, &known, &recent, mv, number, king, lost) } else { 0 };
                busy.inspect(|(busy, key)| busy.begin(*key));
                let score = if number == 1 {
                    let more = i32::from(Some(mv) == alone);
                    self.after(&node, mv, &next, depth - 1 + more, (tried.low, beta))
                } else {
                    self.after_first(&node, mv, &next, less, tried.low)
                };
                busy.inspect(|(busy, key)| busy.end(*key));
                score
            };
            if self.halted {
                break;
            }
            if tried.note(mv, score) {
                self.extend_line(mv, ply);
            }
            if score >= beta {
                if quiet {
                    self.history.reward(position.turn(), &recent, mv, &tried.quiet, depth);
                }
                break;
            }
            if quiet {
                let _ = tried.quiet.try_push(mv);
            }
        }
        picker.finish(&mut self.list);
        if self.halted {
            return 0;
        }
        self.conclude(&node, &known, &tried, outer)
    }

    /// The score of a move that is not the first: a null window says whether it is better than the best so far, by a
    /// search that is some plies less deep at first.
    #[inline(always)]
    fn after_first(&mut self, node: &Node<'_>, mv: Move, next: &Advanced, less: i32, low: i32) -> i32 {
        let depth = node.depth - 1;
        let mut score = self.after(node, mv, next, depth - less, (low, low + 1));
        if score > low && less > 0 {
            score = self.after(node, mv, next, depth, (low, low + 1));
        }
        if score > low && score < node.beta {
            score = self.after(node, mv, next, depth, (low, node.beta));
        }
        score
    }

    /// Whether a quiet move need not be tried (late move pruning, futility, history pruning).
    #[inline(always)]
    fn skips(&self, node: &Node<'_>, known: &Known, recent: &Recent, index: usize, mv: Move) -> Skip {
        if self.ends_quiet(node, known, index) {
            return Skip::Rest;
        }
        let unpromising = self.ideas.has(Idea::Unpromising)
            && node.depth <= prune::UNPROMISING
            && self.history.ranks(node.position.turn(), recent).score(mv) < prune::unpromising(node.depth);
        if unpromising { Skip::This } else { Skip::No }
    }

    /// Whether quiet moves from a number on need not be tried, because so many were, or because the position is too far
    /// below what is needed.
    #[inline(always)]
    fn ends_quiet(&self, node: &Node<'_>, known: &Known, index: usize) -> bool {
        let depth = node.depth;
        let depth_then = (depth - 1 - self.reductions.of(depth, index + 1) / 100).max(0);
        let is_late = depth <= prune::LATE && index >= prune::late(depth, known.improving);
        let is_futile =
            depth_then <= prune::FUTILE && node.is_scout() && prune::futile(depth_then) <= node.alpha - known.standing;
        self.ideas.has(Idea::LateMoves) && is_late || self.ideas.has(Idea::Futility) && is_futile
    }

    /// How many plies less deep a late quiet move is searched at first.
    #[expect(clippy::too_many_arguments, reason = "all of it is known where it is called, and costs time to find out")]
    #[inline(always)]
    fn reduction(
        &self,
        node: &Node<'_>,
        known: &Known,
        recent: &Recent,
        mv: Move,
        number: usize,
        king: bool,
        lost: bool,
    ) -> i32 {
        let rank = self.history.ranks(node.position.turn(), recent).score(mv);
        let late = Late { improving: known.improving, scout: node.is_scout(), king, lost, rank };
        self.reductions.plies(node.depth, number, &late)
    }

    /// Whether the man who just moved falls at once.
    #[inline(always)]
    fn hangs(&self, node: &Node<'_>, mv: Move, next: &Advanced) -> bool {
        node.depth <= prune::EXCHANGE
            && node.ply > 0
            && self.ideas.has(Idea::Exchange)
            && hangs(self.referee, self.terrain, &next.position, mv.to())
    }

    /// What went before the moves of a node, where it counts.
    #[inline(always)]
    fn recent_before(&self, node: &Node<'_>, known: &Known) -> Recent {
        if known.passed || !self.ideas.has(Idea::Answers) {
            self.history.recent(node.ply, None, None)
        } else {
            self.recent(node.ply)
        }
    }

    /// Where threads say that they search a move, if it is worth saying.
    #[inline(always)]
    fn busy_with(&self, node: &Node<'_>, mv: Move, index: usize) -> Option<(&'a Busy, u64)> {
        let busy = self.busy.filter(|_| index > 0 && node.depth >= busy::DEPTH)?;
        Some((busy, Busy::key(node.position.hash(), mv, node.depth)))
    }

    /// The score of a position all of whose moves were tried, which the table keeps.
    #[inline(always)]
    fn conclude(&mut self, node: &Node<'_>, known: &Known, tried: &Tried, outer: usize) -> i32 {
        let Node { position, depth, alpha, beta, ply } = *node;
        let mut best = tried.best;
        let none = !tried.any && !self.referee.has_move(position);
        // Or every move repeats something that it may not.
        if none || self.forbids_all(position, best, known.threatened, ply) {
            best = self.stuck(ply);
        }
        let depends = self.depends_on < ply;
        self.depends_on = outer.min(if depends { self.depends_on } else { usize::MAX });
        if depends || known.without.is_some() {
            return best;
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        let standing = if known.threatened { UNKNOWN } else { self.standings[ply] as i16 };
        let (score, depth) = (to_table(best, ply), depth.min(100) as i8);
        self.table.put(self.key(position), Entry { squares: tried.best_move, score, standing, depth, bound });
        best
    }

    /// Whether to pass would tell something: a side with few moves may be forced to a bad one.
    fn can_pass(&self, position: &Position) -> bool {
        position.men(position.turn()) >= 4 && self.referee.count_moves(position) >= 12
    }
}

/// Whether quiet moves of a node may be passed over: not at the root, and not while all loses.
#[inline(always)]
fn may_skip(node: &Node<'_>, tried: &Tried) -> bool {
    node.ply > 0 && !tried.all_lose() && is_judged(node.alpha)
}

/// The score that the table has for a node, where that is all that is asked.
#[inline(always)]
fn cutoff(node: &Node<'_>, entry: Option<Entry>) -> Option<i32> {
    let entry = entry.filter(|entry| node.is_scout() && i32::from(entry.depth) >= node.depth)?;
    decides(&entry, node.alpha, node.beta, node.ply)
}
