//! Seeks that are kept, and the public games that come of them.

use crate::common::{append, everywhere, meet, new_game, person, sits};
use hnefi_live::{Event, MatchLength, NewGame, Seats};
use hnefi_lobby::Seek;
use hnefi_rules::Side;
use hnefi_store::Terms;

const PUBLIC: Terms = Terms { rated: None, listed: true, no_away: false, no_take_back: false };

fn seek(by: &str, made_ms: i64) -> Seek {
    Seek::new(person(by), "copenhagen", "2d".parse().unwrap(), made_ms)
}

#[tokio::test]
async fn a_seek_is_read_as_it_was_kept() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo"]).await;
        let all = Seek {
            side: Some(Side::Defenders),
            length: Some(MatchLength::Two),
            rated: true,
            to: Some(person("ann")),
            range: Some("1400-1700".parse().unwrap()),
            ..seek("bo", 7)
        };
        store.keep_seek("a", &seek("ann", 5)).await.unwrap();
        store.keep_seek("b", &all).await.unwrap();
        assert!(store.keep_seek("b", &all).await.is_err(), "an id can be given once");
        assert!(store.keep_seek("c", &seek("nobody", 5)).await.is_err());
        store.close().await;
        let store = place.open().await;
        assert_eq!(store.seeks().await.unwrap(), [("a".to_owned(), seek("ann", 5)), ("b".to_owned(), all)]);
    })
    .await;
}

#[tokio::test]
async fn a_seek_ends_with_the_game_that_comes_of_it_and_everybody_finds_that() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo"]).await;
        store.keep_seek("a", &seek("ann", 5)).await.unwrap();
        store.keep_seek("b", &seek("ann", 6)).await.unwrap();
        let game = NewGame { seats: Seats { attackers: sits("ann", 0), defenders: sits("bo", 0) }, ..new_game("g") };
        store
            .make(&NewGame { id: "hidden".to_owned(), match_id: "hidden".to_owned(), ..game.clone() }, &[])
            .await
            .unwrap();
        store.make_of_seek("a", &game, &[], PUBLIC).await.unwrap();
        let left: Vec<String> = store.seeks().await.unwrap().into_iter().map(|(id, _)| id).collect();
        assert_eq!(left, ["b"]);
        // What cannot be made ends no seek.
        assert!(store.make_of_seek("b", &game, &[], PUBLIC).await.is_err());
        assert_eq!(store.seeks().await.unwrap().len(), 1);

        let running =
            async || -> Vec<String> { store.listed(10).await.unwrap().into_iter().map(|game| game.id).collect() };
        assert_eq!(running().await, ["g"]);
        let mut log = store.load("g").await.unwrap().unwrap();
        append(&store, &mut log, Event::Resigned { by: Side::Attackers }).await.unwrap();
        assert_eq!(running().await, [""; 0]);
    })
    .await;
}
