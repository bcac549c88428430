//! Games that everybody may watch are found, while they are played and when they are over; others are not.

use crate::common::{PATIENCE, Server};
use hnefi_formats::{Content, Format, read_as};
use hnefi_live::{Arrangement, Change, Entry, Event, NewGame, PersonId, Seat, Seats};
use hnefi_ratings::{List, Pool, Speed};
use hnefi_rules::{Game, Intent, Referee, Side, ruleset};
use hnefi_store::{NewAccount, Terms, now_ms};

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

#[tokio::test]
async fn what_was_found_is_downloaded_in_every_format_and_read_again() {
    // A test that goes on past midnight began on the day before.
    let day = || jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    let today = day();
    let server = Server::start().await;
    meet(&server).await;
    played(&server, "one", true, true).await;
    played(&server, "two", true, true).await;
    played(&server, "hidden", false, true).await;
    server.state.stop(PATIENCE).await;
    let server = Server::start_on(server.folder, Default::default(), Default::default()).await;
    until(&server, "/games", "/game/two").await;
    until(&server, "/games", "/game/one").await;
    let mut visitor = server.browser();
    for format in ["tag-list", "json", "commas"] {
        let answer = visitor.get(&format!("/games/text?rules=brandubh&format={format}")).await;
        assert_eq!(answer.status, 200, "{format}");
        assert!(answer.header("content-disposition").unwrap().contains("hnefi-games."), "{format}");
        let read = read_as(Format::from_id(format).unwrap(), &answer.body).unwrap();
        let Content::Games(games) = read.content else { panic!("{format} has games") };
        assert_eq!(games.len(), 2, "{format}");
        for game in games {
            let tree = game.play(None).unwrap();
            assert_eq!(tree.main_line().len(), 2, "{format}");
            assert!(!answer.body.contains("hidden"), "{format}");
        }
    }
    // One format has one game a file: they come in an archive.
    let answer = visitor.get("/games/text?rules=brandubh&format=otg").await;
    assert_eq!(answer.header("content-type"), Some("application/x-tar"));
    let mut archive = tar::Archive::new(answer.body.as_bytes());
    let mut files = Vec::new();
    for file in archive.entries().unwrap() {
        let mut file = file.unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut file, &mut text).unwrap();
        let Content::Games(games) = read_as(Format::Otg, &text).unwrap().content else { panic!("a game") };
        assert_eq!(games[0].play(None).unwrap().main_line().len(), 2);
        assert!(text.contains("[attackers:Ann]"), "{text}");
        files.push(file.path().unwrap().display().to_string());
    }
    assert_eq!(files, ["hnefi-games/two.otg", "hnefi-games/one.otg"]);
    assert!(answer.body.len() % 512 == 0 && answer.body.ends_with(&"\0".repeat(1_024)), "as archives end");
    let none = visitor.get("/games/text?format=otg&until=2000-01-01").await;
    assert_eq!((none.status, none.body.len()), (200, 1_024), "an empty archive");

    let until = day();
    for (query, found) in [
        (format!("since={today}"), true),
        (format!("until={until}"), true),
        ("until=2000-01-01".to_owned(), false),
        ("since=2999-01-01".to_owned(), false),
    ] {
        assert_eq!(visitor.get(&format!("/games?{query}")).await.body.contains("/game/two"), found, "{query}");
        let text = visitor.get(&format!("/games/text?format=json&{query}")).await.body;
        assert_eq!(!text.is_empty(), found, "{query}");
    }
    let page = visitor.get(&format!("/games?rules=brandubh&since={today}")).await.body;
    assert!(page.contains(&format!("value=\"{today}\"")), "{page}");
    assert_eq!(page.matches(&format!("since={today}&#38;format=")).count(), 4, "{page}");
    let wrong = visitor.get("/games?since=yesterday").await;
    assert!(wrong.body.contains("“yesterday” is no day"), "{}", wrong.body);
    assert_eq!(visitor.get("/games/text?format=json&since=yesterday").await.status, 400);
    let tags = visitor.get("/games/text?format=tag-list").await.body;
    assert!(tags.contains("[Attackers \"Ann\"]") && tags.contains("[Defenders \"a guest\"]"), "{tags}");
    let nothing = visitor.get("/games/text?rules=fetlar-2018&format=json").await;
    assert_eq!((nothing.status, nothing.body.as_str()), (200, ""));
    for (path, says) in [
        ("/games/text?format=taflzero", "format"),
        ("/games/text", "format"),
        ("/games/text?player=Zed&format=json", "Zed"),
    ] {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status, 400, "{path}");
        assert!(answer.body.contains(says), "{path}: {}", answer.body);
    }
}

#[tokio::test]
async fn searches_by_side_and_opponent_need_somebody() {
    let server = Server::start().await;
    let mut visitor = server.browser();
    let page = visitor.get("/games?side=attackers").await;
    assert!(page.status == 200 && page.body.contains("Say who is to have played that side"), "{}", page.body);
    let page = visitor.get("/games?against=Zed").await;
    assert!(page.body.contains("Nobody here is called “Zed”"), "{}", page.body);
    assert_eq!(visitor.get("/games?side=middle").await.status, 400);
    let best = visitor.get("/players").await;
    assert!(best.status == 200 && best.body.contains("Nobody is ranked yet"), "{}", best.body);
}

