//! People play live games through real sockets.

use crate::common::{Server, two_people};
use serde_json::json;

#[tokio::test]
async fn two_people_play_by_link() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let game = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
    let mut annas = anna.open(&game).await;
    assert_eq!(annas.state["players"]["defenders"]["kind"], "open");
    assert_eq!(annas.state["links"]["local_only"], true);
    assert_eq!(annas.state["you"], json!(["attackers"]));

    // Whoever made the game need not wait for his friend.
    annas.play("d1-d4").await;
    let join = annas.link("join");

    // Opening the link takes nothing, however often.
    for _ in 0..3 {
        assert_eq!(server.browser().get(&join).await.status, 200);
    }
    let mut watcher = server.browser().connect(&annas.link("watch").replacen("/watch", "/ws/watch", 1)).await.unwrap();
    watcher.hello().await;
    assert_eq!(watcher.state["players"]["defenders"]["kind"], "open");
    assert_eq!(bo.get(&format!("/game/{game}")).await.status, 404, "he holds no seat yet");

    assert_eq!(bo.post(&join, "").await.header("location").unwrap(), format!("/game/{game}"));
    let mut bos = bo.open(&game).await;
    assert_eq!(bos.plies.len(), 1);
    assert_eq!(bos.state["you"], json!(["defenders"]));
    annas.until_state(|s| s["players"]["defenders"]["online"] == true).await;
    assert!(annas.state["links"].get("join").is_none());

    bos.play("f4-e4").await;
    annas.until_plies(2).await;
    watcher.until_plies(2).await;
    assert_eq!(annas.plies, bos.plies);
    assert_eq!(watcher.plies, bos.plies);
    assert_eq!(watcher.state["you"], json!([]));
    assert_eq!(watcher.state["legal"], json!({}));
    assert_eq!(watcher.state["actions"], json!([]));
    assert_eq!(annas.plies[1]["says"], "Defenders f4–e4.");

    // Gone is seen at once.
    drop(bos);
    annas.until_state(|s| s["players"]["defenders"]["online"] == false).await;

    // A third one comes too late, and Bo finds his seat again.
    let mut eve = server.browser();
    assert_eq!(eve.post(&join, "").await.status, 409);
    assert_eq!(eve.get(&format!("/game/{game}")).await.status, 404);
    assert_eq!(bo.post(&join, "").await.status, 303);
    assert_eq!(anna.post(&join, "").await.status, 409, "nobody joins himself");
    let home = bo.get("/").await.body;
    assert!(home.contains(&format!("/game/{game}")), "{home}");
    assert!(!eve.get("/").await.body.contains(&format!("/game/{game}")));
}

#[tokio::test]
async fn one_truth_for_resent_stale_and_foreign_moves() {
    let server = Server::start().await;
    let (mut annas, mut bos, anna, _) = two_people(&server, "fetlar-2018").await;
    let game = annas.state["game"].as_str().unwrap().to_owned();
    let mut second_tab = anna.open(&game).await;

    // The same move sent twice is played once, and answered twice.
    annas.send_move("one", 0, "d1-d4").await;
    annas.until("state", |s| s["version"] == 1).await;
    annas.send_move("one", 0, "d1-d4").await;
    annas.until("state", |s| s["version"] == 1).await;
    second_tab.until_plies(1).await;

    // The other tab still shows the old board and moves: refused, with the board as it stands.
    second_tab.send_move("two", 0, "e1-e3").await;
    let refused = second_tab.until("refused", |_| true).await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("stale"), &json!("two")));
    second_tab.until("state", |s| s["version"] == 1).await;

    // It is not her turn, nor are they her pieces, nor is it her seat.
    second_tab.send_move("three", 1, "f4-e4").await;
    assert_eq!(second_tab.until("refused", |_| true).await["code"], "not-your-turn");
    second_tab.send(json!({"type": "move", "id": "four", "ply": 1, "from": "f4", "to": "e4", "as": "defenders"})).await;
    assert_eq!(second_tab.until("refused", |_| true).await["code"], "not-your-seat");
    bos.until_plies(1).await;
    bos.send_move("five", 1, "e1-e3").await;
    assert_eq!(bos.until("refused", |_| true).await["code"], "not-your-piece");

    // A refusal by the referee names the square and the clause.
    bos.send_move("six", 1, "f4-a4").await;
    let refused = bos.until("refused", |_| true).await;
    assert_eq!(refused["code"], "blocked");
    assert!(refused["message"].as_str().unwrap().contains("d4"), "{refused}");
    assert_eq!(refused["clause"]["grade"], "text");

    // Nothing of all this is in the game.
    let mut fresh = anna.open(&game).await;
    assert_eq!(fresh.plies.len(), 1);
    assert_eq!(fresh.state["version"], 1);
    bos.play("f4-e4").await;
    fresh.until_plies(2).await;
}

