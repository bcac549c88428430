//! What the server does with bad manners: garbage, floods, foreign sites, things that are not there.

use crate::common::{Browser, Server};
use futures_util::SinkExt;
use hnefi_web::Addresses;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::{self, Message};

async fn status_of(socket: Result<crate::common::Page, tungstenite::Error>) -> u16 {
    match socket {
        Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
        Err(error) => panic!("{error}"),
        Ok(_) => 101,
    }
}

#[tokio::test]
async fn garbage_closes_the_socket_with_a_reason() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    for garbage in
        ["", "hello", "{}", "[]", "{\"type\":\"dance\"}", "{\"type\":\"move\"}", "{\"type\":\"move\",\"id\":1}", "null"]
    {
        let mut page = anna.open(&game).await;
        page.send_text(garbage).await;
        let (code, reason) = page.closed().await;
        assert_eq!((code, reason.is_empty()), (1008, false), "{garbage}");
    }
    let mut page = anna.open(&game).await;
    page.socket.send(Message::binary(vec![0, 159, 146, 150])).await.unwrap();
    assert_eq!(page.closed().await.0, 1008);

    // Whoever does not say hello first is not listened to.
    let mut page = anna.connect(&format!("/ws/game/{game}")).await.unwrap();
    page.send(json!({"type": "resign"})).await;
    assert_eq!(page.closed().await, (1008, "say hello first".to_owned()));

    // A ping is answered even before.
    let mut page = anna.connect(&format!("/ws/game/{game}")).await.unwrap();
    page.send(json!({"type": "ping"})).await;
    assert_eq!(page.next().await.unwrap(), json!({"type": "pong"}));
    let fresh = anna.open(&game).await;
    assert_eq!(fresh.state["version"], 0, "nothing of all this is in the game");
}

#[tokio::test]
async fn large_messages_and_floods_close_the_socket_with_a_reason() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    let mut page = anna.open(&game).await;
    page.send_text(&format!("{{\"type\":\"ping\",\"x\":\"{}\"}}", "x".repeat(5_000))).await;
    assert_eq!(page.closed().await.0, 1009);

    // Ten megabytes: the server does not read them. Whether the reason still arrives is up to the network.
    let mut page = anna.open(&game).await;
    let _ = page.socket.send(Message::text("x".repeat(10_000_000))).await;
    loop {
        match page.next().await {
            Ok(_) => {}
            Err(Some(frame)) => break assert_eq!(u16::from(frame.code), 1009),
            Err(None) => break,
        }
    }

    let mut page = anna.open(&game).await;
    for _ in 0..200 {
        if page.socket.send(Message::text("{\"type\":\"ping\"}")).await.is_err() {
            break;
        }
    }
    assert_eq!(page.closed().await, (1008, "too many messages".to_owned()));
    // What she sent too much of counts for her in all her sockets, and for nobody else.
    let mut bo = server.browser();
    let game = bo.make_game("rules=fetlar-2018&mode=screen").await;
    assert_eq!(bo.open(&game).await.plies.len(), 0);
}

#[tokio::test]
async fn only_pages_of_this_server_open_sockets_and_post_forms() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
    let path = format!("/ws/game/{game}");
    for origin in [None, Some("http://evil.example"), Some("null"), Some("http://127.0.0.1:1"), Some("nonsense")] {
        assert_eq!(status_of(anna.connect_from(&path, origin).await).await, 403, "{origin:?}");
    }
    assert_eq!(status_of(anna.connect(&path).await).await, 101);
    assert_eq!(status_of(server.browser().connect(&path).await).await, 404, "without a seat");
    assert_eq!(status_of(anna.connect("/ws/game/nothing").await).await, 404);
    assert_eq!(status_of(anna.connect("/ws/watch/nothing").await).await, 404);

    let join = anna.open(&game).await.link("join");
    for origin in [None, Some("http://evil.example"), Some("null")] {
        let headers: Vec<_> = origin.map(|origin| ("Origin", origin)).into_iter().collect();
        for path in ["/games", &join] {
            let reply = server.browser().ask("POST", path, &headers, "").await;
            assert_eq!(reply.status, 403, "{path} {origin:?}");
            assert!(reply.header("set-cookie").is_none());
        }
    }
    assert_eq!(anna.open(&game).await.state["players"]["defenders"]["kind"], "open");
}

