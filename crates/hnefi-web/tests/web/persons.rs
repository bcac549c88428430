//! Who somebody is, and how much of the server is his.

use crate::common::{Browser, Reply, Server};
use futures_util::SinkExt;
use hnefi_web::Addresses;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

const FORM: &str = "rules=fetlar-2018&mode=screen";

/// A server behind a proxy on this machine, which tells for whom it asks.
async fn behind_a_proxy() -> Server {
    Server::start_without_refill(Addresses { proxies: vec!["127.0.0.1".parse().unwrap()], ..Addresses::default() })
        .await
}

/// Makes a game as somebody at an address, through the proxy.
async fn make_from(browser: &mut Browser, address: &str) -> Reply {
    let origin = format!("http://{}", browser.address);
    let kind = ("Content-Type", "application/x-www-form-urlencoded");
    browser.ask("POST", "/games", &[("Origin", &origin), kind, ("X-Forwarded-For", address)], FORM).await
}

#[tokio::test]
async fn one_client_takes_no_games_from_others_whatever_cookies_it_makes_up() {
    let server = behind_a_proxy().await;
    let mut made = 0;
    for number in 0..260 {
        let mut eve = server.browser();
        // Half of them without a cookie, half with one that looks like ours; all from one IPv6 network.
        eve.cookie = (number % 2 == 0).then(|| format!("visitor={}", format!("{number:03}").repeat(17)));
        let made_up = eve.cookie.clone();
        let reply = make_from(&mut eve, &format!("2001:db8:0:1::{number:x}")).await;
        match reply.status {
            303 => made += 1,
            status => assert_eq!(status, 429),
        }
        assert!(reply.status != 303 || eve.cookie != made_up, "the server gives out its own cookies");
    }
    assert_eq!(made, 200);
    for number in 0..40 {
        let mut honest = server.browser();
        assert_eq!(make_from(&mut honest, &format!("198.51.100.{number}")).await.status, 303);
    }
}

#[tokio::test]
async fn forty_people_behind_one_router_are_served() {
    let server = behind_a_proxy().await;
    for _ in 0..40 {
        let mut visitor = server.browser();
        for _ in 0..3 {
            assert_eq!(make_from(&mut visitor, "203.0.113.80").await.status, 303);
        }
    }
}

#[tokio::test]
async fn a_device_can_be_forgotten() {
    let server = Server::start().await;
    let mut anna = server.browser();
    assert!(!anna.get("/").await.body.contains("/forget"));
    let game = anna.make_game(FORM).await;
    let before = anna.clone();
    assert!(anna.get("/").await.body.contains("/forget"));
    let reply = anna.post("/forget", "").await;
    assert_eq!((reply.status, reply.header("location")), (303, Some("/")));
    assert!(reply.header("set-cookie").unwrap().contains("Max-Age=0"));
    let mut thief = before;
    assert_eq!(thief.get(&format!("/game/{game}")).await.status, 404, "the cookie opens nothing any more");
    assert!(thief.connect(&format!("/ws/game/{game}")).await.is_err());
}

#[tokio::test]
async fn behind_https_the_cookie_is_held_to_this_host_and_an_older_one_still_counts() {
    let addresses = Addresses { public_url: Some("https://tafl.example".to_owned()), ..Addresses::default() };
    let server = Server::start_with(addresses).await;
    let mut anna = server.browser();
    let reply = anna.post("/games", FORM).await;
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    for part in ["__Host-visitor=", "Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    let page = reply.header("location").unwrap();
    let mut older = server.browser();
    older.cookie = anna.cookie.as_ref().map(|cookie| cookie.replace("__Host-", ""));
    assert_eq!(older.get(page).await.status, 200);
}

#[tokio::test]
async fn who_says_too_much_in_one_game_takes_nothing_from_others() {
    let server = Server::start().await;
    let (mut eve, mut anna) = (server.browser(), server.browser());
    let (eves, annas) = (eve.make_game(FORM).await, anna.make_game(FORM).await);
    let (mut one, mut other, mut page) = (eve.open(&eves).await, eve.open(&eves).await, anna.open(&annas).await);
    for flood in [&mut one, &mut other] {
        while flood.socket.send(Message::text("{\"type\":\"ping\"}")).await.is_ok() {}
    }
    page.send(json!({"type": "ping"})).await;
    page.until("pong", |_| true).await;
}
