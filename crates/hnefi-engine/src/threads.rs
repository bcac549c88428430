//! What runs the helping threads of a search.

/// A part of a search, to be run once.
pub type Task<'t> = Box<dyn FnOnce() + Send + 't>;

/// Runs the helping threads of a search beside the one that asked for it.
///
/// An engine has the threads of the system where there are any. Where there are none, as in a browser, the program brings
/// its own, such as a pool of workers; see [`Engine::with_threads`](crate::Engine::with_threads). Without any, every
/// search keeps to the thread that asked for it.
///
/// ```
/// use hnefi_engine::{Cancel, Engine, EngineOptions, Level, Task, Threads};
/// use hnefi_rules::{Game, Referee, leaflet};
/// use std::sync::Arc;
///
/// /// Threads with a name.
/// struct Named;
///
/// impl Threads for Named {
///     fn beside(&self, helpers: Vec<Task<'_>>, lead: Box<dyn FnOnce() + '_>) {
///         std::thread::scope(|scope| {
///             for helper in helpers {
///                 let thread = std::thread::Builder::new().name("helps the computer".into());
///                 thread.spawn_scoped(scope, helper).expect("the system has a thread");
///             }
///             lead();
///         });
///     }
/// }
///
/// let options = EngineOptions { threads: 2, hash_mb: 1, seed: Some(1) };
/// let engine = Engine::new(options).with_threads(Arc::new(Named));
/// let game = Game::new(Arc::new(Referee::new(leaflet("nestorgames").unwrap().clone())));
/// assert!(engine.choose(&game, Level::ALL[4], &Cancel::new()).is_some());
/// ```
pub trait Threads: Send + Sync {
    /// Calls `lead` on the thread that this is called on, and runs the helpers on other threads meanwhile. Returns when
    /// all that was begun has ended; helpers end soon after `lead` does.
    ///
    /// A helper for which there is no thread is dropped: then there is less help, and the search is the same otherwise.
    /// Helpers must not be waited for before `lead` is called, for they go on until it is done.
    fn beside(&self, helpers: Vec<Task<'_>>, lead: Box<dyn FnOnce() + '_>);
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use native::{available, system};

/// Where the system has threads.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod native {
    use std::sync::Arc;
    use std::thread;

    use super::{Task, Threads};

    /// The threads of the system, if it has any.
    pub(crate) fn system() -> Option<Arc<dyn Threads>> {
        Some(Arc::new(System))
    }

    /// How many threads can run at once.
    pub(crate) fn available() -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }

    struct System;

    impl Threads for System {
        fn beside(&self, helpers: Vec<Task<'_>>, lead: Box<dyn FnOnce() + '_>) {
            thread::scope(|scope| {
                for helper in helpers {
                    // Where the system has no thread to give, there is less help.
                    let _ = thread::Builder::new().spawn_scoped(scope, helper);
                }
                lead();
            });
        }
    }
}

/// A page has no threads that this crate could start by itself.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) fn system() -> Option<std::sync::Arc<dyn Threads>> {
    None
}

/// One, as long as nobody brings others.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) fn available() -> usize {
    1
}
