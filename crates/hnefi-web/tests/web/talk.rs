//! What people say beside a game.

use crate::common::{Browser, PASSWORD, Page, Server, two_people};
use serde_json::{Value, json};

/// Listens, and gives what was heard first.
async fn listen(page: &mut Page) -> Value {
    page.send(json!({"type": "talk"})).await;
    page.until("talk", |talk| talk["since"] == 0).await
}

async fn say(page: &mut Page, words: &str) {
    page.send(json!({"type": "say", "words": words})).await;
}

/// The next line that a page hears.
async fn heard(page: &mut Page) -> Value {
    page.until("talk", |talk| !talk["lines"].as_array().unwrap().is_empty()).await["lines"][0].clone()
}

async fn refused(page: &mut Page) -> Value {
    page.until("refused", |_| true).await["code"].clone()
}

/// A public game of two members, with their pages, and its id.
async fn public_game(server: &Server) -> (Page, Page, Browser, Browser, String) {
    let (mut anna, mut bo) = (server.browser(), server.browser());
    anna.sign_up("Anna").await;
    bo.sign_up("Bo").await;
    let seek = "rules=fetlar-2018&clock=10%2B5&side=attackers";
    assert_eq!(anna.post("/lobby/seeks", seek).await.header("location"), Some("/lobby"));
    let reply = bo.post("/lobby/seeks", &seek.replace("attackers", "defenders")).await;
    let game = reply.header("location").unwrap().strip_prefix("/game/").unwrap().to_owned();
    let (annas, bos) = (anna.open(&game).await, bo.open(&game).await);
    (annas, bos, anna, bo, game)
}

#[tokio::test]
async fn who_may_say_what() {
    let server = Server::start().await;
    let mut alone = server.browser();
    let lone = alone.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
    let talk = listen(&mut alone.open(&lone).await).await;
    assert_eq!(talk["may"]["room"], Value::Null, "nobody is there to hear it");
    let mut page = alone.open(&lone).await;
    listen(&mut page).await;
    assert_eq!(server.browser().post(&page.link("join"), "").await.status, 303);
    page.until("talk", |talk| talk["may"]["room"] == "players").await;
    for mode in ["screen", "computer"] {
        let game = alone.make_game(&format!("rules=brandubh&mode={mode}&side=defenders&level=1")).await;
        assert!(!alone.get(&format!("/game/{game}")).await.body.contains("id=\"talk\""), "{mode}");
        let mut page = alone.open(&game).await;
        page.send(json!({"type": "say", "greeting": "hello"})).await;
        assert_eq!(refused(&mut page).await, "talk-not-here", "{mode}");
    }

    let (mut annas, mut bos, _, mut bo) = two_people(&server, "fetlar-2018").await;
    let game = bos.state["game"].as_str().unwrap().to_owned();
    let talk = listen(&mut annas).await;
    assert_eq!((&talk["may"]["room"], &talk["may"]["words"]), (&json!("players"), &json!(false)));
    assert!(talk["may"]["why"].as_str().unwrap().contains("account"));
    listen(&mut bos).await;
    annas.send(json!({"type": "say", "greeting": "good-luck"})).await;
    let line = heard(&mut bos).await;
    assert_eq!(
        (&line["greeting"], &line["side"], &line["you"]),
        (&json!("good-luck"), &json!("attackers"), &json!(false))
    );
    say(&mut annas, "hello").await;
    assert_eq!(refused(&mut annas).await, "talk-no-words");
    annas.send(json!({"type": "say", "greeting": "words of my own"})).await;
    assert_eq!(refused(&mut annas).await, "talk-greeting");

    bo.sign_up("Bo").await;
    let mut bos = bo.open(&game).await;
    let talk = listen(&mut bos).await;
    assert_eq!((&talk["lines"][0]["says"], &talk["may"]["words"]), (&json!("Good luck, have fun!"), &json!(true)));
    say(&mut bos, "  you   too ").await;
    let said = annas.until("talk", |talk| talk["lines"][0]["number"] == 2).await;
    let line = &said["lines"][0];
    assert_eq!((&line["says"], &line["name"], &line["page"]), (&json!("you too"), &json!("Bo"), &json!("/@/Bo")));
    // Who watches by a link has no name here, and hears nothing of the players.
    let link = annas.link("watch");
    assert!(!server.browser().get(&link).await.body.contains("id=\"talk\""));
    let mut watcher = server.browser().connect(&format!("/ws{link}")).await.unwrap();
    watcher.hello().await;
    let talk = listen(&mut watcher).await;
    assert_eq!((&talk["lines"], &talk["may"]["room"]), (&json!([]), &Value::Null));
    watcher.send(json!({"type": "say", "greeting": "hello"})).await;
    assert_eq!(refused(&mut watcher).await, "talk-not-here");
}