#[tokio::test]
async fn a_page_that_comes_back_is_told_what_it_has_not_seen() {
    let server = Server::start().await;
    let (mut annas, mut bos, anna, _) = two_people(&server, "viking-game").await;
    let game = annas.state["game"].as_str().unwrap().to_owned();
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    bos.play("f4-e4").await;
    annas.until_plies(2).await;
    let (state, plies) = (annas.state.clone(), annas.plies.clone());
    drop(annas);

    // While she is away he takes his move back (she agrees on another device) and plays another one.
    let mut phone = anna.open(&game).await;
    bos.send(json!({"type": "offer", "kind": "take-back"})).await;
    phone.until_state(|s| s["offer"]["answer"] == true).await;
    phone.send(json!({"type": "answer", "accept": true})).await;
    bos.until_plies(1).await;
    bos.play("e5-b5").await;
    phone.until_state(|s| s["version"] == 5).await;

    let mut back = anna.connect(&format!("/ws/game/{game}")).await.unwrap();
    (back.state, back.plies) = (state, plies);
    back.hello().await;
    assert_eq!(back.state["since"], 1);
    assert_eq!(back.plies, phone.plies);

    // And once more, with nothing missed.
    back.hello().await;
    assert_eq!((&back.state["since"], &back.state["plies"]), (&json!(2), &json!([])));
    // Somebody who claims to have seen what never was gets everything.
    back.send(json!({"type": "hello", "plies": 1, "version": 999})).await;
    back.plies.clear();
    back.until("state", |s| s["since"] == 0).await;
    assert_eq!(back.plies, phone.plies);
}

