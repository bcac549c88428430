//! The log: what is appended is what is loaded, once, in order, whoever writes at the same time.

use std::sync::Arc;

use crate::common::{Place, append, change, everywhere, fresh, made, new_game, play, ply};
use hnefi_live::{Change, Event, NewGame, OfferKind, Sides};
use hnefi_rules::{Ending, Game, Ground, Offer, Referee, Side, leaflet, leaflets};
use hnefi_store::StoreError;

#[tokio::test]
async fn everything_that_can_happen_is_read_back() {
    everywhere(async |place| {
        let store = place.open().await;
        let mut log = made(&store).await;
        assert_eq!((log.version(), log.game().plies().count()), (0, 0));

        let (att, def) = (Side::Attackers, Side::Defenders);
        let draw = OfferKind::Game(Offer::Draw);
        play(&store, &mut log, &["d1-d4", "f4-e4", "e1-e3"]).await;
        for event in [
            Event::Offered { by: att, offer: draw },
            Event::Dropped { by: def },
            Event::Offered { by: def, offer: OfferKind::Game(Offer::Claim(Ground::KingShutIn)) },
            Event::Dropped { by: def },
            Event::Offered { by: att, offer: OfferKind::Game(Offer::TakeBack) },
            Event::Accepted { by: def },
        ] {
            append(&store, &mut log, event).await.unwrap();
        }
        assert_eq!(log.game().plies().count(), 2, "the attackers took e1-e3 back");
        play(&store, &mut log, &["e1-e2"]).await;
        assert_eq!((log.offers(att), log.offers(def)), (0, 1), "the attackers have moved since their offers");
        assert_eq!(store.load("g").await.unwrap().unwrap(), log);
        append(&store, &mut log, Event::TakenBack { by: def }).await.unwrap();
        assert_eq!(log.game().plies().count(), 1, "the defenders took f4-e4 back, and e1-e2 with it");
        append(&store, &mut log, Event::Resigned { by: def }).await.unwrap();
        assert_eq!(log.game().outcome().unwrap().reason, Ending::Resignation);
        for sides in [Sides::Swapped, Sides::Same] {
            append(&store, &mut log, Event::Offered { by: att, offer: OfferKind::Rematch(sides) }).await.unwrap();
            assert_eq!(store.load("g").await.unwrap().unwrap().pending(), Some((att, OfferKind::Rematch(sides))));
            append(&store, &mut log, Event::Dropped { by: def }).await.unwrap();
        }

        let loaded = store.load("g").await.unwrap().unwrap();
        assert_eq!(loaded, log);
        store.close().await;
        let again = place.open().await.load("g").await.unwrap().unwrap();
        assert_eq!(again, log);
        assert_eq!(again.version(), 16);
    })
    .await;
}

#[tokio::test]
async fn a_stale_writer_is_refused_and_changes_nothing() {
    everywhere(async |place| {
        let (one, other) = (place.open().await, place.open().await);
        let mut mine = made(&one).await;
        let mut yours = other.load("g").await.unwrap().unwrap();
        play(&one, &mut mine, &["d1-d4"]).await;

        let event = ply(&yours, "e1-e3", None);
        let refused = append(&other, &mut yours, event).await.unwrap_err();
        assert!(matches!(refused, StoreError::Stale { version: 0, .. }), "{refused}");
        assert_eq!(other.load("g").await.unwrap().unwrap(), mine);
    })
    .await;
}

