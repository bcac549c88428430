//! A database that an earlier program made is brought up to date, and every game in it opens.

use crate::common::{Place, everywhere, person};
use hnefi_live::{Arrangement, Log, Seat};
use hnefi_rules::{Ending, Side};
use hnefi_store::{LinkTarget, Store, StoreError};

/// What the program made, and how it answered, before rule sets had digests.
const BEFORE: &str = include_str!("before-digests.sql");

/// Two people play; an offer of a draw, the winning move, and the loser accepts the draw.
const ACCEPTED: &str = "sa2h3axgqj8xexma";
/// The same, but the loser declines, and plays on.
const REOPENED: &str = "vcryfnejkpsn4dwd";
/// A game with offers, a move taken back, a resignation and a rematch.
const ORDINARY: &str = "sr8x0jkjngr2w5xy";
const REMATCH: &str = "8eqfzj6ysyzb6mcq";
/// One screen, a capture.
const SCREEN: &str = "g0dygw8bg7s1zwjb";
const COMPUTER: &str = "t14ahga50h3m1tpp";
const UNJOINED: &str = "d0kdnb7hvpdxt3k7";
/// One screen, won by the king's escape.
const WON: &str = "ryxhz8jtbmqp3yvf";

async fn log(store: &Store, game: &str) -> Log {
    store.load(game).await.unwrap().unwrap()
}

async fn old(place: &Place) -> Store {
    place.tamper(BEFORE).await;
    place.open().await
}

#[tokio::test]
async fn games_of_an_older_program_open_as_they_were() {
    everywhere(async |place| {
        let store = old(place).await;
        for game in place.ask("select id from game").await {
            let log = log(&store, &game).await;
            assert_eq!(log.ruled_otherwise(), None, "{game}");
            assert_eq!(store.summary(&game).await.unwrap().unwrap().status, log.status(), "{game}");
        }
        let ordinary = log(&store, ORDINARY).await;
        assert_eq!((ordinary.version(), ordinary.plies()), (11, 3));
        assert_eq!(ordinary.game().outcome().unwrap().reason, Ending::Resignation);
        assert!(ordinary.has_client_id("move-6"), "though it was taken back");
        let stored = store.stored(ORDINARY).await.unwrap().unwrap();
        assert_eq!((stored.others[0].id.as_str(), stored.swapped, stored.others[0].swapped), (REMATCH, false, true));
        let screen = log(&store, SCREEN).await;
        assert_eq!(screen.game().plies().next().unwrap().played.captures.len(), 1);
        let won = log(&store, WON).await;
        assert_eq!(won.game().outcome().unwrap().reason, Ending::KingEscaped);

        for (game, arrangement) in [
            (ORDINARY, Arrangement::Friend),
            (SCREEN, Arrangement::Screen),
            (WON, Arrangement::Screen),
            (COMPUTER, Arrangement::Computer),
            (UNJOINED, Arrangement::Friend),
        ] {
            assert_eq!(store.stored(game).await.unwrap().unwrap().arrangement, arrangement, "{game}");
        }
        assert_eq!(place.ask("select digest from ruleset").await.len(), 2, "of ten games");
        let rulings = place.ask("select outcome from entry where outcome is not null").await;
        assert_eq!(rulings, ["defenders king-escaped"], "an ending that is certain is kept");
        store.close().await;
        let store = place.open().await;
        assert_eq!(log(&store, ORDINARY).await, ordinary, "it is brought up to date once");
    })
    .await;
}

#[tokio::test]
async fn what_came_after_the_end_of_a_game_is_read_as_nothing() {
    everywhere(async |place| {
        let store = old(place).await;
        for (game, version) in [(ACCEPTED, 3), (REOPENED, 4)] {
            let before = store.summary(game).await.unwrap().unwrap().status;
            assert_ne!(before.ending.as_deref(), Some("king-escaped"), "{game}: so it was stored");
            let log = log(&store, game).await;
            assert_eq!((log.version(), log.plies()), (version, 1), "{game}");
            let outcome = log.game().outcome().unwrap();
            assert_eq!((outcome.winner, outcome.reason), (Some(Side::Defenders), Ending::KingEscaped), "{game}");
            assert_eq!(log.pending(), None);
            let after = store.summary(game).await.unwrap().unwrap().status;
            assert_eq!(after, log.status(), "{game}: lists of games tell it from now on");
        }
    })
    .await;
}

#[tokio::test]
async fn who_held_a_seat_by_a_cookie_keeps_it() {
    everywhere(async |place| {
        let store = old(place).await;
        let seats = store.seats(SCREEN).await.unwrap().unwrap();
        let Seat::Person { person: holder, .. } = &seats.attackers else { panic!("{seats:?}") };
        // The cookie's hash was the visitor, and is the token of a session now.
        let session = store.session(holder.as_str()).await.unwrap().unwrap();
        assert_eq!(session.person, *holder);
        assert_eq!(store.games_of(&session.person, 50).await.unwrap().len(), 5);
        assert_eq!(store.session("somebody else").await.unwrap(), None);
        assert_eq!(store.games_of(&person("somebody else"), 50).await.unwrap(), []);
        let links = place.ask("select secret from link where kind = 'join'").await;
        let to =
            LinkTarget { game: UNJOINED.to_owned(), kind: hnefi_live::LinkKind::Join, side: Some(Side::Attackers) };
        assert!(!links.is_empty());
        let mut found = Vec::new();
        for link in links {
            found.push(store.link(&link).await.unwrap().unwrap());
        }
        assert!(found.contains(&to), "{found:?}");
    })
    .await;
}

#[tokio::test]
async fn a_step_that_fails_leaves_the_database_as_it_was() {
    everywhere(async |place| {
        place.tamper(BEFORE).await;
        // In the middle of the step: one of its tables is there already.
        place.tamper("create table probe (game text)").await;
        let error = place.try_open().await.unwrap_err();
        assert!(matches!(error, StoreError::Database(_)), "{error}");
        assert_eq!(place.ask("select kind from happening").await.len(), 22);
        assert_eq!(place.ask("select name from migration").await, ["0001_games"]);
        place.tamper("drop table probe").await;
        let store = place.open().await;
        assert_eq!(log(&store, ORDINARY).await.version(), 11);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_may_open_a_new_database_at_once() {
    for _ in 0..5 {
        let place = Place::in_folder();
        let file = place.file();
        let opening: Vec<_> = (0..8)
            .map(|_| {
                let file = file.clone();
                tokio::spawn(async move { Store::open(&file).await.map(|_| ()) })
            })
            .collect();
        for opened in opening {
            opened.await.unwrap().unwrap();
        }
    }
}
