//! Games on the clock: what was stored gives every clock back exactly, and the server knows how far its time had come.

use crate::common::{change, everywhere, fresh, new_game};
use fastrand::Rng;
use hnefi_clock::{Clock, Control, Stamp};
use hnefi_live::{Arrangement, Change, Entry, Event, Log, NewGame, OfferKind};
use hnefi_rules::{Ending, Offer, Side};
use hnefi_store::{Beat, Store};

fn on_the_clock(id: &str, control: &str, started: Option<i64>) -> NewGame {
    let mut clock = Clock::new(control.parse::<Control>().unwrap());
    if let Some(at_ms) = started {
        clock.start(Side::Attackers, at_ms);
    }
    NewGame { clock: Some(clock), arrangement: Arrangement::Friend, game: fresh("fetlar-2018"), ..new_game(id) }
}

/// Lets something happen in a game on the clock and stores it.
async fn append(store: &Store, id: &str, log: &mut Log, stamp: Stamp, event: Event) {
    let seen = log.version();
    let entry = Entry { at_ms: 77, clock: Some(stamp), event };
    let written = log.append(entry).unwrap();
    let flag_ms = log.timed().unwrap().clock().falls_at();
    let change = Change { entries: vec![written], flag_ms, ..Change::none(id, log, seen) };
    store.commit(&change, &[]).await.unwrap();
}

fn random_event(log: &Log, rng: &mut Rng) -> Event {
    let turn = log.turn().unwrap();
    match rng.u8(..10) {
        0 => Event::TimeGiven { by: turn, ms: 15_000 },
        1 => Event::Downtime { ms: rng.u32(..100_000) },
        3 if log.timed().unwrap().clock().control() == Control::Days(3) => match rng.bool() {
            true => Event::Away { by: if rng.bool() { turn } else { !turn }, ms: rng.u32(..9_000) },
            false => Event::Back { by: if rng.bool() { turn } else { !turn } },
        },
        2 if log.plies() > 1 => Event::TakenBack { by: turn },
        _ => {
            let moves: Vec<_> = log.game().moves().into_iter().collect();
            Event::Ply { mv: moves[rng.usize(..moves.len())], client_id: None }
        }
    }
}

#[tokio::test]
async fn the_log_alone_gives_every_clock_back_exactly() {
    everywhere(async |place| {
        let store = place.open().await;
        let mut rng = Rng::with_seed(61);
        for (number, control) in ["10+5", "1+0", "60+60", "3d"].into_iter().enumerate() {
            let (id, mut now) = (format!("g{number}"), 1_000_000);
            let new = on_the_clock(&id, control, (number % 2 == 0).then_some(now));
            store.make(&new, &[]).await.unwrap();
            let mut log = store.load(&id).await.unwrap().unwrap();
            if number % 2 == 1 {
                append(&store, &id, &mut log, Stamp::at(now), Event::ClocksStarted).await;
            }
            for _ in 0..40 {
                if log.is_over() {
                    break;
                }
                now += rng.i64(0..9_000);
                let event = random_event(&log, &mut rng);
                append(&store, &id, &mut log, Stamp { at_ms: now, lag_ms: rng.u32(..2_000) }, event).await;
                let loaded = store.load(&id).await.unwrap().unwrap();
                assert_eq!(loaded, log);
                assert_eq!(loaded.timed().unwrap().clock(), log.timed().unwrap().clock());
            }
            assert_eq!(store.summary(&id).await.unwrap().unwrap().control, Some(control.parse().unwrap()));
        }
        store.close().await;
    })
    .await;
}

#[tokio::test]
async fn every_end_by_time_is_read_back_as_it_was_ruled() {
    everywhere(async |place| {
        let store = place.open().await;
        let by = Side::Attackers;
        for (number, (event, ending, winner)) in [
            (Event::FlagFell { by, draw: false }, Some("time"), Some(Side::Defenders)),
            (Event::FlagFell { by, draw: true }, Some("time"), None),
            (Event::ClaimedAbandoned { by, draw: false }, Some("abandoned"), Some(by)),
            (Event::ClaimedAbandoned { by, draw: true }, Some("abandoned"), None),
            (Event::Aborted { by }, Some("aborted"), None),
        ]
        .into_iter()
        .enumerate()
        {
            let id = format!("g{number}");
            store.make(&on_the_clock(&id, "5+3", Some(0)), &[]).await.unwrap();
            let mut log = store.load(&id).await.unwrap().unwrap();
            append(&store, &id, &mut log, Stamp::at(400_000), event).await;
            assert_eq!(store.load(&id).await.unwrap().unwrap(), log);
            let status = store.summary(&id).await.unwrap().unwrap().status;
            assert_eq!((status.ending.as_deref(), status.winner, status.to_move), (ending, winner, None));
            assert_eq!(status, log.status());
        }
        assert!(store.flags(None).await.unwrap().is_empty(), "nothing runs in a game that is over");
        assert_eq!(Ending::Time.id(), "time");
    })
    .await;
}

#[tokio::test]
async fn the_next_flags_and_the_last_beat_are_known_after_a_restart() {
    everywhere(async |place| {
        let store = place.open().await;
        assert_eq!((store.last_beat().await.unwrap(), store.has_running_clocks().await.unwrap()), (None, false));
        for (id, control, started) in
            [("late", "10+0", Some(500)), ("soon", "5+0", Some(200)), ("unjoined", "1+0", None)]
        {
            store.make(&on_the_clock(id, control, started), &[]).await.unwrap();
        }
        store.make(&new_game("none"), &[]).await.unwrap();
        // First moves have 30 seconds, and a second for lag.
        assert_eq!(store.flags(Some(31_199)).await.unwrap(), Vec::<String>::new());
        assert_eq!(store.flags(Some(31_200)).await.unwrap(), ["soon"]);
        assert_eq!(store.flags(None).await.unwrap(), ["soon", "late"]);
        assert!(store.has_running_clocks().await.unwrap());

        store.beat(Beat { clock_ms: 1_000, at_ms: 5 }).await.unwrap();
        store.beat(Beat { clock_ms: 2_000, at_ms: 6 }).await.unwrap();
        store.close().await;
        let store = place.open().await;
        assert_eq!(store.last_beat().await.unwrap(), Some(Beat { clock_ms: 2_000, at_ms: 6 }));
        // A row that came after the last beat is later.
        let mut log = store.load("late").await.unwrap().unwrap();
        append(&store, "late", &mut log, Stamp::at(2_700), Event::Downtime { ms: 1 }).await;
        assert_eq!(store.last_beat().await.unwrap(), Some(Beat { clock_ms: 2_700, at_ms: 77 }));
    })
    .await;
}

#[tokio::test]
async fn a_row_without_its_time_is_corrupt() {
    everywhere(async |place| {
        let store = place.open().await;
        store.make(&NewGame { id: "g".to_owned(), ..on_the_clock("g", "5+0", Some(0)) }, &[]).await.unwrap();
        let mut log = store.load("g").await.unwrap().unwrap();
        let offered = Event::Offered { by: Side::Attackers, offer: OfferKind::Game(Offer::Draw) };
        store.commit(&change(&mut log, [offered]), &[]).await.unwrap();
        let error = store.load("g").await.unwrap_err().to_string();
        assert!(error.contains("row 1") && error.contains("running time"), "{error}");
        place.tamper("update game set control = '99+5'").await;
        let error = store.load("g").await.unwrap_err().to_string();
        assert!(error.contains("`99+5` is no time control"), "{error}");
    })
    .await;
}
