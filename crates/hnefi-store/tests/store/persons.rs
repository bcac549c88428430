//! Persons and their sessions, and what goes when nobody needs it any more.

use crate::common::{append, change, everywhere, meet, new_game, person, play, sits};
use hnefi_live::{Arrangement, Change, Event, LinkKind, NewGame, OfferKind, Seat, SeatChange, Seats, ShownAs, Sides};
use hnefi_rules::Side;
use hnefi_store::{Link, LinkTarget, Session, Store};

const DAY: i64 = 24 * 60 * 60 * 1000;

#[tokio::test]
async fn a_person_is_known_by_sessions_until_they_end() {
    everywhere(async |place| {
        let store = place.open().await;
        let ann = person("ann");
        store.make_person(&ann, "laptop", 1_000).await.unwrap();
        store.make_person(&person("eve"), "phone", 2_000).await.unwrap();
        let laptop = Session { person: ann.clone(), made_ms: 1_000, seen_ms: 1_000 };
        assert_eq!(store.session("laptop").await.unwrap(), Some(laptop));
        assert_eq!(store.session("phone").await.unwrap().unwrap().person, person("eve"));
        assert_eq!(store.session("nobody's").await.unwrap(), None);

        store.end_session("laptop", 3_000).await.unwrap();
        assert_eq!(store.session("laptop").await.unwrap(), None);
        assert!(store.session("phone").await.unwrap().is_some(), "the other one goes on");
        store.end_session("laptop", 4_000).await.unwrap();
        store.end_session("nobody's", 4_000).await.unwrap();

        assert!(store.make_person(&ann, "another", 5_000).await.is_err(), "an id can be given once");
        assert_eq!(store.session("another").await.unwrap(), None, "and leaves no session behind");
        assert!(store.make_person(&person("bo"), "phone", 5_000).await.is_err(), "so can a token");
        assert!(store.health().await.works());
    })
    .await;
}

#[tokio::test]
async fn a_session_is_touched_once_a_day() {
    everywhere(async |place| {
        let store = place.open().await;
        store.make_person(&person("ann"), "laptop", 0).await.unwrap();
        let seen = async || store.session("laptop").await.unwrap().unwrap().seen_ms;
        store.touch("laptop", DAY - 1).await.unwrap();
        assert_eq!(seen().await, 0);
        store.touch("laptop", DAY).await.unwrap();
        assert_eq!(seen().await, DAY);
        store.touch("laptop", DAY + 5).await.unwrap();
        store.touch("laptop", 3).await.unwrap();
        store.touch("nobody's", DAY).await.unwrap();
        assert_eq!(seen().await, DAY);
    })
    .await;
}

#[tokio::test]
async fn only_who_is_known_takes_a_seat() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann"]).await;
        let nobodys = NewGame { seats: Seats { attackers: sits("nobody", 0), defenders: Seat::Open }, ..new_game("n") };
        assert!(store.make(&nobodys, &[]).await.is_err());
        assert!(store.stored("n").await.unwrap().is_none());

        make(&store, "g", Arrangement::Friend, [sits("ann", 0), Seat::Open]).await;
        let log = store.load("g").await.unwrap().unwrap();
        let joins = SeatChange { side: Side::Defenders, before: Seat::Open, after: sits("nobody", 0) };
        assert!(store.commit(&Change { seats: vec![joins], ..Change::none("g", &log, 0) }, &[]).await.is_err());
        assert_eq!(store.seats("g").await.unwrap().unwrap().defenders, Seat::Open);
        assert!(store.health().await.works(), "it is no fault of the store");
        assert_eq!(place.ask("select id from person").await, ["ann"]);
    })
    .await;
}

/// Makes a game long ago.
async fn make(store: &Store, id: &str, arrangement: Arrangement, seats: [Seat; 2]) {
    let [attackers, defenders] = seats;
    let new = NewGame { made_ms: 0, arrangement, seats: Seats { attackers, defenders }, ..new_game(id) };
    let to = LinkTarget { game: id.to_owned(), kind: LinkKind::Watch, side: None };
    store.make(&new, &[Link { secret: format!("watch-{id}"), to }]).await.unwrap();
}

