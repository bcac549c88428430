//! Muting, blocking, reporting, and what moderators may do.

use crate::common::{Browser, PASSWORD, Page, Server, sign_up};
use hnefi_live::PersonId;
use hnefi_store::{Measure, Moderation, Store, now_ms};
use hnefi_web::Addresses;
use serde_json::{Value, json};

const SEEK: &str = "rules=fetlar-2018&clock=10%2B5&side=attackers";

async fn member(server: &Server, name: &str) -> (Browser, PersonId) {
    let mut browser = sign_up(server, name).await;
    let data: Value = serde_json::from_str(&browser.get("/account/data").await.body).unwrap();
    (browser, PersonId::new(data["person"].as_str().unwrap()))
}

/// The store of a server, beside it.
async fn beside(server: &Server) -> Store {
    Store::beside(&hnefi_store::Place::Folder(server.folder.path().into())).await.unwrap()
}

async fn appoint(server: &Server, person: &PersonId) {
    let moderation = Moderation {
        actor: None,
        person: person.clone(),
        measure: Measure::Appoint,
        why: "trusted".to_owned(),
        at_ms: now_ms(),
    };
    beside(server).await.moderate(moderation).await.unwrap();
}

/// A public game of two members, with their pages, and its id.
async fn game(anna: &mut Browser, bo: &mut Browser) -> (Page, Page, String) {
    assert_eq!(anna.post("/lobby/seeks", SEEK).await.header("location"), Some("/lobby"));
    let reply = bo.post("/lobby/seeks", &SEEK.replace("attackers", "defenders")).await;
    let game = reply.header("location").unwrap().strip_prefix("/game/").unwrap().to_owned();
    (anna.open(&game).await, bo.open(&game).await, game)
}

async fn listen(page: &mut Page) -> Value {
    page.send(json!({"type": "talk"})).await;
    page.until("talk", |talk| talk["since"] == 0).await
}

