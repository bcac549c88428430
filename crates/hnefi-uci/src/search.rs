//! Work that goes on while lines are read: searches, perft, the bench.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hnefi_engine::Cancel;

/// After `stop`, a search has so long to answer by itself; then the best that it told of is the answer.
const PATIENCE: Duration = Duration::from_millis(2);

/// So much longer it has for the first thing that it tells of.
const FIRST: Duration = Duration::from_millis(5);

/// Where answers go, whole lines at a time.
#[derive(Clone)]
pub(crate) struct Out(Arc<Mutex<Box<dyn Write + Send>>>);

impl Out {
    pub(crate) fn new(to: impl Write + Send + 'static) -> Out {
        Out(Arc::new(Mutex::new(Box::new(to))))
    }

    /// Writes a line, or several at once. Where nobody reads, nothing is left to do about it.
    pub(crate) fn tell(&self, text: &str) {
        let mut to = lock(&self.0);
        let _ = to.write_all(format!("{text}\n").as_bytes()).and_then(|()| to.flush());
    }
}

/// One piece of work on its own thread, which ends with exactly one answer.
pub(crate) struct Search {
    cancel: Cancel,
    /// Whether the search waits for the other side to play what was expected, and how long it may still take then, if
    /// there is a limit.
    pub(crate) ponders: Option<Option<Duration>>,
    state: Arc<Shared>,
    out: Out,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The answer is kept back until `stop` or `ponderhit`.
    held: bool,
    answered: bool,
    /// What is answered if the search has to be left behind.
    best: String,
    /// Whether the search itself said so.
    kept: bool,
}

/// What a search may do while it goes on.
pub(crate) struct Progress {
    out: Out,
    shared: Arc<Shared>,
}

impl Progress {
    /// Tells something, unless the answer has been given already.
    pub(crate) fn tell(&self, text: &str) {
        let state = lock(&self.shared.state);
        if !state.answered {
            self.out.tell(text);
        }
    }

