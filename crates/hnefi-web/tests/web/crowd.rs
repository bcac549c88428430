//! A server to which more come than it has places for.

use std::time::Duration;

use crate::common::{Browser, PATIENCE, Page, Program, Server, dial, make_token, sign_up};
use futures_util::StreamExt;
use hnefi_web::{Addresses, Limits};
use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Error;

/// How many connections the server takes. The last two are for those who play.
const PLACES: usize = 16;

async fn small_server() -> Server {
    let limits = Limits { connections: PLACES, ..Limits::default() };
    Server::start_on(tempfile::tempdir().unwrap(), Addresses::default(), limits).await
}

/// Somebody who looks on until he is told to go.
struct Watcher(JoinHandle<()>);

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Stays on a page, and answers when the server asks whether anybody is there.
fn stay(mut page: Page) -> Watcher {
    Watcher(tokio::spawn(async move { while let Some(Ok(_)) = page.socket.next().await {} }))
}

/// Opens a page as soon as there is a place: a connection that has just closed may still have one.
async fn open(browser: &Browser, path: &str) -> Page {
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        match browser.connect(path).await {
            Ok(mut page) => {
                page.hello().await;
                return page;
            }
            Err(Error::Http(answer)) if answer.status() == 503 => {}
            // Refused at the door, before anything was read.
            Err(Error::Io(_)) => {}
            Err(error) => panic!("{path}: {error}"),
        }
        assert!(tokio::time::Instant::now() < until, "{path}: there is no place");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// So many pages of strangers who watch.
async fn crowd(server: &Server, watch: &str, many: usize) -> Vec<Watcher> {
    let mut watchers = Vec::new();
    for _ in 0..many {
        watchers.push(stay(open(&server.browser(), watch).await));
    }
    watchers
}

fn watch_path(page: &Page) -> String {
    format!("/ws{}", page.link("watch"))
}

#[tokio::test]
async fn the_last_places_are_for_those_who_play() {
    let server = small_server().await;
    let mut anna = sign_up(&server, "Anna").await;
    let token = make_token(&mut anna, "").await;
    let (mut program, mut idle) = (Program { browser: server.browser(), token }, Program::of(&server, "Idle").await);
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    let mut page = anna.open(&game).await;
    let watch = watch_path(&page);
    let mut watchers = crowd(&server, &watch, PLACES - PLACES / 8 - 1).await;

    let mut stranger = server.browser();
    let refused = stranger.get("/").await;
    assert_eq!((refused.status, refused.header("connection")), (503, Some("close")), "{}", refused.body);
    match stranger.connect(&watch).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 503),
        other => panic!("one more watches: {:?}", other.err()),
    }
    assert_eq!(stranger.get("/healthz").await.status, 200, "whoever watches over the server is answered");

    // Who plays comes in, he and his program, and what he opens works.
    assert_eq!(anna.get(&format!("/game/{game}")).await.status, 200);
    assert_eq!(program.ask("GET", "/api/games", Value::Null).await.0, 200);
    assert_eq!(idle.ask("GET", "/api/games", Value::Null).await.0, 503);
    let second = open(&anna, &format!("/ws/game/{game}")).await;
    page.play("d1-d4").await;
    assert_eq!(stranger.get("/").await.status, 503);
    drop(second);

    watchers.truncate(watchers.len() - 3);
    let _one_more = open(&stranger, &watch).await;
}

#[tokio::test]
async fn a_full_server_says_so_and_takes_the_next_one_when_somebody_goes() {
    let server = small_server().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    let page = anna.open(&game).await;
    let watchers = crowd(&server, &watch_path(&page), PLACES - PLACES / 8 - 1).await;
    let mut mine = vec![stay(page)];
    for _ in 0..PLACES / 8 {
        mine.push(stay(open(&anna, &format!("/ws/game/{game}")).await));
    }

    // Nobody is asked what he wants, not even who plays.
    let mut answer = String::new();
    dial(&server.address, None).await.unwrap().read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("\r\nRetry-After: 15\r\n"), "{answer}");
    let (_, says) = answer.split_once("\r\n\r\n").unwrap();
    assert!(answer.contains(&format!("\r\nContent-Length: {}\r\n", says.len())) && !says.is_empty(), "{answer}");

    mine.pop();
    let _again = open(&anna, &format!("/ws/game/{game}")).await;
    drop(watchers);
    let _stranger = open(&server.browser(), &watch_path(&open(&anna, &format!("/ws/game/{game}")).await)).await;
}
