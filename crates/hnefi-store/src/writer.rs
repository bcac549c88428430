//! The one writer. Whatever waits when a commit is done goes into the next one together, so that many games
//! share the wait for the disk.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use crate::db::{Connection, Database, is_refusal};
use crate::health::{Failure, Written};
use crate::nodes::Member;
use crate::postgres::Alone;
use crate::write::{Write, write_one};
use crate::{StoreError, now_ms};

/// How many writes may share a commit.
const BATCH: usize = 256;
/// How many writes may wait for their turn before those who bring more have to wait themselves.
const WAITING: usize = 4096;
/// How long a commit may take before the health of the store suffers.
const STUCK: Duration = Duration::from_secs(10);
/// How often a server that must be the only one looks whether its connection is still there while nothing is written.
const LOOKING: Duration = Duration::from_secs(5);

/// The handle of the writing task.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    jobs: mpsc::Sender<Job>,
    task: Arc<tokio::sync::Mutex<Option<JoinHandle<()>>>>,
    state: Arc<Mutex<State>>,
    /// Woken when there may be something new in the queue of ratings.
    queued: Arc<Notify>,
    /// Which database another server has taken over, once one has.
    lost: watch::Receiver<Option<String>>,
}

/// How writing goes.
#[derive(Debug, Default)]
struct State {
    written_ms: Option<i64>,
    failure: Option<Failure>,
    /// Whether the last batch failed, or something in it did for which nobody who asked was at fault.
    failing: bool,
    /// Whether it was ended in the middle of whatever it did.
    abandoned: bool,
    /// Since when a batch is being written.
    busy: Option<Instant>,
}

/// What the connection that writes must hold, or see, so that nothing else is written than what may be.
#[derive(Debug)]
pub(crate) enum Guard {
    /// The lock of the one server.
    Alone(Alone),
    /// The lock that all nodes share; and a lease, at each transaction.
    Node(Arc<Member>),
}

impl Guard {
    /// Takes the lock again, for a connection that comes after one that was lost.
    async fn take_again(&mut self, connection: &mut Connection) -> Result<(), StoreError> {
        match self {
            Guard::Alone(alone) => connection.take_again(alone).await,
            Guard::Node(member) => member.take_again(connection).await,
        }
    }

    /// Sees at the beginning of a transaction that it may write.
    async fn look(&self, connection: &mut Connection) -> Result<(), StoreError> {
        match self {
            // It has the lock, or is no connection any more.
            Guard::Alone(_) => Ok(()),
            Guard::Node(member) => member.look(connection).await,
        }
    }

    fn epoch(&self) -> Option<i64> {
        match self {
            Guard::Alone(_) => None,
            Guard::Node(member) => Some(member.epoch),
        }
    }
}

/// Where the result of a write goes.
type Answer = oneshot::Sender<Result<(), StoreError>>;

#[derive(Debug)]
enum Job {
    Write(Write, Answer),
    Stop,
}

impl Writer {
    pub(crate) fn start(database: Database, connection: Connection, guard: Option<Guard>) -> Writer {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let state = Arc::<Mutex<State>>::default();
        let (tell, lost) = watch::channel(None);
        let desk = Desk { database, connection: Some(connection), guard, lost: tell, state: state.clone() };
        let task = tokio::spawn(desk.run(waiting));
        Writer { jobs, task: Arc::new(tokio::sync::Mutex::new(Some(task))), state, queued: Arc::default(), lost }
    }

    /// Waits until another server has taken the database over.
    pub(crate) async fn lost(&self) -> StoreError {
        let mut lost = self.lost.clone();
        match lost.wait_for(Option::is_some).await.map(|place| place.clone()) {
            Ok(place) => StoreError::Lost(place.unwrap_or_default()),
            // The store was closed before.
            Err(_) => std::future::pending().await,
        }
    }