/// Two members who play each other forty times, rated, in turns; the first one wins three of four.
async fn rivals(server: &Server) {
    let store = hnefi_store::Store::open(&server.folder.path().join("hnefi.db")).await.unwrap();
    for (id, name) in [("ann", "Ann"), ("bo", "Bo")] {
        let person = PersonId::new(id);
        store.make_person(&person, &format!("token of {id}"), now_ms()).await.unwrap();
        let new = NewAccount { person, name: name.parse().unwrap(), password: None, at_ms: now_ms() };
        store.open_account(new).await.unwrap();
    }
    let sits = |id: &str| Seat::Person { person: PersonId::new(id), moves: 0 };
    let hour = 3_600_000;
    for number in 0..40 {
        let rules = ruleset(["brandubh", "ard-ri"][number / 20]).unwrap();
        let (id, at_ms) = (format!("game{number}"), now_ms() - (50 - number as i64) * hour);
        let of_ann = Side::ALL[number % 2];
        let winner = if number % 4 == 3 { !of_ann } else { of_ann };
        let mut seats = Seats { attackers: sits("bo"), defenders: sits("bo") };
        seats[of_ann] = sits("ann");
        let game = NewGame {
            id: id.clone(),
            made_ms: at_ms,
            match_id: id.clone(),
            match_game: 1,
            swapped: false,
            match_length: None,
            clock: None,
            game: Game::new(Referee::new(rules.clone()).into()),
            arrangement: Arrangement::Friend,
            seats,
        };
        let rated = List::of(rules, Speed::Slow, Pool::People);
        store.make_on(&game, &[], Terms { rated, listed: true, ..Terms::default() }).await.unwrap();
        let mut log = store.load(&id).await.unwrap().unwrap();
        let resigned = Entry { at_ms, event: Event::Resigned { by: !winner }, clock: None };
        let entries = vec![log.append(resigned).unwrap()];
        store.commit(&Change { entries, ..Change::none(&id, &log, 0) }, &[]).await.unwrap();
        store.archive(&id).await.unwrap();
    }
    store.rate_waiting().await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_member_s_page_tells_ratings_results_and_opponents() {
    let server = Server::start().await;
    rivals(&server).await;
    let mut visitor = server.browser();
    let page = visitor.get("/@/Ann").await.body;
    assert!(page.contains("7×7, slow") && page.contains("40 rated games") && page.contains("rating-graph"), "{page}");
    // By rule set and side: she wins as attackers, and half of the games as defenders.
    assert!(page.contains("<th scope=\"row\"><a href=\"/games?player=Ann&#38;rules=brandubh\">Brandubh</a></th><td>10–0–0</td><td>5–0–5</td><td>15–0–5</td>"), "{page}");
    assert!(page.contains("<td>20–0–0</td><td>10–0–10</td><td>30–0–10</td>"), "{page}");
    assert!(page.contains("<a href=\"/games?player=Ann&#38;against=Bo\">30 – 10</a>"), "{page}");
    let between = visitor.get("/games?player=bo&against=Ann").await.body;
    assert!(between.contains("\u{2068}bo\u{2069} 10 – 30 \u{2068}Ann\u{2069}, in 40 games"), "{between}");
    let as_attackers = visitor.get("/games?player=Ann&side=attackers&winner=defenders").await.body;
    assert!(as_attackers.contains("No finished game fits"), "{as_attackers}");
    let best = visitor.get("/players").await.body;
    let (ann, bo) = (best.find("/@/Ann").expect("Ann is ranked"), best.find("/@/Bo").expect("Bo is ranked"));
    assert!(ann < bo && best.contains("7×7, slow"), "{best}");
}

#[tokio::test]
async fn friends_choose_whether_everybody_may_watch() {
    let server = Server::start().await;
    let (mut anna, mut bo, mut eve) = (server.browser(), server.browser(), server.browser());
    let mut game = String::new();
    for (watch, seen) in [("", false), ("&watch=everybody", true)] {
        game = anna.make_game(&format!("rules=brandubh&mode=friend&side=attackers{watch}")).await;
        let join = anna.open(&game).await.link("join");
        assert_eq!(bo.get(&join).await.body.contains("Everybody may watch this game"), seen, "{watch}");
        assert_eq!(bo.post(&join, "").await.status, 303);
        assert_eq!(eve.get("/games").await.body.contains(&game), seen, "{watch}");
        assert_eq!(eve.get(&format!("/game/{game}")).await.status, if seen { 200 } else { 404 }, "{watch}");
    }
    // Against the computer it says nothing, and another word is none.
    let alone = anna.make_game("rules=brandubh&mode=computer&side=attackers&level=1&watch=everybody").await;
    assert_ne!(alone, game);
    assert!(!eve.get("/games").await.body.contains(&alone));
    assert_eq!(anna.post("/games", "rules=brandubh&mode=friend&side=attackers&watch=nobody").await.status, 400);
}