#[tokio::test]
async fn offers_are_made_answered_and_withdrawn() {
    let server = Server::start().await;
    let (mut annas, mut bos, ..) = two_people(&server, "fetlar-2018").await;
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    for action in ["resign", "offer-draw", "claim:king-shut-in", "take-back"] {
        assert!(annas.may(action), "{action}");
    }
    assert!(!annas.may("hint"), "that would be unfair to a person");
    assert!(!annas.may("prove"), "that, too");
    assert!(!annas.may("rematch") && !annas.may("claim:no-progress"));
    assert!(!annas.may("claim:king-at-side"), "the board refutes it");
    assert!(!bos.may("take-back"), "he has not moved");

    annas.send(json!({"type": "offer", "kind": "draw"})).await;
    bos.until_state(|s| s["offer"]["kind"] == "draw" && s["offer"]["answer"] == true).await;
    annas.until_state(|s| s["offer"]["answer"] == false).await;
    assert!(!annas.may("offer-draw"));
    annas.send(json!({"type": "answer", "accept": true})).await;
    assert_eq!(annas.until("refused", |_| true).await["code"], "not-your-seat", "she cannot answer herself");
    bos.send(json!({"type": "answer", "accept": false})).await;
    annas.until_state(|s| s["offer"].is_null()).await;

    annas.send(json!({"type": "offer", "kind": "claim", "ground": "king-shut-in"})).await;
    bos.until_state(|s| s["offer"]["ground"] == "king-shut-in").await;
    annas.send(json!({"type": "withdraw"})).await;
    bos.until_state(|s| s["offer"].is_null()).await;
    bos.send(json!({"type": "withdraw"})).await;
    assert_eq!(bos.until("refused", |_| true).await["code"], "no-offer");
    annas.send(json!({"type": "offer", "kind": "claim", "ground": "king-at-side"})).await;
    let refused = annas.until("refused", |_| true).await;
    assert_eq!(refused["code"], "claim-untrue");
    assert!(refused["message"].as_str().unwrap().contains("the king stands on f6"), "{refused}");
    assert_eq!(refused["clause"]["address"], "/rules/fetlar-2018#clause-claims");
    annas.send(json!({"type": "offer", "kind": "claim", "ground": "no-progress"})).await;
    assert_eq!(annas.until("refused", |_| true).await["code"], "no-claim");
    annas.send(json!({"type": "offer", "kind": "my kingdom"})).await;
    assert_eq!(annas.until("refused", |_| true).await["code"], "unknown-offer");
    annas.send(json!({"type": "offer", "kind": "rematch"})).await;
    assert_eq!(annas.until("refused", |_| true).await["code"], "not-over");
    annas.send(json!({"type": "hint"})).await;
    assert_eq!(annas.until("refused", |_| true).await["code"], "not-your-turn");
    bos.send(json!({"type": "hint"})).await;
    assert_eq!(bos.until("refused", |_| true).await["code"], "hint-unfair");

    bos.send(json!({"type": "offer", "kind": "draw"})).await;
    annas.until_state(|s| s["offer"]["answer"] == true).await;
    annas.send(json!({"type": "answer", "accept": true})).await;
    bos.until_state(|s| s["outcome"]["reason"] == "agreement").await;
    assert_eq!(bos.state["match"]["attackers"], 0.5);
    assert_eq!(bos.state["legal"], json!({}));
    assert_eq!(bos.state["actions"], json!(["rematch", "same-sides", "prove"]));
}

#[tokio::test]
async fn a_rematch_swaps_sides_and_keeps_the_score() {
    let server = Server::start().await;
    let (mut annas, mut bos, anna, bo) = two_people(&server, "nestorgames").await;
    let first = annas.state["game"].as_str().unwrap().to_owned();
    let watch = annas.link("watch");
    let mut watcher = server.browser().connect(&watch.replacen("/watch", "/ws/watch", 1)).await.unwrap();
    watcher.hello().await;
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    bos.send(json!({"type": "resign"})).await;
    annas.until_state(|s| s["outcome"]["winner"] == "attackers").await;
    assert_eq!(annas.state["match"]["attackers"], 1.0);

    bos.send(json!({"type": "offer", "kind": "rematch"})).await;
    annas.until_state(|s| s["offer"]["kind"] == "rematch" && s["offer"]["answer"] == true).await;
    annas.send(json!({"type": "answer", "accept": true})).await;
    let next = annas.until("goto", |_| true).await["game"].as_str().unwrap().to_owned();
    assert_eq!(bos.until("goto", |_| true).await["game"], next.as_str());
    let watched = watcher.until("goto", |_| true).await;
    let secret = watched["watch"].as_str().unwrap();
    assert_eq!(server.browser().get(&format!("/watch/{secret}")).await.status, 200);

    let (mut annas, mut bos) = (anna.open(&next).await, bo.open(&next).await);
    assert_eq!(annas.state["you"], json!(["defenders"]));
    assert_eq!(bos.state["you"], json!(["attackers"]));
    let score =
        |page: &crate::common::Page| (page.state["match"]["game"].clone(), page.state["match"]["defenders"].clone());
    assert_eq!(score(&annas), (json!(2), json!(1.0)), "Anna's point is now the defenders'");
    assert_eq!(annas.state["match"]["says"], "Game 2 of this match. You 1, your opponent 0.");
    assert_eq!(bos.state["match"]["says"], "Game 2 of this match. You 0, your opponent 1.");
    bos.play("d1-d4").await;
    annas.until_plies(1).await;

    // Who opens the first game again stays there, with a link onwards.
    let old = anna.open(&first).await;
    assert_eq!(old.state["next"], next.as_str());
    assert_eq!(old.state["actions"], json!(["prove"]));
}

