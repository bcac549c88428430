//! Several servers on one PostgreSQL: leases, games that one node serves, and what becomes of them when it is gone.

use std::time::Duration;

use crate::common::{Place, change, fresh, meet, new_game, ply, sits};
use hnefi_clock::{Clock, Control, Stamp};
use hnefi_live::{Change, Entry, Log, NewGame, Seats};
use hnefi_nodes::{GameTime, LEASE_MS, WAIT_MS};
use hnefi_store::{Joined, Store, StoreError};

/// Runs a test where there is a PostgreSQL.
async fn on_postgres(test: impl AsyncFn(&Place)) {
    crate::common::everywhere(async |place: &Place| {
        if !place.is_sqlite() {
            test(place).await;
        }
    })
    .await;
}

async fn node(place: &Place) -> (Store, Joined) {
    Store::open_node(&place.named()).await.unwrap()
}

/// Waits until a lease that is renewed no more has ended.
async fn lease_ends(place: &Place, epoch: i64) {
    place.tamper(&format!("update node set until_ms = until_ms - {LEASE_MS} where epoch = {epoch}")).await;
}

async fn owner(place: &Place, game: &str) -> String {
    place.ask(&format!("select coalesce(owner::text, '-') from game where id = '{game}'")).await.remove(0)
}

#[tokio::test]
async fn a_node_serves_a_game_until_it_lets_go() {
    on_postgres(async |place| {
        let (one, joined) = node(place).await;
        let (two, second) = node(place).await;
        assert!(second.epoch > joined.epoch && second.club == joined.club && second.others && !joined.others);
        one.make(&new_game("g"), &[]).await.unwrap();
        let mut log = one.load("g").await.unwrap().unwrap();

        // Nobody serves it yet, so nothing is stored.
        let first = change(&mut log.clone(), [ply(&log, "d1-d4", None)]);
        assert!(matches!(one.commit(&first, &[]).await, Err(StoreError::Released(_))));
        assert_eq!(one.claim("g").await.unwrap().time, GameTime::default());
        one.claim("g").await.unwrap();
        let elsewhere = two.claim("g").await;
        assert!(matches!(elsewhere, Err(StoreError::Elsewhere { node, .. }) if node == joined.epoch), "{elsewhere:?}");
        let refused = two.commit(&first, &[]).await;
        assert!(matches!(refused, Err(StoreError::Elsewhere { .. })), "{refused:?}");
        let mv = ply(&log, "d1-d4", None);
        let stored = change(&mut log, [mv]);
        one.commit(&stored, &[]).await.unwrap();

        // What is asked for after it is done after it.
        one.release("g");
        one.claim("g").await.unwrap();
        assert_eq!(owner(place, "g").await, joined.epoch.to_string());
        one.release("g");
        one.beat(hnefi_store::Beat { clock_ms: 1, at_ms: 1 }).await.unwrap();
        two.claim("g").await.unwrap();
        assert_eq!(two.load("g").await.unwrap().unwrap(), log);
        assert!(matches!(two.claim("h").await, Err(StoreError::NoGame(_))));
    })
    .await;
}

