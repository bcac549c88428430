//! One thread of a search: what it holds, and what it does between two positions.

use std::sync::Arc;

use hnefi_rules::{Advanced, BySide, Game, Move, Position, Referee, Side};

use crate::board::path::Path;
use crate::board::squares::Squares;
use crate::board::terrain::Terrain;
use crate::board::threats::answer_squares;
use crate::mind::Mind;
use crate::score::MAX_PLY;
use crate::search::busy::Busy;
use crate::search::control::Control;
use crate::search::found::glance;
use crate::search::history::{History, Learned, Recent};
use crate::search::keys::Keys;
use crate::search::order::List;
use crate::search::prepared::Prepared;
use crate::search::prune::{Margins, Reductions};
use crate::search::race::Race;
use crate::search::standstill::Standstill;
use crate::search::table::Table;
use crate::search::{Idea, Ideas};

/// One thread of a search.
pub(crate) struct Worker<'a, M: Mind> {
    pub(crate) referee: &'a Referee,
    pub(crate) terrain: &'a Terrain,
    mind: &'a M,
    state: M::State,
    keys: Keys,
    standstill: Option<Standstill>,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control<'a>,
    pub(crate) path: Path,
    pub(crate) history: History,
    /// The moves still to be tried, of all positions on the way to this one.
    pub(crate) list: List,
    /// The best line found from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    pub(crate) halted: bool,
    /// What each position on the way looked like to its side to move.
    pub(crate) standings: [i32; MAX_PLY + 2],
    pub(crate) reductions: Reductions,
    pub(crate) margins: Margins,
    pub(crate) ideas: Ideas,
    /// What the other threads do, if there are any.
    pub(crate) busy: Option<&'a Busy>,
    /// Whether this thread only helps another one, which decides when to end.
    pub(crate) helps: bool,
    /// Whether another thread has finished the depth that is searched, with several threads.
    pub(crate) race: Option<&'a Race>,
    pub(crate) races_to: u32,
    pub(crate) overtaken: bool,
    /// Which sides let the same win in one go by in the game before, more than once.
    pub(crate) let_go: BySide<bool>,
    /// How many moves were made so far.
    pub(crate) made: u64,
    /// How many of them were counted.
    counted: u64,
    /// So many are made before the next look at the limits.
    next_look: u64,
    /// The greatest ply after which a line that was found best went on.
    deepest: usize,
    /// The last ply of the line on which a side passed.
    pub(crate) passed: usize,
    /// Whether the side to move at the root is the one on whose behalf the search is.
    pub(crate) thinks_at_root: bool,
    /// No line is extended beyond this ply.
    pub(crate) farthest: usize,
    /// The least ply on which the scores found since this was last set depend by repetition, where that may do
    /// something else than draw. A score that depends on the way to a position is true for no other way.
    pub(crate) depends_on: usize,
}

impl<'a, M: Mind> Worker<'a, M> {
    pub(crate) fn new(
        game: &'a Game,
        prepared: &'a Prepared<M>,
        table: &'a Table,
        control: &'a Control<'a>,
        learned: Arc<Learned>,
    ) -> Worker<'a, M> {
        Worker {
            referee: game.referee(),
            terrain: &prepared.terrain,
            mind: &prepared.mind,
            state: prepared.mind.begin(game.position()),
            keys: Keys::new(game, prepared.salt, game.position().turn()),
            standstill: Standstill::of(game),
            table,
            control,
            path: Path::of(game),
            history: History::new(learned),
            list: List::default(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            halted: false,
            standings: [0; MAX_PLY + 2],
            reductions: Reductions::new(),
            margins: Margins::new(prepared.mind.margins()),
            ideas: Ideas::ALL,
            busy: None,
            helps: false,
            race: None,
            races_to: 0,
            overtaken: false,
            let_go: BySide { attackers: false, defenders: false },
            made: 0,
            counted: 0,
            next_look: control.stride(),
            deepest: 0,
            passed: usize::MAX,
            thinks_at_root: true,
            farthest: MAX_PLY,
            depends_on: usize::MAX,
        }
    }

    /// Looks at the position from which searches start.
    pub(crate) fn look(&mut self, position: &Position) {
        self.look_for(position, position.turn());
    }

    /// The same on behalf of a side that need not be the one to move.
    pub(crate) fn look_for(&mut self, position: &Position, thinks: Side) {
        self.standings[0] = self.judge(position);
        self.keys = self.keys.on_behalf_of(thinks);
        self.thinks_at_root = thinks == position.turn();
    }

    /// Makes a move and counts it. Once the search is halted, no score counts any more.
    #[inline(always)]
    pub(crate) fn make(&mut self, position: &Position, mv: Move) -> Advanced {
        self.made += 1;
        if self.made >= self.next_look {
            self.settle();
        }
        let next = self.referee.advance(position, mv);
        self.table.fetch(self.key(&next.position));
        next
    }

    /// How good the position at hand looks to its side to move.
    #[inline(always)]
    pub(crate) fn judge(&mut self, position: &Position) -> i32 {
        let score = self.mind.score(&mut self.state, position);
        match self.standstill {
            Some(standstill) if self.ideas.has(Idea::Standstill) => standstill.fade(score, position),
            _ => score,
        }
    }

    /// How the position after a move looks to the other side, without searching on.
    pub(crate) fn glance(&mut self, before: &Position, mv: Move, next: &Advanced) -> i32 {
        glance(self.mind, &mut self.state, before, mv, next)
    }

    /// Goes on to the position after a move.
    #[inline(always)]
    pub(crate) fn go(&mut self, before: &Position, mv: Move, next: &Advanced) {
        self.path.push(mv, &next.position, !next.taken.is_empty());
        self.mind.made(&mut self.state, before, mv, next);
    }

    /// Goes back again.
    #[inline(always)]
    pub(crate) fn back(&mut self) {
        self.mind.unmade(&mut self.state);
        self.path.pop();
    }

    /// Counts what was not counted yet.
    pub(crate) fn settle(&mut self) {
        self.halted = self.control.spend(self.made - self.counted) || self.halted;
        self.counted = self.made;
        self.next_look = self.made + self.control.stride();
        self.control.reach(self.deepest);
        if !self.halted && self.race.is_some_and(|race| race.has_reached(self.races_to)) {
            (self.halted, self.overtaken) = (true, true);
        }
    }

    /// The key of a position in the table.
    #[inline(always)]
    pub(crate) fn key(&self, position: &Position) -> u64 {
        self.keys.of(position)
    }

    /// What went before the moves of the position at hand.
    pub(crate) fn recent(&self, ply: usize) -> Recent {
        // After a pass, the move before the other side's last one is the other side's, too.
        let own = if self.passed.checked_add(2) == Some(ply) { None } else { self.path.last(2) };
        self.history.recent(ply, self.path.last(1), own)
    }

    /// Where a threat must be answered unless the king moves, if that is known by squares.
    pub(crate) fn answers_on(&self, position: &Position) -> Option<Squares> {
        if self.let_go[!position.turn()] || !self.ideas.has(Idea::AnswerSquares) {
            return None;
        }
        answer_squares(self.referee, self.terrain, position)
    }

    /// The best line from a ply is this move and the best line after it.
    pub(crate) fn extend_line(&mut self, mv: Move, ply: usize) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&after[0]);
        self.deepest = self.deepest.max(ply + 1);
    }
}
