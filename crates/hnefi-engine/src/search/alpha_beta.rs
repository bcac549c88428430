//! Alpha-beta search (principal variation search): what is asked of one position before its moves are tried, in which order.

use hnefi_rules::{Advanced, Move, Position};

use crate::board::threats::{can_win, winning_move};
use crate::mind::Mind;
use crate::score::{FORCED, MAX_PLY, WIN};
use crate::search::Idea;
use crate::search::bounds::{bounds, decides, from_table};
use crate::search::node::{Known, Node};
use crate::search::prune::{self, is_judged};
use crate::search::table::Entry;
use crate::search::worker::Worker;

impl<M: Mind> Worker<'_, M> {
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
        // Nobody ends a game by his own move but to win it.
        if next.ending.is_some() {
            self.lines[ply].clear();
            return WIN - ply as i32;
        }
        self.go(node.position, mv, next);
        let child = Node { position: &next.position, depth, alpha: -beta, beta: -alpha, ply };
        let score = -self.search(child, true);
        self.back();
        score
    }

    /// The score of a position for its side to move. What is asked, in this order: repetition; whether anything can come of it
    /// (mate distance pruning); a win in one; a threat, which is answered for free (threat extension); the end of the depth
    /// (quiescence search); the table (transposition cutoff); what needs no moves (see `prune_whole_node`); whether the table
    /// has no move (internal iterative reduction); and at last the moves.
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
            node.depth -= i32::from(blind && self.ideas.has(Idea::InternalIterativeReductions));
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
        if self.ideas.has(Idea::ReverseFutility)
            && depth <= prune::REVERSE_FUTILITY
            && standing - self.margins.reverse_futility(depth, known.improving) >= beta
        {
            return Some(standing);
        }
        if self.ideas.has(Idea::Razoring)
            && depth <= prune::RAZORING
            && standing + self.margins.razoring(depth) <= alpha
        {
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
            let depth = depth - self.margins.after_pass(depth, standing - beta);
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

    /// Whether to pass would tell something: a side with few moves may be forced to a bad one.
    fn can_pass(&self, position: &Position) -> bool {
        position.men(position.turn()) >= 4 && self.referee.count_moves(position) >= 12
    }
}

/// The score that the table has for a node, where that is all that is asked.
#[inline(always)]
pub(crate) fn cutoff(node: &Node<'_>, entry: Option<Entry>) -> Option<i32> {
    let entry = entry.filter(|entry| i32::from(entry.depth) >= node.depth)?;
    if entry.is_proved() {
        return Some(from_table(entry.score, node.ply));
    }
    if !node.is_scout() {
        return None;
    }
    decides(&entry, node.alpha, node.beta, node.ply)
}