#[tokio::test]
async fn a_match_of_two_games_goes_on_without_asking_and_tells_who_won() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let game = anna.make_game("rules=regency-chess&mode=friend&side=attackers&games=2").await;
    let mut annas = anna.open(&game).await;
    assert_eq!(annas.state["match"]["says"], "Game 1 of 2");
    let join = annas.link("join");
    assert!(bo.get(&join).await.body.contains("It is a match of 2 games. You swap sides after each."));
    bo.post(&join, "").await;
    let mut bos = bo.open(&game).await;
    bos.send(json!({"type": "resign"})).await;
    annas.until_state(|s| s["match"]["says"] == "Game 1 of 2. You 1, your opponent 0.").await;
    assert_eq!(annas.state["match"]["goes_on"], true);
    bos.send(json!({"type": "offer", "kind": "rematch"})).await;
    let next = annas.until("goto", |_| true).await["game"].as_str().unwrap().to_owned();

    let (mut annas, mut bos) = (anna.open(&next).await, bo.open(&next).await);
    assert_eq!(annas.state["you"], json!(["defenders"]));
    bos.send(json!({"type": "offer", "kind": "draw"})).await;
    annas.until_state(|s| s["offer"]["answer"] == true).await;
    annas.send(json!({"type": "answer", "accept": true})).await;
    bos.until_state(|s| s["outcome"]["reason"] == "agreement").await;
    annas.until_state(|s| s["match"]["result"] == "defenders").await;
    assert_eq!(annas.state["match"]["says"], "The match is over. You won it, 1½ to ½.");
    assert_eq!(bos.state["match"]["says"], "The match is over. You lost it, ½ to 1½.");
    assert_eq!(annas.state["match"]["goes_on"], false);
}

#[tokio::test]
async fn a_match_of_an_unknown_length_is_refused() {
    let server = Server::start().await;
    let mut anna = server.browser();
    anna.make_game("rules=brandubh&mode=screen").await;
    let form = "rules=brandubh&mode=friend&side=attackers&name=Sigrun&games=3";
    assert_eq!(anna.post("/games", form).await.status, 400);
    assert!(!anna.get("/").await.body.contains("Sigrun"), "nothing is kept of what is refused");
    for games in ["1", "3", "8", "-2", "two", "4294967298"] {
        let form = format!("rules=brandubh&mode=screen&games={games}");
        let refused = server.browser().post("/games", &form).await;
        assert_eq!(refused.status, 400, "{games}");
        assert!(refused.body.contains(games) && refused.body.contains("games"), "{}", refused.body);
    }
}