#[tokio::test]
async fn watchers_and_players_do_not_hear_each_other_until_the_end() {
    let server = Server::start().await;
    let (mut annas, mut bos, _, _, game) = public_game(&server).await;
    let (mut carl, mut dora) = (server.browser(), server.browser());
    carl.sign_up("Carl").await;
    let (mut carls, mut doras) = (carl.open(&game).await, dora.open(&game).await);
    assert!(dora.get(&format!("/game/{game}")).await.body.contains("id=\"talk\""));
    for page in [&mut annas, &mut bos, &mut carls, &mut doras] {
        assert_eq!(listen(page).await["lines"], json!([]));
    }
    say(&mut carls, "look at e7").await;
    assert_eq!(heard(&mut doras).await["room"], "watchers");
    say(&mut doras, "hello").await;
    assert_eq!(refused(&mut doras).await, "talk-not-here", "a watcher needs an account");
    say(&mut annas, "hello Bo").await;
    assert_eq!(heard(&mut bos).await["says"], "hello Bo", "the first that the players hear");
    say(&mut carls, "nobody looks").await;
    assert_eq!(heard(&mut doras).await["says"], "nobody looks", "and of the players they hear nothing");
    bos.send(json!({"type": "resign"})).await;
    let talk = annas.until("talk", |talk| talk["lines"].as_array().unwrap().len() == 3).await;
    assert_eq!((&talk["since"], &talk["lines"][0]["says"]), (&json!(0), &json!("look at e7")));
    assert_eq!(listen(&mut doras).await["lines"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn either_player_closes_the_talk_and_opens_it_again() {
    let server = Server::start().await;
    let (mut annas, mut bos, _, _, game) = public_game(&server).await;
    let mut carl = server.browser();
    carl.sign_up("Carl").await;
    let mut carls = carl.open(&game).await;
    for page in [&mut annas, &mut bos, &mut carls] {
        listen(page).await;
    }
    let closed = |closed: bool| move |talk: &Value| talk["may"]["closed"] == json!(closed);
    carls.send(json!({"type": "close-talk", "closed": true})).await;
    assert_eq!(refused(&mut carls).await, "not-your-seat");
    bos.send(json!({"type": "close-talk", "closed": true})).await;
    assert_eq!(annas.until("talk", closed(true)).await["may"]["closes"], false);
    assert_eq!(bos.until("talk", closed(true)).await["may"]["closes"], true);
    for page in [&mut annas, &mut bos, &mut carls] {
        page.send(json!({"type": "say", "greeting": "hello"})).await;
        assert_eq!(refused(page).await, "talk-not-here");
    }
    annas.send(json!({"type": "close-talk", "closed": false})).await;
    assert_eq!(refused(&mut annas).await, "talk-closed", "only who has closed it");
    bos.send(json!({"type": "close-talk", "closed": false})).await;
    annas.until("talk", closed(false)).await;
    say(&mut annas, "thank you").await;
    assert_eq!(heard(&mut bos).await["says"], "thank you");
}

#[tokio::test]
async fn who_says_too_much_is_asked_to_wait() {
    let server = Server::start().await;
    let (mut annas, mut bos, _, _, _) = public_game(&server).await;
    listen(&mut bos).await;
    for number in 0..6 {
        say(&mut annas, &format!("line {number}")).await;
    }
    say(&mut annas, "one more").await;
    assert_eq!(refused(&mut annas).await, "talk-fast");
    say(&mut annas, &"x".repeat(141)).await;
    assert_eq!(refused(&mut annas).await, "talk-long");
    say(&mut annas, " \u{200b} ").await;
    assert_eq!(refused(&mut annas).await, "talk-empty");
    let mut last = Value::Null;
    while last["says"] != "line 5" {
        let talk = bos.until("talk", |_| true).await;
        last = talk["lines"].as_array().unwrap().last().cloned().unwrap_or(last);
    }
}

#[tokio::test]
async fn words_are_text_and_nothing_else() {
    let server = Server::start().await;
    let (mut annas, mut bos, _, _, _) = public_game(&server).await;
    listen(&mut bos).await;
    say(&mut annas, "<script>alert(1)</script> https://example.org \u{202e}x").await;
    let talk = bos.until("talk", |talk| talk["lines"][0]["says"].is_string()).await;
    let html = talk["html"].as_str().unwrap();
    assert!(!html.contains("<script") && !html.contains("href=\"http") && !html.contains('\u{202e}'), "{html}");
    assert!(html.contains("https://example.org"));
}

#[tokio::test]
async fn what_somebody_said_is_in_his_data_and_goes_with_his_account() {
    let server = Server::start().await;
    let (mut annas, mut bos, mut anna, _, game) = public_game(&server).await;
    listen(&mut bos).await;
    say(&mut annas, "my street is the third").await;
    heard(&mut bos).await;
    bos.send(json!({"type": "say", "greeting": "thanks"})).await;
    heard(&mut bos).await;
    let data: Value = serde_json::from_str(&anna.get("/account/data").await.body).unwrap();
    assert_eq!(data["said"][0]["words"], "my street is the third");
    assert_eq!((&data["said"][0]["game"], data["said"].as_array().unwrap().len()), (&json!(game), 1));
    assert_eq!(anna.post("/account/delete", &format!("password={PASSWORD}")).await.status, 303);
    let told = bos.until("talk", |talk| talk["lines"].as_array().unwrap().len() == 1 && talk["since"] == 0).await;
    assert_eq!(told["lines"][0]["greeting"], "thanks");
}
