//! What who runs a server does about ratings, from beside it.

use std::sync::Arc;

use crate::common::{folder, hnefi_in};
use hnefi_live::{Arrangement, Change, Entry, Event, NewGame, PersonId, Seat};
use hnefi_ratings::{List, Pool, Speed};
use hnefi_rules::{BySide, Game, Referee, Side, ruleset};
use hnefi_store::{DataFolder, Store, Terms};

/// A rated game that the attackers have lost.
async fn lost(store: &Store, id: &str) {
    let rules = ruleset("copenhagen").unwrap();
    let seat = |name: &str| Seat::Person { person: PersonId::new(name), moves: 0 };
    let game = NewGame {
        id: id.to_owned(),
        made_ms: 1_000,
        match_id: id.to_owned(),
        match_game: 1,
        swapped: false,
        match_length: None,
        clock: None,
        game: Game::new(Arc::new(Referee::new(rules.clone()))),
        arrangement: Arrangement::Friend,
        seats: BySide { attackers: seat("ann"), defenders: seat("bo") },
    };
    let rated = List::of(rules, Speed::Slow, Pool::People);
    store.make_on(&game, &[], Terms { rated, listed: true, ..Terms::default() }).await.unwrap();
    let mut log = store.load(id).await.unwrap().unwrap();
    let written = log.append(Entry::new(2_000, Event::Resigned { by: Side::Attackers })).unwrap();
    store.commit(&Change { entries: vec![written], ..Change::none(id, &log, 0) }, &[]).await.unwrap();
}

#[test]
fn ratings_are_recomputed_and_results_annulled_beside_a_server() {
    let folder = folder("admin-ratings");
    let games = folder.join("games");
    let ratings = |args: &[&str]| {
        let mut all = vec!["admin", "ratings", "--data", "games"];
        all.extend(args);
        hnefi_in(&folder, &all, "")
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let served = DataFolder::open(&games).unwrap();
        let store = Store::open(&served.database()).await.unwrap();
        for name in ["ann", "bo"] {
            store.make_person(&PersonId::new(name), name, 1).await.unwrap();
        }
        lost(&store, "g1").await;
        lost(&store, "g2").await;
        store.rate_waiting().await.unwrap();
        let list: List = "copenhagen slow people".parse().unwrap();
        let rating = async || store.rating(list, &PersonId::new("bo")).await.unwrap().unwrap();
        let (both, same) =
            (rating().await, "2 rated games, 0 annulled: 3 ratings and advantages.\nWhat is stored is the same.\n");
        let told = ratings(&["recompute"]);
        assert_eq!((told.code, told.out.as_str()), (0, same), "{}", told.err);

        let annulled = ratings(&["annul", "g1", "--why", "help from an engine"]);
        assert_eq!(annulled.code, 0, "{}", annulled.err);
        assert_eq!(annulled.out, "The result of game g1 is annulled, and ratings are made without it.\n");
        let one = rating().await;
        assert!(one.games == 1 && one.millionths < both.millionths, "{one:?} {both:?}");
        let told = ratings(&["recompute"]);
        assert!(told.out.starts_with("1 rated game, 1 annulled") && told.code == 0, "{}", told.out);

        let unknown = ratings(&["annul", "g9", "--why", "a mistake"]);
        assert_eq!(unknown.code, 2);
        assert!(unknown.err.contains("“g9”"), "{}", unknown.err);
        assert_eq!(ratings(&["annul", "g2"]).code, 2, "a reason is needed");
        store.close().await;
    });
    std::fs::remove_dir_all(&folder).unwrap();
}