#[tokio::test]
async fn two_on_one_screen() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=cyningstan-2014&mode=screen").await;
    let mut page = anna.open(&game).await;
    assert_eq!(page.state["you"], json!(["attackers", "defenders"]));
    page.play("d1-d4").await;
    page.play("f4-e4").await;
    page.play("e1-e3").await;
    // What was played last is taken back at once, whoever says so.
    page.send(json!({"type": "offer", "kind": "take-back", "as": "defenders"})).await;
    page.until_plies(2).await;
    page.send(json!({"type": "hint"})).await;
    let hint = page.until("hint", |_| true).await;
    let (from, to) = hint["move"].as_str().unwrap().split_once('-').unwrap();
    assert!(page.state["legal"][from].as_array().unwrap().iter().any(|square| square == to), "{hint}");

    page.send(json!({"type": "offer", "kind": "draw", "as": "defenders"})).await;
    page.until_state(|s| s["offer"]["by"] == "defenders").await;
    page.send(json!({"type": "answer", "accept": false})).await;
    page.until_state(|s| s["offer"].is_null()).await;
    page.send(json!({"type": "resign", "as": "defenders"})).await;
    page.until_state(|s| s["outcome"]["winner"] == "attackers").await;
    // A slip of the finger can be undone here.
    page.send(json!({"type": "offer", "kind": "take-back"})).await;
    page.until_state(|s| s["outcome"].is_null()).await;
    assert_eq!(page.plies.len(), 1);
    page.send(json!({"type": "resign"})).await;
    page.until_state(|s| s["outcome"]["winner"] == "attackers").await;
    page.send(json!({"type": "offer", "kind": "rematch"})).await;
    let next = page.until("goto", |_| true).await["game"].as_str().unwrap().to_owned();
    let mut page = anna.open(&next).await;
    assert_eq!(page.state["match"]["says"], "Game 2 of this match. Attackers 0, defenders 1.");
    // Again with the same sides: the points stay where they are.
    page.send(json!({"type": "resign"})).await;
    page.until_state(|s| s["outcome"]["winner"] == "defenders").await;
    page.send(json!({"type": "offer", "kind": "same-sides"})).await;
    let next = page.until("goto", |_| true).await["game"].as_str().unwrap().to_owned();
    let page = anna.open(&next).await;
    assert_eq!(page.state["match"]["says"], "Game 3 of this match. Attackers 0, defenders 2.");
}

#[tokio::test]
async fn a_seat_moves_to_another_device() {
    let server = Server::start().await;
    let (mut annas, mut bos, mut anna, _) = two_people(&server, "fetlar-2018").await;
    let game = annas.state["game"].as_str().unwrap().to_owned();
    let link = annas.link("seat");
    let mut phone = server.browser();
    assert_eq!(phone.get(&link).await.status, 200, "opening the link moves nothing");
    annas.play("d1-d4").await;
    assert_eq!(phone.post(&link, "").await.status, 303);

    let (code, reason) = annas.closed().await;
    assert_eq!(code, 1008);
    assert!(reason.contains("seat"), "{reason}");
    assert_eq!(anna.get(&format!("/game/{game}")).await.status, 404);
    assert_eq!(anna.post(&link, "").await.status, 404, "the link is used up");
    let mut on_phone = phone.open(&game).await;
    assert_ne!(on_phone.link("seat"), link);
    bos.until_plies(1).await;
    bos.play("f4-e4").await;
    on_phone.until_plies(2).await;
    on_phone.play("e1-e3").await;
    // And back again, by the new link.
    assert_eq!(anna.post(&on_phone.link("seat"), "").await.status, 303);
    assert_eq!(anna.open(&game).await.plies.len(), 3);
}

