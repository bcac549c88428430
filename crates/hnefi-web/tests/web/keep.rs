//! Games that a browser kept, put on the server: judged anew, made once, or refused with the entry and the reason.

use crate::common::{Browser, Reply, Server};
use hnefi_rules::ruleset;
use hnefi_web::Addresses;
use serde_json::{Value, json};

/// A game for two on one screen, with these moves by turns.
fn screen_game(id: &str, moves: &[&str]) -> Value {
    let rules = ruleset("fetlar-2018").unwrap();
    let entry = |(number, mv): (usize, &&str)| {
        let side = if number % 2 == 0 { "attackers" } else { "defenders" };
        json!({ "at_ms": 1_000 + number, "kind": "ply", "side": side, "judge": 3, "client_id": format!("c{number}"), "move": mv })
    };
    json!({
        "id": id, "made_ms": 1_000, "rules": rules.to_toml(), "position": rules.start().to_rows().to_string(), "turn": "attackers",
        "mode": "screen", "attackers": { "kind": "person" }, "defenders": { "kind": "person" },
        "match_id": id, "match_game": 1, "swapped": false, "match_length": null,
        "entries": moves.iter().enumerate().map(entry).collect::<Vec<_>>(), "others": [],
    })
}

async fn keep(browser: &mut Browser, game: &Value) -> Reply {
    keep_text(browser, &game.to_string()).await
}

async fn keep_text(browser: &mut Browser, text: &str) -> Reply {
    let origin = format!("http://{}", browser.address);
    browser.ask("POST", "/games/keep", &[("Origin", &origin), ("Content-Type", "application/json")], text).await
}

fn json_of(reply: &Reply) -> Value {
    serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{}", reply.body))
}

/// How many games and entries the database holds.
async fn count(browser: &mut Browser) -> usize {
    browser.get("/").await.body.matches("href=\"/game/").count()
}

#[tokio::test]
async fn a_kept_game_is_made_whole_and_once_and_goes_on() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let kept = screen_game("local-1", &["d1-d4", "f4-i4", "a4-c4"]);
    let reply = keep(&mut anna, &kept).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    assert!(anna.cookie.is_some(), "who had no session has one now");
    let made = json_of(&reply);
    let game = made["game"].as_str().unwrap().to_owned();
    assert_eq!(made["address"], format!("/game/{game}"));
    let text = anna.get(&format!("/game/{game}/text")).await.body;
    assert!(text.contains("d1-d4") && text.contains("f4-i4") && text.contains("a4-c4"), "{text}");

    let again = keep(&mut anna, &kept).await;
    assert_eq!((again.status, json_of(&again)["game"].as_str()), (200, Some(game.as_str())));
    let mut page = anna.open(&game).await;
    page.play_any(3).await;
    let again = keep(&mut anna, &kept).await;
    assert_eq!((again.status, json_of(&again)["game"].as_str()), (200, Some(game.as_str())), "it has gone on here");
    assert_eq!(count(&mut anna).await, 1);

    // What went on in the browser since is another game, and not taken for the same.
    let other = keep(&mut anna, &screen_game("local-1", &["d1-d4", "f4-i4", "a4-c4", "e5-e4", "c4-c5"])).await;
    assert_eq!((other.status, json_of(&other)["error"]["code"].clone()), (409, json!("kept-before")));
    assert_eq!(json_of(&other)["error"]["game"], game);
    assert_eq!(count(&mut anna).await, 1);

    // Somebody else's browser may give its game the same id.
    let mut bo = server.browser();
    let reply = keep(&mut bo, &kept).await;
    assert_eq!(reply.status, 201);
    assert_ne!(json_of(&reply)["game"], game);
    assert_eq!(bo.get(&format!("/game/{game}")).await.status, 404);
}

#[tokio::test]
async fn two_that_come_at_once_make_one_game() {
    let server = Server::start().await;
    let mut anna = server.browser();
    anna.make_game("rules=brandubh&mode=screen").await;
    let kept = screen_game("local-1", &["d1-d4"]);
    let (mut one, mut other) = (anna.clone(), anna.clone());
    let (first, second) = tokio::join!(keep(&mut one, &kept), keep(&mut other, &kept));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201]);
    assert_eq!(json_of(&first)["game"], json_of(&second)["game"]);
    assert_eq!(count(&mut anna).await, 2);
}

