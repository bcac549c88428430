//! One act is one transaction: all that it changes is stored, or nothing.

use crate::common::{Place, append, change, everywhere, made, meet, new_game, person, sits};
use hnefi_live::{
    Arrangement, Change, Event, LinkKind, Log, MatchLength, NewGame, OfferKind, Seat, SeatChange, Seats, Sides,
};
use hnefi_rules::{Ground, Offer, Side};
use hnefi_store::{Link, LinkTarget, StoreError};

fn link(secret: &str, game: &str, kind: LinkKind, side: Option<Side>) -> Link {
    Link { secret: secret.to_owned(), to: LinkTarget { game: game.to_owned(), kind, side } }
}

fn seat_link(secret: &str, side: Side) -> Link {
    link(secret, "g", LinkKind::Seat, Some(side))
}

fn seats(log: &Log, seats: Vec<SeatChange>) -> Change {
    Change { seats, ..Change::none("g", log, log.version()) }
}

fn takes(side: Side, before: Seat, after: Seat) -> SeatChange {
    SeatChange { side, before, after }
}

/// Makes the next write to a table fail in the middle of its transaction.
async fn break_table(place: &Place, table: &str) {
    let sql = match place.is_sqlite() {
        true => format!("create trigger broken before insert on {table} begin select raise(abort, 'broken'); end"),
        false => format!(
            "create function broken() returns trigger as $$ begin raise exception 'broken'; end $$ language plpgsql; \
             create trigger broken before insert on {table} execute function broken()"
        ),
    };
    place.tamper(&sql).await;
}

async fn mend_table(place: &Place, table: &str) {
    let sql = match place.is_sqlite() {
        true => "drop trigger broken".to_owned(),
        false => format!("drop trigger broken on {table}; drop function broken"),
    };
    place.tamper(&sql).await;
}

