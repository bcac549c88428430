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
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A token that nobody has used yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Stops every search that was given this token, now and later. It cannot be taken back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
