//! Events: the log that only grows, who may act, and what a list shows.

use crate::common::{everywhere, meet, person};
use hnefi_store::{EventChange, EventEntry, EventHead, Store, StoreError};

fn head(state: &str) -> EventHead {
    EventHead {
        name: "Afternoon".to_owned(),
        about: "Museum, Sunday".to_owned(),
        state: state.to_owned(),
        ..EventHead::default()
    }
}

fn row(act: &str, at_ms: i64) -> EventEntry {
    EventEntry { at_ms, person: Some(person("ann")), act: act.to_owned() }
}

fn change(event: &str, seen: u64, acts: &[&str]) -> EventChange {
    let entries = acts.iter().zip(1..).map(|(act, at)| row(act, seen as i64 * 10 + at)).collect();
    EventChange { event: event.to_owned(), seen, entries, players: Vec::new(), head: head(acts.last().unwrap()) }
}

async fn acts(store: &Store, event: &str) -> Vec<String> {
    store.event(event).await.unwrap().unwrap().log.into_iter().map(|entry| entry.act).collect()
}

#[tokio::test]
async fn a_log_only_grows_by_who_has_seen_all_of_it() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo"]).await;
        store.make_event(change("e", 0, &["made", "joined"]), Some(&person("ann"))).await.unwrap();
        let again = store.make_event(change("e", 0, &["other"]), None).await;
        assert!(matches!(again, Err(StoreError::Known(_))), "{again:?}");
        store.append_event(change("e", 2, &["begun"])).await.unwrap();
        for seen in [0, 2, 4] {
            let stale = store.append_event(change("e", seen, &["lost"])).await;
            assert!(matches!(stale, Err(StoreError::EventStale(_))), "{seen}: {stale:?}");
        }
        let none = store.append_event(change("nothing", 0, &["lost"])).await;
        assert!(matches!(none, Err(StoreError::NoEvent(_))), "{none:?}");
        store.close().await;
        let store = place.open().await;
        assert_eq!(acts(&store, "e").await, ["made", "joined", "begun"]);
        let event = store.event("e").await.unwrap().unwrap();
        assert_eq!((event.version(), event.listed.head, event.listed.touched_ms), (3, head("begun"), 21));
        assert_eq!(event.log[2], row("begun", 21));
        assert_eq!(store.event("f").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn of_many_who_write_at_once_after_the_same_row_one_does() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann"]).await;
        store.make_event(change("e", 0, &["made"]), Some(&person("ann"))).await.unwrap();
        let tries: Vec<_> = (0..20)
            .map(|number| {
                let (store, act) = (store.clone(), format!("act {number}"));
                tokio::spawn(async move { store.append_event(change("e", 1, &[&act])).await })
            })
            .collect();
        let mut written = 0;
        for one in tries {
            match one.await.unwrap() {
                Ok(()) => written += 1,
                Err(error) => assert!(matches!(error, StoreError::EventStale(_)), "{error}"),
            }
        }
        assert_eq!((written, acts(&store, "e").await.len()), (1, 2));
    })
    .await;
}

#[tokio::test]
async fn those_who_organise_an_event_are_found_and_forgotten() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo"]).await;
        store.make_event(change("e", 0, &["made"]), Some(&person("ann"))).await.unwrap();
        store.make_event(change("f", 0, &["made", "more"]), Some(&person("ann"))).await.unwrap();
        assert!(!store.organises("e", &person("bo")).await.unwrap());
        store.organise_event("e", &person("bo"), 5).await.unwrap();
        store.organise_event("e", &person("bo"), 6).await.unwrap();
        assert!(store.organise_event("e", &person("nobody"), 6).await.is_err());
        assert!(store.organise_event("no event", &person("bo"), 6).await.is_err());
        assert!(store.organises("e", &person("bo")).await.unwrap());
        let ids = async |of: &str| -> Vec<String> {
            let events = store.events_of(&person(of), 10).await.unwrap();
            events.into_iter().map(|event| event.id).collect()
        };
        assert_eq!((ids("ann").await, ids("bo").await), (vec!["f".to_owned(), "e".to_owned()], vec!["e".to_owned()]));
        assert_eq!(store.events(1).await.unwrap()[0].id, "f");
        assert_eq!(store.event("e").await.unwrap().unwrap().links, 0);
        store.new_event_link("e").await.unwrap();
        assert_eq!(store.event("e").await.unwrap().unwrap().links, 1);
        // Who never comes back organises nothing, and his session takes him along; the log stays.
        store.prune(1_000 * DAY).await.unwrap();
        assert_eq!((ids("ann").await.len(), acts(&store, "f").await.len()), (0, 2));
    })
    .await;
}