    /// Keeps the best answer so far.
    pub(crate) fn keep(&self, best: String) {
        let mut state = lock(&self.shared.state);
        (state.best, state.kept) = (best, true);
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Search {
    /// Starts a piece of work. Its result is the answer; `best` is what is answered if it fails or is left
    /// behind. A held answer waits for [`Search::release`].
    pub(crate) fn start(
        out: &Out,
        held: bool,
        best: String,
        work: impl FnOnce(&Cancel, &Progress) -> String + Send + 'static,
    ) -> Search {
        let shared = Arc::new(Shared {
            state: Mutex::new(State { held, answered: false, best, kept: false }),
            changed: Condvar::new(),
        });
        let cancel = Cancel::new();
        let mut search =
            Search { cancel: cancel.clone(), ponders: None, state: shared.clone(), out: out.clone(), thread: None };
        let progress = Progress { out: out.clone(), shared };
        let spawned = std::thread::Builder::new().name("search".to_owned()).spawn(move || {
            let answer = catch_unwind(AssertUnwindSafe(|| work(&cancel, &progress))).unwrap_or_else(|_| {
                progress.tell("info string the search failed; this is a bug, and the answer is the best so far");
                lock(&progress.shared.state).best.clone()
            });
            let state = lock(&progress.shared.state);
            let mut state =
                progress.shared.changed.wait_while(state, |s| s.held).unwrap_or_else(PoisonError::into_inner);
            answer_once(&mut state, &progress.out, &answer);
            progress.shared.changed.notify_all();
        });
        match spawned {
            Ok(thread) => search.thread = Some(thread),
            Err(error) => {
                out.tell(&format!("info string no thread could be started: {error}"));
                search.give_up();
            }
        }
        search
    }

    pub(crate) fn is_answered(&self) -> bool {
        lock(&self.state.state).answered
    }

    pub(crate) fn is_held(&self) -> bool {
        lock(&self.state.state).held
    }

    /// Lets a held answer out as soon as there is one.
    pub(crate) fn release(&self) {
        lock(&self.state.state).held = false;
        self.state.changed.notify_all();
    }

    /// Ends the work and sees to it that it is answered at once.
    pub(crate) fn stop(&self) {
        self.cancel.cancel();
        self.release();
        if !self.wait(Some(Instant::now() + PATIENCE)) {
            let state = lock(&self.state.state);
            drop(self.state.changed.wait_timeout_while(state, FIRST, |s| !s.kept && !s.answered));
            self.give_up();
        }
    }

    /// Ends the work when a time is over, unless it has ended before.
    pub(crate) fn stop_after(&self, time: Duration) {
        let (shared, cancel) = (self.state.clone(), self.cancel.clone());
        let timer = std::thread::Builder::new().name("timer".to_owned());
        let spawned = timer.spawn(move || {
            let state = lock(&shared.state);
            let _ = shared.changed.wait_timeout_while(state, time, |s| !s.answered);
            cancel.cancel();
        });
        if spawned.is_err() {
            self.cancel.cancel();
        }
    }

    /// Sees to it that there is an answer when a time is over, even if the work has not noticed that it is. Work that
    /// has nothing to say yet gets `grace` on top.
    pub(crate) fn answer_after(&self, time: Duration, grace: Duration) {
        let (shared, cancel, out) = (self.state.clone(), self.cancel.clone(), self.out.clone());
        let timer = std::thread::Builder::new().name("timer".to_owned());
        // Without a timer, the work still looks at the clock itself.
        let _ = timer.spawn(move || {
            let state = lock(&shared.state);
            let waited = shared.changed.wait_timeout_while(state, time, |s| !s.answered);
            let state = waited.unwrap_or_else(PoisonError::into_inner).0;
            let waited = shared.changed.wait_timeout_while(state, grace, |s| !s.answered && !s.kept);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if !state.answered && !state.held {
                cancel.cancel();
                let best = state.best.clone();
                answer_once(&mut state, &out, &best);
                shared.changed.notify_all();
            }
        });
    }

    /// Waits for the answer and says whether it came in time.
    pub(crate) fn wait(&self, until: Option<Instant>) -> bool {
        let mut state = lock(&self.state.state);
        while !state.answered {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            match left {
                Some(Duration::ZERO) => return false,
                Some(left) => {
                    let waited = self.state.changed.wait_timeout(state, left);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                None => state = self.state.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
        true
    }

    fn give_up(&self) {
        let mut state = lock(&self.state.state);
        let best = state.best.clone();
        answer_once(&mut state, &self.out, &best);
        self.state.changed.notify_all();
    }
}

impl Drop for Search {
    /// No thread outlives the session; a search that was told to end does so within milliseconds.
    fn drop(&mut self) {
        self.cancel.cancel();
        self.release();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn answer_once(state: &mut State, out: &Out, answer: &str) {
    if !state.answered {
        state.answered = true;
        out.tell(answer);
    }
}

/// Nothing is half done when a thread panics while it holds one of these locks.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[derive(Clone, Default)]
    struct Heard(Arc<Mutex<Vec<u8>>>);

    impl Write for Heard {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            lock(&self.0).write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn work_that_does_not_notice_the_time_is_answered_for() {
        let (heard, over) = (Heard::default(), Arc::new(AtomicBool::new(false)));
        let until = over.clone();
        let search = Search::start(&Out::new(heard.clone()), false, "first".to_owned(), move |cancel, progress| {
            progress.keep("best so far".to_owned());
            while !(until.load(Ordering::Relaxed) && cancel.is_cancelled()) {
                std::thread::sleep(Duration::from_millis(1));
            }
            "too late".to_owned()
        });
        // However slow the machine, what it keeps is there before the time is over.
        while lock(&search.state.state).best != "best so far" {
            std::thread::sleep(Duration::from_millis(1));
        }
        search.answer_after(Duration::from_millis(5), Duration::ZERO);
        assert!(search.wait(None));
        over.store(true, Ordering::Relaxed);
        drop(search);
        assert_eq!(*lock(&heard.0), b"best so far\n");
    }
}
