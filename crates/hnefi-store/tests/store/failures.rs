//! What happens when the database cannot write, and afterwards.

use crate::common::{Place, new_game};
use hnefi_store::StoreError;

#[tokio::test]
async fn a_transaction_that_the_database_undoes_by_itself_stops_nobody() {
    let place = Place::in_folder();
    let store = place.open().await;
    assert!(store.health().await.works());
    // As after a full disk or an error of the disk: the whole transaction is gone.
    let fail = "create trigger fail before insert on seat when new.game = 'bad' \
                begin select raise(rollback, 'the disk is on fire'); end";
    place.tamper(fail).await;

    let error = store.make(&new_game("bad"), &[]).await.unwrap_err();
    assert!(matches!(error, StoreError::Commit(_)), "{error:?}");
    assert!(error.to_string().contains("the disk is on fire"), "the first cause is told: {error}");
    for id in ["one", "two", "three"] {
        store.make(&new_game(id), &[]).await.unwrap();
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
    let place = Place::in_folder();
    let store = place.open().await;
    let fail = "create trigger fail before insert on seat when new.game = 'bad' \
                begin select raise(abort, 'not this one'); end";
    place.tamper(fail).await;
    let ids = ["one", "bad", "two"];
    let games = ids.map(new_game);
    let made = tokio::join!(store.make(&games[0], &[]), store.make(&games[1], &[]), store.make(&games[2], &[]));
    assert!(made.0.is_ok() && made.2.is_ok(), "{made:?}");
    assert!(made.1.unwrap_err().to_string().contains("not this one"));
    assert_eq!(store.load("bad").await.unwrap(), None, "and it leaves nothing behind");
}

#[tokio::test]
async fn health_tries_a_real_write_after_one_that_failed() {
    let place = Place::in_folder();
    let store = place.open().await;
    let fail = "create trigger fail_game before insert on game begin select raise(rollback, 'full'); end; \
                create trigger fail_probe before insert on probe begin select raise(rollback, 'full'); end";
    place.tamper(fail).await;
    assert!(store.health().await.works(), "nobody has tried to write yet");
    assert!(store.make(&new_game("one"), &[]).await.is_err());
    let health = store.health().await;
    assert!(!health.works() && health.reads, "{health:?}");
    assert_eq!(health.written.failure.unwrap().cause, "error returned from database: (code: 1811) full");
    place.tamper("drop trigger fail_game; drop trigger fail_probe").await;
    let health = store.health().await;
    assert!(health.works(), "{health:?}");
    store.make(&new_game("one"), &[]).await.unwrap();
}

#[tokio::test]
async fn what_somebody_asks_wrongly_is_no_fault_of_the_store() {
    let place = Place::in_folder();
    let store = place.open().await;
    store.make(&new_game("one"), &[]).await.unwrap();
    assert!(store.make(&new_game("one"), &[]).await.is_err(), "an id can be given once");
    let health = store.health().await;
    assert!(health.works() && health.written.failure.is_none(), "{health:?}");
    assert!(health.free_bytes.is_none_or(|free| free > 0));
    store.close().await;
    assert!(!store.health().await.works());
}
