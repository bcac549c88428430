//! The moves of one position: which of them are tried, and what becomes of each.

use hnefi_rules::{Advanced, Move};

use crate::board::strikes::is_kings;
use crate::mind::Mind;
use crate::search::Idea;
use crate::search::alpha_beta::cutoff;
use crate::search::bounds::to_table;
use crate::search::busy::{self, Busy};
use crate::search::history::Recent;
use crate::search::node::{Known, Node, Tried};
use crate::search::order::{Picker, from_squares};
use crate::search::singular::Alone;
use crate::search::table::{Bound, Entry, UNKNOWN};
use crate::search::worker::Worker;

/// What stays the same while the moves of a position are tried.
pub(crate) struct Scene<'p> {
    pub(crate) node: Node<'p>,
    pub(crate) known: Known,
    /// What went before its moves.
    pub(crate) recent: Recent,
    /// The move that is much better than all others (singular), if one is.
    alone: Option<Move>,
}

/// The move whose turn it is.
pub(crate) struct Pick {
    pub(crate) mv: Move,
    /// The how manieth move it is, from 1 on.
    pub(crate) number: usize,
    /// Whether it was put off before, because another thread searched it.
    pub(crate) back: bool,
    pub(crate) king: bool,
    /// Whether it is a soldier's, answers no threat and cannot capture, and some move before it does not lose.
    pub(crate) calm: bool,
}

impl<'a, M: Mind> Worker<'a, M> {
    /// The score of a position by its moves.
    pub(crate) fn try_moves(&mut self, node: Node<'_>, known: Known) -> i32 {
        let first = known.entry.and_then(|entry| from_squares(self.referee, node.position, entry.squares));
        let alone = match self.alone(&node, first, &known) {
            Alone::Settled(score) => return score,
            Alone::Yes => first,
            Alone::No => None,
        };
        if self.halted {
            return 0;
        }
        let only = if known.threatened { self.answers_on(node.position) } else { None };
        let recent = self.recent_before(&node, &known);
        let scene = Scene { node, known, recent, alone };
        let mut picker = Picker::new(self.terrain, node.position, first, recent, only, &self.list);
        let outer = std::mem::replace(&mut self.depends_on, usize::MAX);
        let mut tried = Tried::new(&node, known.threatened);
        while let Some(pick) = self.pick(&scene, &mut tried, &mut picker) {
            if let Some(score) = self.settled_meanwhile(&scene, &pick) {
                picker.finish(&mut self.list);
                self.depends_on = outer;
                return score;
            }
            tried.any = true;
            if Some(pick.mv) == known.without || self.passes_over(&scene, &pick, &tried, &mut picker) {
                continue;
            }
            let busy = self.busy_with(&node, pick.mv, tried.index);
            if puts_off(&pick, busy, &mut tried) {
                continue;
            }
            let next = self.make(node.position, pick.mv);
            // A move that leaves the threat standing loses at once; the referee need not be asked again.
            if known.threatened && self.still_loses(pick.mv, &next) {
                if self.halted {
                    break;
                }
                continue;
            }
            tried.index += usize::from(!pick.back);
            busy.inspect(|(busy, key)| busy.begin(*key));
            let score = self.try_move(&scene, &pick, &next, tried.low);
            busy.inspect(|(busy, key)| busy.end(*key));
            if self.halted || self.refutes(&scene, &pick, &next, score, &mut tried) {
                break;
            }
        }
        picker.finish(&mut self.list);
        if self.halted {
            return 0;
        }
        self.conclude(&node, &known, &tried, outer)
    }

    /// The next move: the picker's, and after all of those what was put off.
    #[inline(always)]
    fn pick(&mut self, scene: &Scene<'_>, tried: &mut Tried, picker: &mut Picker<'_>) -> Option<Pick> {
        if self.lists_no_quiet(scene, tried, picker) {
            picker.skip_quiet(&mut self.list);
        }
        let picked = picker.next(self.referee, &self.history, &mut self.list);
        let back = if picked.is_none() { tried.put_off.pop_at(0) } else { None };
        let (mv, number) = picked.map(|mv| (mv, tried.index + 1)).or(back)?;
        let king = is_kings(scene.node.position, mv);
        let calm = !scene.known.threatened && !king && !picker.may_capture(mv) && !tried.all_lose();
        Some(Pick { mv, number, back: back.is_some(), king, calm })
    }

    /// The score that whoever searched a move that was put off has found for the whole position meanwhile.
    #[inline(always)]
    fn settled_meanwhile(&self, scene: &Scene<'_>, pick: &Pick) -> Option<i32> {
        if !pick.back || scene.known.without.is_some() {
            return None;
        }
        cutoff(&scene.node, self.table.get(self.key(scene.node.position)))
    }

    /// The score of a move. The first one gets the whole window, and a ply more where it stands alone (singular extension).
    #[inline(always)]
    fn try_move(&mut self, scene: &Scene<'_>, pick: &Pick, next: &Advanced, low: i32) -> i32 {
        let node = &scene.node;
        if pick.number == 1 {
            let more = i32::from(Some(pick.mv) == scene.alone);
            return self.after(node, pick.mv, next, node.depth - 1 + more, (low, node.beta));
        }
        let less = self.reduction(scene, pick, next);
        self.after_first(node, pick.mv, next, less, low)
    }

    /// The score of a move that is not the first: a null window says whether it is better than the best so far (principal
    /// variation search), by a search that is some plies less deep at first.
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

    /// Takes note of a move's score; says whether it refutes the position (beta cutoff), which what is learnt about quiet
    /// moves remembers (killer, history and continuation history).
    #[inline(always)]
    fn refutes(&mut self, scene: &Scene<'_>, pick: &Pick, next: &Advanced, score: i32, tried: &mut Tried) -> bool {
        let Node { position, depth, beta, ply, .. } = scene.node;
        if tried.note(pick.mv, score) {
            self.extend_line(pick.mv, ply);
        }
        let (quiet, refutes) = (next.taken.is_empty(), score >= beta);
        if quiet && refutes {
            self.history.reward(position.turn(), &scene.recent, pick.mv, &tried.quiet, depth);
        } else if quiet {
            let _ = tried.quiet.try_push(pick.mv);
        }
        refutes
    }

    /// What went before the moves of a node, where it counts.
    #[inline(always)]
    fn recent_before(&self, node: &Node<'_>, known: &Known) -> Recent {
        if known.passed || !self.ideas.has(Idea::ContinuationHistory) {
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
}

/// Whether a move comes later, because another thread searches it just now (simplified ABDADA).
#[inline(always)]
fn puts_off(pick: &Pick, busy: Option<(&Busy, u64)>, tried: &mut Tried) -> bool {
    let later = busy.is_some_and(|(busy, key)| !pick.back && busy.has(key))
        && tried.put_off.try_push((pick.mv, pick.number)).is_ok();
    // It counts now, so that what comes after it is searched as deep as it would be with one thread.
    tried.index += usize::from(later);
    later
}
