//! An engine whose helping threads are another's.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use hnefi_engine::{Allowance, Budget, Cancel, Choice, Clock, Engine, EngineOptions, Level, Task, Threads};
use hnefi_rules::{Game, Referee, leaflet};

/// Takes so many helpers and drops the others; notes how many were offered, and on which threads all ran.
#[derive(Default)]
struct Crew {
    takes: usize,
    offered: Mutex<Vec<usize>>,
    helped: AtomicUsize,
    led_on: Mutex<Vec<ThreadId>>,
}

impl Threads for Crew {
    fn beside(&self, mut helpers: Vec<Task<'_>>, lead: Box<dyn FnOnce() + '_>) {
        self.offered.lock().unwrap().push(helpers.len());
        helpers.truncate(self.takes);
        thread::scope(|scope| {
            for helper in helpers {
                scope.spawn(|| {
                    helper();
                    self.helped.fetch_add(1, Ordering::Relaxed);
                });
            }
            self.led_on.lock().unwrap().push(thread::current().id());
            lead();
        });
    }
}

fn game() -> Game {
    Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())))
}

fn to_depth(engine: &Engine, depth: u32) -> Choice {
    let budget = Budget::of_depth(depth);
    engine.choose_within(&game(), Level::FULL, budget, &Cancel::new()).unwrap()
}

fn engine(threads: usize) -> Engine {
    Engine::new(EngineOptions { threads, hash_mb: 2, seed: Some(1) })
}

#[test]
fn a_search_runs_its_helpers_on_the_threads_that_it_is_given() {
    let crew = Arc::new(Crew { takes: 3, ..Crew::default() });
    let engine = engine(4).with_threads(crew.clone());
    assert_eq!(engine.options().threads, 4);
    for searches in 1..=2 {
        assert_eq!(to_depth(&engine, 4).depth, 4);
        assert_eq!(*crew.offered.lock().unwrap(), vec![3; searches], "all are free again for the next search");
        assert_eq!(crew.helped.load(Ordering::Relaxed), 3 * searches);
    }
    assert_eq!(*crew.led_on.lock().unwrap(), [thread::current().id(); 2]);
}

#[test]
fn helpers_for_whom_there_is_no_thread_are_not_missed() {
    let crew = Arc::new(Crew::default());
    let alone = engine(1).with_threads(crew.clone());
    let expected = to_depth(&alone, 5);
    assert!(crew.offered.lock().unwrap().is_empty(), "one thread asks for no help");
    let engine = engine(4).with_threads(crew.clone());
    assert_eq!(to_depth(&engine, 5), expected);
    assert_eq!((crew.offered.lock().unwrap().as_slice(), crew.helped.load(Ordering::Relaxed)), (&[3][..], 0));
}

/// Runs the helpers when the search is over.
struct Late(AtomicUsize);

impl Threads for Late {
    fn beside(&self, helpers: Vec<Task<'_>>, lead: Box<dyn FnOnce() + '_>) {
        lead();
        for helper in helpers {
            helper();
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A clock on which every look takes a millisecond.
struct Looks(AtomicU64);

impl Clock for Looks {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn helpers_that_come_late_go_at_once() {
    let late = Arc::new(Late(AtomicUsize::new(0)));
    let engine = engine(3).with_threads(late.clone()).with_clock(Arc::new(Looks(AtomicU64::new(0))));
    // The one that leads begins no depth after a moment; helpers go on for as long as they may.
    let time = Allowance { soft: Duration::from_millis(10), hard: Duration::from_secs(3_600) };
    let budget = Budget { depth: u32::MAX, nodes: 1_000_000, time: Some(time) };
    let choice = engine.choose_within(&game(), Level::FULL, budget, &Cancel::new()).unwrap();
    assert!(choice.nodes < 500_000, "{} nodes", choice.nodes);
    assert_eq!(late.0.load(Ordering::Relaxed), 2);
}