#[tokio::test]
async fn a_lease_that_has_ended_writes_nothing_any_more() {
    on_postgres(async |place| {
        let (one, first) = node(place).await;
        let (two, second) = node(place).await;
        let roll = one.renew(100).await.unwrap();
        assert_eq!(roll.keeper(), Some(first.epoch));
        two.renew(100).await.unwrap();
        assert!(one.keeps() && !two.keeps());
        one.make(&new_game("g"), &[]).await.unwrap();
        let mut log = one.load("g").await.unwrap().unwrap();
        one.claim("g").await.unwrap();

        lease_ends(place, first.epoch).await;
        assert!(matches!(one.renew(200).await, Err(StoreError::Lost(_))));
        let late = change(&mut log.clone(), [ply(&log, "d1-d4", None)]);
        let refused = one.commit(&late, &[]).await;
        assert!(refused.is_err(), "{refused:?}");
        // It says so, and stays so.
        let lost = tokio::time::timeout(Duration::from_secs(10), one.lost()).await.expect("it knows");
        assert!(matches!(lost, StoreError::Lost(_)));
        assert!(one.make(&new_game("h"), &[]).await.is_err());

        // Until it is taken over, the game is still that node's.
        assert!(matches!(two.claim("g").await, Err(StoreError::Elsewhere { node, .. }) if node == first.epoch));
        let roll = two.renew(200).await.unwrap();
        assert_eq!((roll.keeper(), roll.ended().count()), (None, 1), "nobody keeps before the oldest is removed");
        two.take_over(200).await.unwrap();
        assert_eq!(two.renew(250).await.unwrap().keeper(), Some(second.epoch));
        assert!(two.keeps());
        two.claim("g").await.unwrap();
        let mv = ply(&log, "d1-d4", None);
        let stored = change(&mut log, [mv]);
        two.commit(&stored, &[]).await.unwrap();
        assert!(matches!(one.renew(300).await, Err(StoreError::Lost(_))), "what was taken over stays so");
        assert_eq!(two.renew(300).await.unwrap().nodes.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_lease_that_is_just_renewed_is_not_taken_over() {
    on_postgres(async |place| {
        let (one, first) = node(place).await;
        let (two, _) = node(place).await;
        one.make(&new_game("g"), &[]).await.unwrap();
        one.claim("g").await.unwrap();

        lease_ends(place, first.epoch).await;
        let renews = format!("update node set until_ms = until_ms + 2 * {LEASE_MS} where epoch = {}", first.epoch);
        let mut renewing = place.begun(&renews).await;
        let pid: i32 = sqlx::query_scalar("select pg_backend_pid()").fetch_one(&mut *renewing).await.unwrap();
        let waits = format!("select count(*)::text from pg_stat_activity where {pid} = any(pg_blocking_pids(pid))");
        let mut taking = std::pin::pin!(two.take_over(200));
        while place.ask(&waits).await.remove(0) == "0" {
            let looked = tokio::time::timeout(Duration::from_millis(10), &mut taking).await;
            assert!(looked.is_err(), "it has not waited: {looked:?}");
        }
        renewing.commit().await.unwrap();
        taking.await.unwrap();
        assert_eq!(owner(place, "g").await, first.epoch.to_string());
        assert_eq!(one.renew(300).await.unwrap().living().count(), 2);
    })
    .await;
}

/// A game on the clock that runs since `at_ms`.
fn on_the_clock(id: &str, at_ms: i64) -> NewGame {
    let mut clock = Clock::new("10+5".parse::<Control>().unwrap());
    clock.start(fresh("fetlar-2018").start().turn(), at_ms);
    let seats = Seats { attackers: sits("anna", 0), defenders: sits("bo", 0) };
    NewGame { clock: Some(clock), seats, ..new_game(id) }
}

async fn time_of(place: &Place, game: &str) -> GameTime {
    let sql = |column| format!("select {column}::text from game where id = '{game}'");
    let number = async |column| place.ask(&sql(column)).await.remove(0).parse().unwrap();
    GameTime { skipped_ms: number("skipped_ms").await, resumes_ms: number("resumes_ms").await }
}

async fn play_at(store: &Store, log: &mut Log, game: &str, text: &str, clock_ms: i64) {
    let seen = log.version();
    let event = ply(log, text, None);
    let stamp = Stamp { at_ms: clock_ms, lag_ms: 0 };
    let entries = vec![log.append(Entry { at_ms: 5_000, clock: Some(stamp), event }).unwrap()];
    let flag_ms = log.timed().unwrap().clock().falls_at();
    store.commit(&Change { entries, flag_ms, ..Change::none(game, log, seen) }, &[]).await.unwrap();
}

#[tokio::test]
async fn no_gap_is_on_anybodys_clock() {
    on_postgres(async |place| {
        let (one, first) = node(place).await;
        let (two, _) = node(place).await;
        meet(&one, &["anna", "bo"]).await;
        one.renew(50_000).await.unwrap();
        let mut logs = Vec::new();
        for game in ["g", "h"] {
            one.make(&on_the_clock(game, 49_000), &[]).await.unwrap();
            one.claim(game).await.unwrap();
            logs.push(one.load(game).await.unwrap().unwrap());
        }
        // One of them has an act after the last time that the node was seen.
        play_at(&one, &mut logs[1], "h", "d1-d4", 50_700).await;

        lease_ends(place, first.epoch).await;
        two.renew(54_000).await.unwrap();
        two.take_over(54_000).await.unwrap();
        let taken = |stamp| GameTime::default().taken_over(50_000, stamp, 54_000);
        assert_eq!(time_of(place, "g").await, taken(None));
        assert_eq!(time_of(place, "h").await, taken(Some(50_700)));
        let held = two.claim("h").await.unwrap();
        assert_eq!((held.time, held.gap_ms), (taken(Some(50_700)), Some(4_000)));

        // Its flag falls so much later by the time of all, and it is told once that nobody served it.
        let flag_ms = logs[1].timed().unwrap().clock().falls_at().unwrap();
        let falls = held.time.falls_at(flag_ms);
        assert_eq!(two.summary("h").await.unwrap().unwrap().flag_ms, Some(falls));
        assert!(!two.flags(Some(falls - 1)).await.unwrap().contains(&"h".to_owned()));
        assert!(two.flags(Some(falls)).await.unwrap().contains(&"h".to_owned()));
        play_at(&two, &mut logs[1], "h", "f4-g4", 50_900).await;
        assert_eq!(two.claim("h").await.unwrap().gap_ms, None);

        // Whoever leaves in good order leaves no gap, but everybody has a while to come back.
        two.renew(60_000).await.unwrap();
        let (three, _) = node(place).await;
        let expected = held.time.taken_over(61_000, Some(50_900), 61_000);
        two.leave(61_000).await.unwrap();
        let held = three.claim("h").await.unwrap();
        assert_eq!((held.time, held.gap_ms), (expected, None));
        assert!(held.time.waits(61_000) >= WAIT_MS);
        assert!(matches!(two.renew(62_000).await, Err(StoreError::Lost(_))));
    })
    .await;
}

#[tokio::test]
async fn the_time_in_which_no_node_ran_is_nobodys() {
    on_postgres(async |place| {
        let (one, first) = node(place).await;
        meet(&one, &["anna", "bo"]).await;
        one.make(&on_the_clock("g", 9_000), &[]).await.unwrap();
        one.claim("g").await.unwrap();
        one.renew(10_000).await.unwrap();
        drop(one);
        lease_ends(place, first.epoch).await;
        let (two, joined) = node(place).await;
        assert_eq!((joined.count_ms, joined.others), (10_000, false));
        // Everybody has a while to come back, and is told.
        let held = two.claim("g").await.unwrap();
        assert_eq!((held.time.at(10_000), held.time.waits(10_000)), (10_000, WAIT_MS));
        assert!(held.gap_ms.is_some_and(|gap_ms| gap_ms >= LEASE_MS), "{held:?}");
    })
    .await;
}

#[tokio::test]
async fn a_server_that_runs_alone_and_nodes_keep_each_other_out() {
    on_postgres(async |place| {
        let (one, _) = node(place).await;
        one.make(&new_game("g"), &[]).await.unwrap();
        one.claim("g").await.unwrap();
        assert!(matches!(Store::open_alone(place.named()).await, Err(StoreError::InUse(_))));
        one.close().await;
        let alone = Store::open_alone(place.named()).await.unwrap();
        assert_eq!(owner(place, "g").await, "-", "it serves what it finds");
        assert!(alone.keeps() && alone.claim("g").await.is_ok());
        assert!(matches!(Store::open_node(&place.named()).await, Err(StoreError::InUse(_))));
    })
    .await;
    crate::common::everywhere(async |place: &Place| {
        if place.is_sqlite() {
            assert!(matches!(Store::open_node(&place.named()).await, Err(StoreError::NoNodes(_))));
        }
    })
    .await;
}

#[tokio::test]
async fn a_node_that_is_stopped_in_the_middle_holds_nobody_up_for_long() {
    on_postgres(async |place| {
        let (two, _) = node(place).await;
        let mut stopped = place.transaction().await;
        // It has the lock of all who write, and says nothing more.
        sqlx::raw_sql("set idle_in_transaction_session_timeout = '2s'; begin; select pg_advisory_xact_lock(7117, hashtext(current_schema()))")
            .execute(&mut stopped)
            .await
            .unwrap();
        let game = new_game("g");
        let made = tokio::time::timeout(Duration::from_secs(60), two.make(&game, &[]));
        made.await.expect("the database ends it").unwrap();
        assert!(sqlx::raw_sql("commit").execute(&mut stopped).await.is_err(), "it can write nothing any more");
    })
    .await;
}

#[tokio::test]
async fn all_nodes_have_the_same_keys() {
    on_postgres(async |place| {
        let (one, _) = node(place).await;
        let (two, _) = node(place).await;
        one.same_key("links.key", &[1; 32]).await.unwrap();
        two.same_key("links.key", &[1; 32]).await.unwrap();
        two.same_key("push.key", &[2; 32]).await.unwrap();
        let other = two.same_key("links.key", &[2; 32]).await;
        assert!(matches!(other, Err(StoreError::OtherKey("links.key"))), "{other:?}");
        place.open().await.same_key("links.key", &[3; 32]).await.unwrap();
    })
    .await;
}
