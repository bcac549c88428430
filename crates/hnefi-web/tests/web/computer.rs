//! Games against the computer.

use crate::common::Server;
use hnefi_web::{Addresses, Limits};
use serde_json::json;

#[tokio::test]
async fn the_computer_plays_its_side() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=computer&side=defenders&level=5").await;
    let mut page = anna.open(&game).await;
    assert_eq!(page.state["players"]["attackers"]["kind"], "computer");
    assert_eq!(page.state["players"]["attackers"]["level"], 5);
    // It moves first, as somebody looks on.
    page.until_plies(1).await;
    page.play_any(3).await;
    page.until_plies(3).await;
    page.until_state(|s| s["thinking"] == false).await;
    assert!(page.may("hint"));

    // It lets moves be taken back at once, its answer with them.
    page.send(json!({"type": "offer", "kind": "take-back"})).await;
    page.until_state(|s| s["version"] == 4).await;
    assert_eq!(page.plies.len(), 1);
    page.play_any(5).await;
    page.until_plies(3).await;

    page.send(json!({"type": "offer", "kind": "draw"})).await;
    page.until_state(|s| s["offer"]["kind"] == "draw").await;
    page.until_state(|s| s["offer"].is_null()).await;
    assert_eq!(page.state["outcome"], json!(null), "after three plies it sees no draw");

    page.send(json!({"type": "resign"})).await;
    page.until_state(|s| s["outcome"]["winner"] == "attackers").await;
    page.send(json!({"type": "offer", "kind": "rematch"})).await;
    let next = page.until("goto", |_| true).await["game"].as_str().unwrap().to_owned();
    let mut page = anna.open(&next).await;
    assert_eq!(page.state["you"], json!(["attackers"]));
    assert_eq!(page.state["players"]["defenders"]["level"], 5);
    page.play_any(0).await;
    page.until_plies(2).await;
}

#[tokio::test]
async fn it_moves_though_nobody_looks_on() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=computer&side=attackers&level=8").await;
    let mut page = anna.open(&game).await;
    page.play("d1-d4").await;
    assert_eq!(page.state["thinking"], true);
    drop(page);
    anna.until_text_has(&game, 2).await;

    // It makes the first move of a game whose page was never opened.
    let game = anna.make_game("rules=fetlar-2018&mode=computer&side=defenders&level=1").await;
    anna.until_text_has(&game, 1).await;
}

#[tokio::test]
async fn what_was_due_when_the_server_stopped_is_done_when_it_starts() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=computer&side=attackers&level=8").await;
    let mut page = anna.open(&game).await;
    page.play("d1-d4").await;
    server.state.stop(crate::common::PATIENCE).await;
    let server = Server::start_on(server.folder, Addresses::default(), Limits::default()).await;
    anna.address = server.address.clone();
    anna.until_text_has(&game, 2).await;
}

#[tokio::test]
async fn an_offer_does_not_outlive_a_win_over_the_computer() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let form = "rules=fetlar-2018&mode=computer&side=defenders&level=1&position=/1K9/11/11/11/11/7t3/11/11/11/11/9t1/&turn=defenders";
    let game = anna.make_game(form).await;
    let mut page = anna.open(&game).await;
    page.send(json!({"type": "offer", "kind": "draw"})).await;
    page.play("b1-a1").await;
    assert_eq!(page.state["outcome"]["winner"], "defenders");
    // Whatever it answers meanwhile, the win stays.
    page.send(json!({"type": "withdraw"})).await;
    assert_eq!(page.until("refused", |_| true).await["code"], "no-offer");
    drop(page);
    let page = anna.open(&game).await;
    assert_eq!(page.state["outcome"]["reason"], "king-escaped");
    assert_eq!(page.state["offer"], json!(null));
}

#[tokio::test]
async fn a_take_back_reaches_a_computer_that_thinks() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=viking-game&mode=computer&side=attackers&level=8").await;
    let mut page = anna.open(&game).await;
    page.play("d1-d4").await;
    page.send(json!({"type": "offer", "kind": "take-back"})).await;
    page.until_state(|s| s["turn"] == "attackers" && s["version"].as_u64() >= Some(2)).await;
    assert_eq!((page.plies.len(), &page.state["thinking"]), (0, &json!(false)));
    page.play("e1-e3").await;
    page.until_plies(2).await;
}

#[tokio::test]
async fn levels_and_sides_are_checked() {
    let server = Server::start().await;
    let mut anna = server.browser();
    for (form, named) in [
        ("rules=fetlar-2018&mode=computer&side=attackers&level=9", "level"),
        ("rules=fetlar-2018&mode=computer&side=attackers&level=", "level"),
        ("rules=fetlar-2018&mode=computer&side=middle&level=1", "side"),
        ("rules=fetlar-2018&mode=sideways&side=attackers", "mode"),
        ("rules=chess&mode=screen", "rules"),
        ("rules=fetlar-2018", "mode"),
        ("rules=fetlar-2018&mode=screen&position=/7/7/", "2 rows"),
        ("rules=fetlar-2018&mode=screen&position=/7/7/7/3K3/7/7/7/", "11"),
        ("rules=fetlar-2018&mode=screen&position=/11/11/11/11/11/11/11/11/11/11/11/", "no king"),
    ] {
        let reply = anna.post("/games", form).await;
        assert_eq!(reply.status, 400, "{form}");
        assert!(reply.body.contains(named), "{form}: {}", reply.body);
    }
    // A position of one's own, with the defenders to move.
    let form = "rules=fetlar-2018&mode=screen&position=/11/K10/11/5T5/5t5/11/11/11/11/11/t10/&turn=defenders";
    let reply = anna.post("/games", form).await;
    assert_eq!(reply.status, 400, "a king on a2 is no setup fault, but a soldier on a corner is: {}", reply.body);
    let form = "rules=fetlar-2018&mode=screen&position=/11/K10/11/5T5/5t5/11/11/11/11/1t9/11/&turn=defenders";
    let game = anna.make_game(form).await;
    let page = anna.open(&game).await;
    assert_eq!(page.state["turn"], "defenders");
    assert_eq!(page.state["start"]["position"], "/11/K10/11/5T5/5t5/11/11/11/11/1t9/11/");
    // Chance decides which side it is.
    let game = anna.make_game("rules=fetlar-2018&mode=friend&side=either").await;
    assert_eq!(anna.open(&game).await.state["you"].as_array().unwrap().len(), 1);
}
