//! What is special about PostgreSQL: its URLs, what can be wrong with a connection, and the lock of the one server that writes.

use std::str::FromStr;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::{Instant, sleep, timeout};
use url::Url;

use crate::StoreError;

/// The oldest version that is used, as PostgreSQL counts.
const OLDEST: u32 = 15_00_00;
/// How long a server may take to answer to a new connection.
const ANSWER: Duration = Duration::from_secs(10);
/// How long somebody waits who finds that another server has the lock: one that was just ended lets go of it soon.
const PATIENCE: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(50);

/// The parameters of a URL that are understood. Those that are shown come first.
const PARAMETERS: [&str; 12] = [
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "options",
];
const SHOWN: usize = 5;

/// Begins a transaction, and waits until nobody else has one. Each schema has a lock of its own.
pub(crate) const BEGIN: &str = "begin; select pg_advisory_xact_lock(7117, hashtext(current_schema()))";

/// The address of a PostgreSQL database. It is shown without its password.
///
/// ```
/// use hnefi_store::PostgresUrl;
/// let url: PostgresUrl = "postgresql://hnefi:secret@db.example:5433/club?sslmode=require".parse().unwrap();
/// assert_eq!(url.to_string(), "postgresql://hnefi@db.example:5433/club");
/// assert_eq!(format!("{url:?}"), "PostgresUrl(postgresql://hnefi@db.example:5433/club)");
/// assert!("mysql://hnefi@db.example/club".parse::<PostgresUrl>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(Url);

/// Why something is no address of a PostgreSQL database. No part of it is repeated that could be of a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// It cannot be read.
    #[error("the address of the database is not one such as postgres://user@host/name: {0}")]
    Unreadable(String),
    /// It is one of another database.
    #[error("the address of the database begins with {0}:, and only postgres: is known")]
    Scheme(String),
    /// It has an unknown parameter.
    #[error("the address of the database has a parameter {0} that is not known")]
    Parameter(String),
}

impl FromStr for PostgresUrl {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<PostgresUrl, PlaceError> {
        let unreadable = |why: &str| PlaceError::Unreadable(why.to_owned());
        let url = Url::parse(text).map_err(|error| unreadable(&error.to_string()))?;
        if !matches!(url.scheme(), "postgres" | "postgresql") {
            return Err(PlaceError::Scheme(url.scheme().to_owned()));
        }
        let misplaced = |part: &str| part.contains('@');
        if url.fragment().is_some() || misplaced(url.path()) || url.query().is_some_and(misplaced) {
            return Err(unreadable("in names and passwords, write # as %23, / as %2F, ? as %3F and @ as %40"));
        }
        if !url.has_authority() {
            return Err(unreadable("// is missing"));
        }
        for (key, _) in url.query_pairs() {
            let option = key.starts_with("options[") && key.ends_with(']');
            if !option && !PARAMETERS.contains(&key.as_ref()) {
                return Err(PlaceError::Parameter(key.into_owned()));
            }
        }
        PgConnectOptions::from_url(&url).map_err(|error| unreadable(&error.to_string()))?;
        Ok(PostgresUrl(url))
    }
}

impl std::fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = self.0.clone();
        // Only an address without a host cannot have a password, and then it has none.
        let _ = shown.set_password(None);
        shown.set_query(None);
        f.write_str(shown.as_str())?;
        let mut join = '?';
        for (key, value) in self.0.query_pairs().filter(|(key, _)| PARAMETERS[..SHOWN].contains(&key.as_ref())) {
            write!(f, "{join}{key}={value}")?;
            join = '&';
        }
        Ok(())
    }
}

impl std::fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PostgresUrl({self})")
    }
}

impl PostgresUrl {
    /// How it is connected to. They hold the password.
    pub(crate) fn options(&self) -> PgConnectOptions {
        // That it can be read was seen when it was made.
        let options = PgConnectOptions::from_url(&self.0).unwrap_or_default().disable_statement_logging();
        // What became of a machine that was switched off is known after half a minute, and not after hours.
        options.options([
            ("tcp_keepalives_idle", "10"),
            ("tcp_keepalives_interval", "5"),
            ("tcp_keepalives_count", "3"),
        ])
    }
}

