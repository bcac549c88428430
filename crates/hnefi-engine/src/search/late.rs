//! Late quiet moves: those that are passed over, and those that are searched less deeply.

use hnefi_rules::Advanced;

use crate::board::exchange::hangs;
use crate::mind::Mind;
use crate::search::Idea;
use crate::search::moves::{Pick, Scene};
use crate::search::node::Tried;
use crate::search::order::Picker;
use crate::search::prune::{self, Late, is_judged};
use crate::search::worker::Worker;

impl<M: Mind> Worker<'_, M> {
    /// Whether a move is passed over before it is made, and perhaps all quiet ones after it (late move pruning, futility
    /// pruning, history pruning).
    #[inline(always)]
    pub(crate) fn passes_over(
        &mut self,
        scene: &Scene<'_>,
        pick: &Pick,
        tried: &Tried,
        picker: &mut Picker<'_>,
    ) -> bool {
        let node = &scene.node;
        if !pick.calm || pick.back || !may_skip(scene, tried) {
            return false;
        }
        if self.ends_quiet(scene, tried.index) {
            picker.skip_quiet(&mut self.list);
            return true;
        }
        self.ideas.has(Idea::HistoryPruning)
            && node.depth <= prune::HISTORY_PRUNING
            && self.history.ranks(node.position.turn(), &scene.recent).score(pick.mv)
                < prune::history_pruning(node.depth)
    }

    /// Whether the quiet moves of a position are left out before they are even listed, which costs less than to pass them by.
    #[inline(always)]
    pub(crate) fn lists_no_quiet(&self, scene: &Scene<'_>, tried: &Tried, picker: &Picker<'_>) -> bool {
        picker.is_before_quiet()
            && !scene.known.threatened
            && may_skip(scene, tried)
            && self.ends_quiet(scene, tried.index)
    }

    /// Whether quiet moves from a number on need not be tried, because so many were (late move pruning), or because the
    /// position is too far below what is needed (futility pruning).
    #[inline(always)]
    fn ends_quiet(&self, scene: &Scene<'_>, index: usize) -> bool {
        let Scene { node, known, .. } = scene;
        let depth = node.depth;
        let depth_then = (depth - 1 - self.reductions.of(depth, index + 1) / 100).max(0);
        let is_late = depth <= prune::LATE && index >= prune::late(depth, known.improving);
        let is_futile = depth_then <= prune::FUTILE
            && node.is_scout()
            && self.margins.futile(depth_then) <= node.alpha - known.standing;
        self.ideas.has(Idea::LateMovePruning) && is_late || self.ideas.has(Idea::Futility) && is_futile
    }

    /// How many plies less deep a move is searched at first (late move reductions).
    #[inline(always)]
    pub(crate) fn reduction(&self, scene: &Scene<'_>, pick: &Pick, next: &Advanced) -> i32 {
        let Scene { node, known, recent, .. } = scene;
        let quiet = next.taken.is_empty();
        let late = quiet && !known.threatened && pick.number > 2 && node.depth >= 2;
        if !late || !self.ideas.has(Idea::LateMoveReductions) {
            return 0;
        }
        let rank = self.history.ranks(node.position.turn(), recent).score(pick.mv);
        let lost = pick.calm && self.hangs(scene, pick, next);
        let late = Late { improving: known.improving, scout: node.is_scout(), king: pick.king, lost, rank };
        self.reductions.plies(node.depth, pick.number, &late)
    }

    /// Whether the man who just moved falls at once (static exchange evaluation).
    #[inline(always)]
    fn hangs(&self, scene: &Scene<'_>, pick: &Pick, next: &Advanced) -> bool {
        scene.node.depth <= prune::EXCHANGE
            && scene.node.ply > 0
            && self.ideas.has(Idea::Exchange)
            && hangs(self.referee, self.terrain, &next.position, pick.mv.to())
    }
}

/// Whether quiet moves of a node may be passed over: not at the root, and not while all loses.
#[inline(always)]
fn may_skip(scene: &Scene<'_>, tried: &Tried) -> bool {
    scene.node.ply > 0 && !tried.all_lose() && is_judged(scene.node.alpha)
}
