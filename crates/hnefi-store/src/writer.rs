//! The one writer. Whatever waits when a commit is done goes into the next one together, so that many games
//! share the wait for the disk.

use std::sync::Arc;

use hnefi_live::{PersonId, Standing};
use hnefi_rules::Side;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::rows::{EntryRow, GameRow, link_columns, seat_columns};
use crate::{NewLink, StoreError};

/// How many writes may share a commit.
const BATCH: usize = 256;
/// How many writes may wait for their turn before those who bring more have to wait themselves.
const WAITING: usize = 4096;

/// The handle of the writing task.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    jobs: mpsc::Sender<Job>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// Something to write, all of it or nothing.
#[derive(Debug)]
pub(crate) enum Write {
    MakeGame(Box<GameRow>),
    Append(Box<Append>),
    Join { game: String, side: Side, person: PersonId, link: NewLink },
    MoveSeat { game: String, side: Side, from: PersonId, moves: u32, to: PersonId, link: NewLink },
}

/// A row for the log of a game, and the next game if it is an accepted rematch.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) game: String,
    /// How many rows the log has.
    pub(crate) version: u64,
    pub(crate) row: EntryRow,
    pub(crate) standing: Standing,
    pub(crate) next: Option<GameRow>,
}

/// Where the result of a write goes.
type Answer = oneshot::Sender<Result<(), StoreError>>;

#[derive(Debug)]
enum Job {
    Write(Write, Answer),
    Stop,
}

impl Writer {
    pub(crate) fn start(connection: SqliteConnection) -> Writer {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let task = tokio::spawn(run(connection, waiting));
        Writer { jobs, task: Arc::new(Mutex::new(Some(task))) }
    }

    /// Writes, and returns after the commit.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job::Write(write, answer)).await.map_err(|_| StoreError::Closing)?;
        answered.await.map_err(|_| StoreError::Closing)?
    }

    /// Writes what waits, closes the connection, and stops.
    pub(crate) async fn stop(&self) {
        if let Some(task) = self.task.lock().await.take() {
            // If the task is gone, nothing is left to stop.
            let _ = self.jobs.send(Job::Stop).await;
            let _ = task.await;
        }
    }
}

async fn run(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(BATCH);
    let mut stopping = false;
    while !stopping && waiting.recv_many(&mut jobs, BATCH).await > 0 {
        let mut batch = Vec::with_capacity(jobs.len());
        for job in jobs.drain(..) {
            match job {
                Job::Write(write, answer) => batch.push((write, answer)),
                Job::Stop => stopping = true,
            }
        }
        commit(&mut connection, batch).await;
    }
    // A connection that cannot be closed in good order is recovered from the log when it is opened again.
    let _ = connection.close().await;
}

async fn commit(connection: &mut SqliteConnection, batch: Vec<(Write, Answer)>) {
    let mut results = Vec::with_capacity(batch.len());
    let committed = write_all(connection, &batch, &mut results).await.map_err(|error| error.to_string());
    let mut results = results.into_iter();
    for (_, answer) in batch {
        let result = match (&committed, results.next()) {
            (Ok(()), Some(result)) => result,
            (Ok(()), None) => Err(StoreError::Commit("it was left out".to_owned())),
            (Err(error), _) => Err(StoreError::Commit(error.clone())),
        };
        // Who asked may have gone meanwhile; what was written stays written.
        let _ = answer.send(result);
    }
}

async fn write_all(
    connection: &mut SqliteConnection,
    batch: &[(Write, Answer)],
    results: &mut Vec<Result<(), StoreError>>,
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for (write, _) in batch {
        let mut savepoint = transaction.begin().await?;
        let result = write_one(&mut savepoint, write).await;
        match result {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        results.push(result);
    }
    transaction.commit().await
}

async fn write_one(to: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::MakeGame(row) => make_game(to, row).await,
        Write::Append(append) => append_row(to, append).await,
        Write::Join { game, side, person, link } => join(to, game, *side, person, link).await,
        Write::MoveSeat { game, side, from, moves, to: person, link } => {
            move_seat(to, game, *side, (from, *moves), person, link).await
        }
    }
}

