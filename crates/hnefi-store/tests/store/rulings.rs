//! What was ruled stays ruled, whatever the judge of today says.

use std::sync::Arc;

use crate::common::{Place, append, everywhere, new_game, play, ply};
use hnefi_live::{Event, Log, NewGame, RuledOtherwise};
use hnefi_rules::{Ending, Game, JUDGE, Referee, Setup, Side, leaflet};
use hnefi_store::Store;

/// The attackers' h8-d8 takes the defender on d7 against d6, and nothing else.
async fn made(place: &Place) -> (Store, Log) {
    let store = place.open().await;
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    let setup = Setup::from_rows("/11/5t5/11/2K8/11/3t7/3T7/7t3/11/1T9/11/").unwrap();
    let start = referee.position(&setup, Side::Attackers).unwrap();
    store.make(&NewGame { game: Game::from_position(referee, start), ..new_game("g") }, &[]).await.unwrap();
    let mut log = store.load("g").await.unwrap().unwrap();
    play(&store, &mut log, &["h8-d8"]).await;
    assert_eq!(log.game().plies().next().unwrap().played.captures.len(), 1);
    (store, log)
}

async fn reopened(place: &Place, store: Store, sql: &str) -> (Store, Log) {
    store.close().await;
    place.tamper(sql).await;
    let store = place.open().await;
    let log = store.load("g").await.unwrap().unwrap();
    (store, log)
}

fn square(text: &str) -> hnefi_rules::Square {
    text.parse().unwrap()
}

#[tokio::test]
async fn a_ply_is_kept_with_what_it_did_and_who_said_so() {
    everywhere(async |place| {
        let (store, mut log) = made(place).await;
        assert_eq!(place.ask("select captures from entry").await, ["d7"]);
        assert_eq!(place.ask("select cast(judge as text) from entry").await, [JUDGE.to_string()]);
        assert_eq!(place.ask("select outcome from entry where outcome is not null").await, [""; 0]);
        play(&store, &mut log, &["c4-c11"]).await;
        append(&store, &mut log, Event::Resigned { by: Side::Attackers }).await.unwrap();
        assert_eq!(place.ask("select outcome from entry where outcome is not null").await, ["defenders resignation"]);
        assert_eq!(store.load("g").await.unwrap().unwrap(), log);
        assert_eq!(log.ruled_otherwise(), None);
    })
    .await;
}

#[tokio::test]
async fn other_captures_stand_and_the_game_goes_on_from_there() {
    everywhere(async |place| {
        let (store, _) = made(place).await;
        let sql = "update entry set captures = 'd7/b10', judge = 1";
        let (store, mut log) = reopened(place, store, sql).await;
        assert_eq!(log.ruled_otherwise(), Some(RuledOtherwise { ply: 0, judge: 1 }));
        assert_eq!(log.game().position().piece(square("b10")), None, "it was captured then");
        play(&store, &mut log, &["c4-c11", "d8-d9"]).await;
        let again = store.load("g").await.unwrap().unwrap();
        assert_eq!(again, log);
        assert_eq!(again.ruled_otherwise(), Some(RuledOtherwise { ply: 0, judge: 1 }));
        append(&store, &mut log, Event::TakenBack { by: Side::Attackers }).await.unwrap();
        append(&store, &mut log, Event::TakenBack { by: Side::Attackers }).await.unwrap();
        assert_eq!(log.ruled_otherwise(), None, "it was taken back");
        assert_eq!(store.load("g").await.unwrap().unwrap(), log);
    })
    .await;
}

#[tokio::test]
async fn no_capture_stands_as_well() {
    everywhere(async |place| {
        let (store, _) = made(place).await;
        let (store, log) = reopened(place, store, "update entry set captures = '', judge = 1").await;
        assert_eq!(log.ruled_otherwise(), Some(RuledOtherwise { ply: 0, judge: 1 }));
        assert!(log.game().position().piece(square("d7")).is_some());
        store.close().await;
    })
    .await;
}

#[tokio::test]
async fn an_ending_of_then_stands() {
    everywhere(async |place| {
        let (store, _) = made(place).await;
        let sql = "update entry set outcome = 'attackers encirclement', judge = 1; \
                   update game set to_move = null, winner = 'attackers', ending = 'encirclement'";
        let (store, mut log) = reopened(place, store, sql).await;
        assert_eq!(log.ruled_otherwise(), Some(RuledOtherwise { ply: 0, judge: 1 }));
        let outcome = log.game().outcome().unwrap();
        assert_eq!((outcome.winner, outcome.reason), (Some(Side::Attackers), Ending::Encirclement));
        assert_eq!(log.turn(), None);
        let late = log.append(hnefi_live::Entry::new(0, Event::Resigned { by: Side::Defenders }));
        assert!(late.is_err(), "it is over");
        assert_eq!(store.summary("g").await.unwrap().unwrap().status, log.status());
    })
    .await;
}

#[tokio::test]
async fn a_game_that_went_on_goes_on_where_it_would_end_today() {
    everywhere(async |place| {
        let (store, mut log) = made(place).await;
        play(&store, &mut log, &["c4-c11", "d8-d9", "c11-a11"]).await;
        assert_eq!(log.game().outcome().unwrap().reason, Ending::KingEscaped);
        let sql = "update entry set outcome = null, judge = 1; \
                   update game set to_move = 'attackers', winner = null, ending = null";
        let (store, mut log) = reopened(place, store, sql).await;
        assert_eq!(log.ruled_otherwise(), Some(RuledOtherwise { ply: 3, judge: 1 }));
        assert_eq!(log.turn(), Some(Side::Attackers));
        play(&store, &mut log, &["d9-d10"]).await;
        assert_eq!(store.load("g").await.unwrap().unwrap(), log);
    })
    .await;
}

#[tokio::test]
async fn a_move_that_is_illegal_today_stands() {
    everywhere(async |place| {
        let (store, _) = made(place).await;
        // A soldier on a corner: nobody but the king may stand there today.
        let sql = "update entry set from_square = 'h8', to_square = 'a1', captures = '', judge = 1";
        let (store, mut log) = reopened(place, store, sql).await;
        assert_eq!(log.ruled_otherwise(), Some(RuledOtherwise { ply: 0, judge: 1 }));
        assert!(log.game().position().piece(square("a1")).is_some());
        let event = ply(&log, "c4-c11", None);
        append(&store, &mut log, event).await.unwrap();
        assert_eq!(store.load("g").await.unwrap().unwrap(), log);
    })
    .await;
}

#[tokio::test]
async fn without_a_judge_the_captures_stand_and_the_ending_is_asked_again() {
    everywhere(async |place| {
        let (store, mut log) = made(place).await;
        play(&store, &mut log, &["c4-c11", "d8-d9", "c11-a11"]).await;
        let (store, again) = reopened(place, store, "update entry set outcome = null, judge = null").await;
        assert_eq!(again, log);
        let sql = "update entry set captures = 'd7/b10' where seq = 1";
        let (_, other) = reopened(place, store, sql).await;
        assert_eq!(other.ruled_otherwise(), Some(RuledOtherwise { ply: 0, judge: 1 }));
        assert_eq!(other.game().outcome(), log.game().outcome());
    })
    .await;
}
