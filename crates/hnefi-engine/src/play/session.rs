//! What belongs to one game: what was learnt about its moves, and how old in the table it is.

use std::collections::VecDeque;
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hnefi_rules::{Game, Offer, Side};

use super::choice::{Analysis, Choice, Tell};
use crate::search::history::Learned;
use crate::{Budget, Cancel, Engine, Level};

/// A game that an engine plays or advises on: what it learns there helps its next search in the same game, and no
/// other game makes it forget that. [`Engine::session`] gives one.
///
/// Two searches in one session may run at once; then only one of them goes on with what was learnt.
pub struct Session<'e> {
    pub(super) engine: &'e Engine,
    pub(super) kept: Arc<Kept>,
}

impl<'e> Session<'e> {
    pub(super) fn new(engine: &'e Engine, kept: Arc<Kept>) -> Session<'e> {
        Session { engine, kept }
    }

    /// Chooses a move for the side to move, as [`Engine::choose`] does.
    pub fn choose(&self, game: &Game, level: Level, cancel: &Cancel) -> Option<Choice> {
        self.choose_within(game, level, level.budget(), cancel)
    }

    /// Chooses a move as well as [`Engine::hint`] does.
    pub fn hint(&self, game: &Game, cancel: &Cancel) -> Option<Choice> {
        let budget = Budget { nodes: 400_000, ..Level::FULL.budget() };
        self.choose_within(game, Level::FULL, budget, cancel)
    }

    /// Chooses a move within a budget, as [`Engine::choose_within`] does.
    pub fn choose_within(&self, game: &Game, level: Level, budget: Budget, cancel: &Cancel) -> Option<Choice> {
        let analysis = Analysis { level, budget, lines: 1, among: &[] };
        self.ask(game, &analysis, cancel, None)
    }

    /// Chooses a move and tells of the search, as [`Engine::analyse`] does.
    pub fn analyse(
        &self,
        game: &Game,
        analysis: &Analysis<'_>,
        cancel: &Cancel,
        tell: &mut dyn FnMut(&Choice, usize),
    ) -> Option<Choice> {
        self.ask(game, analysis, cancel, Some(tell))
    }

    fn ask(&self, game: &Game, analysis: &Analysis<'_>, cancel: &Cancel, tell: Option<Tell<'_>>) -> Option<Choice> {
        if game.outcome().is_some() || cancel.is_cancelled() {
            return None;
        }
        self.engine.minds.choose(self, game, analysis, &self.engine.control(analysis.budget, cancel), tell)
    }

    /// Whether the computer agrees to what the other side offers, as [`Engine::judges_drawn`] says.
    pub fn judges_drawn(&self, game: &Game, offer: Offer, side: Side, cancel: &Cancel) -> bool {
        self.engine.minds.judges_drawn(self, game, offer, side, cancel)
    }
}

/// What an engine keeps of a game.
#[derive(Default)]
pub(crate) struct Kept {
    /// What the last search learnt, unless another one uses it just now.
    lesson: Mutex<Option<Lesson>>,
    /// The year of the table in which it searched last.
    pub(super) year: AtomicU8,
    /// Who plays the game where it is left to chance.
    pub(super) person: Person,
}

/// Who plays a game, by a number: somebody else each time.
pub(super) struct Person(pub(super) u64);

impl Default for Person {
    fn default() -> Person {
        Person(fastrand::u64(..))
    }
}

struct Lesson {
    salt: u64,
    /// The position that was searched and the last ones before it, but for the start. A game in which one of them came is taken for
    /// the same: also where another answer came than the one that was pondered on, and where a move or two were taken back.
    hashes: Vec<u64>,
    learned: Arc<Learned>,
}

/// By so many positions a game is known again.
const KNOWN_BY: usize = 4;

impl Kept {
    /// What was learnt in this game, faded by half; or nothing, where the last search belonged to another game.
    pub(crate) fn recall(&self, game: &Game, salt: u64) -> Arc<Learned> {
        let came =
            |&hash: &u64| game.start().hash() == hash || game.plies().any(|ply| ply.played.position.hash() == hash);
        match self.lock().take().filter(|kept| kept.salt == salt && kept.hashes.iter().any(came)) {
            Some(kept) => {
                kept.learned.fade();
                kept.learned
            }
            None => Arc::default(),
        }
    }

