//! What a search may spend.

use std::time::Duration;

/// How much a search may spend. The first limit that is reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The greatest depth in plies that is searched throughout; lines full of threats go deeper.
    pub depth: u32,
    /// The greatest number of positions, over all threads: exactly so many with one thread, and up to 256 more for each
    /// further one. Where the best move has just turned out to lose, up to half as many again may go into the question
    /// whether another one holds; and whoever is told of the search has up to 1,000 go into how a forced win ends.
    pub nodes: u64,
    /// How long it may take by the clock; `None` for a search that never looks at one.
    pub time: Option<Allowance>,
}

/// How deep a search goes at most where nothing but its positions or its time is limited, in plies.
const DEPTH: u32 = 64;

impl Budget {
    /// So many positions, however long they take.
    ///
    /// ```
    /// use hnefi_engine::{Budget, Level};
    /// assert_eq!(Budget::of_nodes(40_000), Level::ALL[6].budget());
    /// ```
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget { depth: DEPTH, nodes, time: None }
    }

    /// So many plies, whatever it takes to search them throughout.
    ///
    /// ```
    /// use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level};
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    ///
    /// let game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) });
    /// let choice = engine.choose_within(&game, Level::FULL, Budget::of_depth(2), &Cancel::new()).unwrap();
    /// assert_eq!(choice.depth, 2);
    /// ```
    pub const fn of_depth(depth: u32) -> Budget {
        Budget { depth, nodes: u64::MAX, time: None }
    }

    /// All of a time by the clock, and as many positions as it allows.
    ///
    /// ```
    /// use hnefi_engine::{Allowance, Budget};
    /// use std::time::Duration;
    /// let second = Duration::from_secs(1);
    /// assert_eq!(Budget::of_time(second).time, Some(Allowance::all_of(second)));
    /// ```
    pub const fn of_time(time: Duration) -> Budget {
        Budget { depth: DEPTH, nodes: u64::MAX, time: Some(Allowance::all_of(time)) }
    }
}

/// How long a search may take by the clock.
///
/// ```
/// use hnefi_engine::Allowance;
/// use std::time::Duration;
/// let second = Duration::from_secs(1);
/// assert_eq!(Allowance::all_of(second), Allowance { soft: second, hard: second });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// After this, no greater depth is begun. A search that doubts its move takes up to twice as long, and one
    /// that has long been sure of it two thirds.
    pub soft: Duration,
    /// After this, the search is interrupted wherever it is.
    pub hard: Duration,
}

impl Allowance {
    /// Takes all of a time: nothing is saved by answering sooner.
    pub const fn all_of(time: Duration) -> Allowance {
        Allowance { soft: time, hard: time }
    }

    /// What is left of it when so much is gone.
    ///
    /// ```
    /// use hnefi_engine::Allowance;
    /// use std::time::Duration;
    /// let time = Allowance { soft: Duration::from_secs(1), hard: Duration::from_secs(3) };
    /// let left = Allowance { soft: Duration::ZERO, hard: Duration::from_secs(1) };
    /// assert_eq!(time.without(Duration::from_secs(2)), left);
    /// ```
    pub const fn without(self, gone: Duration) -> Allowance {
        Allowance { soft: self.soft.saturating_sub(gone), hard: self.hard.saturating_sub(gone) }
    }
}
