//! Thousands of messages that make more or less sense, by chance from a fixed beginning: the server refuses
//! or plays, never fails, and everybody sees one game.

use crate::common::{Page, Server, two_people};
use futures_util::SinkExt;
use hnefi_web::{Addresses, Limits};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// So many messages are sent at once.
const BURST: usize = 50;

fn square(rng: &mut fastrand::Rng) -> String {
    match rng.u8(..20) {
        0 => "z99".to_owned(),
        1 => String::new(),
        2 => "é4".to_owned(),
        3 => "l12".to_owned(),
        _ => format!("{}{}", (b'a' + rng.u8(..11)) as char, rng.u8(1..12)),
    }
}

fn one_of<'a>(rng: &mut fastrand::Rng, words: &[&'a str]) -> &'a str {
    words[rng.usize(..words.len())]
}

/// A message that has the form of the protocol, whatever it asks for.
fn message(rng: &mut fastrand::Rng, page: &Page) -> Value {
    let plies = page.plies.len();
    let ply = if rng.u8(..8) == 0 { rng.usize(..100) } else { plies };
    let legal: Vec<_> = page.state["legal"].as_object().into_iter().flatten().collect();
    let mut message = match rng.u8(..16) {
        0..6 if !legal.is_empty() => {
            let (from, tos) = legal[rng.usize(..legal.len())];
            let tos = tos.as_array().unwrap();
            let to = &tos[rng.usize(..tos.len())];
            json!({"type": "move", "id": format!("id{}", rng.u16(..2000)), "ply": ply, "from": from, "to": to})
        }
        0..8 => {
            let id = if rng.bool() { "x".repeat(rng.usize(..80)) } else { format!("id{}", rng.u16(..2000)) };
            json!({"type": "move", "id": id, "ply": ply, "from": square(rng), "to": square(rng)})
        }
        8 | 9 => {
            let kind = one_of(rng, &["draw", "take-back", "rematch", "same-sides", "claim", "take-back", "", "gold"]);
            let ground = one_of(rng, &["king-at-side", "king-shut-in", "no-progress", "mood"]);
            json!({"type": "offer", "kind": kind, "ground": ground})
        }
        10 => json!({"type": "answer", "accept": rng.u8(..4) == 0}),
        11 => json!({"type": "withdraw"}),
        12 => json!({"type": "why", "square": square(rng), "ply": rng.usize(..plies + 2)}),
        13 => json!({"type": "why", "move": format!("{}-{}", square(rng), square(rng)), "ply": rng.usize(..plies + 2)}),
        14 => json!({"type": "hello", "plies": plies, "version": page.state["version"]}),
        _ if rng.u8(..10) == 0 => json!({"type": "resign"}),
        _ => json!({"type": "ping", "surprise": [1, {"a": null}]}),
    };
    if rng.u8(..4) == 0 {
        message["as"] = json!(one_of(rng, &["attackers", "defenders"]));
    }
    message
}