async fn make_game(to: &mut SqliteConnection, row: &GameRow) -> Result<(), StoreError> {
    sqlx::query(
        "insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, \
         version, touched_ms, plies, to_move, winner, ending) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, $13, $14)",
    )
    .bind(&row.id)
    .bind(row.made_ms)
    .bind(&row.ruleset_id)
    .bind(&row.ruleset_name)
    .bind(&row.ruleset)
    .bind(&row.position)
    .bind(row.turn.id())
    .bind(&row.match_id)
    .bind(i64::from(row.match_game))
    .bind(row.made_ms)
    .bind(i64::from(row.standing.plies))
    .bind(row.standing.to_move.map(Side::id))
    .bind(row.standing.winner.map(Side::id))
    .bind(row.standing.ending.as_deref())
    .execute(&mut *to)
    .await?;
    for (side, seat) in &row.seats {
        let (kind, level, person, moves) = seat_columns(seat);
        sqlx::query("insert into seat (game, side, kind, level, visitor, moves) values ($1, $2, $3, $4, $5, $6)")
            .bind(&row.id)
            .bind(side.id())
            .bind(kind)
            .bind(level)
            .bind(person)
            .bind(moves)
            .execute(&mut *to)
            .await?;
    }
    for (link, side) in &row.links {
        make_link(to, &row.id, *side, link).await?;
    }
    Ok(())
}

async fn make_link(
    to: &mut SqliteConnection,
    game: &str,
    side: Option<Side>,
    link: &NewLink,
) -> Result<(), StoreError> {
    let (secret, kind) = link_columns(link);
    sqlx::query("insert into link (secret, game, kind, side) values ($1, $2, $3, $4)")
        .bind(secret)
        .bind(game)
        .bind(kind)
        .bind(side.map(Side::id))
        .execute(to)
        .await?;
    Ok(())
}

async fn append_row(to: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let Append { game, version, row, standing, next } = append;
    let version_now = i64::try_from(*version).unwrap_or(i64::MAX);
    let updated = sqlx::query(
        "update game set version = version + 1, touched_ms = $1, plies = $2, to_move = $3, winner = $4, ending = $5 \
         where id = $6 and version = $7",
    )
    .bind(row.at_ms)
    .bind(i64::from(standing.plies))
    .bind(standing.to_move.map(Side::id))
    .bind(standing.winner.map(Side::id))
    .bind(standing.ending.as_deref())
    .bind(game)
    .bind(version_now)
    .execute(&mut *to)
    .await?;
    if updated.rows_affected() == 0 {
        let known = sqlx::query("select 1 from game where id = $1").bind(game).fetch_optional(&mut *to).await?;
        return Err(match known {
            Some(_) => StoreError::Stale { game: game.clone(), version: *version },
            None => StoreError::NoGame(game.clone()),
        });
    }
    let inserted = sqlx::query(
        "insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (game, client_id) do nothing",
    )
    .bind(game)
    .bind(version_now + 1)
    .bind(row.at_ms)
    .bind(row.kind)
    .bind(row.side.id())
    .bind(row.ply)
    .bind(&row.client_id)
    .bind(&row.from)
    .bind(&row.to)
    .bind(&row.captures)
    .bind(row.offer)
    .execute(&mut *to)
    .await?;
    if inserted.rows_affected() == 0 {
        let client_id = row.client_id.clone().unwrap_or_default();
        return Err(StoreError::Duplicate { game: game.clone(), client_id });
    }
    match next {
        Some(next) => make_game(to, next).await,
        None => Ok(()),
    }
}

async fn join(
    to: &mut SqliteConnection,
    game: &str,
    side: Side,
    person: &PersonId,
    link: &NewLink,
) -> Result<(), StoreError> {
    let taken = sqlx::query(
        "update seat set visitor = $1 where game = $2 and side = $3 and kind = 'person' and visitor is null",
    )
    .bind(person.as_str())
    .bind(game)
    .bind(side.id())
    .execute(&mut *to)
    .await?;
    if taken.rows_affected() == 0 {
        return Err(StoreError::Taken);
    }
    make_link(to, game, Some(side), link).await
}

async fn move_seat(
    to: &mut SqliteConnection,
    game: &str,
    side: Side,
    (from, moves): (&PersonId, u32),
    person: &PersonId,
    link: &NewLink,
) -> Result<(), StoreError> {
    let moved = sqlx::query(
        "update seat set visitor = $1, moves = moves + 1 \
         where game = $2 and side = $3 and visitor = $4 and moves = $5",
    )
    .bind(person.as_str())
    .bind(game)
    .bind(side.id())
    .bind(from.as_str())
    .bind(i64::from(moves))
    .execute(&mut *to)
    .await?;
    if moved.rows_affected() == 0 {
        return Err(StoreError::Taken);
    }
    sqlx::query("delete from link where game = $1 and side = $2 and kind = 'seat'")
        .bind(game)
        .bind(side.id())
        .execute(&mut *to)
        .await?;
    make_link(to, game, Some(side), link).await
}