#[tokio::test]
async fn the_computer_moves_on_in_a_game_that_waits_for_it() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let mut kept = screen_game("local-1", &["d1-d4"]);
    kept["mode"] = json!("computer");
    kept["defenders"] = json!({ "kind": "computer", "level": 1 });
    let game = json_of(&keep(&mut anna, &kept).await)["game"].as_str().unwrap().to_owned();
    anna.until_text_has(&game, 2).await;
    let mut page = anna.open(&game).await;
    page.until_plies(2).await;
    assert_eq!(page.state["players"]["defenders"]["level"], 1);
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_its_entry_and_nothing_is_made() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = |moves: &[&str]| screen_game("local-1", moves);
    let change = |pointer: &str, value: Value| {
        let mut game = game(&["d1-d4", "f4-i4"]);
        *game.pointer_mut(pointer).unwrap() = value;
        game
    };
    let captures = {
        let mut game = game(&["d1-d4", "f4-i4"]);
        game["entries"][1]["captures"] = json!(["d4"]);
        game
    };
    let won = {
        let mut game = game(&["d1-d4", "f4-i4"]);
        game["entries"][1]["outcome"] = json!("defenders king-escaped");
        game
    };
    let brandubh = ruleset("brandubh").unwrap().to_toml().replacen("id = \"brandubh\"", "id = \"fetlar-2018\"", 1);
    let claim = json!({ "kind": "offered", "side": "attackers", "offer": "claim:king-at-side" });
    for (forged, entry, says) in [
        (game(&["d1-d4", "f4-f9"]), json!(2), "in the way"),
        (game(&["d1-d12"]), json!(1), "d1-d12"),
        (captures, json!(2), "captures"),
        (won, json!(2), "king-escaped"),
        (change("/entries/1/side", json!("attackers")), json!(2), "not your turn"),
        (change("/entries/1", claim), json!(2), "offered"),
        (change("/entries/0/kind", json!("broken-off")), json!(1), "broken-off"),
        (change("/rules", json!(brandubh)), Value::Null, "other ones than those"),
        (change("/rules", json!("format = 99")), Value::Null, "cannot be read"),
        (change("/position", json!("/11/")), Value::Null, ""),
        (change("/mode", json!("friend")), Value::Null, "mode"),
        (change("/id", json!("")), Value::Null, "id"),
        (change("/entries", json!(vec![json!({ "kind": "ply" }); 5_004])), Value::Null, "5004"),
    ] {
        let reply = keep(&mut anna, &forged).await;
        let error = json_of(&reply)["error"].clone();
        assert_eq!((reply.status, &error["code"], &error["entry"]), (400, &json!("bad-game"), &entry), "{error}");
        assert!(error["message"].as_str().unwrap().contains(says), "{error}");
    }
    for text in ["", "{}", "[1]", "{\"id\":\"a\",\"entries\":7}"] {
        let reply = keep_text(&mut anna, text).await;
        assert_eq!((reply.status, &json_of(&reply)["error"]["code"]), (400, &json!("bad-form")), "{text}");
    }
    assert_eq!(count(&mut anna).await, 0);
}

#[tokio::test]
async fn it_is_bounded_and_comes_from_a_page_of_this_server() {
    let server = Server::start_without_refill(Addresses::default()).await;
    let mut anna = server.browser();
    let kept = screen_game("local-1", &["d1-d4"]);
    let mut large = kept.clone();
    large["entries"][0]["client_id"] = json!("a".repeat(100_000));
    assert_eq!(keep(&mut anna, &large).await.status, 201, "longer than other questions");
    large["entries"][0]["client_id"] = json!("a".repeat(2 * 1024 * 1024));
    let reply = keep(&mut anna, &large).await;
    assert_eq!((reply.status, &json_of(&reply)["error"]["code"]), (413, &json!("too-large")));

    let foreign = anna.ask("POST", "/games/keep", &[("Origin", "http://elsewhere.example")], &kept.to_string()).await;
    assert_eq!((foreign.status, &json_of(&foreign)["error"]["code"]), (403, &json!("foreign-origin")));
    let mut last = 0;
    for number in 0..100 {
        last = keep(&mut anna, &screen_game(&format!("local-{number}"), &["d1-d4"])).await.status;
        if last == 429 {
            break;
        }
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn the_longest_game_there_can_be_is_taken() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let mut kept = screen_game("local-1", &[]);
    let row = |kind: &str| json!({ "at_ms": 1_700_000_000_000_i64, "kind": kind, "side": "attackers", "judge": 3, "outcome": null, "client_id": null, "move": null, "captures": [], "offer": if kind == "offered" { json!("draw") } else { Value::Null } });
    let mut entries: Vec<Value> = (0..5_000).map(|number| row(["offered", "dropped"][number % 2])).collect();
    entries.push(json!({ "at_ms": 1_700_000_000_001_i64, "kind": "broken-off" }));
    kept["entries"] = json!(entries);
    let reply = keep(&mut anna, &kept).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let game = json_of(&reply)["game"].as_str().unwrap().to_owned();
    assert_eq!(anna.open(&game).await.state["outcome"]["reason"], "broken-off");
    assert_eq!(keep(&mut anna, &kept).await.status, 200);
}
