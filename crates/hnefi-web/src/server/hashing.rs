//! Hashing passwords, which takes a core for a while and memory: on a thread of its own, one at a time, so that moves stay quick.
//!
//! Two lines wait for it. Who asks from a device on which he has logged in before goes first, so that strangers' tries do not slow
//! him; both lines are short, and who finds his full is told so at once.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use hnefi_people::Password;
use tokio::sync::oneshot;

use super::Problem;

/// How many may wait in each of the two lines.
const WAITING: usize = 32;

/// What a hash is compared with where there is no account: nobody knows its password.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGtub3dzIGl0$8mFkQXFv8J3Yq3wqfO0m4M9mXbqf0V9n7k2lUu7wq5A";

/// Where passwords are hashed. Clones share it; the thread ends with the last.
#[derive(Clone, Debug)]
pub(crate) struct Hasher(Arc<Desk>);

/// How hashing goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hashes {
    /// How many hashes are being made just now: one at most.
    pub in_flight: u32,
    /// How many were in flight at once, at most, since the start.
    pub most: u32,
    /// How many were made since the start.
    pub made: u64,
    /// How many wait.
    pub waiting: usize,
}

#[derive(Debug)]
struct Desk(Arc<Queue>);

#[derive(Debug, Default)]
struct Queue {
    state: Mutex<State>,
    woken: Condvar,
}

#[derive(Debug, Default)]
struct State {
    known: VecDeque<Job>,
    strangers: VecDeque<Job>,
    hashes: Hashes,
    closed: bool,
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A device on which he has logged in before.
    Known,
    /// Anybody else.
    Stranger,
}

struct Job {
    password: Password,
    work: Work,
}

enum Work {
    /// The hash of a new password, as a PHC string.
    Make(oneshot::Sender<Result<String, String>>),
    /// Whether the password is that of a hash.
    Verify(String, oneshot::Sender<bool>),
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Job")
    }
}

impl Hasher {
    /// Starts the thread.
    pub(crate) fn start() -> std::io::Result<Hasher> {
        let queue = Arc::<Queue>::default();
        let desk = queue.clone();
        thread::Builder::new().name("hashing".to_owned()).spawn(move || work(&desk))?;
        Ok(Hasher(Arc::new(Desk(queue))))
    }

    /// The hash of a new password, as a PHC string.
    pub(crate) async fn hash(&self, password: Password, line: Line) -> Result<String, Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask(Job { password, work: Work::Make(answer) }, line)?;
        answered.await.map_err(|_| Problem::Stopping)?.map_err(Problem::Internal)
    }

    /// Whether a password is that of a hash. Without one it takes as long, and is never.
    pub(crate) async fn verify(&self, password: Password, hash: Option<String>, line: Line) -> Result<bool, Problem> {
        let (answer, answered) = oneshot::channel();
        let is_there = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODYS.to_owned());
        self.ask(Job { password, work: Work::Verify(hash, answer) }, line)?;
        Ok(answered.await.map_err(|_| Problem::Stopping)? && is_there)
    }

    /// How hashing goes.
    pub(crate) fn hashes(&self) -> Hashes {
        let state = self.0.0.state();
        Hashes { waiting: state.known.len() + state.strangers.len(), ..state.hashes }
    }

    fn ask(&self, job: Job, line: Line) -> Result<(), Problem> {
        let mut state = self.0.0.state();
        let waiting = match line {
            Line::Known => &mut state.known,
            Line::Stranger => &mut state.strangers,
        };
        // Who has hung up takes no place.
        waiting.retain(|job| !job.is_given_up());
        if waiting.len() >= WAITING {
            return Err(Problem::Busy);
        }
        waiting.push_back(job);
        drop(state);
        self.0.0.woken.notify_one();
        Ok(())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.woken.notify_one();
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; `None` when the server stops.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            let next = state.known.pop_front().or_else(|| state.strangers.pop_front());
            if let Some(job) = next.filter(|job| !job.is_given_up()) {
                state.hashes.in_flight += 1;
                state.hashes.most = state.hashes.most.max(state.hashes.in_flight);
                return Some(job);
            }
            if state.known.is_empty() && state.strangers.is_empty() {
                state = self.woken.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn done(&self) {
        let mut state = self.state();
        state.hashes.in_flight -= 1;
        state.hashes.made += 1;
    }
}

impl Job {
    fn is_given_up(&self) -> bool {
        match &self.work {
            Work::Make(answer) => answer.is_closed(),
            Work::Verify(_, answer) => answer.is_closed(),
        }
    }
}

fn work(queue: &Queue) {
    // Argon2id with the parameters of its crate: 19 MiB, two passes.
    let argon2 = Argon2::default();
    while let Some(Job { password, work }) = queue.next() {
        // Who asked may have hung up meanwhile.
        match work {
            Work::Make(answer) => {
                let hash = argon2.hash_password(password.as_bytes()).map(|hash| hash.to_string());
                queue.done();
                let _ = answer.send(hash.map_err(|error| error.to_string()));
            }
            Work::Verify(hash, answer) => {
                let hash = PasswordHash::new(&hash);
                let fits = hash.is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok());
                queue.done();
                let _ = answer.send(fits);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::typed(text)
    }

    #[tokio::test]
    async fn a_hash_fits_its_password_alone_and_says_what_it_is() {
        let hasher = Hasher::start().unwrap();
        let hash = hasher.hash(password("a long walk"), Line::Stranger).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, hasher.hash(password("a long walk"), Line::Stranger).await.unwrap(), "each has its salt");
        assert!(hasher.verify(password("a long walk"), Some(hash.clone()), Line::Stranger).await.unwrap());
        assert!(!hasher.verify(password("a long talk"), Some(hash), Line::Stranger).await.unwrap());
        let before = hasher.hashes().made;
        assert!(!hasher.verify(password("a long walk"), None, Line::Stranger).await.unwrap());
        assert_eq!(hasher.hashes().made, before + 1, "who is not there costs as much");
        assert!(Argon2::default().verify_password(b"x", &PasswordHash::new(NOBODYS).unwrap()).is_err());
    }

    #[tokio::test]
    async fn one_hash_is_in_flight_however_many_ask_and_known_devices_go_first() {
        let hasher = Hasher::start().unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let ask = |line, name: &'static str| {
            let (hasher, order) = (hasher.clone(), order.clone());
            tokio::spawn(async move {
                let answer = hasher.verify(password("a long walk"), None, line).await;
                order.lock().unwrap().push((name, answer.is_ok()));
            })
        };
        let mut asked: Vec<_> = (0..100).map(|_| ask(Line::Stranger, "stranger")).collect();
        // All have asked before the first hash is made: this thread is the only one that runs them.
        tokio::task::yield_now().await;
        asked.push(ask(Line::Known, "known"));
        for asked in asked {
            asked.await.unwrap();
        }
        let order = order.lock().unwrap();
        let refused = order.iter().filter(|(_, answered)| !answered).count();
        assert!((100 - WAITING - 10..=100 - WAITING).contains(&refused), "{refused}");
        let answered: Vec<_> = order.iter().filter(|(_, answered)| *answered).map(|(name, _)| *name).collect();
        let place = answered.iter().position(|name| *name == "known").unwrap();
        assert!(place <= 10, "behind {place} of {}", answered.len());
        assert_eq!((hasher.hashes().most, hasher.hashes().in_flight, hasher.hashes().waiting), (1, 0, 0));
    }
}
