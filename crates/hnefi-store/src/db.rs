//! One way to speak to the database, whichever it is. The SQL is the same text for all of them: `$1` for what
//! is bound, `bigint` and `text` as the only types, `on conflict` where a row may be there already.

use std::path::Path;
use std::time::Duration;

use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, Row as _};
use tokio::time::{Instant, sleep};

use crate::postgres::{self, Alone, PostgresUrl};
use crate::{Place, StoreError, private};

/// How long a connection waits for another one that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// After how long a connection is tried again that SQLite has refused without waiting.
const AGAIN: Duration = Duration::from_millis(10);

/// How long somebody who reads waits for a connection to PostgreSQL.
const AWAY: Duration = Duration::from_secs(5);

/// Where a database is, and how it is spoken to.
#[derive(Clone)]
pub(crate) enum Database {
    Sqlite(SqliteConnectOptions),
    /// The options hold the password: they are never shown.
    Postgres(PostgresUrl, PgConnectOptions),
}

/// A connection.
#[derive(Debug)]
pub(crate) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Connections that read.
#[derive(Clone, Debug)]
pub(crate) enum Readers {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A row that was read.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// Something bound to a statement. What is missing has a type as well.
#[derive(Clone, Debug)]
pub(crate) enum Param {
    Int(Option<i64>),
    Text(Option<String>),
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Text,
}

/// The rows of a query, one after the other as they come.
pub(crate) struct Rows<'a> {
    rows: BoxStream<'a, Result<Row, sqlx::Error>>,
    kinds: Vec<Kind>,
}

impl Rows<'_> {
    /// The values of the next row.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<Param>>, sqlx::Error> {
        let Some(row) = self.rows.try_next().await? else { return Ok(None) };
        let value = |(column, kind): (usize, &Kind)| match (&row, kind) {
            (Row::Sqlite(row), Kind::Int) => row.try_get(column).map(Param::Int),
            (Row::Sqlite(row), Kind::Text) => row.try_get(column).map(Param::Text),
            (Row::Postgres(row), Kind::Int) => row.try_get(column).map(Param::Int),
            (Row::Postgres(row), Kind::Text) => row.try_get(column).map(Param::Text),
        };
        self.kinds.iter().enumerate().map(value).collect::<Result<_, _>>().map(Some)
    }
}

/// What a statement is given for its `$1`, `$2` and so on.
macro_rules! params {
    ($($param:expr),* $(,)?) => { vec![$($crate::db::Param::from($param)),*] };
}
pub(crate) use params;

macro_rules! param {
    ($($of:ty => |$value:ident| $param:expr),* $(,)?) => {
        $(impl From<$of> for Param {
            fn from($value: $of) -> Param {
                $param
            }
        })*
    };
}

param! {
    i64 => |value| Param::Int(Some(value)),
    Option<i64> => |value| Param::Int(value),
    u32 => |value| Param::Int(Some(i64::from(value))),
    &str => |value| Param::Text(Some(value.to_owned())),
    &String => |value| Param::Text(Some(value.clone())),
    Option<&str> => |value| Param::Text(value.map(str::to_owned)),
}

/// What a column can hold.
pub(crate) trait Column: Sized {
    fn read(row: &Row, name: &str) -> Result<Self, sqlx::Error>;
}

macro_rules! column {
    ($($of:ty),*) => {
        $(impl Column for $of {
            fn read(row: &Row, name: &str) -> Result<Self, sqlx::Error> {
                match row {
                    Row::Sqlite(row) => row.try_get(name),
                    Row::Postgres(row) => row.try_get(name),
                }
            }
        })*
    };
}

column!(i64, Option<i64>, String, Option<String>);

impl Row {
    /// What a column holds.
    pub(crate) fn get<T: Column>(&self, name: &str) -> Result<T, sqlx::Error> {
        T::read(self, name)
    }
}

/// Binds what a statement is given.
macro_rules! bound {
    ($sql:expr, $params:expr) => {
        $params.into_iter().fold(sqlx::query($sql), |query, param| match param {
            Param::Int(value) => query.bind(value),
            Param::Text(value) => query.bind(value),
        })
    };
}