#[tokio::test]
async fn a_move_that_is_sent_again_is_appended_once() {
    everywhere(async |place| {
        let store = place.open().await;
        let mut log = made(&store).await;
        let event = ply(&log, "d1-d4", Some("one"));
        append(&store, &mut log, event).await.unwrap();
        play(&store, &mut log, &["f4-e4"]).await;

        let again = ply(&log, "e1-e3", Some("one"));
        let refused = append(&store, &mut log.clone(), again.clone()).await.unwrap_err();
        assert!(matches!(&refused, StoreError::Duplicate { client_id, .. } if client_id == "one"), "{refused}");
        // Even a move that was taken back keeps its id.
        append(&store, &mut log, Event::TakenBack { by: Side::Attackers }).await.unwrap();
        assert!(log.has_client_id("one"));
        let refused = append(&store, &mut log.clone(), again).await.unwrap_err();
        assert!(matches!(refused, StoreError::Duplicate { .. }), "{refused}");
        assert_eq!(store.load("g").await.unwrap().unwrap(), log);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_writers_at_once_each_row_has_one() {
    everywhere(async |place| {
        let store = place.open().await;
        made(&store).await;
        // Twenty writers who all saw the same game try the same ply; then the next one.
        for round in 0..6u64 {
            let seen = store.load("g").await.unwrap().unwrap();
            assert_eq!(seen.version(), round);
            let mut moves = Vec::new();
            seen.game().referee().for_each_move(seen.game().position(), |mv| moves.push(mv));
            let writers: Vec<_> = (0..20)
                .map(|number| {
                    let (store, mut log) = (store.clone(), seen.clone());
                    let event =
                        Event::Ply { mv: moves[number % moves.len()], client_id: Some(format!("{round}/{number}")) };
                    tokio::spawn(async move { append(&store, &mut log, event).await.is_ok() })
                })
                .collect();
            let mut written = 0;
            for writer in writers {
                written += usize::from(writer.await.unwrap());
            }
            assert_eq!(written, 1, "in round {round}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_games_share_the_writer() {
    everywhere(async |place| {
        let store = place.open().await;
        let players: Vec<_> = (0..40)
            .map(|number| {
                let store = store.clone();
                tokio::spawn(async move {
                    let id = format!("game{number}");
                    let game = fresh(leaflets()[number % leaflets().len()].id());
                    store.make(&NewGame { game, ..new_game(&id) }, &[]).await.unwrap();
                    let mut log = store.load(&id).await.unwrap().unwrap();
                    for turn in 0..10 {
                        let moves = log.game().referee().moves(log.game().position());
                        let mv = moves[(number * 7 + turn * 13) % moves.len()];
                        let event = Event::Ply { mv, client_id: None };
                        let change = change(&mut log, [event]);
                        store.commit(&Change { game: id.clone(), ..change }, &[]).await.unwrap();
                    }
                    log
                })
            })
            .collect();
        let mut logs = Vec::new();
        for player in players {
            logs.push(player.await.unwrap());
        }
        store.close().await;
        let store = place.open().await;
        for (number, log) in logs.iter().enumerate() {
            assert_eq!(&store.load(&format!("game{number}")).await.unwrap().unwrap(), log);
        }
    })
    .await;
}

#[tokio::test]
async fn what_pages_may_keep_is_what_nobody_took_back() {
    everywhere(async |place| {
        let store = place.open().await;
        let mut log = made(&store).await;
        play(&store, &mut log, &["d1-d4", "f4-e4", "e1-e3"]).await;
        append(&store, &mut log, Event::TakenBack { by: Side::Attackers }).await.unwrap();
        play(&store, &mut log, &["e1-e2", "e5-b5"]).await;
        assert_eq!(log.unchanged(3, 3), 2, "the third ply is another one now");
        assert_eq!(log.unchanged(2, 2), 2);
        assert_eq!(log.unchanged(2, 4), 2);
        assert_eq!(log.unchanged(4, 6), 4);
        assert_eq!(log.unchanged(3, 2), 0, "there were never three plies at version 2");
        assert_eq!(log.unchanged(1, 99), 0, "there is no version 99 yet");
        assert_eq!(log.unchanged(0, 0), 0);
    })
    .await;
}

#[tokio::test]
async fn a_game_is_replayed_under_the_rule_set_that_it_was_played_under() {
    everywhere(async |place| {
        let store = place.open().await;
        let fetlar = leaflet("fetlar-2018").unwrap();
        let changed = fetlar.with(hnefi_rules::Question::SoldiersThrone, "blocked").unwrap();
        let referee = Arc::new(Referee::new(Arc::new(changed)));
        let game = Game::new(referee.clone());
        store.make(&NewGame { game, ..new_game("g") }, &[]).await.unwrap();
        let loaded = store.load("g").await.unwrap().unwrap();
        assert_eq!(loaded.game().referee().ruleset(), referee.ruleset());
        assert_ne!(loaded.game().referee().ruleset(), fetlar);
    })
    .await;
}

#[tokio::test]
async fn rows_that_make_no_sense_are_told_with_the_game_and_never_panic() {
    let cases = [
        ("update ruleset set toml = 'no toml ='", "its rule set"),
        ("update game set position = '/7/7/'", "its start"),
        ("update entry set from_square = 'a1' where seq = 2", "row 2: nothing stands on a1"),
        ("update entry set from_square = 'z99' where seq = 1", "row 1"),
        ("update entry set from_square = null where seq = 1", "row 1"),
        ("update entry set ply = 7 where seq = 2", "row 2"),
        ("update entry set side = 'attackers' where seq = 2", "row 2"),
        ("update entry set side = null where seq = 2", "row 2"),
        ("update entry set captures = 'the king' where seq = 2", "row 2"),
        ("update entry set captures = 'h7' where seq = 2", "row 2: no enemy stands on h7"),
        ("update entry set outcome = 'defenders by magic' where seq = 2", "row 2"),
        ("update entry set judge = -1 where seq = 2", "row 2"),
        ("update entry set offer = 'my kingdom' where seq = 3", "row 3"),
        ("update entry set side = null where seq = 3", "row 3"),
        ("update entry set kind = 'accepted' where seq = 1", "row 1"),
        ("update entry set kind = 'wished' where seq = 1", "row 1"),
        ("delete from entry where seq = 2", "row 2 is missing"),
        ("delete from entry where seq = 3", "it should have 3 rows and has 2"),
        ("update game set made_ms = 'yesterday'", "made_ms"),
    ];
    for (sql, problem) in cases {
        everywhere(async |place| {
            if sql.contains("yesterday") && !place.is_sqlite() {
                return;
            }
            let store = place.open().await;
            let mut log = made(&store).await;
            play(&store, &mut log, &["d1-d4", "f4-e4"]).await;
            let offer = OfferKind::Game(Offer::Draw);
            append(&store, &mut log, Event::Offered { by: Side::Attackers, offer }).await.unwrap();
            store.close().await;
            place.tamper(sql).await;
            let error = place.open().await.load("g").await.unwrap_err().to_string();
            assert!(error.starts_with("game g cannot be read: ") && error.contains(problem), "{sql}: {error}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_game_that_is_not_there_is_none() {
    everywhere(async |place| {
        let store = place.open().await;
        assert_eq!(store.load("nothing").await.unwrap(), None);
        assert_eq!(store.summary("nothing").await.unwrap(), None);
        assert_eq!(store.stored("nothing").await.unwrap(), None);
        assert_eq!(store.link("nothing").await.unwrap(), None);
        let mut log = made(&store).await;
        assert!(store.make(&new_game("g"), &[]).await.is_err(), "an id can be given once");
        let event = ply(&log, "d1-d4", None);
        let change = Change { game: "nothing".to_owned(), ..change(&mut log, [event]) };
        let nowhere = store.commit(&change, &[]).await.unwrap_err();
        assert!(matches!(nowhere, StoreError::NoGame(_)), "{nowhere}");
    })
    .await;
}

#[tokio::test]
async fn a_database_of_the_future_is_left_alone() {
    everywhere(async |place| {
        place.open().await.close().await;
        place.tamper("insert into migration (version, name, at_ms) values (99, '0099_wings', 0)").await;
        let error = place.try_open().await.unwrap_err();
        assert!(matches!(error, StoreError::TooNew { found: 99, .. }), "{error}");
    })
    .await;
    let place = Place::in_folder();
    std::fs::write(place.file(), "this is no database, whatever its name").unwrap();
    assert!(place.try_open().await.is_err());
}
