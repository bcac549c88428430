//! What the moves of a game did for the question who forces a repetition, found once for each.

use std::fmt;
use std::sync::OnceLock;

use super::Pressure;

/// A stack of what moves did, each found when it is first asked for.
#[derive(Clone, Default)]
pub(crate) struct Pressures(Vec<OnceLock<Pressure>>);

impl Pressures {
    /// For so many moves, of which nothing is known yet.
    pub(crate) fn of(moves: usize) -> Pressures {
        Pressures(vec![OnceLock::new(); moves])
    }

    /// Adds a move.
    pub(crate) fn push(&mut self) {
        self.0.push(OnceLock::new());
    }

    /// Takes the last move off.
    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    /// What a move did, by its number; `find` tells it the first time.
    pub(crate) fn get(&self, number: usize, find: impl FnOnce() -> Pressure) -> Pressure {
        match self.0.get(number) {
            Some(known) => *known.get_or_init(find),
            None => find(),
        }
    }
}

impl fmt::Debug for Pressures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What has been asked for already makes no other game.
        f.debug_tuple("Pressures").field(&self.0.len()).finish()
    }
}
