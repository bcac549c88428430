//! Playing many games, on several threads, into a shard.

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hnefi_engine::{Cancel, Engine, Idea};

use crate::shard::ShardWriter;
use crate::{Count, Recipe, ShardError};

/// Games that are to be played, and where they are kept.
#[derive(Debug)]
pub struct Run<'a> {
    /// How they are played.
    pub recipe: &'a Recipe,
    /// The folder of the shard.
    pub out: &'a Path,
    /// Their numbers.
    pub numbers: Range<u32>,
    /// How many are played at once.
    pub threads: usize,
}

/// How far a run has got.
#[derive(Debug)]
pub struct Progress<'a> {
    /// What the games in the shard add up to, those found there included.
    pub count: &'a Count,
    /// How many of the games that are wanted are there.
    pub done: u64,
    /// How many are wanted.
    pub wanted: u64,
    /// How many were played since the run began.
    pub played: u64,
    /// The positions of these.
    pub positions: u64,
    /// The time since then.
    pub elapsed: Duration,
}

/// What the threads share.
struct Table<'a> {
    todo: Range<u32>,
    known: HashSet<u32>,
    writer: ShardWriter,
    count: Count,
    played: u64,
    positions: u64,
    failed: Option<ShardError>,
    show: &'a mut (dyn FnMut(&Progress<'_>) + Send),
}

impl Table<'_> {
    /// The number of the next game that is not in the shard yet.
    fn next(&mut self) -> Option<u32> {
        self.todo.by_ref().find(|number| !self.known.contains(number))
    }
}

impl Run<'_> {
    /// The shard: its name says the rule set, the seed and the first number.
    pub fn path(&self) -> PathBuf {
        let header = self.recipe.header();
        self.out.join(format!("{}-{}-{}.shard", header.rules, header.settings.seed, self.numbers.start))
    }

    /// Plays every game that is not in the shard yet. Each thread asks `engine` for an engine of its own, which must have one
    /// thread. `show` is called at the beginning and after each game. When it is cancelled, the games that are finished stay, and
    /// the same run goes on with the others.
    ///
    /// # Errors
    /// A [`ShardError`] where the shard cannot be used or written.
    pub fn play(
        &self,
        engine: &(dyn Fn() -> Engine + Sync),
        cancel: &Cancel,
        show: &mut (dyn FnMut(&Progress<'_>) + Send),
    ) -> Result<Count, ShardError> {
        std::fs::create_dir_all(self.out).map_err(|error| ShardError::file(self.out, error))?;
        let (writer, already) = ShardWriter::open(&self.path(), self.recipe.header())?;
        let wanted = self.numbers.len() as u64;
        let begun = Instant::now();
        let done = already.numbers.iter().filter(|number| self.numbers.contains(number)).count() as u64;
        show(&Progress { count: &already.count, done, wanted, played: 0, positions: 0, elapsed: Duration::ZERO });
        let threads = (self.threads.max(1) as u64).min(wanted - done);
        let (todo, known, count) = (self.numbers.clone(), already.numbers, already.count);
        let table = Mutex::new(Table { todo, known, writer, count, played: 0, positions: 0, failed: None, show });
        let lock = || table.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            // What a position teaches must not depend on how long nothing was taken before it.
            let engine = engine().without(Idea::Standstill);
            loop {
                let Some(number) = lock().next() else { return };
                let Some(game) = self.recipe.play(&engine, number, cancel) else { return };
                let table = &mut *lock();
                if table.failed.is_some() {
                    return;
                }
                if let Err(error) = table.writer.append(&game) {
                    table.failed = Some(error);
                    cancel.cancel();
                    return;
                }
                let before = table.count.positions;
                table.count.add(&game, &self.recipe.header().settings);
                table.played += 1;
                table.positions += table.count.positions - before;
                let (played, positions, count) = (table.played, table.positions, &table.count);
                let (done, elapsed) = (done + played, begun.elapsed());
                (table.show)(&Progress { count, done, wanted, played, positions, elapsed });
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        let table = table.into_inner().unwrap_or_else(PoisonError::into_inner);
        match table.failed {
            Some(error) => Err(error),
            None => Ok(table.count),
        }
    }
}