#[tokio::test]
async fn who_is_muted_is_not_heard_and_who_is_blocked_says_challenges_and_takes_nothing() {
    let server = Server::start().await;
    let ((mut anna, _), (mut bo, _)) = (member(&server, "Anna").await, member(&server, "Bo").await);
    let (mut annas, mut bos, game) = game(&mut anna, &mut bo).await;
    bos.send(json!({"type": "say", "words": "first"})).await;
    listen(&mut bos).await;
    let to = format!("&to=/game/{game}");
    let reply = anna.post("/ignore", &format!("game={game}&side=defenders&how=mute{to}")).await;
    assert_eq!(reply.header("location"), Some(format!("/game/{game}").as_str()));
    assert_eq!(listen(&mut annas).await["lines"], json!([]), "not even what he had said");
    bos.send(json!({"type": "say", "words": "second"})).await;
    annas.send(json!({"type": "say", "words": "mine"})).await;
    let heard = annas.until("talk", |talk| talk["lines"].as_array().is_some_and(|lines| !lines.is_empty())).await;
    assert_eq!((&heard["lines"][0]["says"], heard["lines"].as_array().unwrap().len()), (&json!("mine"), 1));
    assert_eq!(anna.post("/ignore", &format!("name=Bo&how=no{to}")).await.status, 303);
    assert_eq!(listen(&mut annas).await["lines"].as_array().unwrap().len(), 3);

    assert_eq!(anna.post("/ignore", "name=Bo&how=block&to=/account").await.status, 303);
    assert!(anna.get("/account").await.body.contains("blocked"));
    bos.until("talk", |talk| talk["may"]["why"].as_str().is_some_and(|why| why.contains("heard"))).await;
    bos.send(json!({"type": "say", "greeting": "hello"})).await;
    assert_eq!(bos.until("refused", |_| true).await["code"], "talk-not-here");
    let refused = bo.post("/lobby/seeks", &format!("{SEEK}&to=Anna")).await;
    assert_eq!(refused.header("location"), Some("/lobby?refused=apart"));
    assert_eq!(anna.post("/lobby/seeks", SEEK).await.header("location"), Some("/lobby"));
    let lobby = bo.get("/lobby").await.body;
    assert!(!lobby.contains("/accept"), "he does not see her seek");
    let own = anna.get("/lobby").await.body;
    let seek = own.split("/lobby/seeks/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let taken = bo.post(&format!("/lobby/seeks/{seek}/accept"), "").await;
    assert_eq!(taken.header("location"), Some("/lobby?refused=gone"));
    let beside = bo.post("/lobby/seeks", &SEEK.replace("attackers", "defenders")).await;
    assert_eq!(beside.header("location"), Some("/lobby"), "nor does one that fits find it");
}

#[tokio::test]
async fn reports_reach_the_moderators_with_what_was_said_and_are_limited() {
    let server = Server::start_without_refill(Addresses::default()).await;
    let (mut anna, _) = member(&server, "Anna").await;
    let (mut bo, bos_id) = member(&server, "Bo").await;
    let (mut mo, mos_id) = member(&server, "Moira").await;
    appoint(&server, &mos_id).await;
    let (mut annas, mut bos, game) = game(&mut anna, &mut bo).await;
    listen(&mut annas).await;
    bos.send(json!({"type": "say", "words": "you <i>fool</i>"})).await;
    annas.until("talk", |talk| talk["lines"][0]["says"].is_string()).await;
    let form = format!("game={game}&side=defenders&kind=insult&words=he+was+rude");
    assert_eq!(server.browser().post("/report", &form).await.header("location"), Some("/log-in"));
    assert_eq!(anna.post("/report", &form.replace("insult", "other").replace("he+was+rude", "")).await.status, 400);
    assert_eq!(anna.post("/report", &form.replace("insult", "rubbish")).await.status, 400);
    assert_eq!(anna.post("/report", &form.replace("defenders", "attackers")).await.status, 400, "oneself");
    let private = bo.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
    let elsewhere = format!("game={private}&side=attackers&kind=insult");
    assert_eq!(anna.post("/report", &elsewhere).await.status, 404, "a game that she does not see");
    assert_eq!(anna.post("/report", &form).await.header("location"), Some("/report?sent"));
    assert_eq!(anna.post("/report", &form).await.status, 409);
    let flood = ["cheating", "name", "leaving"];
    for kind in flood {
        assert_eq!(anna.post("/report", &format!("name=Bo&kind={kind}&words=x")).await.status, 303, "{kind}");
    }
    assert_eq!(anna.post("/report", &format!("name=Bo&kind=other&game={game}&words=x")).await.status, 429);

    let page = mo.get("/moderation").await.body;
    assert!(page.contains("he was rude") && page.contains("you &#60;i&#62;fool") && page.contains(&game), "{page}");
    let number = page.split("/moderation/reports/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(mo.post(&format!("/moderation/reports/{number}"), "answer=He+was+warned.").await.status, 303);
    assert!(anna.get("/account").await.body.contains("He was warned."));
    assert!(!bo.get("/account").await.body.contains("he was rude"), "who was reported is not told");
    let about = mo.get(&format!("/moderation/person/{bos_id}")).await.body;
    assert!(about.contains("He was warned."));
}

#[tokio::test]
async fn a_reported_game_is_seen_by_moderators_and_no_other() {
    let server = Server::start().await;
    let (mut mo, mos_id) = member(&server, "Moira").await;
    let (annas, _, mut anna, _) = crate::common::two_people(&server, "fetlar-2018").await;
    let game = annas.state["game"].as_str().unwrap().to_owned();
    appoint(&server, &mos_id).await;
    assert_eq!(mo.get(&format!("/game/{game}")).await.status, 404);
    let form = format!("game={game}&side=defenders&kind=leaving");
    assert_eq!(anna.post("/report", &form).await.status, 303, "guests report, too");
    assert_eq!(mo.get(&format!("/game/{game}")).await.status, 200);
    assert_eq!(member(&server, "Carl").await.0.get(&format!("/game/{game}")).await.status, 404);
}

#[tokio::test]
async fn nobody_without_the_right_sees_or_does_anything() {
    let server = Server::start().await;
    let (mut anna, annas_id) = member(&server, "Anna").await;
    let (mut mo, mos_id) = member(&server, "Moira").await;
    let (mut root, roots_id) = member(&server, "Ragna").await;
    appoint(&server, &mos_id).await;
    beside(&server).await.set_administrator(&roots_id, true, now_ms()).await.unwrap();
    let (mut stranger, mut guest) = (server.browser(), server.browser());
    guest.make_game("rules=brandubh&mode=screen").await;
    let of = |person: &PersonId| format!("/moderation/person/{person}");
    let close = "measure=close&why=because";
    for browser in [&mut stranger, &mut guest, &mut anna] {
        for path in ["/moderation".to_owned(), of(&annas_id), of(&mos_id)] {
            assert_eq!(browser.get(&path).await.status, 404, "{path}");
        }
        assert_eq!(browser.post(&of(&mos_id), close).await.status, 404);
        assert_eq!(browser.post("/moderation/reports/1", "answer=x").await.status, 404);
        assert!(!browser.get("/").await.body.contains("/moderation"));
    }
    assert!(!anna.get("/account").await.body.contains("/moderation"));
    assert!(!anna.get("/@/Moira").await.body.contains("/moderation"));
    assert!(mo.get("/account").await.body.contains("/moderation"));

    // A page of another site does nothing in a moderator's name.
    let headers = [("Origin", "https://evil.example"), ("Content-Type", "application/x-www-form-urlencoded")];
    assert_eq!(mo.ask("POST", &of(&annas_id), &headers, close).await.status, 403);
    for (actor, to) in [(&mut mo, &mos_id), (&mut root, &roots_id)] {
        assert_eq!(actor.post(&of(to), close).await.status, 403, "himself");
    }
    assert_eq!(mo.post(&of(&roots_id), close).await.status, 403);
    assert_eq!(mo.post(&of(&annas_id), "measure=moderator&why=because").await.status, 403);
    assert_eq!(mo.post(&of(&annas_id), "measure=close&why=+").await.status, 400, "a reason is needed");
    assert_eq!(mo.get("/moderation/person/nobody").await.status, 404);
    assert_eq!(anna.get("/account").await.status, 200, "nothing has happened");
    // An administrator makes a moderator, and takes it back: the right is gone with the next request.
    assert_eq!(root.post(&of(&annas_id), "measure=moderator&why=trusted").await.status, 303);
    assert_eq!(anna.get("/moderation").await.status, 200);
    assert_eq!(mo.post(&of(&annas_id), close).await.status, 403, "moderators do not act on each other");
    assert_eq!(root.post(&of(&annas_id), "measure=no-moderator&why=done").await.status, 303);
    assert_eq!(anna.get("/moderation").await.status, 404);
}

#[tokio::test]
async fn the_one_concerned_reads_what_was_done_and_why() {
    let server = Server::start().await;
    let (mut anna, _) = member(&server, "Anna").await;
    let (mut bo, bos_id) = member(&server, "Bo").await;
    let (mut mo, mos_id) = member(&server, "Moira").await;
    appoint(&server, &mos_id).await;
    let of = format!("/moderation/person/{bos_id}");
    let (mut annas, mut bos, _) = game(&mut anna, &mut bo).await;
    listen(&mut annas).await;
    listen(&mut bos).await;
    let html = [("Accept", "text/html")];

    assert_eq!(mo.post(&of, "measure=warn&why=No+insults+please.").await.status, 303);
    let led = bo.ask("GET", "/rules", &html, "").await;
    assert_eq!(led.header("location"), Some("/warning?to=%2Frules"));
    assert_eq!(anna.ask("GET", "/rules", &html, "").await.status, 200);
    assert!(bo.get("/warning?to=/rules").await.body.contains("No insults please."));
    assert_eq!(bo.post("/warning", "to=/rules").await.header("location"), Some("/rules"));
    assert_eq!(bo.ask("GET", "/rules", &html, "").await.status, 200, "once");

    assert_eq!(mo.post(&of, "measure=silence&days=0&why=x").await.status, 400);
    assert_eq!(mo.post(&of, "measure=silence&days=7&why=Insults.").await.status, 303);
    bos.until("talk", |talk| talk["may"]["why"].as_str().is_some_and(|why| why.contains("before"))).await;
    bos.send(json!({"type": "say", "greeting": "hello"})).await;
    assert_eq!(bos.until("refused", |_| true).await["code"], "talk-not-here");
    assert_eq!(mo.post(&of, "measure=end-silence&why=Good+now.").await.status, 303);
    bos.until("talk", |talk| talk["may"]["room"] == "players").await;

    assert_eq!(mo.post(&of, "measure=rename&name=Anna&why=x").await.status, 400);
    assert_eq!(mo.post(&of, "measure=rename&name=moderator&why=x").await.status, 400);
    assert_eq!(mo.post(&of, "measure=rename&name=Player+Nine&why=A+bad+name.").await.status, 303);
    annas.until_state(|state| state["players"]["defenders"]["name"] == "Player Nine").await;
    assert_eq!(anna.get("/@/Bo").await.status, 404);

    let account = bo.get("/account").await.body;
    for said in ["No insults please.", "Insults.", "Good now.", "A bad name.", "Silent until"] {
        assert!(account.contains(said), "{said}: {account}");
    }
    assert!(!account.contains("Moira") && !account.contains(mos_id.as_str()), "by whom is not told");
    assert!(!anna.get("/@/Player%20Nine").await.body.contains("Silent"), "and others do not read it");

    assert_eq!(mo.post(&of, "measure=close&why=It+went+on.").await.status, 303);
    assert_eq!(bos.closed().await.0, 1008);
    let refused = server.browser().post("/log-in", &format!("name=Player+Nine&password={PASSWORD}")).await;
    assert!(refused.status == 403 && refused.body.contains("It went on."), "{}", refused.body);
    let guess = server.browser().post("/log-in", "name=Player+Nine&password=not+his+password").await;
    assert!(guess.status == 401 && !guess.body.contains("It went on."), "nobody else is told");
    assert_eq!(mo.post(&of, "measure=reopen&why=He+asked.").await.status, 303);
    let again = server.browser().post("/log-in", &format!("name=Player+Nine&password={PASSWORD}")).await;
    assert_eq!(again.status, 303);
}

#[tokio::test]
async fn results_are_annulled_one_by_one_and_since_a_day() {
    let server = Server::start().await;
    let (mut anna, _) = member(&server, "Anna").await;
    let (mut bo, bos_id) = member(&server, "Bo").await;
    let (mut mo, mos_id) = member(&server, "Moira").await;
    appoint(&server, &mos_id).await;
    let rated = format!("{SEEK}&rated=yes");
    let mut games = Vec::new();
    for _ in 0..3 {
        assert_eq!(anna.post("/lobby/seeks", &rated).await.header("location"), Some("/lobby"));
        let reply = bo.post("/lobby/seeks", &rated.replace("attackers", "defenders")).await;
        let game = reply.header("location").unwrap().strip_prefix("/game/").unwrap().to_owned();
        let (mut annas, mut bos) = (anna.open(&game).await, bo.open(&game).await);
        annas.play_any(0).await;
        bos.until_plies(1).await;
        bos.play_any(0).await;
        annas.until_plies(2).await;
        annas.send(json!({"type": "resign"})).await;
        annas.until_state(|state| !state["outcome"].is_null()).await;
        games.push(game);
    }
    let store = beside(&server).await;
    let counted = async || {
        store.rate_waiting().await.unwrap();
        let recomputed = store.recomputed_ratings().await.unwrap();
        assert!(recomputed.differ.is_empty(), "{:?}", recomputed.differ);
        recomputed.games
    };
    assert_eq!(counted().await, 3);
    let of = format!("/moderation/person/{bos_id}");
    assert_eq!(mo.post(&of, "measure=annul&game=nobody&why=x").await.status, 400);
    let form = format!("measure=annul&game=http://localhost/game/{}&why=Help+from+an+engine.", games[1]);
    assert_eq!(mo.post(&of, &form).await.status, 303);
    assert_eq!(counted().await, 2);
    assert_eq!(mo.post(&of, "measure=annul-since&since=23.11.2026&why=x").await.status, 400);
    assert_eq!(mo.post(&of, "measure=annul-since&since=2020-01-01&why=Help+from+an+engine.").await.status, 303);
    assert_eq!(counted().await, 0);
    let account = anna.get("/account").await.body;
    assert_eq!(account.matches("Result annulled").count(), 3, "both who played read it");
}

#[tokio::test]
async fn moderators_see_how_somebody_plays_and_nobody_else_does() {
    let server = Server::start().await;
    let (mut anna, _) = member(&server, "Anna").await;
    let (mut bo, bos_id) = member(&server, "Bo").await;
    let (mut mo, mos_id) = member(&server, "Moira").await;
    appoint(&server, &mos_id).await;
    let rated = "rules=brandubh&clock=10%2B5&side=attackers&rated=yes";
    assert_eq!(anna.post("/lobby/seeks", rated).await.header("location"), Some("/lobby"));
    let reply = bo.post("/lobby/seeks", &rated.replace("attackers", "defenders")).await;
    let game = reply.header("location").unwrap().strip_prefix("/game/").unwrap().to_owned();
    let (mut annas, mut bos) = (anna.open(&game).await, bo.open(&game).await);
    for ply in 0..12 {
        let (one, other) = if ply % 2 == 0 { (&mut annas, &mut bos) } else { (&mut bos, &mut annas) };
        one.play_any(0).await;
        other.until_plies(ply + 1).await;
        if !one.state["outcome"].is_null() {
            break;
        }
    }
    bos.send(json!({"type": "resign"})).await;
    annas.until_state(|state| !state["outcome"].is_null()).await;
    let store = beside(&server).await;
    store.rate_waiting().await.unwrap();
    let path = format!("/moderation/person/{bos_id}/play");
    for browser in [&mut anna, &mut bo, &mut server.browser()] {
        assert_eq!(browser.get(&path).await.status, 404);
        assert_eq!(browser.post(&path, "").await.status, 404);
    }
    let page = mo.get(&path).await.body;
    assert!(page.contains("Compare the next ten games") && page.contains("Anna"), "both from one address: {page}");
    assert!(page.contains("prove nothing") && page.contains("Own moves 1 to 10"), "{page}");
    let near = store.beside_each_other(&bos_id).await.unwrap();
    assert_eq!(near.len(), 1);
    // Nothing of the address itself is stored.
    let file = std::fs::read(server.folder.path().join("hnefi.db-wal")).unwrap();
    assert!(!String::from_utf8_lossy(&file).contains("127.0.0.1"));
    assert_eq!(mo.post(&path, "").await.header("location"), Some(path.as_str()));
    let until = tokio::time::Instant::now() + 6 * crate::common::PATIENCE;
    loop {
        let page = mo.get(&path).await.body;
        if !page.contains("being compared") && !page.contains("Compare the next ten games") {
            assert!(page.contains(" %</td>"), "{page}");
            break;
        }
        assert!(tokio::time::Instant::now() < until, "{page}");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    store.prune(now_ms() + 31 * 24 * 60 * 60 * 1000).await.unwrap();
    assert!(store.beside_each_other(&bos_id).await.unwrap().is_empty(), "forgotten after its days");
}

#[tokio::test]
async fn a_guest_is_silenced_and_turned_away_by_page_with_the_reason() {
    let server = Server::start().await;
    let (mut anna, _) = member(&server, "Anna").await;
    let (mut mo, mos_id) = member(&server, "Moira").await;
    appoint(&server, &mos_id).await;
    let mut guest = server.browser();
    let (mut annas, mut guests, game) = game(&mut anna, &mut guest).await;
    listen(&mut annas).await;
    listen(&mut guests).await;
    // The way to a guest leads through the game.
    let report = format!("/report?game={game}&side=defenders");
    assert!(!anna.get(&report).await.body.contains("/moderation/person/"));
    let page = mo.get(&report).await.body;
    let of = page.split_once("/moderation/person/").unwrap().1.split('"').next().unwrap().to_owned();
    let of = format!("/moderation/person/{of}");
    let page = mo.get(&of).await.body;
    assert!(page.contains("Turn away") && page.contains("Silence") && !page.contains("Close the account"), "{page}");
    assert_eq!(mo.get(&format!("{of}/play")).await.status, 200);
    assert_eq!(mo.get("/moderation/person/nobody").await.status, 404);
    assert_eq!(anna.post(&of, "measure=turn-away&away_days=7&why=x").await.status, 404);

    assert_eq!(mo.post(&of, "measure=silence&days=7&why=Insults.").await.status, 303);
    let told = guests.until("talk", |talk| talk["may"]["why"].as_str().is_some_and(|why| why.contains("before"))).await;
    assert!(told["may"]["why"].as_str().unwrap().ends_with("Insults."), "{told}");
    guests.send(json!({"type": "say", "greeting": "hello"})).await;
    assert_eq!(guests.until("refused", |_| true).await["code"], "talk-not-here");

    assert_eq!(mo.post(&of, "measure=turn-away&away_days=0&why=x").await.status, 400);
    assert_eq!(mo.post(&of, "measure=close&why=x").await.status, 404, "he has no account");
    assert_eq!(mo.post(&of, "measure=turn-away&away_days=7&why=It+went+on.").await.status, 303);
    assert_eq!(guests.closed().await.0, 1008);
    for path in ["/", "/lobby", "/sign-up", "/rules"] {
        let reply = guest.get(path).await;
        assert!(reply.status == 403 && reply.body.contains("It went on."), "{path} {}", reply.status);
    }
    assert_eq!(guest.post("/lobby/seeks", SEEK).await.status, 403);
    assert!(guest.connect(&format!("/ws/game/{game}")).await.is_err());
    assert_eq!(guest.get("/log-in").await.status, 200, "others use this device too");
    assert_eq!(anna.get("/").await.status, 200);
    assert!(mo.get("/moderation").await.body.contains("Turned away until"), "it is in the log");
    assert_eq!(mo.post(&of, "measure=let-in&why=He+asked.").await.status, 303);
    assert_eq!(guest.get("/lobby").await.status, 200);
}

#[tokio::test]
async fn who_gets_away_from_games_has_to_wait_and_moderators_see_it() {
    let server = Server::start().await;
    let ((mut anna, annas_id), (mut bo, bos_id)) = (member(&server, "Anna").await, member(&server, "Bo").await);
    let (mut mo, mos_id) = member(&server, "Moira").await;
    appoint(&server, &mos_id).await;
    let (mut annas, mut bos, _) = game(&mut anna, &mut bo).await;
    annas.play_any(0).await;
    bos.send(json!({"type": "resign"})).await;
    annas.until_state(|state| !state["outcome"].is_null()).await;
    assert_eq!(bo.post("/lobby/seeks", SEEK).await.header("location"), Some("/lobby"), "once is forgiven");
    server
        .tamper(
            "insert into dodge (game, person, kind, at_ms) select seat.game, seat.person, kinds.kind, game.touched_ms \
             from seat join game on game.id = seat.game join \
             (select 'aborted' as kind union select 'left' union select 'match-left') kinds where seat.side = 'defenders'",
        )
        .await;
    let refused = bo.post("/lobby/seeks", &SEEK.replace("10%2B5", "5%2B5")).await;
    assert_eq!(refused.header("location"), Some("/lobby?refused=waits"));
    let page = bo.get("/lobby?refused=waits").await.body;
    assert!(page.contains("You can look for a game again in 10 minutes"), "{page}");
    assert!(!anna.get("/lobby?refused=waits").await.body.contains("look for a game again"), "she need not");
    let hers = SEEK.replace("10%2B5", "3%2B2");
    assert_eq!(anna.post("/lobby/seeks", &hers).await.header("location"), Some("/lobby"));
    let id = anna.get("/lobby").await.body;
    let id = id.split_once("/withdraw").unwrap().0.rsplit('/').next().unwrap().to_owned();
    let refused = bo.post(&format!("/lobby/seeks/{id}/accept"), "").await;
    assert_eq!(refused.header("location"), Some("/lobby?refused=waits"));
    // The computer, and a friend by a link, are there.
    bo.make_game("rules=fetlar-2018&mode=computer&side=attackers&level=1").await;
    bo.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;

    let page = mo.get(&format!("/moderation/person/{bos_id}/play")).await.body;
    for says in ["Made no first move</th><td>1</td><td>100 %</td>", "again, in minutes: 10", "before the fourth move"] {
        assert!(page.contains(says), "{says}: {page}");
    }
    let page = mo.get(&format!("/moderation/person/{annas_id}/play")).await.body;
    assert!(page.contains("Made no first move</th><td>0</td>") && !page.contains("in minutes"), "{page}");
}
