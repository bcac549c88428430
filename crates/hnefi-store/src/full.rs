//! A database that has no room left, and gets some again.

use std::sync::Arc;

use hnefi_live::{Arrangement, NewGame, Seat, Seats};
use hnefi_rules::{Game, Referee, leaflet};

use crate::Store;
use crate::db::Database;

fn new_game(id: &str) -> NewGame {
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    NewGame {
        id: id.to_owned(),
        made_ms: 0,
        match_id: id.to_owned(),
        match_game: 1,
        swapped: false,
        match_length: None,
        clock: None,
        game: Game::new(referee),
        arrangement: Arrangement::Friend,
        seats: Seats { attackers: Seat::Open, defenders: Seat::Open },
    }
}

#[tokio::test]
async fn a_full_database_takes_games_again_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::in_file(&folder.path().join("games.db"));
    let store = Store::open_in(database.with_most_pages("400"), None).await.unwrap();
    let mut made = 0;
    let error = loop {
        match store.make(&new_game(&made.to_string()), &[]).await {
            Ok(()) => made += 1,
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.contains("full"), "{error}");
    let health = store.health().await;
    assert!(!health.works() && health.reads, "{health:?}");
    assert!(store.load("0").await.unwrap().is_some(), "what is there can be read");
    assert!(store.make(&new_game(&made.to_string()), &[]).await.is_err(), "it is still full");

    let mut other = Database::in_file(&folder.path().join("games.db")).connect().await.unwrap();
    other.script("delete from seat; delete from game").await.unwrap();
    assert!(store.health().await.works());
    for number in 0..made / 2 {
        store.make(&new_game(&format!("new-{number}")), &[]).await.unwrap();
    }
}
