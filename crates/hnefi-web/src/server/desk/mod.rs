//! The desk where searches are asked for. Its threads do nothing else, and run when the rest of the server has nothing
//! to do.

mod line;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use hnefi_engine::Cancel;
use hnefi_live::PersonId;
use tokio::sync::oneshot;

use self::line::{Errand, Line};
use super::client::Network;

pub(crate) use self::line::{Client, Kind};

/// How many hints, proofs and analyses one person may have asked for at once, in all his games.
const QUESTIONS: usize = 4;
/// The same for a network.
const QUESTIONS_OF_NETWORK: usize = 60;
/// Of how many persons it is remembered where they were last seen.
const SEEN: usize = 20_000;
/// The lowest priority that threads can have.
#[cfg(target_os = "linux")]
const LOWEST: i32 = 19;

/// The desk. Dropping it ends its threads.
#[derive(Debug)]
pub(crate) struct Desk(Arc<Hall>);

/// Somebody has asked for too much at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// A search that was asked for. Dropping it stops the search.
#[derive(Debug)]
pub(crate) struct Ticket<T> {
    hall: Arc<Hall>,
    number: u64,
    found: oneshot::Receiver<Option<T>>,
}

struct Hall {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    line: Line,
    searches: HashMap<u64, Search>,
    seen: HashMap<PersonId, Network>,
    next: u64,
    closed: bool,
}

/// Searches, and gives back what hands over what was found.
type Work = Box<dyn FnMut(&Cancel) -> Deliver + Send>;
type Deliver = Box<dyn FnOnce() + Send>;

struct Search {
    /// `None` while it runs.
    work: Option<Work>,
    cancel: Cancel,
    /// Whether it is to begin anew.
    yields: bool,
}

impl std::fmt::Debug for Hall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hall").finish_non_exhaustive()
    }
}

impl Hall {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk {
    /// A desk with a thread for every core, but two at least, so that one long search holds nobody up.
    pub(crate) fn new() -> Desk {
        Desk::with(thread::available_parallelism().map_or(2, |cores| cores.get().max(2)))
    }

    fn with(threads: usize) -> Desk {
        let state =
            State { line: Line::new(threads), searches: HashMap::new(), seen: HashMap::new(), next: 0, closed: false };
        let hall = Arc::new(Hall { state: Mutex::new(state), changed: Condvar::new() });
        for number in 0..threads {
            let hall = hall.clone();
            let started = thread::Builder::new().name(format!("search-{number}")).spawn(move || work(&hall));
            if let Err(error) = started {
                tracing::error!(%error, "a thread for searches cannot be started");
            }
        }
        Desk(hall)
    }

    /// Somebody was seen in a network.
    pub(crate) fn seen(&self, person: &PersonId, network: Network) {
        let mut state = self.0.lock();
        if state.seen.len() >= SEEN {
            state.seen.clear();
        }
        state.seen.insert(person.clone(), network);
    }

    /// How many searches run, and how many wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = self.0.lock();
        let running = state.searches.values().filter(|search| search.work.is_none()).count();
        (running, state.searches.len() - running)
    }

    /// Asks for a search. It may be begun more than once.
    ///
    /// # Errors
    /// When the person, or all in his network together, have asked for too much already.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        person: &PersonId,
        kind: Kind,
        awaited: bool,
        mut search: impl FnMut(&Cancel) -> Option<T> + Send + 'static,
    ) -> Result<Ticket<T>, TooMuch> {
        let mut state = self.0.lock();
        let client = Client { person: person.clone(), network: state.seen.get(person).copied() };
        let is_question = |errand: &Errand| errand.kind != Kind::Move;
        let own = |errand: &Errand| errand.client.person == *person;
        let near = |errand: &Errand| client.network.is_some() && errand.client.network == client.network;
        // There is one move a game at most, and games are limited themselves.
        let too_much = kind != Kind::Move
            && (state.line.count(|errand| own(errand) && is_question(errand)) >= QUESTIONS
                || state.line.count(|errand| near(errand) && is_question(errand)) >= QUESTIONS_OF_NETWORK);
        if too_much {
            return Err(TooMuch);
        }
        let number = state.next;
        state.next += 1;
        let (sender, found) = oneshot::channel();
        let sender = Arc::new(Mutex::new(Some(sender)));
        let work: Work = Box::new(move |cancel| {
            let (found, sender) = (search(cancel), sender.clone());
            Box::new(move || {
                if let Some(sender) = sender.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    // Whoever asked may have gone.
                    let _ = sender.send(found);
                }
            })
        });
        state.searches.insert(number, Search { work: Some(work), cancel: Cancel::new(), yields: false });
        state.line.push(Errand { number, client, kind, awaited });
        state.make_room();
        drop(state);
        self.0.changed.notify_one();
        Ok(Ticket { hall: self.0.clone(), number, found })
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.closed = true;
        state.searches.values().for_each(|search| search.cancel.cancel());
        drop(state);
        self.0.changed.notify_all();
    }
}

impl<T> Ticket<T> {
    /// What was found; `None` for nothing.
    pub(crate) async fn found(mut self) -> Option<T> {
        (&mut self.found).await.ok().flatten()
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        let mut state = self.hall.lock();
        state.line.leave(self.number);
        match state.searches.get_mut(&self.number) {
            Some(search) if search.work.is_none() => {
                search.yields = false;
                search.cancel.cancel();
            }
            _ => drop(state.searches.remove(&self.number)),
        }
    }
}

