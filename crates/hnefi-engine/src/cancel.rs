//! Stopping a search that nobody waits for any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token that stops a search at once. Clones stop the same search.
///
/// ```
/// use hnefi_engine::Cancel;
/// let here = Cancel::new();
/// let there = here.clone();
/// there.cancel();
/// assert!(here.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Token>);

#[derive(Default)]
struct Token {
    cancelled: AtomicBool,
    /// Whom to ask besides.
    asks: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Token").field("cancelled", &self.cancelled).finish_non_exhaustive()
    }
}

impl Cancel {
    /// A token that nobody has used yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// A token that asks whether to stop, for where nobody else runs while a search does, as in a browser's worker. It is
    /// asked on the thread that searches: before each position of a proof, and at least every 256 positions of another
    /// search. Once the answer was yes it is asked no more.
    ///
    /// ```
    /// use hnefi_engine::{Cancel, Engine, EngineOptions};
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// let asked = AtomicU32::new(0);
    /// let cancel = Cancel::asking(move || asked.fetch_add(1, Ordering::Relaxed) > 20);
    /// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) });
    /// let game = Game::new(Arc::new(Referee::new(leaflet("nestorgames").unwrap().clone())));
    /// let hint = engine.hint(&game, &cancel).unwrap();
    /// assert!(cancel.is_cancelled() && hint.nodes < 20 * 256);
    /// ```
    pub fn asking(whether: impl Fn() -> bool + Send + Sync + 'static) -> Cancel {
        Cancel(Arc::new(Token { cancelled: AtomicBool::new(false), asks: Some(Box::new(whether)) }))
    }

    /// Stops every search that was given this token, now and later. It cannot be taken back.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody cancelled.
    pub fn is_cancelled(&self) -> bool {
        if self.0.cancelled.load(Ordering::Relaxed) {
            return true;
        }
        let told = self.0.asks.as_ref().is_some_and(|asks| asks());
        if told {
            self.cancel();
        }
        told
    }
}
