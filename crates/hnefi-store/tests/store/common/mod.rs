//! Databases for tests: SQLite in a folder, and PostgreSQL where `HNEFI_POSTGRES` names a server.

use std::path::PathBuf;
use std::sync::Arc;

use hnefi_live::{Arrangement, Change, Entry, Event, Log, NewGame, PersonId, Seat, Seats};
use hnefi_rules::{Game, Intent, Referee};
use hnefi_store::{PostgresUrl, Store, StoreError};

/// A database of its own for one test.
pub(crate) struct Place(Kind);

enum Kind {
    Folder(tempfile::TempDir),
    Schema(String),
}

/// Runs a test on every kind of database that there is.
pub(crate) async fn everywhere(test: impl AsyncFn(&Place)) {
    test(&Place::in_folder()).await;
    if let Ok(server) = std::env::var("HNEFI_POSTGRES") {
        test(&Place::on_server(&server).await).await;
    }
}

impl Place {
    pub(crate) fn in_folder() -> Place {
        Place(Kind::Folder(tempfile::tempdir().unwrap()))
    }

    async fn on_server(server: &str) -> Place {
        use sqlx::{Connection, Executor};
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut connection = sqlx::postgres::PgConnection::connect(server).await.unwrap();
        let sql = format!("drop schema if exists {name} cascade; create schema {name}");
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.unwrap();
        let join = if server.contains('?') { '&' } else { '?' };
        Place(Kind::Schema(format!("{server}{join}options[search_path]={name}")))
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.0, Kind::Folder(_))
    }

    /// The file of the database, where it is one.
    pub(crate) fn file(&self) -> PathBuf {
        match &self.0 {
            Kind::Folder(folder) => folder.path().join("games.db"),
            Kind::Schema(url) => panic!("{url} is no file"),
        }
    }

    /// Where it is.
    pub(crate) fn named(&self) -> hnefi_store::Place {
        match &self.0 {
            Kind::Folder(_) => hnefi_store::Place::File(self.file()),
            Kind::Schema(url) => hnefi_store::Place::Postgres(url.parse().unwrap()),
        }
    }

    /// A connection to the server on which it is.
    pub(crate) async fn transaction(&self) -> sqlx::postgres::PgConnection {
        use sqlx::Connection;
        match &self.0 {
            Kind::Folder(_) => panic!("a file is no server"),
            Kind::Schema(url) => sqlx::postgres::PgConnection::connect(url).await.unwrap(),
        }
    }

    pub(crate) async fn try_open(&self) -> Result<Store, StoreError> {
        match &self.0 {
            Kind::Folder(_) => Store::open(&self.file()).await,
            Kind::Schema(url) => Store::open(url.parse::<PostgresUrl>().unwrap()).await,
        }
    }

    pub(crate) async fn open(&self) -> Store {
        self.try_open().await.unwrap()
    }

    /// Changes the database behind the store's back.
    pub(crate) async fn tamper(&self, sql: &str) {
        use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
        let sql = AssertSqlSafe(sql.to_owned());
        match &self.0 {
            Kind::Folder(_) => {
                let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.file()).create_if_missing(true);
                let mut connection = options.connect().await.unwrap();
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Kind::Schema(url) => {
                let mut connection = sqlx::postgres::PgConnection::connect(url).await.unwrap();
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
        }
    }

    /// A transaction of somebody else on PostgreSQL, which has done this and goes on.
    pub(crate) async fn begun(&self, sql: &str) -> sqlx::Transaction<'static, sqlx::Postgres> {
        use sqlx::{AssertSqlSafe, PgPool};
        let Kind::Schema(url) = &self.0 else { panic!("there is no other one in a file") };
        let mut begun = PgPool::connect(url).await.unwrap().begin().await.unwrap();
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut *begun).await.unwrap();
        begun
    }

    /// What a query of one column says, as text.
    pub(crate) async fn ask(&self, sql: &str) -> Vec<String> {
        use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
        let sql = AssertSqlSafe(sql.to_owned());
        match &self.0 {
            Kind::Folder(_) => {
                let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.file());
                let mut connection = options.connect().await.unwrap();
                let rows = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
                connection.close().await.unwrap();
                rows
            }
            Kind::Schema(url) => {
                let mut connection = sqlx::postgres::PgConnection::connect(url).await.unwrap();
                let rows = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
                connection.close().await.unwrap();
                rows
            }
        }
    }
}

pub(crate) fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

/// Makes persons, each with a session.
pub(crate) async fn meet(store: &Store, names: &[&str]) {
    for name in names {
        store.make_person(&person(name), &format!("{name}'s"), 0).await.unwrap();
    }
}

/// A person on a seat.
pub(crate) fn sits(name: &str, moves: u32) -> Seat {
    Seat::Person { person: person(name), moves }
}

pub(crate) fn fresh(ruleset: &str) -> Game {
    Game::new(Arc::new(Referee::new(hnefi_rules::ruleset(ruleset).unwrap().clone())))
}

/// A game by link that somebody has made and nobody has joined.
pub(crate) fn new_game(id: &str) -> NewGame {
    NewGame {
        id: id.to_owned(),
        made_ms: 1_000,
        match_id: id.to_owned(),
        match_game: 1,
        swapped: false,
        match_length: None,
        clock: None,
        game: fresh("fetlar-2018"),
        arrangement: Arrangement::Friend,
        seats: Seats { attackers: Seat::Open, defenders: Seat::Open },
    }
}

pub(crate) fn ply(log: &Log, text: &str, client_id: Option<&str>) -> Event {
    let (from, to) = text.split_once('-').unwrap();
    let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
    Event::Ply { mv: log.game().legal(intent).unwrap(), client_id: client_id.map(str::to_owned) }
}

/// What events change in the game `g`, of which the log grows by them.
pub(crate) fn change(log: &mut Log, events: impl IntoIterator<Item = Event>) -> Change {
    let seen = log.version();
    let entries = events.into_iter().map(|event| log.append(Entry::new(5_000, event)).unwrap()).collect();
    Change { entries, ..Change::none("g", log, seen) }
}

/// Lets an event happen in the game `g` and stores it.
pub(crate) async fn append(store: &Store, log: &mut Log, event: Event) -> Result<(), StoreError> {
    let change = change(log, [event]);
    store.commit(&change, &[]).await
}

pub(crate) async fn play(store: &Store, log: &mut Log, moves: &[&str]) {
    for text in moves {
        let event = ply(log, text, None);
        append(store, log, event).await.unwrap();
    }
}

/// The game `g` in a store.
pub(crate) async fn made(store: &Store) -> Log {
    store.make(&new_game("g"), &[]).await.unwrap();
    store.load("g").await.unwrap().unwrap()
}
