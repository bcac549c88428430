//! Who is away: what the database knows of it, and in which games it is not noted.

use crate::common::{everywhere, fresh, meet, new_game, person, sits};
use hnefi_clock::{Clock, Stamp};
use hnefi_live::{Arrangement, Change, Entry, Event, Limits, Log, Moment, NewGame, Room, Seats};
use hnefi_rules::{BySide, Side};
use hnefi_store::{Beat, Store, StoreError, Terms};

const DAY: i64 = 24 * 60 * 60_000;

/// Ann's attackers against Bo's defenders, in a game of two days a move that began at 0.
async fn make(store: &Store, id: &str, no_away: bool) {
    let mut clock = Clock::new("2d".parse().unwrap());
    clock.start(Side::Attackers, 0);
    let seats = Seats { attackers: sits("ann", 0), defenders: sits("bo", 0) };
    let (clock, arrangement) = (Some(clock), Arrangement::Friend);
    let new = NewGame { clock, seats, arrangement, game: fresh("fetlar-2018"), ..new_game(id) };
    store.make_on(&new, &[], Terms { no_away, ..Terms::default() }).await.unwrap();
}

async fn append(store: &Store, id: &str, log: &mut Log, at_ms: i64, event: Event) {
    let seen = log.version();
    let written = log.append(Entry { at_ms, clock: Some(Stamp::at(at_ms)), event }).unwrap();
    let flag_ms = log.timed().unwrap().clock().falls_at();
    let change = Change { entries: vec![written], flag_ms, ..Change::none(id, log, seen) };
    store.commit(&change, &[]).await.unwrap();
}

#[tokio::test]
async fn games_that_do_not_say_who_is_away_are_found_and_the_log_says_it_then() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo"]).await;
        for (id, no_away) in [("g1", false), ("g2", false), ("event", true)] {
            make(&store, id, no_away).await;
        }
        assert_eq!(store.away_unnoted(5).await.unwrap(), Vec::<String>::new());
        store.go_away(&person("ann"), 3, 1_000).await.unwrap();
        let mut found = store.away_unnoted(2_000).await.unwrap();
        found.sort();
        assert_eq!(found, ["g1", "g2"], "an event does not wait");

        // What a room makes of it is stored, and read back.
        let stored = store.stored("g1").await.unwrap().unwrap();
        let until = store.away_at(&stored.seats, 2_000).await.unwrap();
        assert_eq!(until, BySide { attackers: Some(1_000 + 3 * DAY), defenders: None });
        let mut room = Room::new(stored, Limits::default());
        let change = room.handle_away(Moment::new(2_000, ""), until).unwrap();
        store.commit(&change, &[]).await.unwrap();
        assert_eq!(store.load("g1").await.unwrap().unwrap(), *room.log());
        assert_eq!(store.away_unnoted(2_000).await.unwrap(), ["g2"]);
        assert_eq!(store.flags(None).await.unwrap(), ["event", "g2"], "no flag falls in it");
        assert!(
            Room::new(store.stored("event").await.unwrap().unwrap(), Limits::default())
                .handle_away(Moment::new(2_000, ""), until)
                .is_none()
        );

        // Stays longer: noted anew. Comes back, or the time is over: noted, too.
        store.go_away(&person("ann"), 1, 3_000).await.unwrap();
        assert_eq!(store.away_unnoted(3_000).await.unwrap().len(), 2);
        let mut log = store.load("g1").await.unwrap().unwrap();
        append(&store, "g1", &mut log, 4_000, Event::Away { by: Side::Attackers, ms: (4 * DAY - 3_000) as u32 }).await;
        assert_eq!(store.away_unnoted(4_000).await.unwrap(), ["g2"]);
        assert_eq!(store.away_unnoted(1_000 + 4 * DAY).await.unwrap(), ["g1"], "the time is over");
        store.come_back(&person("ann"), 5_000).await.unwrap();
        assert_eq!(store.away_unnoted(5_000).await.unwrap(), ["g1"]);
        append(&store, "g1", &mut log, 6_000, Event::Back { by: Side::Attackers }).await;
        assert_eq!(store.away_unnoted(6_000).await.unwrap(), Vec::<String>::new());
        assert_eq!(store.load("g1").await.unwrap().unwrap(), log);
        assert_eq!(log.timed().unwrap().clock().falls_at(), Some(2 * DAY + 4_000));
    })
    .await;
}

#[tokio::test]
async fn the_running_time_goes_on_from_rows_of_games_that_stand_still() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo"]).await;
        make(&store, "g1", false).await;
        store.beat(Beat { clock_ms: 1_000, at_ms: 1_000 }).await.unwrap();
        let mut log = store.load("g1").await.unwrap().unwrap();
        append(&store, "g1", &mut log, 90_000, Event::Away { by: Side::Defenders, ms: 50_000 }).await;
        assert_eq!(store.last_beat().await.unwrap(), Some(Beat { clock_ms: 90_000, at_ms: 90_000 }));
        assert!(store.has_running_clocks().await.unwrap(), "the count goes on");
        append(&store, "g1", &mut log, 95_000, Event::Resigned { by: Side::Attackers }).await;
        assert!(!store.has_running_clocks().await.unwrap());
        assert!(store.away_unnoted(99_000).await.unwrap().is_empty(), "nothing is noted of a game that is over");
    })
    .await;
}

#[tokio::test]
async fn two_wishes_at_once_give_no_more_days_than_there_are() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann"]).await;
        let ann = person("ann");
        let wish = || store.go_away(&ann, 5, 1_000);
        let (a, b, c, d, e, f) = tokio::join!(wish(), wish(), wish(), wish(), wish(), wish());
        let answers = [a, b, c, d, e, f];
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 4);
        assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(StoreError::Away(_)))));
        let book = store.away_book(&ann).await.unwrap();
        assert_eq!((book.times().len(), book.times()[0].days, book.left(1_000)), (1, 20, 1));
        store.delete_account(&ann, 2_000).await.unwrap();
        assert_eq!(store.away_book(&ann).await.unwrap().times(), []);
    })
    .await;
}