impl Database {
    /// The database of a place; a file is made if there is none.
    pub(crate) fn at(place: &Place) -> Database {
        match place {
            Place::Folder(_) | Place::File(_) => Database::in_file(&place.file().unwrap_or_default()),
            Place::Postgres(url) => Database::Postgres(url.clone(), url.options()),
        }
    }

    /// The SQLite database in a file, which is made if there is none.
    pub(crate) fn in_file(file: &Path) -> Database {
        // SQLite would make one that everybody may read. Where none can be made, it says why.
        let _ = private::make_file(file);
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged move must survive a power cut, so every commit waits for the disk.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        Database::Sqlite(options)
    }

    /// The same database, with no more room than so many pages.
    #[cfg(test)]
    pub(crate) fn with_most_pages(self, pages: &'static str) -> Database {
        match self {
            Database::Sqlite(options) => Database::Sqlite(options.pragma("max_page_count", pages)),
            other @ Database::Postgres(..) => other,
        }
    }

    /// A connection that may write.
    pub(crate) async fn connect(&self) -> Result<Connection, StoreError> {
        match self {
            Database::Sqlite(options) => Ok(Connection::Sqlite(connect_sqlite(options).await?)),
            Database::Postgres(url, options) => postgres::connect(url, options).await.map(Connection::Postgres),
        }
    }

    /// A connection that may write, for a server that is the only one: on PostgreSQL with the lock that says so.
    pub(crate) async fn connect_alone(&self) -> Result<(Connection, Option<Alone>), StoreError> {
        match self {
            Database::Sqlite(_) => Ok((self.connect().await?, None)),
            Database::Postgres(url, options) => {
                let mut connection = postgres::connect(url, options).await?;
                let alone = Alone::take(url, &mut connection).await?;
                Ok((Connection::Postgres(connection), Some(alone)))
            }
        }
    }

    /// Connections that only read.
    pub(crate) async fn readers(&self, most: u32) -> Result<Readers, sqlx::Error> {
        match self {
            Database::Sqlite(options) => {
                let options = options.clone().pragma("query_only", "on");
                SqlitePoolOptions::new().max_connections(most).connect_with(options).await.map(Readers::Sqlite)
            }
            Database::Postgres(_, options) => {
                let options = options.clone().options([("default_transaction_read_only", "on")]);
                PgPoolOptions::new()
                    .max_connections(most)
                    .acquire_timeout(AWAY)
                    .connect_with(options)
                    .await
                    .map(Readers::Postgres)
            }
        }
    }
}

/// A connection to the database in a file. Of those who make it at once SQLite refuses all but one while it turns on the
/// log, without waiting.
async fn connect_sqlite(options: &SqliteConnectOptions) -> Result<SqliteConnection, sqlx::Error> {
    let until = Instant::now() + PATIENCE;
    loop {
        match options.connect().await {
            Err(error) if is_busy(&error) && Instant::now() < until => sleep(AGAIN).await,
            connected => return connected,
        }
    }
}

/// Whether SQLite refuses because somebody else is at work.
fn is_busy(error: &sqlx::Error) -> bool {
    const BUSY: i32 = 5;
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    // The rest of the code says what he is at.
    code.is_some_and(|code| code & 0xff == BUSY)
}

