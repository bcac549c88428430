//! Programs: tokens, the streams that they read, and what they do in games.

use crate::common::{Lines, PASSWORD, Program, Server, make_token, sign_up};
use hnefi_web::Addresses;
use serde_json::{Value, json};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap()
}

#[tokio::test]
async fn a_token_is_shown_once_listed_and_ended_and_does_what_it_may_alone() {
    let server = Server::start().await;
    let mut anna = sign_up(&server, "Anna").await;
    let wrong = anna.post("/account/tokens", "label=engine&password=wrong").await;
    assert_eq!(wrong.status, 401);
    let token = make_token(&mut anna, "").await;
    assert!(token.starts_with("hnefi_") && token.len() > 50, "{token}");
    let page = anna.get("/account").await.body;
    assert!(!page.contains(&token) && page.contains("<b>engine</b> · reads</span>") && page.contains("never used"));
    let mut program = Program { browser: server.browser(), token };
    let account = program.get("/api/account").await;
    assert_eq!(account, json!({"name": "Anna", "bot": false, "scopes": ["read"], "ratings": []}));
    assert!(!anna.get("/account").await.body.contains("never used"));
    assert_eq!(anna.get("/account/data").await.body.matches(r#""scopes":"read""#).count(), 1);

    let seek = json!({"rules": "brandubh", "clock": "3+2"});
    let (status, answer) = program.ask("POST", "/api/lobby/seeks", seek).await;
    assert_eq!((status, code(&answer), &answer["error"]["scope"]), (403, "needs-scope", &json!("challenge")));
    let (status, answer) = program.act("nothing", json!({"type": "resign"})).await;
    assert_eq!((status, &answer["error"]["scope"]), (403, &json!("play")));

    let mut stream = program.stream().await;
    stream.until("hello", |_| true).await;
    let id = page.split("name=\"token\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(anna.post("/account/tokens/end", &format!("token={id}")).await.status, 303);
    assert_eq!(stream.next().await, None, "its stream has ended");
    let reply = program.reply("GET", "/api/account", Value::Null).await;
    assert_eq!((reply.status, reply.header("www-authenticate")), (401, Some("Bearer")));
    let nothing = Program { browser: server.browser(), token: "hnefi_nothing".to_owned() }
        .ask("GET", "/api/rules", Value::Null)
        .await;
    assert_eq!((nothing.0, code(&nothing.1)), (401, "no-token"), "also where none is wanted");
}

#[tokio::test]
async fn a_token_changes_no_account_and_a_cookie_does_nothing_for_programs() {
    let server = Server::start().await;
    let mut anna = sign_up(&server, "Anna").await;
    let token = make_token(&mut anna, "&challenge=yes&play=yes").await;
    let bearer = format!("Bearer {token}");
    let origin = format!("http://{}", server.address);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Origin", origin.as_str()),
        ("Content-Type", "application/x-www-form-urlencoded"),
    ];
    let mut program = server.browser();
    for (path, form) in [
        ("/account/name", "name=Eve"),
        ("/account/password", "password=a&new=another+long+password"),
        ("/account/tokens", "label=more"),
        ("/account/delete", ""),
        ("/account/bot", ""),
        ("/account/codes", ""),
    ] {
        let reply = program.ask("POST", path, &headers, form).await;
        assert_eq!((reply.status, reply.header("location")), (303, Some("/log-in")), "{path}");
    }
    assert_eq!(program.ask("GET", "/account/data", &headers, "").await.status, 303);

    // The cookie alone, with the origin of our pages and with that of another site.
    for origin in [origin.as_str(), "https://evil.example"] {
        let headers = [("Origin", origin), ("Content-Type", "application/json")];
        let seek = r#"{"rules":"brandubh","clock":"2d"}"#;
        for (method, path, body) in [
            ("POST", "/api/lobby/seeks", seek),
            ("POST", "/api/games/x/acts", r#"{"type":"resign"}"#),
            ("GET", "/api/account", ""),
            ("GET", "/api/stream", ""),
        ] {
            assert_eq!(anna.ask(method, path, &headers, body).await.status, 401, "{path}");
        }
    }
    // A new password ends what the old one has made.
    let reply = anna.post("/account/password", &format!("password={PASSWORD}&new=another+long+walk")).await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    assert_eq!(program.ask("GET", "/api/account", &headers, "").await.status, 401);
}

#[tokio::test]
async fn two_programs_play_and_each_is_told_everything_also_when_it_comes_back() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (Program::of(&server, "Anna").await, Program::of(&server, "Bo").await);
    let (mut annas, mut bos) = (anna.stream().await, bo.stream().await);
    let hello = annas.until("hello", |_| true).await;
    assert_eq!((&hello["seeks"], &hello["games"], &hello["account"]["name"]), (&json!([]), &json!([]), &json!("Anna")));
    bos.until("hello", |_| true).await;

    let declined = anna.challenge(json!({"rules": "brandubh", "clock": "5+3", "to": "Bo"})).await;
    let told = bos.until("seeks", |line| line["seeks"].as_array().unwrap().len() == 1).await;
    assert_eq!((&told["seeks"][0]["by"], &told["seeks"][0]["own"]), (&json!("Anna"), &json!(false)));
    let withdrawn = bo.ask("POST", &format!("/api/lobby/seeks/{declined}/withdraw"), Value::Null).await;
    assert_eq!(withdrawn.0, 204);
    bos.until("seeks", |line| line["seeks"] == json!([])).await;

    let seek = json!({"rules": "brandubh", "clock": "5+3", "to": "Bo", "side": "attackers", "rated": true});
    let challenge = anna.challenge(seek).await;
    bos.until("seeks", |line| line["seeks"][0]["id"] == challenge.as_str()).await;
    let game = bo.accept(&challenge).await;
    let begun = annas.until("game", |_| true).await;
    assert_eq!(begun["game"]["id"], game.as_str());
    assert_eq!(
        (&begun["game"]["rated"], &begun["game"]["clock"], &begun["game"]["you"]),
        (&json!(true), &json!("5+3"), &json!(["attackers"]))
    );
    let state = annas.until("state", |state| state["game"] == game.as_str()).await;
    assert_eq!(
        (&state["turn"], &state["since"], &state["links"]),
        (&json!("attackers"), &json!(0), &json!({"local_only": false}))
    );

    let legal = state["legal"].as_object().unwrap();
    let (from, to) = legal.iter().next().map(|(from, to)| (from.clone(), to[0].as_str().unwrap().to_owned())).unwrap();
    let mv = json!({"type": "move", "id": "m1", "ply": 0, "from": from, "to": to});
    let (status, answer) = anna.act(&game, mv.clone()).await;
    assert_eq!((status, &answer["plies"][0]["move"]), (200, &json!(format!("{from}-{to}"))), "{answer}");
    assert!(answer["plies"][0].get("html").is_none());
    assert_eq!(anna.act(&game, mv).await.0, 200, "sent again, it is played once");
    let state = bos.until("state", |state| state["plies"].as_array().is_some_and(|plies| plies.len() == 1)).await;
    assert_eq!(state["turn"], "defenders");

    let from_where = async || {
        let mut connection =
            SqliteConnectOptions::new().filename(server.folder.path().join("hnefi.db")).connect().await.unwrap();
        let sql = "select count(*) from played_from group by place";
        let counts: Vec<i64> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
        counts
    };
    let (status, answer) = bo.act(&game, json!({"type": "move", "id": "m2", "ply": 1, "from": "a1", "to": "a2"})).await;
    assert_eq!(status, 409, "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("a1"), "the square is named: {answer}");
    // Both play from one address, and moderators are told, as of people on the page.
    let until = tokio::time::Instant::now() + crate::common::PATIENCE;
    while from_where().await != [2] {
        assert!(tokio::time::Instant::now() < until, "{:?}", from_where().await);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let (status, answer) = bo.act(&game, json!({"type": "hint"})).await;
    assert_eq!((status, code(&answer)), (400, "bad-form"));
    let (status, answer) = bo.act(&game, json!({"type": "offer", "kind": "take-back"})).await;
    assert_eq!((status, code(&answer)), (409, "rated"));

    assert_eq!(anna.act(&game, json!({"type": "say", "words": "A good game to you"})).await.0, 200);
    let told = |line: &Value| line["lines"].as_array().is_some_and(|lines| lines.len() == 1);
    let talk = bos.until("talk", told).await;
    assert_eq!((&talk["game"], &talk["lines"][0]["says"]), (&json!(game), &json!("A good game to you")));
    let (status, answer) = bo.act(&game, json!({"type": "say", "greeting": "nonsense"})).await;
    assert_eq!((status, code(&answer)), (409, "talk-greeting"));

    drop(annas);
    let mut annas = anna.stream().await;
    let hello = annas.until("hello", |_| true).await;
    assert_eq!(hello["games"][0]["id"], game.as_str());
    let state = annas.until("state", |_| true).await;
    assert_eq!(state["plies"].as_array().unwrap().len(), 1, "nothing is missed");
    assert_eq!(anna.get("/api/games").await[0]["plies"], 1);

    // Everybody may watch it, and be told.
    let mut watches = Lines::open(&server.address, &format!("/api/games/{game}/stream"), None).await;
    assert_eq!(watches.until("state", |_| true).await["you"], json!([]));
    assert_eq!(bo.act(&game, json!({"type": "resign"})).await.0, 200);
    for lines in [&mut annas, &mut bos, &mut watches] {
        let end = lines.until("state", |state| !state["outcome"].is_null()).await;
        assert_eq!(
            (&end["outcome"]["winner"], &end["outcome"]["reason"]),
            (&json!("attackers"), &json!("resignation"))
        );
    }
    assert_eq!(anna.get("/api/games").await, json!([]));
    assert_eq!(anna.get("/api/players/bo").await["finished"], 1);
}

#[tokio::test]
async fn nobody_reads_or_plays_anothers_game() {
    let server = Server::start().await;
    let (mut anna, mut eve) = (sign_up(&server, "Anna").await, Program::of(&server, "Eve").await);
    let game = anna.make_game("rules=brandubh&mode=friend&side=attackers").await;
    for (method, path) in [("GET", ""), ("GET", "/stream"), ("POST", "/acts")] {
        let (status, answer) = eve.ask(method, &format!("/api/games/{game}{path}"), json!({"type": "resign"})).await;
        assert_eq!((status, code(&answer)), (404, "no-game"), "{method} {path}");
    }
    // A public game is seen, and played by nobody else.
    let (mut bo, mut cleo) = (Program::of(&server, "Bo").await, Program::of(&server, "Cleo").await);
    let challenge = bo.challenge(json!({"rules": "brandubh", "clock": "2d", "to": "Cleo"})).await;
    let (status, answer) = eve.ask("POST", &format!("/api/lobby/seeks/{challenge}/accept"), Value::Null).await;
    assert_eq!((status, code(&answer)), (409, "gone"), "a challenge to another is as if it were not there");
    assert_eq!(eve.ask("POST", &format!("/api/lobby/seeks/{challenge}/withdraw"), Value::Null).await.0, 204);
    let game = cleo.accept(&challenge).await;
    assert_eq!(eve.get(&format!("/api/games/{game}")).await["you"], json!([]));
    let mv = json!({"type": "move", "id": "m1", "ply": 0, "from": "d1", "to": "c1"});
    for act in [mv, json!({"type": "resign"}), json!({"type": "claim-abandoned", "draw": false})] {
        let (status, answer) = eve.act(&game, act).await;
        assert_eq!((status, code(&answer)), (409, "not-your-seat"));
    }
    assert_eq!(bo.get(&format!("/api/games/{game}")).await["plies"], json!([]));
}

#[tokio::test]
async fn who_looks_on_is_not_noted_as_a_player() {
    let server = Server::start().await;
    let (mut bo, mut cleo) = (Program::of(&server, "Bo").await, Program::of(&server, "Cleo").await);
    let mut eve = Program::of(&server, "Eve").await;
    let challenge = json!({"rules": "brandubh", "clock": "5+3", "to": "Cleo", "side": "attackers", "rated": true});
    let challenge = bo.challenge(challenge).await;
    let game = cleo.accept(&challenge).await;
    assert_eq!(eve.act(&game, json!({"type": "resign"})).await.0, 409);
    let mv = json!({"type": "move", "id": "m1", "ply": 0, "from": "a1", "to": "a2"});
    assert_eq!(bo.act(&game, mv).await.0, 409);
    let until = tokio::time::Instant::now() + crate::common::PATIENCE;
    loop {
        let file = server.folder.path().join("hnefi.db");
        let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
        let sql = "select person.name from played_from join person on person.id = played_from.person order by name";
        let noted: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
        if !noted.is_empty() {
            assert_eq!(noted, ["Bo"]);
            return;
        }
        assert!(tokio::time::Instant::now() < until, "nobody is noted");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn who_asks_too_often_or_reads_too_many_streams_is_told_when_to_come_again() {
    let server = Server::start_without_refill(Addresses::default()).await;
    let (mut anna, mut bo) = (Program::of(&server, "Anna").await, Program::of(&server, "Bo").await);
    let mut streams = Vec::new();
    for _ in 0..8 {
        let mut stream = anna.stream().await;
        stream.until("hello", |_| true).await;
        streams.push(stream);
    }
    let ninth = anna.reply("GET", "/api/stream", Value::Null).await;
    assert_eq!((ninth.status, ninth.header("retry-after")), (429, Some("10")));
    bo.stream().await.until("hello", |_| true).await;

    let mut last = anna.reply("GET", "/api/rules", Value::Null).await;
    for _ in 0..300 {
        if last.status == 429 {
            break;
        }
        last = anna.reply("GET", "/api/rules", Value::Null).await;
    }
    assert_eq!((last.status, last.header("retry-after")), (429, Some("1")));
    assert_eq!(bo.ask("GET", "/api/rules", Value::Null).await.0, 200, "others have their own share");
}

#[tokio::test]
async fn a_line_without_news_says_that_it_is_alive() {
    let server = Server::start().await;
    let anna = Program::of(&server, "Anna").await;
    let mut stream = anna.stream().await;
    stream.until("hello", |_| true).await;
    loop {
        let line = stream.raw().await.unwrap();
        if line == "\n" {
            break;
        }
    }
}
