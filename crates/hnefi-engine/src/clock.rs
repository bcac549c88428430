//! What tells searches the time.

use std::time::Duration;

/// Tells the time to searches that may take only so long.
///
/// An engine has the clock of the system where there is one. Where there is none, as in a browser, the program brings
/// its own; see [`Engine::with_clock`](crate::Engine::with_clock).
///
/// ```
/// use hnefi_engine::{Clock, Engine, EngineOptions};
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
///
/// /// A clock on which every look takes a millisecond.
/// struct Looks(AtomicU64);
///
/// impl Clock for Looks {
///     fn now(&self) -> Duration {
///         Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
///     }
/// }
///
/// let clock = Arc::new(Looks(AtomicU64::new(0)));
/// let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) }).with_clock(clock);
/// ```
pub trait Clock: Send + Sync {
    /// The time since a moment that stays the same as long as the clock lives. It never goes back.
    fn now(&self) -> Duration;
}

/// The clock of the system, if it has one.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn system() -> Option<std::sync::Arc<dyn Clock>> {
    struct System(std::time::Instant);

    impl Clock for System {
        fn now(&self) -> Duration {
            self.0.elapsed()
        }
    }

    Some(std::sync::Arc::new(System(std::time::Instant::now())))
}

/// A page has no clock that this crate could ask by itself.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) fn system() -> Option<std::sync::Arc<dyn Clock>> {
    None
}
