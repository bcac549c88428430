//! What a search learnt about moves, kept for the next search of the same game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hnefi_rules::Game;

use crate::search::history::Learned;

/// What the last search learnt, unless another one uses it just now.
#[derive(Default)]
pub(crate) struct Memory(Mutex<Option<Kept>>);

struct Kept {
    salt: u64,
    /// The position that was searched.
    hash: u64,
    learned: Arc<Learned>,
}

impl Memory {
    /// What was learnt in this game, faded by half; or nothing, where the last search belonged to another game.
    pub(crate) fn recall(&self, game: &Game, salt: u64) -> Arc<Learned> {
        let came =
            |hash: u64| game.start().hash() == hash || game.plies().any(|ply| ply.played.position.hash() == hash);
        match self.lock().take().filter(|kept| kept.salt == salt && came(kept.hash)) {
            Some(kept) => {
                kept.learned.fade();
                kept.learned
            }
            None => Arc::default(),
        }
    }

    /// Keeps what was learnt about the position that a game has reached.
    pub(crate) fn keep(&self, game: &Game, salt: u64, learned: Arc<Learned>) {
        *self.lock() = Some(Kept { salt, hash: game.position().hash(), learned });
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Kept>> {
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
            game.play(mv).expect("a legal move");
        }
        let (memory, learned) = (Memory::default(), Arc::<Learned>::default());
        let is_kept = |game: &Game, salt: u64| {
            memory.keep(&one, 7, learned.clone());
            Arc::ptr_eq(&memory.recall(game, salt), &learned)
        };
        let mut later = one.clone();
        let mv = later.moves()[0];
        later.play(mv).expect("a legal move");
        assert!(is_kept(&one, 7) && is_kept(&later, 7));
        assert!(!is_kept(&other, 7) && !is_kept(&one, 8));
        memory.keep(&one, 7, learned.clone());
        memory.recall(&one, 7);
        assert!(!Arc::ptr_eq(&memory.recall(&one, 7), &learned), "two searches at once share nothing");
        memory.keep(&one, 7, learned.clone());
        memory.clear();
        assert!(!Arc::ptr_eq(&memory.recall(&one, 7), &learned));
    }
}
