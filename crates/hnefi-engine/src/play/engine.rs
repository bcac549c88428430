//! The engine: what others ask, and how the levels answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use hnefi_rules::{Game, Move};

use super::choice::{Analysis, Choice, Tell};
use super::level::Weakness;
use super::memory::Memory;
use crate::board::path::Path;
use crate::board::threats::let_go;
use crate::mind::{ByHand, Evaluate, Weights};
use crate::play::Root;
use crate::search::busy::Busy;
use crate::search::control::Control;
use crate::search::doubt::Doubt;
use crate::search::found::{Found, at_a_glance};
use crate::search::helpers::{Helpers, Stops};
use crate::search::history::Learned;
use crate::search::prepared::Prepared;
use crate::search::race::Race;
use crate::search::table::Table;
use crate::search::worker::Worker;
use crate::search::{Idea, Ideas};
use crate::{Budget, Cancel, Clock, Level, Score, clock};

/// The computer opponent. It holds what it learnt about positions, shared by all games that it plays.
///
/// ```
/// use hnefi_engine::{Cancel, Engine, EngineOptions, Level};
/// use hnefi_rules::{Game, Referee, leaflet};
/// use std::sync::Arc;
///
/// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 4, seed: Some(1) });
/// let mut game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
/// let choice = engine.choose(&game, Level::ALL[2], &Cancel::new()).unwrap();
/// game.play(choice.mv).expect("a legal move");
/// assert_eq!(choice.pv[0], choice.mv);
/// ```
pub struct Engine {
    options: EngineOptions,
    table: Table,
    /// How many helping threads may still be started, over all searches that run at once.
    helpers: AtomicUsize,
    draws: AtomicU64,
    ideas: Ideas,
    busy: Busy,
    memory: Memory,
    clock: Option<Arc<dyn Clock>>,
    /// Weights that take the place of the rule set's own.
    weights: Option<Weights>,
}

/// How much of the machine an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The threads that search at once, from 1 to 64. A search runs on the thread that asks for it; what goes
    /// beyond that one is shared by all searches that run at once. More than one thread makes the moves of
    /// the higher levels depend on chance.
    pub threads: usize,
    /// The size of the table of positions in mebibytes, from 1 to 4096.
    pub hash_mb: usize,
    /// Where the chance moves of the weaker levels begin; `None` for another beginning each time.
    pub seed: Option<u64>,
}

impl Default for EngineOptions {
    /// At most two threads, 32 MiB, another beginning each time.
    fn default() -> EngineOptions {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(2));
        EngineOptions { threads, hash_mb: 32, seed: None }
    }
}

impl Engine {
    /// An engine. Options out of range are brought into it.
    pub fn new(options: EngineOptions) -> Engine {
        let options = EngineOptions {
            threads: options.threads.clamp(1, 64),
            hash_mb: options.hash_mb.clamp(1, 4096),
            seed: options.seed,
        };
        let table = Table::new(options.hash_mb);
        Engine {
            options: EngineOptions { hash_mb: table.mebibytes(), ..options },
            table,
            helpers: AtomicUsize::new(options.threads - 1),
            draws: AtomicU64::new(0),
            ideas: Ideas::ALL,
            busy: Busy::new(),
            memory: Memory::default(),
            clock: clock::system(),
            weights: None,
        }
    }

    /// The options that the engine has: brought into range, and with a smaller table where memory was short.
    ///
    /// ```
    /// use hnefi_engine::{Engine, EngineOptions};
    /// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 0, seed: None });
    /// assert_eq!(engine.options().hash_mb, 1);
    /// ```
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// The same with other weights of the evaluation than its own, whatever the rule set; for those who look for
    /// better ones.
    pub fn with_weights(mut self, weights: Weights) -> Engine {
        self.weights = Some(weights);
        self
    }

    /// The same with another clock than the system's. Where the system has none and nobody brings one, 200 positions
    /// count as a millisecond.
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Engine {
        self.clock = Some(clock);
        self
    }

    /// What a search of a budget may spend.
    pub(crate) fn control<'a>(&'a self, budget: Budget, cancel: &'a Cancel) -> Control<'a> {
        Control::new(budget, cancel, self.clock.as_deref())
    }

    /// Forgets what it learnt about positions, so that what it says next depends on nothing but the question. This
    /// costs less than another engine.
    ///
    /// ```
    /// use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    ///
    /// let game = Game::new(Arc::new(Referee::new(leaflet("nestorgames").unwrap().clone())));
    /// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) });
    /// let budget = Budget { depth: 3, nodes: u64::MAX, time: None };
    /// let first = engine.choose_within(&game, Level::ALL[7], budget, &Cancel::new()).unwrap();
    /// engine.forget();
    /// assert_eq!(engine.choose_within(&game, Level::ALL[7], budget, &Cancel::new()).unwrap(), first);
    /// ```
    pub fn forget(&self) {
        self.table.clear();
        self.memory.clear();
    }