/// Takes some bytes of a message away, doubles them or changes them.
fn spoil(rng: &mut fastrand::Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match rng.u8(..3) {
            0 => drop(bytes.drain(at..(at + rng.usize(..5)).min(bytes.len()))),
            1 => bytes.insert(at, rng.u8(32..127)),
            _ if !bytes.is_empty() => bytes[at] = rng.u8(32..127),
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads what the server has to say about everything sent so far; whether the line still stands.
async fn catch_up(page: &mut Page) -> bool {
    if page.socket.send(Message::text("{\"type\":\"ping\"}")).await.is_err() {
        // The reason may still wait to be read.
    }
    loop {
        match page.next().await {
            Ok(message) if message["type"] == "pong" => return true,
            Ok(message) => assert_ne!(message["code"], "server-error", "{message}"),
            Err(Some(frame)) => {
                assert_eq!(u16::from(frame.code), 1008, "{frame:?}");
                return false;
            }
            Err(None) => return false,
        }
    }
}

#[tokio::test]
async fn nonsense_never_breaks_the_server_or_the_game() {
    let seed = 0x7461_666c;
    let mut rng = fastrand::Rng::with_seed(seed);
    // Here it is what they say that counts, not how often.
    let limits = Limits { messages_at_once: 1_000_000, sockets_at_once: 1_000_000, ..Limits::default() };
    let server = Server::start_on(tempfile::tempdir().unwrap(), Addresses::default(), limits).await;
    let (mut annas, mut bos, anna, bo) = two_people(&server, "fetlar-2018").await;
    let mut sent = 0;
    let mut game = annas.state["game"].as_str().unwrap().to_owned();
    let mut games = 1;
    while sent < 1_500 {
        for (page, browser) in [(&mut annas, &anna), (&mut bos, &bo)] {
            let burst = rng.usize(1..BURST);
            let mut stands = true;
            for _ in 0..burst {
                let mut text = message(&mut rng, page).to_string();
                let spoilt = rng.u8(..40) == 0;
                if spoilt {
                    text = spoil(&mut rng, &text);
                }
                sent += 1;
                // Sometimes several are under way at once.
                let sent = page.socket.send(Message::text(text)).await;
                if sent.is_err() || rng.u8(..3) == 0 || spoilt {
                    stands = catch_up(page).await;
                }
                if !stands {
                    break;
                }
            }
            if stands {
                catch_up(page).await;
            }
            // A new line, as the old one may have been cut.
            *page = browser.open(&game).await;
        }
        (annas, bos) = (anna.open(&game).await, bo.open(&game).await);
        assert_eq!(annas.state["game"], bos.state["game"]);
        assert_eq!(annas.plies, bos.plies, "after {sent} messages from seed {seed}");
        if let Some(next) = annas.state["next"].as_str() {
            game = next.to_owned();
        } else if !annas.state["outcome"].is_null() {
            (annas, bos) = (anna.open(&game).await, bo.open(&game).await);
            annas.send(json!({"type": "offer", "kind": "rematch"})).await;
            bos.until_state(|s| !s["offer"].is_null() || !s["next"].is_null()).await;
            bos.send(json!({"type": "answer", "accept": true})).await;
            annas.send(json!({"type": "answer", "accept": true})).await;
            annas.until_state(|s| !s["next"].is_null()).await;
            game = annas.state["next"].as_str().unwrap().to_owned();
        }
        if annas.state["game"] != game.as_str() {
            games += 1;
            (annas, bos) = (anna.open(&game).await, bo.open(&game).await);
        }
    }
    assert!(games > 1, "no game was finished, so that half of this tested nothing");

    // What lies in the database is what people saw.
    let mut reader = anna.clone();
    let text = reader.get(&format!("/game/{game}/text")).await;
    assert_eq!(text.status, 200);
    let read = hnefi_formats::read_tag_list(&text.body).unwrap();
    assert_eq!(read[0].replay(None).unwrap().plies().count(), annas.plies.len());
    assert_eq!(reader.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn the_character_of_code_0_is_a_bad_request_wherever_it_is() {
    let server = Server::start().await;
    let mut eve = server.browser();
    for path in
        ["/game/%00", "/api/games/%00", "/events/%00", "/games?rules=%00", "/@/x%00", "/join/a%00b", "/nowhere?a=%00"]
    {
        let reply = eve.get(path).await;
        assert_eq!(reply.status, 400, "{path}: {}", reply.body);
        assert!(reply.body.contains("no text has"), "{path}: {}", reply.body);
    }
    for (path, form) in [
        ("/games", "rules=%00&mode=screen"),
        ("/games", "rules=brandubh&mode=friend&side=attackers&name=B%00o"),
        ("/log-in", "name=Anna&password=a%00b"),
        ("/reset", "who=%00"),
        ("/name", "name=B\u{0}o"),
    ] {
        let reply = eve.post(path, form).await;
        assert_eq!(reply.status, 400, "{path} {form:?}: {}", reply.body);
        assert!(reply.body.contains("no text has"), "{path} {form:?}");
    }
    assert!(eve.cookie.is_none(), "nobody was made for it");
    // The two letters after an escaped percent sign are letters.
    assert_eq!(eve.post("/games", "rules=brandubh&mode=screen&name=%2500").await.status, 303);
}