    /// Writes, and returns after the commit.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        let may_queue = write.may_queue();
        self.jobs.send(Job::Write(write, answer)).await.map_err(|_| StoreError::Closing)?;
        answered.await.map_err(|_| match self.state().abandoned {
            true => StoreError::Commit("the writer was ended".to_owned()),
            false => StoreError::Closing,
        })??;
        if may_queue {
            self.queued.notify_one();
        }
        Ok(())
    }

    /// Writes soon, after all that was asked for before. Nobody hears what becomes of it; while very much waits, nothing does.
    pub(crate) fn write_soon(&self, write: Write) {
        let (answer, _) = oneshot::channel();
        if self.jobs.try_send(Job::Write(write, answer)).is_err() {
            tracing::debug!("too much waits to be written: something was left out that can be");
        }
    }

    /// There may be something new in the queue of ratings that another server has put there.
    pub(crate) fn queue_grew(&self) {
        self.queued.notify_one();
    }

    /// Stops at once, whatever waits: nothing of it is written any more.
    pub(crate) async fn abandon(&self) {
        self.state().abandoned = true;
        if let Some(task) = self.task.lock().await.take() {
            task.abort();
            let _ = task.await;
        }
    }

    /// Waits until there may be something new in the queue of ratings, if there was nothing since the last time.
    pub(crate) async fn queued(&self) {
        self.queued.notified().await;
    }

    /// Writes what waits, closes the connection, and stops.
    pub(crate) async fn stop(&self) {
        if let Some(task) = self.task.lock().await.take() {
            // If the task is gone, nothing is left to stop.
            let _ = self.jobs.send(Job::Stop).await;
            let _ = task.await;
        }
    }

    /// How writing goes. What has just failed is tried with something that nobody misses.
    pub(crate) async fn health(&self) -> Written {
        if self.state().failing {
            // Whether it works is in the state afterwards; a queue that does not move is no answer either.
            let _ = tokio::time::timeout(STUCK, self.probe()).await;
        }
        let state = self.state();
        Written {
            works: !state.failing && state.busy.is_none_or(|since| since.elapsed() < STUCK) && !self.jobs.is_closed(),
            last_ms: state.written_ms,
            failure: state.failure.clone(),
            waiting: self.jobs.max_capacity() - self.jobs.capacity(),
        }
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.write(Write::Probe).await?;
        self.write(Write::EndProbe).await
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the writing is done.
struct Desk {
    database: Database,
    /// `None` after something has failed, until there is something to write again.
    connection: Option<Connection>,
    /// What stands in the way of others, and of this server where others have come.
    guard: Option<Guard>,
    lost: watch::Sender<Option<String>>,
    state: Arc<Mutex<State>>,
}

impl Desk {
    async fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(BATCH);
        let mut stopping = false;
        while !stopping {
            let received = waiting.recv_many(&mut jobs, BATCH);
            let received = match self.guard {
                None => Ok(received.await),
                Some(_) => tokio::time::timeout(LOOKING, received).await,
            };
            match received {
                Ok(0) => break,
                Ok(_) => {}
                Err(_) => {
                    self.look().await;
                    continue;
                }
            }
            let mut batch = Vec::with_capacity(jobs.len());
            for job in jobs.drain(..) {
                match job {
                    Job::Write(write, answer) => batch.push((write, answer)),
                    Job::Stop => stopping = true,
                }
            }
            self.commit(batch).await;
        }
        // A connection that cannot be closed in good order is recovered from the log when it is opened again.
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }

    /// Sees whether the connection is still there that holds the lock, and gets another one if it is not.
    async fn look(&mut self) {
        if let Some(connection) = &mut self.connection
            && !matches!(tokio::time::timeout(STUCK, connection.script("select 1")).await, Ok(Ok(())))
        {
            tracing::warn!("the connection to the database was lost");
            self.connection = None;
        }
        // What cannot be reached now is tried again.
        let _ = self.connected().await;
    }

    /// The connection, or a new one where it was lost. Of those that must hold the lock, each does.
    async fn connected(&mut self) -> Result<&mut Connection, StoreError> {
        if let Some(place) = &*self.lost.borrow() {
            return Err(StoreError::Lost(place.clone()));
        }
        if self.connection.is_none() {
            let mut connection = self.database.connect().await?;
            if let Some(guard) = &mut self.guard {
                guard.take_again(&mut connection).await.map_err(|error| match error {
                    StoreError::InUse(place) => {
                        self.lost.send_replace(Some(place.clone()));
                        StoreError::Lost(place)
                    }
                    other => other,
                })?;
            }
            self.connection = Some(connection);
        }
        self.connection.as_mut().ok_or(StoreError::Closing)
    }

    /// Writes a batch, and tells everybody what became of his part.
    async fn commit(&mut self, batch: Vec<(Write, Answer)>) {
        self.note(|state| state.busy = Some(Instant::now()));
        let mut results = Vec::with_capacity(batch.len());
        let committed = self.write_all(&batch, &mut results).await.map_err(|error| match error {
            StoreError::Database(error) => error.to_string(),
            other => other.to_string(),
        });
        let part = |result: &Result<(), StoreError>| match result {
            Err(StoreError::Database(error)) if !is_refusal(error) => Some(error.to_string()),
            _ => None,
        };
        // What fails first is the cause; a database that has given up refuses the rest for reasons of its own.
        let cause = results.iter().find_map(part).or_else(|| committed.as_ref().err().cloned());
        if cause.is_some() {
            // Nobody knows in which state a failed transaction has left its connection.
            if let Some(connection) = self.connection.take() {
                let _ = connection.close().await;
            }
        }
        // Whose lease has ended has written nothing, and knows it.
        let lost = self.lost.borrow().clone().filter(|_| committed.is_err() && results.is_empty());
        let told = committed.map_err(|error| cause.clone().unwrap_or(error));
        self.note(|state| {
            state.busy = None;
            state.failing = cause.is_some();
            if told.is_ok() {
                state.written_ms = Some(now_ms());
            }
            if let Some(cause) = cause {
                tracing::error!(cause, "the store could not write");
                state.failure = Some(Failure { at_ms: now_ms(), cause });
            }
        });
        let mut results = results.into_iter();
        for (_, answer) in batch {
            let result = match (&told, results.next()) {
                (Ok(()), Some(result)) => result,
                (Ok(()), None) => Err(StoreError::Commit("it was left out".to_owned())),
                (Err(error), _) => Err(match &lost {
                    Some(place) => StoreError::Lost(place.clone()),
                    None => StoreError::Commit(error.clone()),
                }),
            };
            // Who asked may have gone meanwhile; what was written stays written.
            let _ = answer.send(result);
        }
    }

    async fn write_all(
        &mut self,
        batch: &[(Write, Answer)],
        results: &mut Vec<Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        self.connected().await?;
        let (Some(connection), lost) = (&mut self.connection, &self.lost) else { return Err(StoreError::Closing) };
        connection.begin().await?;
        if let Some(guard) = &self.guard {
            guard.look(connection).await.inspect_err(|error| {
                if let StoreError::Lost(place) = error {
                    lost.send_replace(Some(place.clone()));
                }
            })?;
        }
        let epoch = self.guard.as_ref().and_then(Guard::epoch);
        connection.script("savepoint part").await?;
        for (write, _) in batch {
            let result = write_one(connection, epoch, write).await;
            let next = match &result {
                Ok(()) => "release savepoint part; savepoint part",
                // A database that has undone everything by itself knows no such savepoint any more: all has failed.
                Err(_) => "rollback to savepoint part",
            };
            results.push(result);
            connection.script(next).await?;
        }
        Ok(connection.script("commit").await?)
    }

    fn note(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
