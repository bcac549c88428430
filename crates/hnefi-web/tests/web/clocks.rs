//! Games on the clock, through the server: how they are made, what pages are told, and a flag that nobody looks at.

use crate::common::{Browser, PATIENCE, Page, Server};
use hnefi_web::{Addresses, Limits};
use serde_json::json;

/// Two people in a game on the clock: the attackers' and the defenders' page, and the browser of the first.
async fn two_on_the_clock(server: &Server, form: &str) -> (Page, Page, Browser) {
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let game = anna.make_game(&format!("rules=fetlar-2018&mode=friend&side=attackers&{form}")).await;
    let annas = anna.open(&game).await;
    assert_eq!(annas.state["clock"]["running"], json!(null), "it waits for a friend");
    assert!(bo.get(&annas.link("join")).await.body.contains("The clock: "));
    assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
    let bos = bo.open(&game).await;
    (annas, bos, anna)
}

#[tokio::test]
async fn a_form_makes_games_on_the_clock_with_a_friend_alone() {
    let server = Server::start().await;
    for (form, control) in [
        ("clock=10%2B5", Some("10+5")),
        ("clock=2d", Some("2d")),
        ("clock=own&minutes=7&increment=0", Some("7+0")),
        ("clock=", None),
        ("", None),
    ] {
        for mode in ["friend&side=attackers", "screen", "computer&side=defenders&level=1"] {
            let mut anna = server.browser();
            let game = anna.make_game(&format!("rules=brandubh&mode={mode}&{form}")).await;
            let page = anna.open(&game).await;
            let wanted = control.filter(|_| mode.starts_with("friend"));
            assert_eq!(page.state["clock"]["control"].as_str(), wanted, "{mode} {form}");
        }
    }
    for wrong in ["clock=0%2B5", "clock=99", "clock=own&minutes=0&increment=1", "clock=own&minutes=5&increment=99"] {
        let mut anna = server.browser();
        let reply = anna.post("/games", &format!("rules=brandubh&mode=friend&side=attackers&{wrong}")).await;
        assert_eq!(reply.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn pages_are_told_the_clocks_and_what_each_move_took() {
    let server = Server::start().await;
    let (mut annas, mut bos, _) = two_on_the_clock(&server, "clock=5%2B3").await;
    annas.until_state(|state| state["clock"]["running"] == "attackers").await;
    assert!(annas.state["clock"]["first_ms"].as_u64().unwrap() <= 30_000);
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    bos.play("f4-e4").await;
    annas.until_plies(2).await;
    let clock = &annas.state["clock"];
    assert_eq!((&clock["first_ms"], &clock["running"]), (&json!(null), &json!("attackers")));
    assert_eq!(clock["defenders"], 300_000, "first moves cost nothing");
    assert_eq!(clock["took"].as_array().unwrap().len(), 1, "of the plies that it has not seen");
    assert!(annas.may("give-time") && bos.may("give-time"));
    bos.send(json!({"type": "give-time"})).await;
    annas.until_state(|state| state["clock"]["attackers"].as_u64() > Some(300_000)).await;
    annas.play("e1-e3").await;
    assert!(annas.state["clock"]["attackers"].as_u64().unwrap() <= 318_000);
    bos.send(json!({"type": "claim-abandoned", "draw": false})).await;
    let refused = bos.until("refused", |_| true).await;
    assert_eq!(refused["code"], "not-away");
    bos.until_plies(3).await;
    assert_eq!(bos.state["clock"]["absent"], json!(null));
    drop(annas);
    bos.until_state(|state| state["clock"]["absent"]["side"] == "attackers").await;
    assert!(bos.state["clock"]["absent"]["claim_ms"].as_i64().unwrap() > 0, "he is waited for");
}

#[tokio::test]
async fn the_next_game_of_a_match_has_the_same_clock() {
    let server = Server::start().await;
    let (mut annas, mut bos, anna) = two_on_the_clock(&server, "clock=3%2B2&games=2").await;
    annas.send(json!({"type": "resign"})).await;
    bos.until_state(|state| !state["outcome"].is_null()).await;
    assert!(bos.state["clock"]["next_ms"].as_i64().unwrap() > 0, "it begins by itself in a while");
    bos.send(json!({"type": "offer", "kind": "rematch"})).await;
    annas.until_state(|state| !state["offer"].is_null()).await;
    assert!(annas.state["next"].is_null(), "both have to be ready");
    annas.send(json!({"type": "answer", "accept": true})).await;
    let next = bos.until("goto", |_| true).await["game"].as_str().unwrap().to_owned();
    annas.until("goto", |goto| goto["game"] == next.as_str()).await;
    let page = anna.open(&next).await;
    let clock = &page.state["clock"];
    assert_eq!((&clock["control"], &clock["running"]), (&json!("3+2"), &json!("attackers")));
    assert!(clock["waits_ms"].as_i64().unwrap() > 0, "both have a while to come");
}

#[tokio::test]
async fn a_flag_falls_after_a_restart_though_no_socket_is_open() {
    let server = Server::start().await;
    let (mut annas, mut bos, _) = two_on_the_clock(&server, "clock=1%2B0").await;
    let game = annas.state["game"].as_str().unwrap().to_owned();
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    bos.play("f4-e4").await;
    drop((annas, bos));
    server.state.stop(PATIENCE).await;
    // It has run for longer than the attackers have.
    server.tamper("update heartbeat set clock_ms = clock_ms + 90000").await;
    let server = Server::start_on(server.folder, Addresses::default(), Limits::default()).await;
    let flagged = async {
        loop {
            let summary = hnefi_store::Store::open(&server.folder.path().join("hnefi.db")).await.unwrap();
            let status = summary.summary(&game).await.unwrap().unwrap().status;
            summary.close().await;
            if let Some(ending) = status.ending {
                return (ending, status.winner);
            }
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
    };
    let (ending, winner) = tokio::time::timeout(2 * PATIENCE, flagged).await.expect("the flag falls");
    assert_eq!((ending.as_str(), winner), ("time", Some(hnefi_rules::Side::Defenders)));
}
