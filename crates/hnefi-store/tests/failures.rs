//! What happens when the database cannot write, and afterwards.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hnefi_rules::{BySide, Game, Referee, leaflet};
use hnefi_store::{NewGame, NewSeat, Store, StoreError};

fn new_game(id: &str) -> NewGame {
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    let open = NewSeat::open;
    NewGame::first(id, Game::new(referee), BySide { attackers: open(), defenders: open() })
}

/// Changes the database behind the store's back.
async fn tamper(file: &Path, sql: &'static str) {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("games.db")
}

#[tokio::test]
async fn a_transaction_that_the_database_undoes_by_itself_stops_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&file(&folder)).await.unwrap();
    assert!(store.health().await.works());
    // As after a full disk or an error of the disk: the whole transaction is gone.
    let fail = "create trigger fail before insert on seat when new.game = 'bad' \
                begin select raise(rollback, 'the disk is on fire'); end";
    tamper(&file(&folder), fail).await;

    let error = store.make_game(&new_game("bad")).await.unwrap_err();
    assert!(matches!(error, StoreError::Commit(_)), "{error:?}");
    assert!(error.to_string().contains("the disk is on fire"), "the first cause is told: {error}");
    for id in ["one", "two", "three"] {
        store.make_game(&new_game(id)).await.unwrap();
        assert!(store.load(id).await.unwrap().is_some());
    }
    assert_eq!(store.load("bad").await.unwrap(), None);

    let health = store.health().await;
    assert!(health.works(), "{health:?}");
    assert!(health.written.last_ms.is_some());
    assert!(health.written.failure.is_some_and(|failure| failure.cause.contains("on fire")), "it is still told");
}

#[tokio::test]
async fn of_what_is_written_together_only_what_failed_fails() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&file(&folder)).await.unwrap();
    let fail = "create trigger fail before insert on seat when new.game = 'bad' \
                begin select raise(abort, 'not this one'); end";
    tamper(&file(&folder), fail).await;
    let ids = ["one", "bad", "two"];
    let games = ids.map(new_game);
    let made = tokio::join!(store.make_game(&games[0]), store.make_game(&games[1]), store.make_game(&games[2]));
    assert!(made.0.is_ok() && made.2.is_ok(), "{made:?}");
    assert!(made.1.unwrap_err().to_string().contains("not this one"));
    assert_eq!(store.load("bad").await.unwrap(), None, "and it leaves nothing behind");
}

#[tokio::test]
async fn health_tries_a_real_write_after_one_that_failed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&file(&folder)).await.unwrap();
    let fail = "create trigger fail_game before insert on game begin select raise(rollback, 'full'); end; \
                create trigger fail_probe before insert on probe begin select raise(rollback, 'full'); end";
    tamper(&file(&folder), fail).await;
    assert!(store.health().await.works(), "nobody has tried to write yet");
    assert!(store.make_game(&new_game("one")).await.is_err());
    let health = store.health().await;
    assert!(!health.works() && health.reads, "{health:?}");
    assert_eq!(health.written.failure.unwrap().cause, "error returned from database: (code: 1811) full");
    tamper(&file(&folder), "drop trigger fail_game; drop trigger fail_probe").await;
    let health = store.health().await;
    assert!(health.works(), "{health:?}");
    store.make_game(&new_game("one")).await.unwrap();
}

#[tokio::test]
async fn what_somebody_asks_wrongly_is_no_fault_of_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&file(&folder)).await.unwrap();
    store.make_game(&new_game("one")).await.unwrap();
    assert!(store.make_game(&new_game("one")).await.is_err(), "an id can be given once");
    let health = store.health().await;
    assert!(health.works() && health.written.failure.is_none(), "{health:?}");
    assert!(health.free_bytes.is_none_or(|free| free > 0));
    store.close().await;
    assert!(!store.health().await.works());
}
