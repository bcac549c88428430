//! Events on the server: who of them is who, and the games of their pairings.

use crate::common::{everywhere, meet, new_game, person, sits};
use hnefi_live::{MatchLength, NewGame, Seats, ShownAs};
use hnefi_store::{EventChange, EventEntry, EventHead, EventPlace, EventPlayer, Store, StoreError, Terms};

const BOARD: EventPlace = EventPlace { round: 1, board: 2, first_game: 1 };
const TERMS: Terms = Terms { rated: None, listed: true, no_away: true, no_take_back: true };

fn change(seen: u64, players: &[(u32, &str)]) -> EventChange {
    let entries = vec![EventEntry { at_ms: 5, person: None, act: "act".to_owned() }];
    let players = players.iter().map(|(number, name)| (*number, person(name))).collect();
    let head = EventHead { name: "League".to_owned(), state: "open".to_owned(), online: true, ..EventHead::default() };
    EventChange { event: "e".to_owned(), seen, entries, players, head }
}

fn pairing(id: &str) -> NewGame {
    let seats = Seats { attackers: sits("ann", 0), defenders: sits("bo", 0) };
    NewGame { seats, match_length: Some(MatchLength::Two), ..new_game(id) }
}

async fn begin(store: &Store) {
    meet(store, &["ann", "bo", "eve"]).await;
    store.make_event(change(0, &[(1, "ann")]), None).await.unwrap();
    store.append_event(change(1, &[(2, "bo")])).await.unwrap();
}

#[tokio::test]
async fn an_event_knows_its_players_and_everybody_enters_once() {
    everywhere(async |place| {
        let store = place.open().await;
        begin(&store).await;
        let players = store.event("e").await.unwrap().unwrap().players;
        let ann = EventPlayer { player: 1, person: person("ann"), shown: ShownAs::Nameless, gone: false };
        assert_eq!((players.len(), &players[0]), (2, &ann));
        // The same person again, and the same number again: nothing of it is stored.
        for twice in [(3, "bo"), (2, "eve")] {
            assert!(store.append_event(change(2, &[twice])).await.is_err(), "{twice:?}");
        }
        assert_eq!(store.event("e").await.unwrap().unwrap().version(), 2);
        let ids = async |name: &str| -> Vec<String> {
            let events = store.events_with(&person(name), 10).await.unwrap();
            events.into_iter().map(|event| event.id).collect()
        };
        assert_eq!((ids("bo").await, ids("eve").await), (vec!["e".to_owned()], vec![]));
        assert_eq!(store.online_events_but("over").await.unwrap(), ["e"]);
        assert_eq!(store.online_events_but("open").await.unwrap(), Vec::<String>::new());
        // Who never comes back is forgotten, and nothing stands in the way of that.
        store.prune(i64::MAX / 2).await.unwrap();
        assert_eq!(store.event("e").await.unwrap().unwrap().players, []);
    })
    .await;
}

#[tokio::test]
async fn a_pairing_has_its_games_once_whoever_makes_them() {
    everywhere(async |place| {
        let store = place.open().await;
        begin(&store).await;
        let tries: Vec<_> = (0..10)
            .map(|number| {
                let (store, game) = (store.clone(), pairing(&format!("g{number}")));
                tokio::spawn(async move { store.make_of_event("e", BOARD, &game, &[], TERMS).await })
            })
            .collect();
        let mut made = Vec::new();
        for (number, one) in tries.into_iter().enumerate() {
            match one.await.unwrap() {
                Ok(()) => made.push(format!("g{number}")),
                Err(error) => assert!(matches!(error, StoreError::Known(_)), "{error}"),
            }
        }
        let matches = store.event_matches("e").await.unwrap();
        let ids: Vec<_> = matches.iter().flat_map(|one| one.games.iter().map(|game| game.id.clone())).collect();
        assert_eq!((ids.len(), &ids, matches[0].place), (1, &made, BOARD));
        let game = &matches[0].games[0];
        assert!(game.listed && game.no_away && game.no_take_back && game.seats.attackers.is_held_by(&person("ann")));
        let (event, at) = store.event_of(&game.id).await.unwrap().unwrap();
        assert_eq!((event.id.as_str(), at), ("e", BOARD));
        assert_eq!(store.event_of("other").await.unwrap(), None);
        assert_eq!(store.event_stamp("e").await.unwrap(), Some((2, 1)));
        assert_eq!(store.event_stamp("f").await.unwrap(), None);
        // Where there is no event no game is left behind.
        let lost = store.make_of_event("f", BOARD, &pairing("lost"), &[], TERMS).await;
        assert!(matches!(lost, Err(StoreError::NoEvent(_))), "{lost:?}");
        assert!(store.summary("lost").await.unwrap().is_none());
    })
    .await;
}
