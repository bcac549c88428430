//! One way to speak to the database, whichever it is. The SQL is the same text for all of them: `$1` for what
//! is bound, `bigint` and `text` as the only types, `on conflict` where a row may be there already.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection as _, Row as _};
use tokio::time::{Instant, sleep};

#[cfg(feature = "postgres")]
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};

/// How long a connection waits for another one that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// After how long a connection is tried again that SQLite has refused without waiting.
const AGAIN: Duration = Duration::from_millis(10);

/// Where a database is, and how it is spoken to.
#[derive(Clone, Debug)]
pub(crate) enum Database {
    Sqlite(SqliteConnectOptions),
    #[cfg(feature = "postgres")]
    Postgres(PgConnectOptions),
}

/// A connection.
#[derive(Debug)]
pub(crate) enum Connection {
    Sqlite(SqliteConnection),
    #[cfg(feature = "postgres")]
    Postgres(PgConnection),
}

/// Connections that read.
#[derive(Clone, Debug)]
pub(crate) enum Readers {
    Sqlite(SqlitePool),
    #[cfg(feature = "postgres")]
    Postgres(PgPool),
}

/// A row that was read.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
}

/// Something bound to a statement. What is missing has a type as well.
#[derive(Clone, Debug)]
pub(crate) enum Param {
    Int(Option<i64>),
    Text(Option<String>),
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
                    #[cfg(feature = "postgres")]
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
    /// The SQLite database in a file, which is made if there is none.
    pub(crate) fn in_file(file: &Path) -> Database {
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

    /// The PostgreSQL database of a URL.
    #[cfg(feature = "postgres")]
    pub(crate) fn at_url(url: &str) -> Result<Database, sqlx::Error> {
        Ok(Database::Postgres(url.parse::<PgConnectOptions>()?.disable_statement_logging()))
    }

    /// The same database, with no more room than so many pages.
    #[cfg(test)]
    pub(crate) fn with_most_pages(self, pages: &'static str) -> Database {
        match self {
            Database::Sqlite(options) => Database::Sqlite(options.pragma("max_page_count", pages)),
            #[cfg(feature = "postgres")]
            other @ Database::Postgres(_) => other,
        }
    }

    /// A connection that may write.
    pub(crate) async fn connect(&self) -> Result<Connection, sqlx::Error> {
        match self {
            Database::Sqlite(options) => connect_sqlite(options).await.map(Connection::Sqlite),
            #[cfg(feature = "postgres")]
            Database::Postgres(options) => options.connect().await.map(Connection::Postgres),
        }
    }

    /// Connections that only read.
    pub(crate) async fn readers(&self, most: u32) -> Result<Readers, sqlx::Error> {
        match self {
            Database::Sqlite(options) => {
                let options = options.clone().pragma("query_only", "on");
                SqlitePoolOptions::new().max_connections(most).connect_with(options).await.map(Readers::Sqlite)
            }
            #[cfg(feature = "postgres")]
            Database::Postgres(options) => {
                let options = options.clone().options([("default_transaction_read_only", "on")]);
                PgPoolOptions::new().max_connections(most).connect_with(options).await.map(Readers::Postgres)
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
    /// Begins a transaction that writes.
    pub(crate) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            // What would wait for another writer waits here, and not in the middle, where it could not.
            Connection::Sqlite(_) => "begin immediate",
            #[cfg(feature = "postgres")]
            Connection::Postgres(_) => "begin",
        };
        self.script(sql).await
    }

    /// Begins a transaction beside which nobody else has one of this kind.
    pub(crate) async fn begin_alone(&mut self) -> Result<(), sqlx::Error> {
        self.begin().await?;
        match self {
            Connection::Sqlite(_) => Ok(()),
            #[cfg(feature = "postgres")]
            Connection::Postgres(_) => self.script("select pg_advisory_xact_lock(7117)").await,
        }
    }

    /// Runs statements that need nothing and give nothing.
    pub(crate) async fn script(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(to) => sqlx::raw_sql(sql).execute(to).await.map(|_| ()),
            #[cfg(feature = "postgres")]
            Connection::Postgres(to) => sqlx::raw_sql(sql).execute(to).await.map(|_| ()),
        }
    }

    /// Runs a statement, and tells how many rows it changed.
    pub(crate) async fn execute(&mut self, sql: &'static str, params: Vec<Param>) -> Result<u64, sqlx::Error> {
        match self {
            Connection::Sqlite(to) => bound!(sql, params).execute(to).await.map(|done| done.rows_affected()),
            #[cfg(feature = "postgres")]
            Connection::Postgres(to) => bound!(sql, params).execute(to).await.map(|done| done.rows_affected()),
        }
    }

    /// The rows of a query.
    pub(crate) async fn fetch(&mut self, sql: &'static str, params: Vec<Param>) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Connection::Sqlite(from) => bound!(sql, params).map(Row::Sqlite).fetch_all(from).await,
            #[cfg(feature = "postgres")]
            Connection::Postgres(from) => bound!(sql, params).map(Row::Postgres).fetch_all(from).await,
        }
    }

    /// Closes the connection. What it had begun and not committed is undone.
    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(connection) => connection.close().await,
            #[cfg(feature = "postgres")]
            Connection::Postgres(connection) => connection.close().await,
        }
    }
}

impl Readers {
    /// The rows of a query.
    pub(crate) async fn fetch(&self, sql: &'static str, params: Vec<Param>) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Readers::Sqlite(pool) => bound!(sql, params).map(Row::Sqlite).fetch_all(pool).await,
            #[cfg(feature = "postgres")]
            Readers::Postgres(pool) => bound!(sql, params).map(Row::Postgres).fetch_all(pool).await,
        }
    }

    /// Closes the connections.
    pub(crate) async fn close(&self) {
        match self {
            Readers::Sqlite(pool) => pool.close().await,
            #[cfg(feature = "postgres")]
            Readers::Postgres(pool) => pool.close().await,
        }
    }
}

/// Whether a statement failed because of what it said: a row that is there already, or one that is not.
/// Everything else is a fault of the database, the disk or the machine.
pub(crate) fn is_refusal(error: &sqlx::Error) -> bool {
    use sqlx::error::ErrorKind;
    error.as_database_error().is_some_and(|error| !matches!(error.kind(), ErrorKind::Other))
}