    pub(crate) fn prepared(&self, game: &Game) -> Prepared<ByHand> {
        let referee = &**game.referee();
        let weights = self.weights.clone().unwrap_or_else(|| Weights::of(referee.ruleset()));
        Prepared::new(referee, ByHand::with_weights(referee, weights))
    }

    /// The same engine without an idea of its search, to see what the idea is worth.
    pub fn without(mut self, idea: Idea) -> Engine {
        self.ideas = self.ideas.without(idea);
        self
    }

    /// Chooses a move for the side to move.
    ///
    /// Every level takes a win in one; from the third level on, no move is chosen that loses on the next ply
    /// while another does not, however small the budget. `None` when the game is over, or when it was
    /// cancelled before anything was found.
    ///
    /// This blocks the thread that calls it, for less than three seconds.
    pub fn choose(&self, game: &Game, level: Level, cancel: &Cancel) -> Option<Choice> {
        self.choose_within(game, level, level.budget(), cancel)
    }

    /// Chooses a move for the side to move as well as 400,000 positions allow, mostly in under a second.
    pub fn hint(&self, game: &Game, cancel: &Cancel) -> Option<Choice> {
        let budget = Budget { nodes: 400_000, ..Level::ALL[7].budget() };
        self.choose_within(game, Level::ALL[7], budget, cancel)
    }

    /// Chooses a move as a level does, within another budget than the level's own.
    ///
    /// With one thread, a seed, and no time in the budget, the choices of a new engine are the same every
    /// time.
    pub fn choose_within(&self, game: &Game, level: Level, budget: Budget, cancel: &Cancel) -> Option<Choice> {
        if game.outcome().is_some() || cancel.is_cancelled() {
            return None;
        }
        let prepared = self.prepared(game);
        self.choose_with(game, &prepared, level, &self.control(budget, cancel))
    }

    /// Chooses a move as [`Engine::choose_within`] does, and tells of the search as it goes deeper.
    ///
    /// First `tell` gets the move that looks best before anything is searched, with depth 0: for whoever must answer
    /// at once. After each depth, it gets the best move found there as line 1. With more lines, the second best
    /// comes as line 2, and so on; finding those takes time, too. The lower levels, which do not search deeper
    /// and deeper, tell nothing else, and a win in one nothing at all where a single line is asked for.
    ///
    /// ```
    /// use hnefi_engine::{Analysis, Budget, Cancel, Engine, EngineOptions, Level};
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    ///
    /// let game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 4, seed: Some(1) });
    /// let budget = Budget { depth: 2, nodes: u64::MAX, time: None };
    /// let analysis = Analysis { level: Level::ALL[7], budget, lines: 2, among: &[] };
    /// let mut told = Vec::new();
    /// let choice = engine.analyse(&game, &analysis, &Cancel::new(), &mut |choice, line| {
    ///     told.push((choice.depth, line, choice.mv));
    /// });
    /// assert_eq!(told.iter().map(|&(depth, line, _)| (depth, line)).collect::<Vec<_>>(), [(0, 1), (1, 1), (1, 2), (2, 1), (2, 2)]);
    /// assert_eq!(choice.unwrap().mv, told[3].2);
    /// assert_ne!(told[3].2, told[4].2);
    ///
    /// // The second best is the best without the first one.
    /// let others: Vec<_> = game.moves().into_iter().filter(|&mv| mv != told[3].2).collect();
    /// let second = engine.analyse(&game, &Analysis { lines: 1, among: &others, ..analysis }, &Cancel::new(), &mut |_, _| {});
    /// assert!(others.contains(&second.unwrap().mv));
    /// ```
    pub fn analyse(
        &self,
        game: &Game,
        analysis: &Analysis<'_>,
        cancel: &Cancel,
        tell: &mut dyn FnMut(&Choice, usize),
    ) -> Option<Choice> {
        if game.outcome().is_some() || cancel.is_cancelled() {
            return None;
        }
        let prepared = self.prepared(game);
        self.choose_telling(game, &prepared, analysis, &self.control(analysis.budget, cancel), Some(tell))
    }

    /// How good the position is for the side to move as it stands, without searching on.
    pub fn evaluate(&self, game: &Game) -> Score {
        Score::new(self.prepared(game).mind.score(game.position()))
    }

    /// Chooses a move as a level does. The game is not over.
    pub(crate) fn choose_with(
        &self,
        game: &Game,
        prepared: &Prepared<ByHand>,
        level: Level,
        control: &Control<'_>,
    ) -> Option<Choice> {
        let analysis = Analysis { level, budget: control.budget(), lines: 1, among: &[] };
        self.choose_telling(game, prepared, &analysis, control, None)
    }

