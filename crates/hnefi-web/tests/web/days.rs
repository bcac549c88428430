//! Games in which nobody sits at the board all the time: whose turn it is where, and which comes next.

use crate::common::{Browser, Page, Server, game_with_time as game};
use serde_json::{Value, json};

async fn turns(browser: &mut Browser, but: &str) -> Value {
    let reply = browser.get(&format!("/turns?but={but}")).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-store")));
    serde_json::from_str(&reply.body).unwrap()
}

#[tokio::test]
async fn one_s_turn_comes_first_where_there_is_the_least_time_and_only_people_wait() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let nothing = json!({"count": 0, "others": 0, "next": null});
    assert_eq!(turns(&mut anna, "").await, nothing, "nobody knows her yet");
    // Neither the computer nor who sits at the board waits for days.
    anna.make_game("rules=brandubh&mode=computer&side=attackers&level=1").await;
    game(&mut anna, &mut bo, "10%2B5").await;
    anna.make_game("rules=fetlar-2018&mode=friend&side=attackers&clock=1d").await;
    assert_eq!(turns(&mut anna, "").await, nothing);

    let (slow, mut slow_annas, _) = game(&mut anna, &mut bo, "5d").await;
    let (quick, mut quick_annas, mut quick_bos) = game(&mut anna, &mut bo, "2d").await;
    let (unclocked, _, _) = game(&mut anna, &mut bo, "").await;
    assert_eq!(turns(&mut anna, "").await, json!({"count": 3, "others": 3, "next": quick}));
    assert_eq!(turns(&mut anna, &quick).await, json!({"count": 3, "others": 2, "next": slow}));
    assert_eq!(turns(&mut bo, "").await, nothing);
    let home = anna.get("/").await.body;
    assert!(home.contains("Your turn (3)") && home.contains("data-turns=\"3\""), "{home}");
    let place = |text: &str| home.find(text).unwrap_or_else(|| panic!("no {text} in {home}"));
    let row = |id: &str| place(&format!("href=\"/game/{id}\""));
    assert!(row(&quick) < row(&slow) && row(&slow) < row(&unclocked));
    assert!(place("1 day 23 h left") < place("4 days 23 h left"));

    quick_annas.play("d1-d4").await;
    quick_bos.until_plies(1).await;
    assert_eq!(turns(&mut anna, &quick).await, json!({"count": 2, "others": 2, "next": slow}));
    assert_eq!(turns(&mut bo, "").await, json!({"count": 1, "others": 1, "next": quick}));
    // A game that is over waits for nobody.
    slow_annas.send(json!({"type": "resign"})).await;
    slow_annas.until_state(|state| !state["outcome"].is_null()).await;
    assert_eq!(turns(&mut anna, "").await, json!({"count": 1, "others": 1, "next": unclocked}));
}

/// Makes conditional moves, and waits until the page shows them.
async fn foresee(page: &mut Page, lines: Value) {
    let ply = page.plies.len();
    page.send(json!({"type": "conditional", "ply": ply, "lines": lines})).await;
    page.until("state", |state| state["conditional"]["lines"] == lines).await;
}