/// A connection, once it is seen that the database will do.
pub(crate) async fn connect(url: &PostgresUrl, options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let place = || url.to_string();
    let connected = timeout(ANSWER, options.connect())
        .await
        .map_err(|_| StoreError::Unreachable { place: place(), why: format!("no answer in {} s", ANSWER.as_secs()) })?;
    let mut connection = connected.map_err(|error| {
        let why = error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned());
        match error.as_database_error().and_then(|error| error.code()).as_deref() {
            Some("28P01" | "28000") => StoreError::LetIn { place: place(), why },
            Some("3D000") => StoreError::NoDatabase { place: place(), why },
            _ => StoreError::Unreachable { place: place(), why },
        }
    })?;
    if let Some(found) = connection.server_version_num().filter(|&found| found < OLDEST) {
        let (found, oldest) = (found / 10_000, OLDEST / 10_000);
        return Err(StoreError::TooOld { place: place(), found, oldest });
    }
    let encoding: String = sqlx::query_scalar("show server_encoding").fetch_one(&mut connection).await?;
    if encoding != "UTF8" {
        return Err(StoreError::Encoding { place: place(), encoding });
    }
    Ok(connection)
}

/// Whether a code says that a value is none that can be stored.
pub(crate) fn is_bad_data(code: &str) -> bool {
    code.len() == 5 && code.starts_with("22")
}

/// The lock of the one server that writes. A connection holds it, so it is free again when the connection or the process ends.
#[derive(Debug)]
pub(crate) struct Alone {
    url: PostgresUrl,
    /// The process at the server that had the lock for us last.
    held_by: i32,
}

impl Alone {
    /// Takes the lock for a connection.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another server has it.
    pub(crate) async fn take(url: &PostgresUrl, connection: &mut PgConnection) -> Result<Alone, StoreError> {
        let mut alone = Alone { url: url.clone(), held_by: 0 };
        alone.take_again(connection).await?;
        Ok(alone)
    }

    /// Takes the lock for the connection that comes after one that was lost.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another server has it.
    pub(crate) async fn take_again(&mut self, connection: &mut PgConnection) -> Result<(), StoreError> {
        // The server may not know yet that the connection is gone which had the lock.
        let end_own = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted \
                       and database = (select oid from pg_database where datname = current_database()) \
                       and classid = 7118 and objid = hashtext(current_schema())::oid and objsubid = 2 and pid = $1";
        sqlx::query(end_own).bind(self.held_by).execute(&mut *connection).await?;
        let until = Instant::now() + PATIENCE;
        let take = "select pg_try_advisory_lock(7118, hashtext(current_schema()))";
        while !sqlx::query_scalar::<_, bool>(take).fetch_one(&mut *connection).await? {
            if Instant::now() > until {
                return Err(StoreError::InUse(self.url.to_string()));
            }
            sleep(AGAIN).await;
        }
        self.held_by = sqlx::query_scalar("select pg_backend_pid()").fetch_one(connection).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_ever_shown() {
        for (text, shown) in [
            ("postgres://anna:s3cret@db.example/club", "postgres://anna@db.example/club"),
            ("postgres://anna:s3cret@/club?host=/run/pg", "postgres://anna@/club?host=/run/pg"),
            ("postgres://anna@localhost/club?password=s3cret&port=5433", "postgres://anna@localhost/club?port=5433"),
            ("postgres://anna@localhost/club?options[x.y]=s3cret", "postgres://anna@localhost/club"),
            ("postgres:///club", "postgres:///club"),
        ] {
            match text.parse::<PostgresUrl>() {
                Ok(url) => {
                    assert_eq!(url.to_string(), shown);
                    assert!(!format!("{url:?}").contains("s3cret"));
                }
                Err(error) => assert!(text.contains("@/") && !error.to_string().contains("s3cret"), "{text}: {error}"),
            }
        }
        for text in [
            "postgres://anna:s3cret/@localhost/club",
            "postgres://anna:12/s3cret@localhost/club",
            "postgres://anna:12#s3cret@localhost/club",
            "postgres://anna:12?s3cret@localhost/club",
            "postgres://anna:s3cret@localhost:none/club",
            "postgres:anna:s3cret",
            "anna:s3cret@localhost/club",
            "postgres://anna@localhost/club?pasword=s3cret",
            "postgres://anna@localhost/club?port=s3cret",
        ] {
            let error = text.parse::<PostgresUrl>().unwrap_err();
            assert!(!error.to_string().contains("s3cret"), "{text}: {error}");
        }
    }
}
