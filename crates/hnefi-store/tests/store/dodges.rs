//! Who gets away from games without playing them, and how often beside others.

use crate::common::{change, everywhere, meet, new_game, person, ply, sits};
use hnefi_live::{Arrangement, Change, Dodge, Entry, Event, Log, NewGame};
use hnefi_rules::Side;
use hnefi_store::{Dodged, Dodges, Store};

/// A game between two, in which something happens.
async fn game(store: &Store, id: &str, players: [&str; 2], arrangement: Arrangement) -> Log {
    let [attackers, defenders] = players.map(|name| sits(name, 0));
    let mut new = NewGame { arrangement, ..new_game(id) };
    (new.seats.attackers, new.seats.defenders) = (attackers, defenders);
    store.make(&new, &[]).await.unwrap();
    store.load(id).await.unwrap().unwrap()
}

async fn append(store: &Store, id: &str, log: &mut Log, at_ms: i64, event: Event) {
    let seen = log.version();
    let written = log.append(Entry::new(at_ms, event)).unwrap();
    store.commit(&Change { entries: vec![written], ..Change::none(id, log, seen) }, &[]).await.unwrap();
}

#[tokio::test]
async fn what_counts_against_somebody_is_kept_with_the_end_of_the_game() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo", "cy"]).await;
        let by = Side::Attackers;
        let mut log = game(&store, "a", ["ann", "bo"], Arrangement::Friend).await;
        append(&store, "a", &mut log, 100, Event::Aborted { by }).await;
        let mut log = game(&store, "b", ["ann", "bo"], Arrangement::Friend).await;
        append(&store, "b", &mut log, 200, Event::FlagFell { by, draw: false }).await;
        append(&store, "b", &mut log, 300, Event::MatchForfeited { by: !by }).await;
        // Neither against the computer nor on one screen does it count, and resigning is playing.
        let mut log = game(&store, "c", ["ann", "ann"], Arrangement::Screen).await;
        append(&store, "c", &mut log, 400, Event::Aborted { by }).await;
        let mut log = game(&store, "d", ["ann", "cy"], Arrangement::Friend).await;
        append(&store, "d", &mut log, 500, Event::Resigned { by }).await;

        let left = Dodged { game: "b".to_owned(), how: Dodge::Left, at_ms: 200 };
        let aborted = Dodged { game: "a".to_owned(), how: Dodge::Aborted, at_ms: 100 };
        assert_eq!(store.dodged_since(&person("ann"), 0).await.unwrap(), [aborted, left.clone()]);
        assert_eq!(store.dodged_since(&person("ann"), 150).await.unwrap(), [left]);
        let ann = Dodges { games: 3, aborted: 1, left: 1, match_left: 0 };
        assert_eq!(store.dodges(&person("ann"), 0).await.unwrap(), ann);
        let bo = Dodges { games: 2, aborted: 0, left: 0, match_left: 1 };
        assert_eq!(store.dodges(&person("bo"), 0).await.unwrap(), bo);
        assert_eq!(store.dodges(&person("bo"), 1_000).await.unwrap(), Dodges::default(), "it is long ago");

        for (name, points) in [("ann", 1500), ("bo", 1600), ("cy", 1900)] {
            let sql = format!(
                "insert into rating (list, person, number, points, deviation, volatility, games, played_ms) \
                 values ('l', '{name}', 1, {points}000000, 1, 1, 1, 1)"
            );
            place.tamper(&sql).await;
        }
        assert_eq!(store.dodges_beside(&person("ann"), 0, 200.0).await.unwrap(), [bo], "Cyra is too strong");
    })
    .await;
}

#[tokio::test]
async fn what_is_taken_back_counts_against_nobody() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo"]).await;
        let mut new = NewGame { arrangement: Arrangement::Friend, ..new_game("g") };
        (new.seats.attackers, new.seats.defenders) = (sits("ann", 0), sits("bo", 0));
        store.make(&new, &[]).await.unwrap();
        let mut log = store.load("g").await.unwrap().unwrap();
        let first = ply(&log, "d1-d4", None);
        let moved = change(&mut log, [first]);
        store.commit(&moved, &[]).await.unwrap();
        append(&store, "g", &mut log, 100, Event::FlagFell { by: Side::Attackers, draw: false }).await;
        assert_eq!(store.dodges(&person("ann"), 0).await.unwrap().left, 1);
        append(&store, "g", &mut log, 200, Event::TakenBack { by: Side::Attackers }).await;
        assert_eq!(store.dodges(&person("ann"), 0).await.unwrap().left, 0);
        assert_eq!(store.load("g").await.unwrap().unwrap(), log);
    })
    .await;
}
