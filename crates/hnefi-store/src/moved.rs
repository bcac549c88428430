//! Tests of moving games: every table that the migrations make is filled and compared, so that none can be forgotten.

use sqlx::{AssertSqlSafe, Connection as _};
use tempfile::TempDir;

use crate::db::{Connection, Database, Kind, Param, params};
use crate::move_database::empty;
use crate::shape::{Shape, Table};
use crate::{DataFolder, FolderError, Place, Store, StoreError, move_database};

/// A new folder for a database, and what keeps it.
fn in_folder() -> (Place, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (Place::Folder(folder.path().join("games")), folder)
}

/// A schema of the test's own, if there is a PostgreSQL.
async fn on_server(name: &str) -> Option<Place> {
    let server = std::env::var("HNEFI_POSTGRES").ok()?;
    let name = format!("moved_{name}_{}", std::process::id());
    let mut connection = sqlx::postgres::PgConnection::connect(&server).await.unwrap();
    let sql = format!("drop schema if exists {name} cascade; create schema {name}");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    let join = if server.contains('?') { '&' } else { '?' };
    Some(Place::Postgres(format!("{server}{join}options[search_path]={name}").parse().unwrap()))
}

async fn make(place: &Place) {
    if let Some(folder) = place.folder() {
        std::fs::create_dir_all(folder).unwrap();
    }
    Store::open(place).await.unwrap().close().await;
}

async fn connect(place: &Place) -> Connection {
    Database::at(place).connect().await.unwrap()
}

/// The columns of a table that may be empty, and the texts that others may hold alone.
async fn rules(table: &Table) -> Vec<(bool, Option<String>)> {
    let mut made = empty().await.unwrap();
    let sql = "select \"notnull\" as needed, pk from pragma_table_info($1) order by cid";
    let columns = made.fetch(sql, params![&table.name]).await.unwrap();
    let rows = made.fetch("select sql from sqlite_schema where name = $1", params![&table.name]).await.unwrap();
    let sql: String = rows[0].get("sql").unwrap();
    let rules = columns.iter().zip(&table.columns).map(|(row, (name, _))| {
        let (needed, key): (i64, i64) = (row.get("needed").unwrap(), row.get("pk").unwrap());
        let only = sql.split_once(&format!("check ({name} in ('")).and_then(|(_, rest)| rest.split('\'').next());
        (needed == 0 && key == 0, only.map(str::to_owned))
    });
    let rules = rules.collect();
    made.close().await.unwrap();
    rules
}

/// Fills every table with rows that point at each other.
async fn fill(to: &mut Connection) {
    to.begin().await.unwrap();
    for table in Shape::newest().await.unwrap().tables.into_iter().filter(|table| table.name != "migration") {
        let rules = rules(&table).await;
        for (number, text) in ["Zoë", "a", "Åse\n'\"\\ \u{1f600}", "é", ""].into_iter().enumerate() {
            let value = |((_, kind), (may_miss, only)): (&(String, Kind), &(bool, Option<String>))| match kind {
                Kind::Int if *may_miss && number == 3 => Param::Int(None),
                Kind::Text if *may_miss && number == 3 => Param::Text(None),
                // Two of them can be added.
                Kind::Int => Param::Int(Some((number as i64 - 2) * (i64::MAX / 6))),
                Kind::Text => Param::Text(Some(only.clone().unwrap_or_else(|| text.to_owned()))),
            };
            let row = table.columns.iter().zip(&rules).map(value).collect();
            to.run(table.insert(1), row).await.unwrap_or_else(|error| panic!("{}: {error}", table.name));
        }
    }
    // More than are written at once.
    let mut number = 0i64;
    let persons = "insert into person (id, made_ms) values ($1, $2)";
    while number < 3_000 {
        to.execute(persons, params![&format!("{}-{number}", number * 7_919 % 3_000), number]).await.unwrap();
        number += 1;
    }
    to.script("commit").await.unwrap();
}

async fn rows(of: &Place) -> usize {
    let mut connection = connect(of).await;
    let mut rows = 0;
    for table in Shape::newest().await.unwrap().tables.iter().filter(|table| table.name != "migration") {
        let select = table.select(&connection);
        let mut stream = connection.stream(select, &table.kinds());
        while stream.next().await.unwrap().is_some() {
            rows += 1;
        }
    }
    connection.close().await.unwrap();
    rows
}