#[tokio::test]
async fn conditional_moves_are_played_by_the_server_and_seen_by_nobody_before() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let (game, mut annas, mut bos) = game(&mut anna, &mut bo, "3d").await;
    assert_eq!(bos.state["conditional"]["may"], true);
    bos.send(json!({"type": "what-if", "ply": 0, "moves": ["d1-d4", "f4-e4"]})).await;
    let there = bos.until("what-if", |_| true).await;
    assert_eq!(there["turn"], "attackers");
    assert!(there["legal"]["e1"].as_array().unwrap().contains(&json!("e3")), "{there}");
    bos.send(json!({"type": "what-if", "ply": 0, "moves": ["d1-d4", "f4-d4"]})).await;
    assert_eq!(bos.until("refused", |_| true).await["code"], "blocked");
    foresee(&mut bos, json!([["d1-d4", "f4-e4", "e1-e3", "e5-c5"], ["d1-d3", "f4-e4"]])).await;

    // The opponent, a watcher and the public data learn nothing; nor does a restart forget.
    let watch = annas.link("watch");
    let mut watcher = server.browser().connect(&format!("/ws{watch}")).await.unwrap();
    watcher.hello().await;
    annas.hello().await;
    let secrets = ["e1-e3", "e5-c5", "d1-d3"];
    let texts = [
        anna.get(&format!("/game/{game}")).await.body,
        anna.get(&format!("/game/{game}/text")).await.body,
        server.browser().get(&watch).await.body,
        watcher.state.to_string(),
        json!([annas.state["conditional"]["lines"], annas.state["html"]]).to_string(),
    ];
    for text in &texts {
        for secret in secrets {
            assert!(
                !text.contains(&format!("\"{secret}\"")) && !text.contains(&format!("{secret} ")),
                "{secret} in {text}"
            );
        }
    }
    assert_eq!(watcher.state["conditional"], Value::Null);
    annas.send(json!({"type": "conditional", "ply": 0, "lines": [["d1-d4", "f4-e4"]]})).await;
    assert_eq!(annas.until("refused", |_| true).await["code"], "conditional-refused-turn");
    drop((annas, bos, watcher));
    server.state.stop(crate::common::PATIENCE).await;
    let server = Server::start_on(server.folder, hnefi_web::Addresses::default(), hnefi_web::Limits::default()).await;
    for browser in [&mut anna, &mut bo] {
        browser.address = server.browser().address;
    }
    let (mut annas, mut bos) = (anna.open(&game).await, bo.open(&game).await);
    annas.send_move("a", 0, "d1-d4").await;
    annas.until_plies(2).await;
    bos.until_plies(2).await;
    assert_eq!(bos.plies[1]["move"], "f4-e4");
    assert_eq!(bos.state["conditional"]["lines"], json!([["e1-e3", "e5-c5"]]));
    annas.send_move("b", 2, "g1-g3").await;
    bos.until_state(|state| state["conditional"]["ended"] == true).await;
    assert_eq!((bos.plies.len(), &bos.state["conditional"]["lines"]), (3, &json!([])));
}

#[tokio::test]
async fn both_games_of_a_match_of_days_go_on_at_once_and_its_score_counts_both() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let first = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers&clock=2d&games=2").await;
    let mut annas = anna.open(&first).await;
    assert_eq!(annas.state["match"]["other"], Value::Null, "nobody has joined");
    assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
    annas.until_state(|state| !state["match"]["other"].is_null()).await;
    let second = annas.state["match"]["other"].as_str().unwrap().to_owned();
    let mut bos = bo.open(&second).await;
    assert_eq!((&bos.state["match"]["other"], &bos.state["you"]), (&json!(first), &json!(["attackers"])));
    assert_eq!(turns(&mut anna, "").await, json!({"count": 1, "others": 1, "next": first}));
    assert_eq!(turns(&mut bo, "").await, json!({"count": 1, "others": 1, "next": second}));
    // Nobody is led away from a game that goes on.
    annas.play("d1-d4").await;
    bos.play("d1-d3").await;
    let mut watching = anna.open(&second).await;
    bos.send(json!({"type": "resign"})).await;
    watching.until_state(|state| !state["outcome"].is_null()).await;
    bos.send(json!({"type": "offer", "kind": "rematch"})).await;
    assert_eq!(bos.until("refused", |_| true).await["code"], "other-game-on");
    assert_eq!(
        (&watching.state["match"]["result"], &watching.state["match"]["defenders"]),
        (&Value::Null, &json!(1.0))
    );
    annas.until_state(|state| state["match"]["attackers"] == 1.0).await;
    annas.send(json!({"type": "resign"})).await;
    annas.until_state(|state| state["match"]["result"] == "draw").await;
    watching.until_state(|state| state["match"]["result"] == "draw").await;
    assert_eq!(watching.state["match"]["says"], "The match is over. It is drawn, 1 to 1.");
}