    /// Keeps what was learnt about the position that a game has reached.
    pub(crate) fn keep(&self, game: &Game, salt: u64, learned: Arc<Learned>) {
        let mut hashes: Vec<u64> = game.plies().rev().take(KNOWN_BY).map(|ply| ply.played.position.hash()).collect();
        // All games come from the start, so it tells of none but those that are still there.
        if hashes.is_empty() {
            hashes.push(game.start().hash());
        }
        *self.lock() = Some(Lesson { salt, hashes, learned });
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Lesson>> {
        self.lesson.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So many games are remembered; what is learnt in one takes half a mebibyte.
const MOST: usize = 32;

/// The games that were asked for last, the last one in front.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<VecDeque<(String, Arc<Kept>)>>);

impl Sessions {
    /// What is kept of the game of a key.
    pub(super) fn of(&self, key: &str) -> Arc<Kept> {
        let mut sessions = self.lock();
        let found = sessions.iter().position(|(known, _)| known == key).and_then(|at| sessions.remove(at));
        let session = found.unwrap_or_else(|| (key.to_owned(), Arc::default()));
        let kept = session.1.clone();
        sessions.push_front(session);
        sessions.truncate(MOST);
        kept
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Arc<Kept>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use hnefi_rules::{Referee, leaflet};

    use super::*;

    #[test]
    fn only_the_same_game_goes_on_with_what_was_learnt() {
        let game = || Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
        let (mut one, mut other) = (game(), game());
        for (game, number) in [(&mut one, 3), (&mut other, 40)] {
            let mv = game.moves()[number];
            game.play(mv).unwrap();
        }
        let (memory, learned) = (Kept::default(), Arc::<Learned>::default());
        let is_kept = |game: &Game, salt: u64| {
            memory.keep(&one, 7, learned.clone());
            Arc::ptr_eq(&memory.recall(game, salt), &learned)
        };
        let mut later = one.clone();
        let mv = later.moves()[0];
        later.play(mv).unwrap();
        assert!(is_kept(&one, 7) && is_kept(&later, 7));
        assert!(!is_kept(&other, 7) && !is_kept(&one, 8));
        // Another answer came than the one that was pondered on.
        let mut expected = one.clone();
        let mv = expected.moves()[1];
        expected.play(mv).unwrap();
        memory.keep(&expected, 7, learned.clone());
        assert!(Arc::ptr_eq(&memory.recall(&later, 7), &learned));
        // Moves were taken back, but not all.
        memory.keep(&expected, 7, learned.clone());
        assert!(Arc::ptr_eq(&memory.recall(&one, 7), &learned));
        memory.keep(&expected, 7, learned.clone());
        assert!(!Arc::ptr_eq(&memory.recall(&game(), 7), &learned));
        memory.keep(&one, 7, learned.clone());
        memory.recall(&one, 7);
        assert!(!Arc::ptr_eq(&memory.recall(&one, 7), &learned), "two searches at once share nothing");
        memory.keep(&one, 7, learned.clone());
        memory.clear();
        assert!(!Arc::ptr_eq(&memory.recall(&one, 7), &learned));
    }

    #[test]
    fn a_session_is_found_again_until_many_others_were_asked_for() {
        let sessions = Sessions::default();
        let first = sessions.of("first");
        for other in 1..MOST {
            sessions.of(&other.to_string());
        }
        assert!(Arc::ptr_eq(&sessions.of("first"), &first));
        for other in 0..MOST {
            sessions.of(&other.to_string());
        }
        assert!(!Arc::ptr_eq(&sessions.of("first"), &first));
    }
}
