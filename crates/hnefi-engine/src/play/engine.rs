//! The engine: what others ask, and what all games share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use hnefi_rules::{Game, Offer, Referee, Side};

use super::choice::{Analysis, Choice};
use super::prepared::{Minds, PreparedRules};
use super::session::{Kept, Session, Sessions};
use crate::mind::{Mind, MindChoice, OwnMind};
use crate::search::busy::Busy;
use crate::search::control::Control;
use crate::search::standstill::Standstill;
use crate::search::table::Table;
use crate::search::{Idea, Ideas};
use crate::{Budget, Cancel, Chances, Clock, Level, Score, Threads, clock, threads};

/// The computer opponent. It holds what it learnt about positions, shared by all games that it plays. What belongs to one
/// game is a [`Session`]; whoever plays one game at a time needs none and asks the engine itself.
///
/// An engine judges by a [`Mind`]: as a [`MindChoice`] says, where nobody gives it another.
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
    pub(super) options: EngineOptions,
    pub(super) table: Table,
    /// How many helping threads may still be started, over all searches that run at once.
    pub(super) helpers: AtomicUsize,
    pub(super) draws: AtomicU64,
    pub(super) ideas: Ideas,
    pub(super) busy: Busy,
    clock: Option<Arc<dyn Clock>>,
    pub(super) threads: Option<Arc<dyn Threads>>,
    pub(super) minds: Box<dyn Minds>,
    sessions: Sessions,
    /// What is kept of the game of those who name none.
    own: Arc<Kept>,
}

/// How much of the machine an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The threads that search at once, from 1 to 64, or 1 where there are no [`Threads`] to help, as in a browser. A search runs on the thread that asks for it; what goes
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
        EngineOptions { threads: threads::available().min(2), hash_mb: 32, seed: None }
    }
}

impl Engine {
    /// An engine that judges by its own choice: by a net where it brings one along for the rule set, else by hand. Options out of
    /// range are brought into it.
    pub fn new(options: EngineOptions) -> Engine {
        Engine::of_mind(options, MindChoice::Own)
    }

    /// The same that judges as it is told.
    pub fn of_mind(options: EngineOptions, choice: MindChoice) -> Engine {
        Engine::with_mind(options, move |referee| OwnMind::new(referee, &choice))
    }