#[tokio::test]
async fn every_table_goes_there_and_back_unchanged() {
    let (first, _first) = in_folder();
    make(&first).await;
    let mut connection = connect(&first).await;
    fill(&mut connection).await;
    connection.close().await.unwrap();

    let (beside, _beside) = in_folder();
    let second = on_server("round").await.unwrap_or(beside);
    let there = move_database(&first, &second).await.unwrap();
    let (third, _third) = in_folder();
    let back = move_database(&second, &third).await.unwrap();
    assert_eq!(there, back);

    let mut connection = connect(&first).await;
    let tables = "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name";
    let names = connection.fetch(tables, params![]).await.unwrap();
    let names: Vec<String> = names.iter().map(|row| row.get("name").unwrap()).collect();
    let mut moved: Vec<String> = there.iter().map(|table| table.name.clone()).collect();
    moved.sort();
    assert_eq!(moved, names, "no table is left out");
    for table in &there {
        assert!(table.rows >= 5, "{table:?}");
    }
    connection.execute("update person set made_ms = made_ms + 1 where id = 'a'", params![]).await.unwrap();
    connection.close().await.unwrap();
    let (fourth, _fourth) = in_folder();
    let changed = move_database(&first, &fourth).await.unwrap();
    let differ: Vec<_> =
        changed.iter().zip(&there).filter(|(one, other)| one != other).map(|(one, _)| &one.name).collect();
    assert_eq!(differ, ["person"], "one value tells");
    Store::open(&third).await.unwrap().close().await;
}

#[tokio::test]
async fn what_fails_in_the_middle_leaves_nothing() {
    for server in [None, on_server("fails").await] {
        let ((first, _first), (second, _second)) = (in_folder(), in_folder());
        let second = server.unwrap_or(second);
        make(&first).await;
        let mut connection = connect(&first).await;
        fill(&mut connection).await;
        // A seat at a game that is not there, in one of the last tables.
        connection
            .script("pragma foreign_keys = off; update short_told set game = 'none' where game = 'a'")
            .await
            .unwrap();
        let error = move_database(&first, &second).await.unwrap_err();
        assert!(error.to_string().to_lowercase().contains("foreign key"), "{error}");
        // A new database has one row of its own.
        assert_eq!(rows(&second).await, 1);

        connection.script("update short_told set game = 'a' where game = 'none'").await.unwrap();
        if second.is_postgres() {
            connection.script("update person set name = 'a' || char(0) where id = 'a'").await.unwrap();
            assert!(move_database(&first, &second).await.is_err(), "PostgreSQL has no such text");
            assert_eq!(rows(&second).await, 1);
            connection.script("update person set name = 'a' where id = 'a'").await.unwrap();
        }
        connection.close().await.unwrap();
        move_database(&first, &second).await.unwrap();
        assert_eq!(rows(&second).await, rows(&first).await);
    }
}

#[tokio::test]
async fn games_that_are_used_or_there_already_are_left_alone() {
    for server in [None, on_server("refuses").await] {
        let ((first, _first), (second, _second)) = (in_folder(), in_folder());
        let second = server.unwrap_or(second);
        let none = move_database(&first, &second).await.unwrap_err();
        assert!(matches!(none, FolderError::NoGames(_)), "{none}");
        make(&first).await;
        make(&second).await;

        let in_use = |error: FolderError| {
            assert!(error.to_string().starts_with("another Hnefi is at work in "), "{error}");
        };
        let owned = DataFolder::open(first.folder().unwrap()).unwrap();
        in_use(move_database(&first, &second).await.unwrap_err());
        in_use(move_database(&second, &first).await.unwrap_err());
        drop(owned);
        if second.is_postgres() {
            let serving = Store::open_alone(&second).await.unwrap();
            in_use(move_database(&first, &second).await.unwrap_err());
            in_use(move_database(&second, &first).await.unwrap_err());
            serving.close().await;
        }

        let mut connection = connect(&second).await;
        connection.script("insert into person (id, made_ms) values ('a', 1)").await.unwrap();
        let error = move_database(&first, &second).await.unwrap_err();
        assert!(matches!(&error, FolderError::Database(StoreError::HasGames(_))), "{error}");
        connection.script("update migration set version = 1000 where version = 1").await.unwrap();
        let error = move_database(&second, &first).await.unwrap_err();
        assert!(error.to_string().ends_with("start a server of this one there first"), "{error}");
        connection.close().await.unwrap();
        assert_eq!(rows(&first).await, 1, "nothing came");
    }
}

#[test]
fn places_are_read_as_they_are_typed() {
    for (text, place) in [
        ("games", Place::Folder("games".into())),
        ("games/hnefi.db", Place::Folder("games".into())),
        ("hnefi.db", Place::Folder(".".into())),
        ("old/copy.db", Place::File("old/copy.db".into())),
    ] {
        assert_eq!(text.parse::<Place>().unwrap(), place);
    }
    assert!("postgres://hnefi@localhost/club".parse::<Place>().unwrap().is_postgres());
    assert!("mysql://hnefi@localhost/club".parse::<Place>().is_err());
}
