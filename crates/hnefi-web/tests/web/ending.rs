//! How games end, and that they stay ended; what is one act is one state.

use crate::common::{Browser, Page, Server, two_people};
use hnefi_live::Limits;
use hnefi_web::Addresses;
use serde_json::json;

/// Bo's king goes from b1 to the corner a1.
async fn about_to_win(server: &Server) -> (Page, Page, Browser, Browser, String) {
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let position = "position=/1K9/11/11/11/11/7t3/11/11/11/11/9t1/&turn=defenders";
    let game = anna.make_game(&format!("rules=fetlar-2018&mode=friend&side=attackers&{position}")).await;
    let annas = anna.open(&game).await;
    assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
    let bos = bo.open(&game).await;
    (annas, bos, anna, bo, game)
}

#[tokio::test]
async fn an_offer_does_not_outlive_the_winning_move() {
    for accept in [true, false] {
        let server = Server::start().await;
        let (mut annas, mut bos, anna, _bo, game) = about_to_win(&server).await;
        bos.send(json!({"type": "offer", "kind": "draw"})).await;
        annas.until_state(|s| s["offer"]["answer"] == true).await;
        bos.play("b1-a1").await;
        annas.until_state(|s| s["outcome"]["winner"] == "defenders").await;
        assert_eq!(annas.state["offer"], json!(null));

        annas.send(json!({"type": "answer", "accept": accept})).await;
        assert_eq!(annas.until("refused", |_| true).await["code"], "no-offer");
        bos.send(json!({"type": "withdraw"})).await;
        assert_eq!(bos.until("refused", |_| true).await["code"], "no-offer");
        let version = annas.state["version"].clone();
        let again = anna.open(&game).await;
        assert_eq!(again.state["outcome"]["reason"], "king-escaped");
        assert_eq!((&again.state["version"], &again.state["match"]["defenders"]), (&version, &json!(1.0)));
    }
}

#[tokio::test]
async fn two_seats_of_one_screen_move_in_one_act() {
    let server = Server::start().await;
    let (mut anna, mut other) = (server.browser(), server.browser());
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    let mut page = anna.open(&game).await;
    assert_eq!(other.post(&page.link("seat"), "").await.status, 303);
    assert_eq!(page.closed().await.0, 1008, "she holds no seat any more");
    let mut moved = other.open(&game).await;
    assert_eq!(moved.state["you"], json!(["attackers", "defenders"]));
    moved.play("d1-d4").await;
    moved.play("f8-d8").await;
    assert!(moved.may("hint"), "it is still one screen");
}

#[tokio::test]
async fn a_claim_that_settles_itself_is_never_shown_as_an_offer() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let fort = "position=/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/&turn=attackers";
    let game = anna.make_game(&format!("rules=fetlar-2018&mode=friend&side=attackers&{fort}")).await;
    let annas = anna.open(&game).await;
    assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
    let mut bos = bo.open(&game).await;
    bos.send(json!({"type": "offer", "kind": "claim", "ground": "king-at-side"})).await;
    let state = bos.until("state", |state| state["version"] != 0).await;
    assert_eq!((&state["version"], &state["outcome"]["reason"]), (&json!(2), &json!("claim")));
}

#[tokio::test]
async fn a_long_game_is_paced_and_a_draw_is_proposed() {
    let server = Server::start_limited(Limits { paced_from: 4, pace_ms: 3_600_000, broken_off_at: 100 }).await;
    let (mut annas, mut bos, ..) = two_people(&server, "fetlar-2018").await;
    for (ply, mv) in ["d1-d2", "f8-d8", "d2-d3", "d8-c8"].into_iter().enumerate() {
        assert_eq!(annas.state["notices"], json!([]));
        if ply % 2 == 0 {
            annas.play(mv).await
        } else {
            bos.play(mv).await
        }
        annas.until_plies(ply + 1).await;
        bos.until_plies(ply + 1).await;
    }
    for page in [&annas, &bos] {
        let notice = page.state["notices"][0].as_str().unwrap();
        assert!(notice.contains("draw") && notice.contains("100"), "{notice}");
    }
    annas.send_move("early", 4, "d3-d2").await;
    let refused = annas.until("refused", |_| true).await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("too-soon"), &json!("early")));
    // All else may be done.
    annas.send(json!({"type": "offer", "kind": "draw"})).await;
    bos.until_state(|s| s["offer"]["answer"] == true).await;
    bos.send(json!({"type": "answer", "accept": true})).await;
    annas.until_state(|s| s["outcome"]["reason"] == "agreement").await;
    assert_eq!(annas.state["notices"], json!([]));
}

#[tokio::test]
async fn a_game_without_end_is_broken_off_without_a_result() {
    let limits = Limits { paced_from: 2, pace_ms: 0, broken_off_at: 6 };
    let server = Server::start_limited(limits).await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    let mut page = anna.open(&game).await;
    for mv in ["d1-d2", "f8-d8", "d2-d1", "d8-f8", "e1-e3", "f8-d8"] {
        page.play(mv).await;
    }
    assert_eq!(page.state["version"], 7);
    assert_eq!(
        (&page.state["outcome"]["reason"], &page.state["outcome"]["winner"]),
        (&json!("broken-off"), &json!(null))
    );
    assert!(page.state["outcome"]["says"].as_str().unwrap().contains("No rule of the game"));
    assert_eq!((&page.state["match"]["attackers"], &page.state["legal"]), (&json!(0.0), &json!({})));
    assert!(page.may("rematch") && !page.may("take-back") && !page.may("resign"));
    page.send_move("late", 6, "e3-e1").await;
    assert_eq!(page.until("refused", |_| true).await["code"], "broken-off");
    let home = anna.get("/").await.body;
    assert!(home.contains("Broken off"), "the first page says so");

    // It stays so when it is read back, and the match goes on.
    server.state.stop(crate::common::PATIENCE).await;
    let server = Server::start_on(
        server.folder,
        Addresses::default(),
        hnefi_web::Limits { games: limits, ..hnefi_web::Limits::default() },
    )
    .await;
    anna.address = server.address.clone();
    let mut page = anna.open(&game).await;
    assert_eq!(page.state["outcome"]["reason"], "broken-off");
    page.send(json!({"type": "offer", "kind": "rematch"})).await;
    page.until("goto", |_| true).await;
}