#[tokio::test]
async fn seats_are_taken_once_and_moved_by_their_holder() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["anna", "bo", "eve", "annas-phone"]).await;
        let (att, def) = (Side::Attackers, Side::Defenders);
        let new = NewGame { seats: Seats { attackers: sits("anna", 0), defenders: Seat::Open }, ..new_game("g") };
        let links = [
            seat_link("anna-0", att),
            link("join", "g", LinkKind::Join, Some(def)),
            link("watch", "g", LinkKind::Watch, None),
        ];
        store.make(&new, &links).await.unwrap();
        let log = store.load("g").await.unwrap().unwrap();
        assert_eq!(store.link("join").await.unwrap().unwrap(), links[1].to);
        assert_eq!(store.link("watch").await.unwrap().unwrap().side, None);

        let joins = |name: &str| seats(&log, vec![takes(def, Seat::Open, sits(name, 0))]);
        store.commit(&joins("bo"), &[seat_link("bo-0", def)]).await.unwrap();
        let late = store.commit(&joins("eve"), &[seat_link("eve-0", def)]).await.unwrap_err();
        assert!(matches!(late, StoreError::Taken), "{late}");

        let moves = |name: &str| seats(&log, vec![takes(att, sits("anna", 0), sits(name, 1))]);
        store.commit(&moves("annas-phone"), &[seat_link("anna-1", att)]).await.unwrap();
        let twice = store.commit(&moves("eve"), &[seat_link("eve-1", att)]).await.unwrap_err();
        assert!(matches!(twice, StoreError::Taken), "{twice}");
        assert_eq!(store.link("anna-0").await.unwrap(), None, "the link is used up");
        assert_eq!(store.link("anna-1").await.unwrap().unwrap().side, Some(att));
        assert_eq!(store.link("eve-1").await.unwrap(), None);

        let stored = store.stored("g").await.unwrap().unwrap();
        assert_eq!(stored.seats, Seats { attackers: sits("annas-phone", 1), defenders: sits("bo", 0) });
        assert_eq!((stored.arrangement, stored.match_game), (Arrangement::Friend, 1));
        assert_eq!(store.games_of(&person("anna"), 10).await.unwrap(), []);
        assert_eq!(store.games_of(&person("bo"), 10).await.unwrap().len(), 1);
        assert_eq!(store.games_of(&person("eve"), 10).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn both_seats_of_a_screen_move_together() {
    everywhere(async |place| {
        let store = place.open().await;
        let (att, def) = (Side::Attackers, Side::Defenders);
        meet(&store, &["anna", "phone", "tablet"]).await;
        let both = Seats { attackers: sits("anna", 0), defenders: sits("anna", 0) };
        let new = NewGame { arrangement: Arrangement::Screen, seats: both.clone(), ..new_game("g") };
        store.make(&new, &[seat_link("a-0", att), seat_link("d-0", def)]).await.unwrap();
        let log = store.load("g").await.unwrap().unwrap();
        let moved = seats(
            &log,
            vec![takes(att, sits("anna", 0), sits("phone", 1)), takes(def, sits("anna", 0), sits("phone", 1))],
        );
        // The second of the new links is there already: the act fails after it has moved both seats.
        let links = [seat_link("a-1", att), seat_link("d-0", def), seat_link("d-0", def)];
        assert!(store.commit(&moved, &links).await.is_err());
        assert_eq!(store.seats("g").await.unwrap().unwrap(), both);
        assert!(store.link("a-0").await.unwrap().is_some() && store.link("d-0").await.unwrap().is_some());
        assert_eq!(store.link("a-1").await.unwrap(), None);

        // One of the seats has moved meanwhile: neither moves.
        let one = seats(&log, vec![takes(def, sits("anna", 0), sits("tablet", 1))]);
        store.commit(&one, &[]).await.unwrap();
        let late = store.commit(&moved, &[seat_link("a-1", att), seat_link("d-1", def)]).await.unwrap_err();
        assert!(matches!(late, StoreError::Taken), "{late}");
        let seats = store.seats("g").await.unwrap().unwrap();
        assert_eq!(seats, Seats { attackers: sits("anna", 0), defenders: sits("tablet", 1) });
        assert_eq!(store.summary("g").await.unwrap().unwrap().arrangement, Arrangement::Screen, "it stays one screen");
    })
    .await;
}

#[tokio::test]
async fn an_offer_and_the_claim_that_it_settles_are_one_act() {
    everywhere(async |place| {
        let store = place.open().await;
        let mut log = made(&store).await;
        let before = log.clone();
        let claim = OfferKind::Game(Offer::Claim(Ground::KingShutIn));
        let events = [Event::Offered { by: Side::Attackers, offer: claim }, Event::Accepted { by: Side::Defenders }];
        let act = change(&mut log, events);
        let next = Some(NewGame { match_id: "g".to_owned(), match_game: 2, ..new_game("h") });
        break_table(place, "link").await;
        // The last thing that it does fails.
        let links = [link("watch-h", "h", LinkKind::Watch, None)];
        assert!(store.commit(&Change { next, due: Some(9_000), ..act.clone() }, &links).await.is_err());
        assert_eq!(store.due().await.unwrap(), []);
        assert_eq!(store.load("g").await.unwrap().unwrap(), before);
        assert_eq!(store.summary("g").await.unwrap().unwrap().status, before.status());
        assert_eq!(store.load("h").await.unwrap(), None);
        mend_table(place, "link").await;
        store.commit(&act, &[]).await.unwrap();
        let loaded = store.load("g").await.unwrap().unwrap();
        assert_eq!(loaded, log);
        assert_eq!(loaded.status().ending.as_deref(), Some("claim"));
    })
    .await;
}

#[tokio::test]
async fn the_length_of_a_match_is_kept() {
    everywhere(async |place| {
        let store = place.open().await;
        for length in MatchLength::ALL.map(Some).into_iter().chain([None]) {
            let id = format!("match-{}", length.map_or(0, MatchLength::games));
            let new = NewGame { match_id: id.clone(), match_length: length, ..new_game(&id) };
            store.make(&new, &[]).await.unwrap();
            assert_eq!(store.stored(&id).await.unwrap().unwrap().match_length, length);
        }
        place.tamper("update game set match_length = 5 where id = 'match-6'").await;
        let error = store.stored("match-6").await.unwrap_err();
        assert!(error.to_string().contains("no match has 5 games"), "{error}");
    })
    .await;
}

#[tokio::test]
async fn a_rematch_begins_once() {
    everywhere(async |place| {
        let store = place.open().await;
        let mut log = made(&store).await;
        append(&store, &mut log, Event::Resigned { by: Side::Attackers }).await.unwrap();
        append(&store, &mut log, Event::Offered { by: Side::Attackers, offer: OfferKind::Rematch(Sides::Swapped) })
            .await
            .unwrap();
        let next = |id: &str| NewGame { match_id: "g".to_owned(), match_game: 2, swapped: true, ..new_game(id) };
        let rematch = |log: &mut Log, id: &str| Change {
            next: Some(next(id)),
            ..change(log, [Event::Accepted { by: Side::Defenders }])
        };
        let (mut other, watch) = (log.clone(), link("watch-h", "h", LinkKind::Watch, None));
        store.commit(&rematch(&mut log, "h"), &[watch]).await.unwrap();
        assert!(store.commit(&rematch(&mut other, "i"), &[]).await.is_err());
        assert_eq!(store.load("i").await.unwrap(), None, "neither the row nor the game");
        assert_eq!(store.link("watch-h").await.unwrap().unwrap().game, "h");
        let games = store.games_of_match("g").await.unwrap();
        assert_eq!(games.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["g", "h"]);
        assert_eq!(games[0].status.winner, Some(Side::Defenders));
        assert_eq!(games[1].status.to_move, Some(Side::Attackers));
        let stored = store.stored("g").await.unwrap().unwrap();
        assert_eq!(
            stored.others.iter().map(|other| (other.id.as_str(), other.match_game, other.swapped)).collect::<Vec<_>>(),
            [("h", 2, true)]
        );
        assert_eq!((stored.swapped, store.stored("h").await.unwrap().unwrap().swapped), (false, true));
        // A second game in the same place of the match cannot be made, and leaves nothing behind.
        assert!(store.make(&next("j"), &[]).await.is_err());
        assert_eq!(store.summary("j").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn what_is_due_is_kept_with_what_happened() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["anna"]).await;
        let mut log = made(&store).await;
        let seats = Seats { attackers: Seat::Computer { level: 3 }, defenders: sits("anna", 0) };
        let computer = NewGame { made_ms: 700, arrangement: Arrangement::Computer, seats, ..new_game("c") };
        store.make(&computer, &[]).await.unwrap();
        assert_eq!(store.due().await.unwrap(), [("c".to_owned(), 700)], "the computer moves first");
        let event = crate::common::ply(&log, "d1-d4", None);
        store.commit(&Change { due: Some(90), ..change(&mut log, [event]) }, &[]).await.unwrap();
        assert_eq!(store.due().await.unwrap(), [("g".to_owned(), 90), ("c".to_owned(), 700)]);
        let event = crate::common::ply(&log, "f4-e4", None);
        store.commit(&change(&mut log, [event]), &[]).await.unwrap();
        assert_eq!(store.due().await.unwrap(), [("c".to_owned(), 700)]);
        store.close().await;
        assert_eq!(place.open().await.due().await.unwrap().len(), 1, "it survives a restart");
    })
    .await;
}

#[tokio::test]
async fn the_text_of_a_rule_set_is_stored_once() {
    everywhere(async |place| {
        let store = place.open().await;
        for id in ["one", "two", "three"] {
            store.make(&new_game(id), &[]).await.unwrap();
        }
        let brandubh = NewGame { game: crate::common::fresh("viking-game"), ..new_game("four") };
        store.make(&brandubh, &[]).await.unwrap();
        assert_eq!(place.ask("select digest from ruleset").await.len(), 2);
        assert_eq!(store.load("four").await.unwrap().unwrap().game().referee().ruleset().id(), "viking-game");
    })
    .await;
}