    fn choose_telling(
        &self,
        game: &Game,
        prepared: &Prepared<ByHand>,
        analysis: &Analysis<'_>,
        control: &Control<'_>,
        mut tell: Option<Tell<'_>>,
    ) -> Option<Choice> {
        let level = analysis.level;
        let root = Root::of(game, &prepared.terrain, analysis.among);
        let at_once = |mv: Move| {
            let nodes = root.all.len() as u64;
            Choice { mv, score: Score::win_in(1), depth: 1, nodes, pv: vec![mv] }
        };
        let lines = if level.weakness().is_some() { 1 } else { analysis.lines };
        if let Some(mv) = root.win.filter(|_| lines <= 1) {
            return Some(at_once(mv));
        }
        let guarded = level.is_guarded() && !root.safe.is_empty();
        // Who compares more moves than there are good ones sees the bad ones, too.
        let few = root.win.is_some() || (lines > 1 && root.safe.len() < lines);
        let moves = if guarded && !few { &root.safe } else { &root.all };
        let choice = |found: Found| Choice {
            mv: found.line[0],
            score: Score::new(found.score),
            depth: found.depth,
            nodes: control.nodes(),
            pv: found.line,
        };
        let glance = |moves: &[Move]| at_a_glance(&prepared.mind, game.referee(), game.position(), moves).map(choice);
        if let Some(tell) = &mut tell
            && let Some(first) = root.win.map(at_once).or_else(|| glance(moves))
        {
            tell(&first, 1);
        }
        let found = match level.weakness() {
            Some(weakness) => self.choose_weakly(game, prepared, control, moves, weakness),
            None => {
                let mut tell = |found: &Found, line: usize| {
                    if let Some(tell) = &mut tell {
                        tell(&choice(found.clone()), line);
                    }
                };
                self.search(game, prepared, control, moves, lines, &mut tell)
            }
        };
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

    pub(crate) fn worker<'a>(
        &'a self,
        game: &'a Game,
        prepared: &'a Prepared<ByHand>,
        control: &'a Control<'a>,
        learned: Arc<Learned>,
    ) -> Worker<'a, ByHand> {
        let mut worker = Worker::new(game.referee(), prepared, &self.table, control, Path::of(game), learned);
        worker.ideas = self.ideas;
        worker.let_go = let_go(game, &prepared.terrain);
        worker
    }

    /// Searches with as many helpers as are free. Whoever finishes a depth first finishes it for all.
    pub(crate) fn search(
        &self,
        game: &Game,
        prepared: &Prepared<ByHand>,
        control: &Control<'_>,
        moves: &[Move],
        lines: usize,
        tell: &mut dyn FnMut(&Found, usize),
    ) -> Option<Found> {
        self.table.turn_over();
        let race = Race::new();
        let learned = match self.ideas.has(Idea::Memory) {
            true => self.memory.recall(game, prepared.salt),
            false => Arc::default(),
        };
        let helpers = Helpers::borrow_from(&self.helpers);
        let mut doubt = Doubt::default();
        let mut tell = |found: &Found, line: usize| {
            if line == 1 {
                // Where there is no choice, there is nothing to think about.
                let percent = doubt.percent(found.line[0], found.score);
                control.grant(if moves.len() == 1 { 0 } else { percent });
            }
            tell(found, line);
        };
        let found = std::thread::scope(|scope| {
            let worker = || {
                let mut worker = self.worker(game, prepared, control, learned.clone());
                worker.busy = (helpers.count > 0).then_some(&self.busy);
                // With several lines, the helpers only fill the table.
                worker.race = (helpers.count > 0 && lines <= 1).then_some(&race);
                worker
            };
            let _stops = Stops(control);
            for _ in 0..helpers.count {
                let mut helper = worker();
                helper.helps = true;
                let help = move || helper.deepen(game.position(), moves, 1, &mut |_, _| {});
                // Where the system has no thread to give, there is less help.
                let _ = std::thread::Builder::new().spawn_scoped(scope, help);
            }
            worker().deepen(game.position(), moves, lines, &mut tell)
        });
        self.memory.keep(game, prepared.salt, learned);
        found
    }

    /// Chooses among all moves as somebody does who misjudges each of them a little.
    fn choose_weakly(
        &self,
        game: &Game,
        prepared: &Prepared<ByHand>,
        control: &Control<'_>,
        moves: &[Move],
        weakness: Weakness,
    ) -> Option<Found> {
        let mut chance = self.chance(game);
        let mut worker = self.worker(game, prepared, control, Arc::default());
        let compared = worker.compare(game.position(), moves, 2 * weakness.misjudges)?;
        let careless = chance.u8(..100) < weakness.careless;
        let felt = |score: i32, chance: &mut fastrand::Rng| {
            // The sum of two even chances: small misjudgements are more common than great ones.
            let half = weakness.misjudges / 2;
            score + chance.i32(-half..=half) + chance.i32(-half..=half)
        };
        let (mv, score, _) = compared
            .scores
            .into_iter()
            .map(|(mv, score)| (mv, score, if careless { chance.i32(..) } else { felt(score, &mut chance) }))
            .max_by_key(|&(_, _, felt)| felt)?;
        Some(Found { score, depth: compared.depth, line: vec![mv] })
    }

    fn chance(&self, game: &Game) -> fastrand::Rng {
        match self.options.seed {
            None => fastrand::Rng::new(),
            Some(seed) => {
                let draw = self.draws.fetch_add(1, Ordering::Relaxed);
                fastrand::Rng::with_seed(seed ^ draw.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ game.position().hash())
            }
        }
    }
}
