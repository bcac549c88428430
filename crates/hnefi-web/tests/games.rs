//! Games that everybody may watch are found, while they are played and when they are over; others are not.

mod common;

use common::{PATIENCE, Server};
use hnefi_live::{Arrangement, Change, Entry, Event, NewGame, PersonId, Seat, Seats};
use hnefi_rules::{Game, Intent, Referee, Side, ruleset};
use hnefi_store::{Terms, now_ms};

/// Two persons with names, who are not asked what they think of it.
async fn meet(server: &Server) {
    let store = hnefi_store::Store::open(&server.folder.path().join("hnefi.db")).await.unwrap();
    for (id, name) in [("ann", "Ann"), ("bo", "Bo <b>")] {
        store.make_person(&PersonId::new(id), &format!("token of {id}"), now_ms()).await.unwrap();
        store.call(&PersonId::new(id), name.parse().ok()).await.unwrap();
    }
    store.close().await;
}

/// A game of theirs after two moves, given up by the attackers if it is to be over.
async fn played(server: &Server, id: &str, listed: bool, over: bool) {
    let store = hnefi_store::Store::open(&server.folder.path().join("hnefi.db")).await.unwrap();
    let sits = |id: &str| Seat::Person { person: PersonId::new(id), moves: 0 };
    let game = NewGame {
        id: id.to_owned(),
        made_ms: now_ms(),
        match_id: id.to_owned(),
        match_game: 1,
        swapped: false,
        match_length: None,
        clock: None,
        game: Game::new(Referee::new(ruleset("brandubh").unwrap().clone()).into()),
        arrangement: Arrangement::Friend,
        seats: Seats { attackers: sits("ann"), defenders: sits("bo") },
    };
    store.make_on(&game, &[], Terms { listed, ..Terms::default() }).await.unwrap();
    let mut log = store.load(id).await.unwrap().unwrap();
    let mut entries = Vec::new();
    for (from, to) in [("d7", "c7"), ("d5", "c5")] {
        let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
        let mv = log.game().legal(intent).unwrap();
        entries.push(
            log.append(Entry { at_ms: now_ms(), event: Event::Ply { mv, client_id: None }, clock: None }).unwrap(),
        );
    }
    if over {
        let event = Event::Resigned { by: Side::Attackers };
        entries.push(log.append(Entry { at_ms: now_ms(), event, clock: None }).unwrap());
    }
    store.commit(&Change { entries, ..Change::none(id, &log, 0) }, &[]).await.unwrap();
    store.close().await;
}

/// The page under an address, once it has a text.
async fn until(server: &Server, path: &str, text: &str) -> String {
    let waiting = async {
        loop {
            let page = server.browser().get(path).await.body;
            if page.contains(text) {
                return page;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("{path} never says {text}"))
}

#[tokio::test]
async fn a_game_for_everybody_is_watched_and_found_by_anybody() {
    let server = Server::start().await;
    let page = server.browser().get("/games").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("No game to watch is played now.") && page.body.contains("is finished yet"));
    meet(&server).await;
    played(&server, "running", true, false).await;
    played(&server, "over", true, true).await;
    played(&server, "hidden", false, true).await;
    // Another server finds what was left undone.
    server.state.stop(PATIENCE).await;
    let server = Server::start_on(server.folder, Default::default(), Default::default()).await;
    let page = until(&server, "/games", "/game/over").await;
    assert!(page.contains("/game/running") && !page.contains("/game/hidden"), "{page}");
    assert!(page.contains("The defenders won: resignation") && page.contains("2 moves"), "{page}");

    let mut anybody = server.browser();
    let game = anybody.get("/game/over").await;
    assert_eq!(game.status, 200);
    assert!(game.body.contains("/ws/game/over") && !game.body.contains("data-action=\"resign\""));
    assert_eq!(anybody.get("/game/running").await.status, 200);
    assert_eq!(anybody.get("/game/over/text").await.status, 200);
    for path in ["/game/hidden", "/game/hidden/text"] {
        assert_eq!(anybody.get(path).await.status, 404, "{path}");
    }

    let finds = async |query: &str| server.browser().get(&format!("/games?{query}")).await.body.contains("/game/over");
    for query in ["rules=brandubh", "ending=resignation", "winner=defenders"] {
        assert!(finds(query).await, "{query}");
    }
    for query in ["rules=copenhagen", "ending=repetition", "winner=attackers", "winner=nobody", "before=1"] {
        assert!(!finds(query).await, "{query}");
    }
    let start = ruleset("brandubh").unwrap().start().to_rows();
    assert!(finds(&format!("position={start}&turn=attackers")).await);
    assert!(!finds(&format!("position={start}&turn=defenders")).await);
    let nobody = anybody.get("/games?player=Nobody").await;
    assert!(nobody.body.contains("Nobody here is called “Nobody”."), "{}", nobody.body);
    for bad in ["ending=soon", "winner=me", "position=/7/&turn=attackers", "position=/7/7/7/7/7/7/7/&turn=me"] {
        assert_eq!(anybody.get(&format!("/games?{bad}")).await.status, 400, "{bad}");
    }
}