#[tokio::test]
async fn what_is_not_there_is_a_page_that_says_so() {
    let server = Server::start().await;
    let mut eve = server.browser();
    for path in [
        "/nothing",
        "/game/nothing",
        "/join/nothing",
        "/seat/nothing",
        "/watch/nothing",
        "/game/a%2F..%2Fb",
        "/game/nothing/text",
        "/join/nothing/qr.svg",
        "/assets/x/nothing.js",
        "/assets/x/..%2F..%2FCargo.toml",
    ] {
        let reply = eve.get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.body.contains("<h1"), "{path}: {}", reply.body);
    }
    assert_eq!(eve.get("/name").await.status, 405);
    assert_eq!(eve.post("/", "").await.status, 405);
    for path in ["/join/nothing", "/seat/nothing"] {
        assert_eq!(eve.post(path, "").await.status, 404, "{path}");
    }
    assert_eq!(eve.get("/ws/game/nothing").await.status, 400, "no socket was asked for");
    assert_eq!(eve.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn a_program_is_told_in_json_and_a_person_on_a_page() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let large = "x".repeat(70_000);
    for (method, path, body, status, code) in [
        ("POST", "/api/table", large.as_str(), 413, "too-large"),
        ("GET", "/api/table", "", 405, "no-method"),
        ("GET", "/api/nothing", "", 404, "no-page"),
        ("POST", "/api/table", "{", 400, "bad-form"),
    ] {
        let reply = eve.ask(method, path, &[], body).await;
        assert_eq!(reply.status, status, "{method} {path}");
        let answer: Value = serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{method} {path}"));
        assert_eq!(answer["error"]["code"], code);
        assert!(reply.header("content-security-policy").is_some() && reply.header("cache-control").is_some());
    }
    for path in ["/game/%FF", "/join/%C0%AF", "/assets/%FF/x.js"] {
        let reply = eve.get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.body.contains("<h1"), "{path}: {}", reply.body);
    }
}