    /// An engine with another mind, made anew for each rule set. See [`Mind`] for an example. Options out of range are
    /// brought into it.
    pub fn with_mind<M: Mind + 'static>(
        options: EngineOptions,
        mind: impl Fn(&Referee) -> M + Send + Sync + 'static,
    ) -> Engine {
        let options = EngineOptions {
            threads: options.threads.clamp(1, 64),
            hash_mb: options.hash_mb.clamp(1, 4096),
            seed: options.seed,
        };
        let threads = threads::system();
        let table = Table::new(options.hash_mb);
        Engine {
            options: EngineOptions { hash_mb: table.mebibytes(), ..options },
            table,
            helpers: AtomicUsize::new(if threads.is_some() { options.threads - 1 } else { 0 }),
            draws: AtomicU64::new(0),
            ideas: Ideas::ALL,
            busy: Busy::new(),
            clock: clock::system(),
            threads,
            minds: Box::new(PreparedRules::new(mind)),
            sessions: Sessions::default(),
            own: Arc::default(),
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
        let threads = if self.threads.is_some() { self.options.threads } else { 1 };
        EngineOptions { threads, ..self.options }
    }

    /// The same with another clock than the system's. Where the system has none and nobody brings one, 200 positions
    /// count as a millisecond.
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Engine {
        self.clock = Some(clock);
        self
    }

    /// The same with other threads to help than the system's. The options say how many. See [`Threads`] for an example.
    pub fn with_threads(mut self, threads: Arc<dyn Threads>) -> Engine {
        self.helpers = AtomicUsize::new(self.options.threads - 1);
        self.threads = Some(threads);
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
    /// let budget = Budget::of_depth(3);
    /// let first = engine.choose_within(&game, Level::FULL, budget, &Cancel::new()).unwrap();
    /// engine.forget();
    /// assert_eq!(engine.choose_within(&game, Level::FULL, budget, &Cancel::new()).unwrap(), first);
    /// ```
    pub fn forget(&self) {
        self.table.clear();
        self.sessions.clear();
        self.own.clear();
    }

    /// What belongs to one game, under a key that the caller gives it, such as the game's own: found again as long as
    /// it is among the last 32 that were asked for.
    ///
    /// ```
    /// use hnefi_engine::{Cancel, Engine, EngineOptions, Level};
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    ///
    /// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) });
    /// let game = Game::new(Arc::new(Referee::new(leaflet("nestorgames").unwrap().clone())));
    /// let session = engine.session("the game of Anna and the computer");
    /// assert!(session.choose(&game, Level::ALL[0], &Cancel::new()).is_some());
    /// ```
    pub fn session(&self, key: &str) -> Session<'_> {
        Session::new(self, self.sessions.of(key))
    }

    /// The game of those who name none.
    fn own(&self) -> Session<'_> {
        Session::new(self, self.own.clone())
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
    /// This blocks the thread that calls it: at the highest level for less than three seconds, at the others for as long as their
    /// positions take.
    pub fn choose(&self, game: &Game, level: Level, cancel: &Cancel) -> Option<Choice> {
        self.own().choose(game, level, cancel)
    }

    /// Chooses a move for the side to move as well as 400,000 positions allow, mostly in under a second.
    pub fn hint(&self, game: &Game, cancel: &Cancel) -> Option<Choice> {
        self.own().hint(game, cancel)
    }

    /// Chooses a move as a level does, within another budget than the level's own.
    ///
    /// With one thread, a seed, and no time in the budget, the choices of a new engine are the same every
    /// time.
    pub fn choose_within(&self, game: &Game, level: Level, budget: Budget, cancel: &Cancel) -> Option<Choice> {
        self.own().choose_within(game, level, budget, cancel)
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
    /// let budget = Budget::of_depth(2);
    /// let analysis = Analysis { level: Level::FULL, budget, lines: 2, among: &[] };
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
        self.own().analyse(game, analysis, cancel, tell)
    }

    /// Whether the computer, playing `side`, agrees to what the other side offers.
    ///
    /// It lets the other side take a move back. It agrees to a draw when it is clearly worse (in the first ten
    /// moves of each side, only when it sees that it is lost), or when nothing has been captured for long and it is no better
    /// than at the start, or its lead [hardly counts](Engine::evaluate) any more. It grants a claim when the claim's ground
    /// can be seen on the board and either a proof or a long fruitless siege shows that its own side gets no further.
    /// It never gives away a win that it sees. A game that is over, or a search that was cancelled, gives no
    /// agreement.
    pub fn judges_drawn(&self, game: &Game, offer: Offer, side: Side, cancel: &Cancel) -> bool {
        self.own().judges_drawn(game, offer, side, cancel)
    }

    /// How full the table is with what the last search found, in thousandths.
    ///
    /// ```
    /// use hnefi_engine::{Engine, EngineOptions};
    /// assert_eq!(Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: None }).hash_full(), 0);
    /// ```
    pub fn hash_full(&self) -> u32 {
        self.table.per_mille()
    }

    /// How good the position is for the side to move as it stands, without searching on. Where nothing has been taken for
    /// more than 20 plies, a lead counts less and less.
    pub fn evaluate(&self, game: &Game) -> Score {
        let attackers = self.minds.attackers_score(game.referee(), game.position());
        let score = if game.position().turn() == Side::Attackers { attackers } else { -attackers };
        Score::from_hundredths(
            self.standstill(game).map_or(score, |standstill| standstill.fade(score, game.position())),
        )
    }

    /// How far a game has come to a standstill, if that counts.
    pub(super) fn standstill(&self, game: &Game) -> Option<Standstill> {
        Standstill::of(game).filter(|_| self.ideas.has(Idea::Standstill))
    }

    /// How likely each end of the game is where a search has found this score for the side to move. A forced end is certain, and
    /// where nothing has been taken for long, draws are likelier. Whatever people are told of chances is told by this.
    ///
    /// ```
    /// use hnefi_engine::{Engine, EngineOptions, Score};
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    ///
    /// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) });
    /// let game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// let chances = engine.chances(&game, engine.evaluate(&game));
    /// assert!((chances.attackers + chances.draw + chances.defenders - 1.0).abs() < 1e-4);
    /// assert_eq!(engine.chances(&game, Score::win_in(3)).attackers, 1.0);
    /// ```
    pub fn chances(&self, game: &Game, score: Score) -> Chances {
        let turn = game.position().turn();
        let winner = match (score.forced_win(), score.forced_loss()) {
            (Some(_), _) => Some(turn),
            (_, Some(_)) => Some(!turn),
            _ => None,
        };
        match winner {
            Some(Side::Attackers) => Chances { attackers: 1.0, draw: 0.0, defenders: 0.0 },
            Some(Side::Defenders) => Chances { attackers: 0.0, draw: 0.0, defenders: 1.0 },
            None => {
                let score = score.hundredths();
                let attackers = if turn == Side::Attackers { score } else { -score };
                let chances = self.minds.chances(game.referee(), game.position(), attackers);
                self.standstill(game).map_or(chances, |standstill| standstill.drawn_out(chances))
            }
        }
    }
}