impl Connection {
    /// Begins a transaction that writes, beside which nobody else has one.
    pub(crate) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            // What would wait for another writer waits here, and not in the middle, where it could not.
            Connection::Sqlite(_) => "begin immediate",
            // The same order for commands beside a server: both number rows one after the other.
            Connection::Postgres(_) => postgres::BEGIN,
        };
        self.script(sql).await
    }

    /// Begins a transaction that reads, and sees nothing of what others write meanwhile.
    pub(crate) async fn begin_reading(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            Connection::Sqlite(_) => "begin",
            Connection::Postgres(_) => "begin isolation level repeatable read read only",
        };
        self.script(sql).await
    }

    /// What makes an order of texts that of their bytes.
    pub(crate) fn by_bytes(&self) -> &'static str {
        match self {
            Connection::Sqlite(_) => " collate binary",
            Connection::Postgres(_) => " collate \"C\"",
        }
    }

    /// Runs a statement that was put together.
    pub(crate) async fn run(&mut self, sql: String, params: Vec<Param>) -> Result<(), sqlx::Error> {
        let sql = AssertSqlSafe(sql);
        match self {
            Connection::Sqlite(to) => bound!(sql, params).execute(to).await.map(|_| ()),
            Connection::Postgres(to) => bound!(sql, params).execute(to).await.map(|_| ()),
        }
    }

    /// The rows of a query that was put together, with the kinds of their columns.
    pub(crate) fn stream(&mut self, sql: String, kinds: &[Kind]) -> Rows<'_> {
        let sql = AssertSqlSafe(sql);
        let rows = match self {
            Connection::Sqlite(from) => sqlx::query(sql).map(Row::Sqlite).fetch(from).boxed(),
            Connection::Postgres(from) => sqlx::query(sql).map(Row::Postgres).fetch(from).boxed(),
        };
        Rows { rows, kinds: kinds.to_vec() }
    }

    /// Takes the lock of the one server again, for a connection that comes after one that was lost.
    pub(crate) async fn take_again(&mut self, alone: &mut Alone) -> Result<(), StoreError> {
        match self {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(connection) => alone.take_again(connection).await,
        }
    }

    /// Runs statements that need nothing and give nothing.
    pub(crate) async fn script(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(to) => sqlx::raw_sql(sql).execute(to).await.map(|_| ()),
            Connection::Postgres(to) => sqlx::raw_sql(sql).execute(to).await.map(|_| ()),
        }
    }

    /// Runs a statement, and tells how many rows it changed.
    pub(crate) async fn execute(&mut self, sql: &'static str, params: Vec<Param>) -> Result<u64, sqlx::Error> {
        match self {
            Connection::Sqlite(to) => bound!(sql, params).execute(to).await.map(|done| done.rows_affected()),
            Connection::Postgres(to) => bound!(sql, params).execute(to).await.map(|done| done.rows_affected()),
        }
    }

    /// The rows of a query.
    pub(crate) async fn fetch(&mut self, sql: &'static str, params: Vec<Param>) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Connection::Sqlite(from) => bound!(sql, params).map(Row::Sqlite).fetch_all(from).await,
            Connection::Postgres(from) => bound!(sql, params).map(Row::Postgres).fetch_all(from).await,
        }
    }

    /// Whether there is a table of this name.
    pub(crate) async fn has_table(&mut self, name: &str) -> Result<bool, sqlx::Error> {
        let sql = match self {
            Connection::Sqlite(_) => "select name from sqlite_schema where type = 'table' and name = $1",
            Connection::Postgres(_) => {
                "select table_name::text as name from information_schema.tables \
                 where table_schema = current_schema() and table_name = $1"
            }
        };
        Ok(!self.fetch(sql, params![name]).await?.is_empty())
    }

    /// Closes the connection. What it had begun and not committed is undone.
    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(connection) => connection.close().await,
            Connection::Postgres(connection) => connection.close().await,
        }
    }
}

impl Readers {
    /// The rows of a query.
    pub(crate) async fn fetch(&self, sql: &'static str, params: Vec<Param>) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Readers::Sqlite(pool) => bound!(sql, params).map(Row::Sqlite).fetch_all(pool).await,
            Readers::Postgres(pool) => bound!(sql, params).map(Row::Postgres).fetch_all(pool).await,
        }
    }

    /// Closes the connections.
    pub(crate) async fn close(&self) {
        match self {
            Readers::Sqlite(pool) => pool.close().await,
            Readers::Postgres(pool) => pool.close().await,
        }
    }
}

/// Whether a statement failed because of what it said: a row that is there already, or one that is not.
/// Everything else is a fault of the database, the disk or the machine.
pub(crate) fn is_refusal(error: &sqlx::Error) -> bool {
    use sqlx::error::ErrorKind;
    error.as_database_error().is_some_and(|error| {
        // PostgreSQL takes no text with the character of code 0; that, too, is a fault of what was said.
        !matches!(error.kind(), ErrorKind::Other) || error.code().is_some_and(|code| postgres::is_bad_data(&code))
    })
}
