//! Databases of the PostgreSQL server that `HNEFI_POSTGRES` names, for tests of the program.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor};

/// A database of its own for one test. It goes with this value.
pub(crate) struct Database {
    server: String,
    name: String,
}

impl Database {
    /// A new database; `None`, and a word about it, where no server is named.
    pub(crate) fn new() -> Option<Database> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let Ok(server) = std::env::var("HNEFI_POSTGRES") else {
            eprintln!(
                "SKIPPED: HNEFI_POSTGRES names no PostgreSQL server; `cargo xtask test --only postgres` starts one"
            );
            return None;
        };
        let name = format!("hnefi_test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let database = Database { server, name };
        database.on_server(&format!("drop database if exists {} with (force)", database.name));
        database.on_server(&format!("create database {}", database.name));
        Some(database)
    }

    /// Its address, or that of another database of the same server.
    pub(crate) fn url_of(&self, name: &str) -> String {
        let (address, query) = self.server.split_once('?').map_or((&*self.server, ""), |(url, query)| (url, query));
        let (server, _) = address.rsplit_once('/').unwrap();
        format!("{server}/{name}{}{query}", if query.is_empty() { "" } else { "?" })
    }

    pub(crate) fn url(&self) -> String {
        self.url_of(&self.name)
    }

    /// Runs statements on a connection of the test's own to this database.
    pub(crate) fn run(&self, sql: &str) {
        wait(async {
            let mut connection = self.connect().await;
            connection.execute(sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))).await.unwrap();
            connection.close().await.unwrap();
        });
    }

    pub(crate) async fn connect(&self) -> PgConnection {
        PgConnection::connect(&self.url()).await.unwrap()
    }

    fn on_server(&self, sql: &str) {
        wait(async {
            let mut connection = PgConnection::connect(&self.server).await.unwrap();
            connection.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
            connection.close().await.unwrap();
        });
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.on_server(&format!("drop database if exists {} with (force)", self.name));
    }
}

pub(crate) fn wait<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(what)
}