impl State {
    /// Tells a search to yield its place where somebody has more than his share.
    fn make_room(&mut self) {
        if let Some(search) = self.line.yields().and_then(|number| self.searches.get_mut(&number)) {
            search.yields = true;
            search.cancel.cancel();
        }
    }

    /// The next search, begun.
    fn begin(&mut self) -> Option<(u64, Work, Cancel)> {
        let number = self.line.start()?;
        let search = self.searches.get_mut(&number)?;
        search.cancel = Cancel::new();
        Some((number, search.work.take()?, search.cancel.clone()))
    }

    /// A search has ended. What it found is to be delivered unless it yielded.
    fn end(&mut self, number: u64, work: Work, ms: u64) -> bool {
        let again = match self.searches.get_mut(&number) {
            Some(search) if search.yields => {
                search.yields = false;
                search.work = Some(work);
                true
            }
            _ => {
                self.searches.remove(&number);
                false
            }
        };
        self.line.stop(number, ms, again);
        self.make_room();
        !again
    }
}

/// What a thread of the desk does.
fn work(hall: &Hall) {
    lower_priority();
    let mut state = hall.lock();
    while !state.closed {
        let Some((number, mut work, cancel)) = state.begin() else {
            state = hall.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(state);
        let begun = Instant::now();
        let deliver = catch_unwind(AssertUnwindSafe(|| work(&cancel)));
        let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        if deliver.is_err() {
            tracing::error!("a search failed");
        }
        state = hall.lock();
        let done = state.end(number, work, ms);
        hall.changed.notify_one();
        if let (true, Ok(deliver)) = (done, deliver) {
            deliver();
        }
    }
}

/// Puts this thread behind all others: the kernel lets it run when nobody else wants to. On Linux a thread has a priority
/// of its own; elsewhere it shares that of the server, which stays as it is.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, LOWEST) {
        tracing::warn!(%error, "searches run at the priority of the server");
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::mpsc;

    use super::*;

    fn network(last: u8) -> Network {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)).into()
    }

    /// A search that tells when it begins, and ends when it is cancelled or let go.
    fn endless(begun: &mpsc::Sender<()>, go: &Cancel) -> impl FnMut(&Cancel) -> Option<&'static str> + Send + use<> {
        let (begun, go) = (begun.clone(), go.clone());
        move |cancel| {
            let _ = begun.send(());
            while !cancel.is_cancelled() && !go.is_cancelled() {
                thread::yield_now();
            }
            Some("eve's")
        }
    }

    #[tokio::test]
    async fn a_search_yields_to_another_person_and_is_found_all_the_same() {
        let desk = Desk::with(2);
        let (eve, anna) = (PersonId::new("eve"), PersonId::new("anna"));
        desk.seen(&eve, network(1));
        desk.seen(&anna, network(2));
        let (begins, begun) = mpsc::channel();
        let go = Cancel::new();
        let hers: Vec<_> = (0..3).map(|_| desk.ask(&eve, Kind::Move, true, endless(&begins, &go)).unwrap()).collect();
        begun.recv().unwrap();
        begun.recv().unwrap();
        let quick = desk.ask(&anna, Kind::Hint, true, |_| Some("anna's")).unwrap();
        assert_eq!(quick.found().await, Some("anna's"), "while all places were taken");
        go.cancel();
        for ticket in hers {
            assert_eq!(ticket.found().await, Some("eve's"));
        }
        assert!(desk.0.lock().searches.is_empty());
    }

    #[tokio::test]
    async fn who_goes_away_gives_his_place_back_and_a_search_that_panics_harms_nobody() {
        let desk = Desk::with(1);
        let eve = PersonId::new("eve");
        let (begins, begun) = mpsc::channel();
        let go = Cancel::new();
        let running = desk.ask(&eve, Kind::Move, true, endless(&begins, &go)).unwrap();
        let waiting = desk.ask(&eve, Kind::Move, true, endless(&begins, &go)).unwrap();
        begun.recv().unwrap();
        drop((waiting, running));
        let broken = desk.ask(&eve, Kind::Move, true, |_| -> Option<()> { panic!("as the test wants it") }).unwrap();
        assert_eq!(broken.found().await, None);
        assert_eq!(desk.ask(&eve, Kind::Move, true, |_| Some(7)).unwrap().found().await, Some(7));
        assert_eq!(begun.try_recv(), Err(mpsc::TryRecvError::Empty), "what nobody waits for is not begun");
    }

    #[tokio::test]
    async fn questions_are_bounded_and_moves_are_not() {
        let desk = Desk::with(1);
        let eve = PersonId::new("eve");
        let (begins, _begun) = mpsc::channel();
        let go = Cancel::new();
        let ask = |kind| desk.ask(&eve, kind, true, endless(&begins, &go));
        let mut tickets: Vec<_> = (0..100).map_while(|_| ask(Kind::Proof).ok()).collect();
        assert_eq!(tickets.len(), QUESTIONS);
        assert_eq!(ask(Kind::Hint).err(), Some(TooMuch));
        assert!(ask(Kind::Move).is_ok());
        tickets.pop();
        assert!(ask(Kind::Hint).is_ok());
    }
}