#[tokio::test]
async fn nobody_makes_games_or_opens_sockets_without_end() {
    let server = Server::start_without_refill(Addresses::default()).await;
    let (mut anna, mut eve) = (server.browser(), server.browser());
    let form = "rules=fetlar-2018&mode=screen";
    let game = eve.make_game(form).await;
    let mut made = 1;
    let refused = loop {
        let reply = eve.post("/games", form).await;
        match reply.status {
            303 => made += 1,
            _ => break reply,
        }
    };
    assert_eq!(refused.status, 429);
    assert!(refused.body.contains("<h1"), "{}", refused.body);
    assert_eq!(made, 60);
    anna.make_game(form).await;

    let mut pages = Vec::new();
    let refused = loop {
        match eve.connect(&format!("/ws/game/{game}")).await {
            Ok(page) => pages.push(page),
            refused => break refused,
        }
    };
    assert_eq!(status_of(refused).await, 429);
    assert_eq!(pages.len(), 50);
    // Whoever closes one may open another.
    pages.pop().unwrap().socket.close(None).await.unwrap();
    while let Err(error) = eve.connect(&format!("/ws/game/{game}")).await {
        assert_eq!(status_of(Err(error)).await, 429);
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn whoever_says_hello_again_wakes_nobody_else() {
    let server = Server::start().await;
    let (mut anna, mut bo, ..) = crate::common::two_people(&server, "fetlar-2018").await;
    anna.until_state(|state| state["players"]["defenders"]["online"] == true).await;
    for _ in 0..5 {
        anna.hello().await;
    }
    anna.send(json!({"type": "resign"})).await;
    let first = bo.until("state", |_| true).await;
    assert!(first["outcome"].is_object(), "{first}");
}

#[tokio::test]
async fn large_bodies_are_not_read() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let form = format!("rules={}", "x".repeat(10 * 1024 * 1024));
    for path in ["/games", "/join/nothing", "/api/table"] {
        let origin = format!("http://{}", server.address);
        let mut text = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n", server.address);
        text += &format!("Connection: close\r\nContent-Length: {}\r\n\r\n", form.len());
        // Only the head is sent, as a polite client does: the answer does not wait for the body.
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(&server.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"HTTP/1.1 413", "{path}");
    }
    assert_eq!(eve.post("/games", &"x=1&".repeat(20_000)).await.status, 413);
}

#[tokio::test]
async fn every_page_carries_the_headers_that_keep_secrets() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
    let page = anna.open(&game).await;
    for path in ["/", &format!("/game/{game}"), &page.link("join"), &page.link("watch"), "/nothing"] {
        let reply = anna.get(path).await;
        let policy = reply.header("content-security-policy").unwrap();
        // The referee in the page is compiled there; nothing else that is not a file of ours may run.
        let rest = policy.replace("script-src 'self' 'wasm-unsafe-eval';", "script-src 'self';");
        assert!(rest.contains("default-src 'none'") && !rest.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("referrer-policy"), Some("same-origin"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
    }
    let cookie = server.browser().post("/games", "rules=fetlar-2018&mode=screen").await;
    let cookie = cookie.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(server.browser().get("/").await.header("set-cookie").is_none(), "reading needs no cookie");

    // Scripts and styles are kept for ever, under an address that changes with them.
    let home = anna.get("/").await.body;
    let start = home.find("/assets/").unwrap();
    let asset = &home[start..start + home[start..].find('"').unwrap()];
    let reply = anna.get(asset).await;
    assert!(reply.header("cache-control").unwrap().contains("immutable"), "{asset}");
    let tag = reply.header("etag").unwrap().to_owned();
    assert_eq!(anna.ask("GET", asset, &[("If-None-Match", &tag)], "").await.status, 304);
    let small = anna.ask("GET", asset, &[("Accept-Encoding", "gzip")], "").await;
    assert_eq!(small.header("content-encoding"), Some("gzip"));
}

#[tokio::test]
async fn invitations_are_pictures_too() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
    let page = anna.open(&game).await;
    for name in ["join_qr", "seat_qr"] {
        let reply = anna.get(page.state["links"][name].as_str().unwrap()).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/svg+xml")));
        assert!(reply.body.contains("<svg"), "{}", reply.body);
    }
}

#[tokio::test]
async fn the_public_address_goes_into_links_and_counts_as_own() {
    let public_url = Some("https://tafl.example".to_owned());
    let server = Server::start_with(hnefi_web::Addresses { public_url, ..Default::default() }).await;
    let mut anna = server.browser();
    // As a proxy passes it on: the browser's origin, and the host of the inner server.
    let origin = [("Origin", "https://tafl.example"), ("Content-Type", "application/x-www-form-urlencoded")];
    let reply = anna.ask("POST", "/games", &origin, "rules=fetlar-2018&mode=friend&side=attackers").await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    assert!(reply.header("set-cookie").unwrap().contains("Secure"));
    let path = reply.header("location").unwrap().replacen("/game", "/ws/game", 1);
    let mut page = anna.connect_from(&path, Some("https://tafl.example")).await.unwrap();
    page.hello().await;
    assert!(page.state["links"]["join"].as_str().unwrap().starts_with("https://tafl.example/join/"));
    assert_eq!(page.state["links"]["local_only"], false);
}

#[tokio::test]
async fn a_page_that_makes_its_own_name_lead_here_gets_nothing() {
    let addresses = hnefi_web::Addresses { hosts: vec!["tafl.museum.example".to_owned()], ..Default::default() };
    let server = Server::start_with(addresses).await;
    let ask = async |host: &str, line: &str| {
        let mut stream = tokio::net::TcpStream::connect(&server.address).await.unwrap();
        let origin = format!("Origin: http://{host}\r\nContent-Type: application/x-www-form-urlencoded\r\n");
        let body = "rules=fetlar-2018&mode=screen";
        let head = format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
        answer
    };
    for line in ["POST /games", "GET /", "GET /healthz", "POST /api/table"] {
        let answer = ask("rebind.example:7117", line).await;
        assert!(answer.starts_with("HTTP/1.1 421 "), "{line}: {answer}");
        assert!(answer.contains("rebind.example:7117") && answer.contains("--host"), "{line}: {answer}");
    }
    for host in ["tafl.museum.example", "longhouse.local:7117", "localhost"] {
        let answer = ask(host, "POST /games").await;
        assert!(answer.starts_with("HTTP/1.1 303 "), "{host}: {answer}");
    }
    let absolute = ask("localhost", "GET http://rebind.example/").await;
    assert!(absolute.starts_with("HTTP/1.1 421 "), "{absolute}");
}

async fn table(browser: &mut Browser, question: Value) -> (u16, Value) {
    let reply = browser.ask("POST", "/api/table", &[("Content-Type", "application/json")], &question.to_string()).await;
    (reply.status, serde_json::from_str(&reply.body).unwrap())
}

#[tokio::test]
async fn at_the_table_the_referee_answers() {
    let server = Server::start().await;
    let mut eve = server.browser();
    // An attacker on f5 between a defender who comes to f4 and the empty throne: leaflets differ.
    let rows = "/11/K10/11/a/5t5/11/11/11/11/11/11/".replace("/a/", "/3T7/");
    let question = |mv: Value, square: Value| json!({"rules": "fetlar-2018", "position": rows, "turn": "defenders", "move": mv, "square": square, "last": null});
    let (status, answer) = table(&mut eve, question(json!("d4-f4"), json!(null))).await;
    assert_eq!(status, 200, "{answer}");
    let [capture] = answer["move"]["captures"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!(
        [&capture["square"], &capture["piece"], &capture["by"], &capture["partner"], &capture["says"]],
        [
            "f5",
            "attacker",
            "throne",
            "f6",
            "The attacker on f5 is captured against the empty throne. The leaflet says so under “Squashing pieces”."
        ]
    );
    let clause = &capture["clause"];
    assert_eq!(
        [&clause["id"], &clause["grade"], &clause["address"], &clause["others"]],
        [
            "empty-throne-attackers",
            "text",
            "/rules/fetlar-2018#clause-empty-throne-attackers",
            "Under Regency Chess it would not be captured."
        ]
    );
    let groups = answer["groups"].as_array().unwrap();
    let ids =
        |group: &Value| group["rules"].as_array().unwrap().iter().map(|r| r["rules"]["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&groups[0]), ["fetlar-2018", "viking-game", "cyningstan-2014", "nestorgames"]);
    assert_eq!((&groups[1]["same"], ids(&groups[1])), (&json!(false), vec![json!("regency-chess")]));

    // Why does it stand under the other leaflet, after the same move?
    let mut asked = question(json!("d4-f4"), json!("f5"));
    asked["rules"] = json!("regency-chess");
    let (_, answer) = table(&mut eve, asked).await;
    assert_eq!(answer["move"]["captures"], json!([]));
    assert!(answer["why"]["lines"][0].as_str().unwrap().contains("throne is not hostile"), "{answer}");

    let (_, answer) = table(&mut eve, question(json!("d4-d4"), json!(null))).await;
    assert_eq!(
        (&answer["move"]["allowed"], &answer["move"]["refusal"]["code"]),
        (&json!(false), &json!("same-square"))
    );
    assert_eq!(answer["move"]["position"], rows.as_str());

    let mut no_king = question(json!(null), json!(null));
    no_king["position"] = json!("/11/11/11/11/11/11/11/11/11/11/11/");
    let (status, answer) = table(&mut eve, no_king).await;
    assert_eq!((status, &answer["playable"]), (200, &json!(false)));
    assert_eq!(answer["problems"].as_array().unwrap().len(), 1);

    for (field, bad) in
        [("rules", "chess"), ("position", "abc"), ("move", "x"), ("square", "z9z"), ("last", "?"), ("turn", "x")]
    {
        let mut asked = question(json!("d4-f4"), json!(null));
        asked[field] = json!(bad);
        let (status, answer) = table(&mut eve, asked).await;
        assert_eq!(status, 400, "{field}");
        assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
    }
    let reply = eve.ask("POST", "/api/table", &[], "not json").await;
    assert_eq!(reply.status, 400);
}

#[tokio::test]
async fn nobody_makes_the_server_load_a_game_in_which_he_has_no_seat() {
    let server = Server::start().await;
    let (mut anna, mut eve) = (server.browser(), server.browser());
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    eve.make_game("rules=fetlar-2018&mode=screen").await;
    // From here on, whoever loads a game fails.
    server.tamper("update game set position = 'none'").await;
    assert_eq!(anna.get(&format!("/game/{game}")).await.status, 500);
    for path in [format!("/game/{game}"), format!("/game/{game}/text")] {
        assert_eq!(eve.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(status_of(eve.connect(&format!("/ws/game/{game}")).await).await, 404);
    assert_eq!(eve.get("/game/no-such-game").await.status, 404);
}
