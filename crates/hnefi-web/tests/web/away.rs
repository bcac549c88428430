//! Time away: the clocks of one's games of days stand still, both players see why, and a restart forgets nothing.

use crate::common::{Browser, Server, game_with_time as game};
use serde_json::{Value, json};

const DAY: i64 = 24 * 60 * 60_000;

fn stands(state: &Value) -> bool {
    state["clock"]["stands"] == true
}

fn says(state: &Value, what: &str) -> bool {
    state["notices"].as_array().unwrap().iter().any(|notice| notice.as_str().unwrap().contains(what))
}

async fn restarted(server: Server, browsers: &mut [&mut Browser]) -> Server {
    server.state.stop(crate::common::PATIENCE).await;
    let server = Server::start_on(server.folder, hnefi_web::Addresses::default(), hnefi_web::Limits::default()).await;
    for browser in browsers {
        browser.address = server.browser().address;
    }
    server
}

#[tokio::test]
async fn while_somebody_is_away_the_clocks_stand_still_and_both_see_why() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    anna.sign_up("Anna").await;
    let (id, mut annas, mut bos) = game(&mut anna, &mut bo, "2d").await;
    let (_, mut live, _) = game(&mut anna, &mut bo, "10%2B5").await;
    assert!(!stands(&annas.state));
    assert!(bo.post("/account/away", "days=5").await.status == 303, "a guest is led to log in");
    assert!(anna.get("/account").await.body.contains("You have 21 days left."));

    let before = hnefi_store::now_ms();
    assert_eq!(anna.post("/account/away", "days=5").await.header("location"), Some("/account?saved"));
    bos.until_state(stands).await;
    annas.until_state(stands).await;
    assert!(says(&bos.state, "Anna\u{2069} is away until"), "{}", bos.state["notices"]);
    assert!(says(&annas.state, "You are away until"), "{}", annas.state["notices"]);
    let away = bos.state["clock"]["away"].clone();
    assert_eq!((away.as_array().unwrap().len(), &away[0]["side"]), (1, &json!("attackers")));
    let until = away[0]["until_ms"].as_i64().unwrap();
    assert!((before + 5 * DAY..before + 5 * DAY + 60_000).contains(&until));
    let left = bos.state["clock"]["attackers"].as_i64().unwrap();
    let page = anna.get("/account").await.body;
    assert!(page.contains("You are away until") && page.contains("You have 16 days left."), "{page}");
    live.hello().await;
    assert!(!stands(&live.state) && !says(&live.state, "away"), "who sits at the board is not away");

    // A game that begins meanwhile stands still, too.
    let (later, _, mut laters) = game(&mut anna, &mut bo, "1d").await;
    laters.until_state(stands).await;

    // Nothing is forgotten, and nothing runs.
    drop((annas, bos, live, laters));
    let server = restarted(server, &mut [&mut anna, &mut bo]).await;
    let mut bos = bo.open(&id).await;
    assert!(stands(&bos.state) && says(&bos.state, "Anna\u{2069} is away until"), "{}", bos.state);
    assert_eq!(bos.state["clock"]["attackers"].as_i64().unwrap(), left, "to the millisecond");
    assert!(stands(&bo.open(&later).await.state));

    // She may move all the same, and then it is his clock that stands still.
    let mut annas = anna.open(&id).await;
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    assert!(stands(&bos.state));
    assert_eq!(bos.state["clock"]["defenders"].as_i64().unwrap(), 2 * DAY);

    assert_eq!(anna.post("/account/back", "").await.header("location"), Some("/account?saved"));
    bos.until_state(|state| !stands(state)).await;
    assert!(!says(&bos.state, "away") && bos.state["clock"]["running"] == "defenders");
    assert!(anna.get("/account").await.body.contains("You have 20 days left."), "one day had begun");
    let text = anna.get("/account/data").await.body;
    let data: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(data["away"][0]["days"], 1, "{text}");
    drop(server);
}

#[tokio::test]
async fn a_game_of_the_lobby_stands_still_at_once_while_one_of_its_players_is_away() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    anna.sign_up("Anna").await;
    assert_eq!(anna.post("/account/away", "days=3").await.status, 303);
    let seek = "rules=fetlar-2018&clock=2d&side=attackers";
    let put_up = anna.post("/lobby/seeks", seek).await;
    assert_eq!(put_up.header("location"), Some("/lobby"), "{}", put_up.body);
    let made = bo.post("/lobby/seeks", &seek.replace("attackers", "defenders")).await;
    let id = made.header("location").unwrap().strip_prefix("/game/").unwrap().to_owned();
    bo.open(&id).await.until_state(stands).await;
}

#[tokio::test]
async fn time_away_ends_by_itself() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    anna.sign_up("Anna").await;
    let (id, _, mut bos) = game(&mut anna, &mut bo, "2d").await;
    assert_eq!(anna.post("/account/away", "days=1").await.status, 303);
    bos.until_state(stands).await;
    drop(bos);
    // As if the day had passed.
    server.tamper("update away set until_ms = 1000").await;
    let _server = restarted(server, &mut [&mut anna, &mut bo]).await;
    let mut bos = bo.open(&id).await;
    if stands(&bos.state) {
        bos.until_state(|state| !stands(state)).await;
    }
    assert_eq!(bos.state["clock"]["running"], "attackers");
    assert!(anna.get("/account").await.body.contains("Go away now"));
}

#[tokio::test]
async fn nobody_is_away_too_long_or_goes_in_the_last_hour_of_a_move() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    anna.sign_up("Anna").await;
    for days in ["22", "0", "-1", "x", "", "99999999999"] {
        let reply = anna.post("/account/away", &format!("days={days}")).await;
        assert_eq!(reply.status, 409, "{days}");
        assert!(reply.body.contains("You can be away for 1 to 21 days now."), "{}", reply.body);
    }
    assert_eq!(anna.post("/account/away", "days=20").await.status, 303);
    assert_eq!(anna.post("/account/away", "days=1").await.status, 303, "longer, while one is away");
    let reply = anna.post("/account/away", "days=1").await;
    assert!(reply.status == 409 && reply.body.contains("no days left"), "{}", reply.body);
    assert!(!reply.body.contains("id=\"away-days\""), "nothing is asked that cannot be had");

    let mut bea = server.browser();
    bea.sign_up("Bea").await;
    let (id, mut beas, _) = game(&mut bea, &mut bo, "1d").await;
    // As if all but some minutes of her day had passed.
    server.tamper("update game set flag_ms = 1800000 where flag_ms is not null").await;
    let reply = bea.post("/account/away", "days=3").await;
    assert!(reply.status == 409 && reply.body.contains("Move there first"), "{}", reply.body);
    beas.play("d1-d4").await;
    assert_eq!(bea.post("/account/away", "days=3").await.status, 303);
    assert!(bo.open(&id).await.state["outcome"].is_null());
}
