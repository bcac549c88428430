//! How a session chooses a move: by what no level may overlook, by a search, or as a weak player does.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hnefi_rules::{Game, Move};

use super::Root;
use super::choice::{Analysis, Choice, Tell};
use super::proofs::Proofs;
use super::session::Session;
use super::sight::{Eye, Sight};
use super::variation::Variations;
use crate::board::threats::let_go;
use crate::mind::Mind;
use crate::search::Idea;
use crate::search::control::Control;
use crate::search::doubt::Doubt;
use crate::search::found::{Found, at_a_glance};
use crate::search::helpers::{Helpers, Stops};
use crate::search::history::Learned;
use crate::search::prepared::Prepared;
use crate::search::race::Race;
use crate::search::worker::Worker;
use crate::{Score, Task};

impl Session<'_> {
    /// Chooses a move as a level does, and tells of the search. The game is not over.
    pub(super) fn choose_telling<M: Mind>(
        &self,
        game: &Game,
        prepared: &Prepared<M>,
        analysis: &Analysis<'_>,
        control: &Control<'_>,
        mut tell: Option<Tell<'_>>,
    ) -> Option<Choice> {
        let level = analysis.level;
        let root = Root::of(game, &prepared.terrain, analysis.among);
        let at_once = |mv: Move| {
            let nodes = root.all.len() as u64;
            Choice { mv, score: Score::win_in(1), depth: 1, nodes, pv: vec![mv], deepest: 1 }
        };
        let lines = if level.sight().is_some() { 1 } else { analysis.lines };
        if let Some(mv) = root.win.filter(|_| lines <= 1) {
            return Some(at_once(mv));
        }
        let guarded = level.is_guarded() && !root.safe.is_empty();
        // Who compares more moves than there are good ones sees the bad ones, too.
        let few = root.win.is_some() || (lines > 1 && root.safe.len() < lines);
        let moves = if guarded && !few { &root.safe } else { &root.all };
        let choice = |found: Found| Choice {
            mv: found.line[0],
            score: Score::from_hundredths(found.score),
            depth: found.depth,
            nodes: control.nodes(),
            deepest: control.deepest().max(found.line.len()) as u32,
            pv: found.line,
        };
        let glance = |moves: &[Move]| at_a_glance(&prepared.mind, game.referee(), game.position(), moves).map(choice);
        if let Some(tell) = &mut tell
            && let Some(first) = root.win.map(at_once).or_else(|| glance(moves))
        {
            tell(&first, 1);
        }
        let told = tell.is_some();
        let mut variations = Variations::new(self, game, prepared, control);
        let found = match level.sight() {
            Some(sight) => self.choose_weakly(game, prepared, control, moves, sight),
            None => {
                let mut tell = |found: &Found, line: usize| {
                    if let Some(tell) = &mut tell {
                        let whole = variations.whole(found);
                        tell(&choice(whole), line);
                    }
                };
                self.search(game, prepared, control, moves, lines, &mut tell)
            }
        };
        let found = found.map(|found| if told { variations.whole(&found) } else { found });
        if let Some(mv) = root.win {
            return Some(found.map(choice).filter(|c| c.score == Score::win_in(1)).unwrap_or_else(|| at_once(mv)));
        }
        if let Some(found) = found.filter(|found| !guarded || root.safe.contains(&found.line[0])) {
            return Some(choice(found));
        }
        if control.cancel().is_cancelled() {
            return None;
        }
        // The budget did not last for a single move, or for none that is safe.
        let moves = if guarded { &root.safe } else { &root.all };
        glance(moves)
    }

    pub(super) fn worker<'a, M: Mind>(
        &'a self,
        game: &'a Game,
        prepared: &'a Prepared<M>,
        control: &'a Control<'a>,
        learned: Arc<Learned>,
    ) -> Worker<'a, M> {
        let mut worker = Worker::new(game, prepared, &self.engine.table, control, learned);
        worker.ideas = self.engine.ideas;
        worker.let_go = let_go(game, &prepared.terrain);
        worker
    }

    /// Searches with as many helpers as are free. Whoever finishes a depth first finishes it for all.
    fn search<M: Mind>(
        &self,
        game: &Game,
        prepared: &Prepared<M>,
        control: &Control<'_>,
        moves: &[Move],
        lines: usize,
        tell: &mut dyn FnMut(&Found, usize),
    ) -> Option<Found> {
        self.engine.table.turn_over(&self.kept.year);
        let race = Race::new();
        let learned = match self.engine.ideas.has(Idea::Memory) {
            true => self.kept.recall(game, prepared.salt),
            false => Arc::default(),
        };
        let helpers = Helpers::borrow_from(&self.engine.helpers);
        let mut doubt = Doubt::default();
        let mut tell = |found: &Found, line: usize| {
            if line == 1 {
                // Where there is no choice, there is nothing to think about.
                let percent = doubt.percent(found.line[0], found.score);
                control.grant(if moves.len() == 1 { 0 } else { percent });
            }
            tell(found, line);
        };
        let worker = || {
            let mut worker = self.worker(game, prepared, control, learned.clone());
            worker.busy = (helpers.count > 0).then_some(&self.engine.busy);
            // With several lines, the helpers only fill the table.
            worker.race = (helpers.count > 0 && lines <= 1).then_some(&race);
            worker
        };
        let help = || -> Task<'_> {
            let mut helper = worker();
            helper.helps = true;
            Box::new(move || {
                helper.deepen(game.position(), moves, 1, &mut |_| None, &mut |_, _| {});
            })
        };
        let mut proofs = Proofs::new(self, game, prepared, control);
        let mut beside = |found: &Found| proofs.beside(found).filter(|truth| moves.contains(&truth.line[0]));
        let mut found = None;
        let mut lead = || {
            let _stops = Stops(control);
            found = worker().deepen(game.position(), moves, lines, &mut beside, &mut tell);
        };
        match &self.engine.threads {
            Some(threads) if helpers.count > 0 => {
                threads.beside((0..helpers.count).map(|_| help()).collect(), Box::new(lead))
            }
            _ => lead(),
        }
        self.kept.keep(game, prepared.salt, learned);
        found
    }

    /// Chooses as somebody does who does not see everything.
    fn choose_weakly<M: Mind>(
        &self,
        game: &Game,
        prepared: &Prepared<M>,
        control: &Control<'_>,
        moves: &[Move],
        sight: Sight,
    ) -> Option<Found> {
        let (referee, terrain, mind) = (&**game.referee(), &prepared.terrain, &prepared.mind);
        let person = self.person(game);
        Eye { referee, terrain, mind, control, sight, person }.choose(game, moves, &mut self.chance(game))
    }

    /// Who plays a game: somebody else in every game, and with a seed the same in each that begins alike.
    fn person(&self, game: &Game) -> u64 {
        match self.engine.options.seed {
            None => self.kept.person.0,
            Some(seed) => seed ^ game.start().hash(),
        }
    }

    fn chance(&self, game: &Game) -> fastrand::Rng {
        match self.engine.options.seed {
            None => fastrand::Rng::new(),
            Some(seed) => {
                let draw = self.engine.draws.fetch_add(1, Ordering::Relaxed);
                fastrand::Rng::with_seed(seed ^ draw.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ game.position().hash())
            }
        }
    }
}