#[tokio::test]
async fn why_is_answered_with_clauses() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=nestorgames&mode=screen").await;
    let mut page = anna.open(&game).await;
    page.send(json!({"type": "why", "square": "f6", "ply": 0})).await;
    let why = page.until("why", |_| true).await;
    assert_eq!(why["about"], "f6");
    assert!(why["title"].as_str().unwrap().contains("king on f6"), "{why}");
    assert!(!why["lines"].as_array().unwrap().is_empty());
    assert!(why["clauses"][0]["text"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(why["marks"].as_array().unwrap().len(), 4);

    page.send(json!({"type": "why", "move": "e1-e9", "ply": 0})).await;
    let why = page.until("why", |_| true).await;
    assert_eq!(why["about"], "e1-e9");
    page.send(json!({"type": "why", "square": "a1", "ply": 0})).await;
    assert_eq!(page.until("refused", |_| true).await["code"], "nothing-there");
    page.send(json!({"type": "why", "square": "f6", "ply": 5})).await;
    assert_eq!(page.until("refused", |_| true).await["code"], "stale");
    page.send(json!({"type": "why", "square": "f66", "ply": 0})).await;
    page.until("refused", |_| true).await;
    page.send(json!({"type": "why", "ply": 0})).await;
    assert_eq!(page.until("refused", |_| true).await["code"], "unreadable");
}

#[tokio::test]
async fn two_who_offer_the_same_at_once_agree() {
    let server = Server::start().await;
    let (mut anna, mut bo, ..) = two_people(&server, "fetlar-2018").await;
    for page in [&mut anna, &mut bo] {
        page.send(json!({"type": "offer", "kind": "draw"})).await;
    }
    for page in [&mut anna, &mut bo] {
        page.until_state(|state| state["outcome"]["reason"] == "agreement").await;
    }
    for page in [&mut anna, &mut bo] {
        page.send(json!({"type": "offer", "kind": "rematch"})).await;
    }
    let annas = anna.until("goto", |_| true).await;
    let bos = bo.until("goto", |_| true).await;
    assert_eq!(annas["game"], bos["game"], "one game follows, not two");

    // Other things that both want are not the same thing: each would take back his own move.
    let (mut anna, mut bo, ..) = two_people(&server, "fetlar-2018").await;
    anna.play_any(0).await;
    bo.until_plies(1).await;
    bo.play_any(0).await;
    anna.until_plies(2).await;
    anna.send(json!({"type": "offer", "kind": "take-back"})).await;
    bo.until_state(|state| state["offer"].is_object()).await;
    bo.send(json!({"type": "offer", "kind": "take-back"})).await;
    assert_eq!(bo.until("refused", |_| true).await["code"], "offer-stands");
    assert_eq!(bo.plies.len(), 2);
}

#[tokio::test]
async fn a_proved_claim_ends_the_game_and_shows_why() {
    let server = Server::start().await;
    let mut browser = server.browser();
    let fort = "/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/";
    let game = browser.make_game(&format!("rules=fetlar-2018&mode=screen&position={fort}&turn=attackers")).await;
    let mut page = browser.open(&game).await;
    let claim = |ground, side| json!({"type": "offer", "kind": "claim", "ground": ground, "as": side});
    // The ground holds, but the defenders may still win: they are asked.
    page.send(claim("king-at-side", "attackers")).await;
    page.until_state(|s| s["offer"]["proof"]["proved"] == true).await;
    page.send(json!({"type": "answer", "accept": false})).await;
    page.until_state(|s| s["offer"].is_null()).await;
    page.send(claim("king-shut-in", "defenders")).await;
    page.until_state(|s| s["offer"]["proof"]["proved"] == false).await;
    page.send(json!({"type": "answer", "accept": false})).await;
    page.until_state(|s| s["offer"].is_null()).await;
    // The attackers lose nothing by a draw: nobody is asked.
    page.send(claim("king-at-side", "defenders")).await;
    page.until_state(|s| s["outcome"]["reason"] == "claim").await;
    let lines = page.state["outcome"]["proof"]["lines"].to_string();
    assert!(lines.contains("e1 and f1") && lines.contains("d1, g1, e2 and f2"), "{lines}");
}

#[tokio::test]
async fn a_forced_win_is_proved_on_one_screen_and_not_against_a_person() {
    let server = Server::start().await;
    let mut browser = server.browser();
    let lanes = "rules=fetlar-2018&mode=screen&position=/11/11/5K5/11/11/11/11/11/5t5/11/5t5/&turn=defenders";
    let game = browser.make_game(lanes).await;
    let mut page = browser.open(&game).await;
    assert!(page.may("prove"));
    page.send(json!({"type": "prove", "ply": 0})).await;
    let why = page.until("why", |_| true).await;
    assert_eq!(why["title"], "The defenders win by force within 2 moves");
    page.send(json!({"type": "prove", "ply": 7})).await;
    assert_eq!(page.until("refused", |_| true).await["code"], "stale");
    let (mut annas, ..) = two_people(&server, "fetlar-2018").await;
    annas.send(json!({"type": "prove", "ply": 0})).await;
    assert_eq!(annas.until("refused", |_| true).await["code"], "hint-unfair");
}