#[tokio::test]
async fn a_game_that_never_began_goes_after_thirty_days_unless_something_holds_it() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo", "eve"]).await;
        let ann = || sits("ann", 0);
        make(&store, "unjoined", Arrangement::Friend, [ann(), Seat::Open]).await;
        make(&store, "computer", Arrangement::Computer, [Seat::Computer { level: 1 }, ann()]).await;
        make(&store, "screen", Arrangement::Screen, [ann(), ann()]).await;
        make(&store, "joined", Arrangement::Friend, [ann(), sits("bo", 0)]).await;
        // A game in which something happened, and its rematch, which waits for its first move.
        make(&store, "g", Arrangement::Friend, [ann(), sits("bo", 0)]).await;
        let mut log = store.load("g").await.unwrap().unwrap();
        play(&store, &mut log, &["d1-d4"]).await;
        append(&store, &mut log, Event::Resigned { by: Side::Attackers }).await.unwrap();
        append(&store, &mut log, Event::Offered { by: Side::Attackers, offer: OfferKind::Rematch(Sides::Swapped) })
            .await
            .unwrap();
        let seats = Seats { attackers: sits("bo", 0), defenders: ann() };
        let next = NewGame { match_id: "g".to_owned(), match_game: 2, made_ms: 0, seats, ..new_game("rematch") };
        let accepted = change(&mut log, [Event::Accepted { by: Side::Defenders }]);
        store.commit(&Change { next: Some(next), ..accepted }, &[]).await.unwrap();

        let there = async |ids: &[&str]| {
            for id in ["unjoined", "computer", "screen", "joined", "g", "rematch"] {
                assert_eq!(store.stored(id).await.unwrap().is_some(), ids.contains(&id), "{id}");
            }
        };
        store.prune(30 * DAY).await.unwrap();
        there(&["unjoined", "computer", "screen", "joined", "g", "rematch"]).await;
        // Somebody joins at the last moment.
        let unjoined = store.load("unjoined").await.unwrap().unwrap();
        let joins = SeatChange { side: Side::Defenders, before: Seat::Open, after: sits("eve", 0) };
        let join = Change { seats: vec![joins], ..Change::none("unjoined", &unjoined, 0) };
        store.commit(&join, &[]).await.unwrap();
        store.prune(30 * DAY + 1).await.unwrap();
        there(&["unjoined", "joined", "g", "rematch"]).await;
        assert_eq!(store.link("watch-screen").await.unwrap(), None);
        assert_eq!(store.due().await.unwrap(), []);
        store.prune(1000 * DAY).await.unwrap();
        there(&["unjoined", "joined", "g", "rematch"]).await;
        assert!(store.health().await.works());
    })
    .await;
}

#[tokio::test]
async fn rule_sets_sessions_and_persons_go_with_the_last_who_needs_them() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo", "cy", "di", "eve"]).await;
        make(&store, "joined", Arrangement::Friend, [sits("ann", 0), sits("cy", 0)]).await;
        // What Eve did as a guest does not hold her; that a game is without talk does hold Di, who closed it.
        place.tamper("insert into dodge (game, person, kind, at_ms) values ('joined', 'eve', 'left', 1)").await;
        place.tamper("insert into warning (number, person, at_ms, words) values (1, 'eve', 1, 'Be kind.')").await;
        place.tamper("insert into talk_closed (game, person, at_ms) values ('joined', 'di', 1)").await;
        let game = crate::common::fresh("viking-game");
        let seats = Seats { attackers: sits("bo", 0), defenders: Seat::Open };
        store.make(&NewGame { made_ms: 0, game, seats, ..new_game("unjoined") }, &[]).await.unwrap();
        store.touch("bo's", 300 * DAY).await.unwrap();
        store.touch("eve's", 300 * DAY).await.unwrap();
        store.end_session("eve's", 370 * DAY).await.unwrap();

        store.prune(396 * DAY).await.unwrap();
        assert_eq!(place.ask("select ruleset_id from game").await, ["fetlar-2018"]);
        assert_eq!(place.ask("select digest from ruleset").await.len(), 1);
        assert_eq!(store.session("ann's").await.unwrap(), None, "it was not seen for more than a year");
        assert!(store.session("bo's").await.unwrap().is_some());
        let persons = "select id from person order by id";
        assert_eq!(
            place.ask(persons).await,
            ["ann", "bo", "cy", "di", "eve"],
            "ann and cy hold seats, bo and eve sessions"
        );
        store.prune(401 * DAY).await.unwrap();
        assert_eq!(place.ask(persons).await, ["ann", "bo", "cy", "di"]);
        assert_eq!(place.ask("select person from dodge union all select person from warning").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_person_has_a_name_until_he_is_forgotten() {
    everywhere(async |place| {
        let store = place.open().await;
        let [ann, bo] = ["ann", "bo"].map(person);
        store.make_person(&ann, "ann's", 0).await.unwrap();
        store.make_person(&bo, "bo's", 0).await.unwrap();
        let seats = Seats { attackers: sits("ann", 0), defenders: sits("bo", 0) };
        store.make(&NewGame { seats, ..new_game("game1") }, &[]).await.unwrap();
        assert_eq!(store.name(&ann).await.unwrap(), None);
        store.call(&ann, Some("Ann".parse().unwrap())).await.unwrap();
        store.call(&bo, Some("Žofie".parse().unwrap())).await.unwrap();
        store.close().await;

        let store = place.open().await;
        let text = |name: Option<hnefi_live::PersonName>| name.map(|name| name.to_string());
        assert_eq!(text(store.name(&bo).await.unwrap()).as_deref(), Some("Žofie"));
        let names = store.names_in("game1").await.unwrap();
        assert_eq!(text(names.attackers.name().cloned()).as_deref(), Some("Ann"));
        assert_eq!(text(names.defenders.name().cloned()).as_deref(), Some("Žofie"));
        let beside = store.names_beside(&ann).await.unwrap();
        assert_eq!(beside[&bo], ShownAs::Guest("Žofie".parse().unwrap()));
        store.end_session("bo's", 1_000).await.unwrap();
        assert_eq!(store.name(&bo).await.unwrap(), None);
        assert_eq!(store.names_in("game1").await.unwrap().defenders, ShownAs::Nameless);
        store.call(&ann, None).await.unwrap();
        assert!(store.names_beside(&bo).await.unwrap().is_empty());
        assert_eq!(store.name(&person("nobody")).await.unwrap(), None);
    })
    .await;
}
