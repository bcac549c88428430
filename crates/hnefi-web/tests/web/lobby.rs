//! The lobby: seeks, who may take them, what becomes of them, and the ratings of what is played.

use crate::common::{Browser, PASSWORD, PATIENCE, Reply, Server, dial, sign_up};
use hnefi_web::{Addresses, Limits};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

const LIVE: &str = "rules=copenhagen&clock=10%2B5";
const DAYS: &str = "rules=brandubh&clock=2d";

fn location(reply: &Reply) -> &str {
    assert_eq!(reply.status, 303, "{}", reply.body);
    reply.header("location").unwrap()
}

/// The ids of the seeks that somebody sees and may take or take back.
async fn seeks(browser: &mut Browser) -> Vec<String> {
    let page = browser.get("/lobby").await.body;
    page.split("data-seek=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// Puts up a seek, and gives its id.
async fn seek(browser: &mut Browser, form: &str) -> String {
    let before = seeks(browser).await;
    assert_eq!(location(&browser.post("/lobby/seeks", form).await), "/lobby");
    seeks(browser).await.into_iter().find(|id| !before.contains(id)).unwrap()
}

async fn accept(browser: &mut Browser, id: &str) -> String {
    let reply = browser.post(&format!("/lobby/seeks/{id}/accept"), "").await;
    location(&reply).to_owned()
}

/// A page that stays in the lobby.
struct Stream(BufReader<TcpStream>);

impl Stream {
    async fn open(browser: &Browser) -> Stream {
        let mut stream = dial(&browser.address, None).await.unwrap();
        let cookie = browser.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let head = format!("GET /lobby/stream HTTP/1.1\r\nHost: {}\r\n{cookie}\r\n", browser.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        Stream(BufReader::new(stream))
    }

    /// The next event of a kind to which something applies.
    async fn until(&mut self, kind: &str, wish: impl Fn(&str) -> bool) -> String {
        let mut event = String::new();
        let found = timeout(PATIENCE, async {
            loop {
                let mut line = String::new();
                assert!(self.0.read_line(&mut line).await.unwrap() > 0, "the stream has ended");
                if let Some(name) = line.strip_prefix("event: ") {
                    event = name.trim().to_owned();
                } else if let Some(data) = line.strip_prefix("data: ").filter(|data| event == kind && wish(data)) {
                    return data.trim().to_owned();
                }
            }
        });
        found.await.unwrap()
    }

    async fn until_lobby(&mut self, wish: impl Fn(&Value) -> bool) -> Value {
        let data = self.until("lobby", |data| wish(&serde_json::from_str(data).unwrap())).await;
        serde_json::from_str(&data).unwrap()
    }
}

#[tokio::test]
async fn whoever_waits_is_shown_what_comes_and_called_to_the_game() {
    let server = Server::start().await;
    let (mut ann, mut bo) = (server.browser(), server.browser());
    let id = seek(&mut ann, LIVE).await;
    let mut anns = Stream::open(&ann).await;
    anns.until_lobby(|lobby| lobby["people"] == 1 && lobby["others"] == json!([])).await;
    let mut bos = Stream::open(&bo).await;
    bos.until_lobby(|lobby| lobby["people"] == 2 && lobby["others"] == json!([id])).await;
    anns.until_lobby(|lobby| lobby["people"] == 2).await;

    assert_eq!(accept(&mut ann, &id).await, "/lobby?refused=own");
    let game = accept(&mut bo, &id).await;
    assert!(game.starts_with("/game/"), "{game}");
    assert_eq!(anns.until("game", |_| true).await, game);
    // The seek is gone as soon as it is taken; the game is there to watch when it is made.
    let watched = format!("href=\"{game}\"");
    let is_watched = |lobby: &Value| lobby["html"].as_str().unwrap().contains(&watched);
    bos.until_lobby(|lobby| lobby["others"] == json!([]) && is_watched(lobby)).await;
    for browser in [&mut ann, &mut bo] {
        assert_eq!(browser.get(&game).await.status, 200);
    }
    assert_eq!(accept(&mut bo, &id).await, "/lobby?refused=gone");
    drop(anns);
    bos.until_lobby(|lobby| lobby["people"] == 1).await;
}

#[tokio::test]
async fn what_a_guest_looked_for_ends_when_he_logs_in_or_out() {
    let server = Server::start().await;
    sign_up(&server, "Anna").await;
    for (leave, form) in [("/log-in", format!("name=Anna&password={PASSWORD}")), ("/log-out", String::new())] {
        let mut guest = server.browser();
        let id = seek(&mut guest, DAYS).await;
        let mut other = server.browser();
        assert_eq!(seeks(&mut other).await, [id]);
        assert_eq!(location(&guest.post(leave, &form).await), "/");
        assert_eq!(seeks(&mut other).await, [""; 0], "{leave}");
    }
}

#[tokio::test]
async fn what_is_mistyped_in_a_seek_is_said_beside_the_form_as_it_was_filled_in() {
    let server = Server::start().await;
    let mut anna = sign_up(&server, "Anna").await;
    let filled = "rules=brandubh&clock=3%2B2&side=defenders&games=&to=Nobody%20here&low=&high=1500";
    for (field, says) in [
        ("own_clock=25", "“25” is no clock: write"),
        ("own_clock=25%2B10", "Nobody has an account of the name \u{2068}Nobody here\u{2069}."),
        ("low=1600&own_clock=25%2B10", "From 1600 to 1500 is no range of ratings"),
    ] {
        let form = match field.strip_prefix("low=1600&") {
            Some(rest) => format!("{}&{rest}", filled.replace("low=", "low=1600")),
            None => format!("{filled}&{field}"),
        };
        let reply = anna.post("/lobby/seeks", &form).await;
        assert!(reply.status == 400 && reply.body.contains(says), "{field}: {}", reply.body);
        for kept in [
            "id=\"own-seek\" open",
            "<option value=\"brandubh\" selected",
            "<option value=\"3+2\" selected",
            "<option value=\"defenders\" selected",
            "<option value=\"\" selected",
            "value=\"Nobody here\"",
            "value=\"1500\"",
            "value=\"25",
        ] {
            assert!(reply.body.contains(kept), "{field} {kept}: {}", reply.body);
        }
        assert!(!reply.body.contains("name=\"rated\" value=\"yes\" checked"), "{field}");
    }
    assert_eq!(seeks(&mut anna).await, [""; 0]);
}

#[tokio::test]
async fn of_many_who_take_a_seek_at_once_one_plays() {
    let server = Server::start().await;
    let mut ann = server.browser();
    let id = seek(&mut ann, LIVE).await;
    let takers: Vec<_> = (0..12)
        .map(|_| {
            let (mut browser, id) = (server.browser(), id.clone());
            tokio::spawn(async move { accept(&mut browser, &id).await })
        })
        .collect();
    let mut games = 0;
    for taker in takers {
        match taker.await.unwrap().as_str() {
            "/lobby?refused=gone" => {}
            game => {
                assert!(game.starts_with("/game/"), "{game}");
                games += 1;
            }
        }
    }
    assert_eq!(games, 1);
}

#[tokio::test]
async fn who_looks_for_the_same_plays_at_once() {
    let server = Server::start().await;
    let (mut ann, mut bo) = (server.browser(), server.browser());
    seek(&mut ann, &format!("{LIVE}&side=attackers")).await;
    let reply = bo.post("/lobby/seeks", LIVE).await;
    let game = location(&reply).strip_prefix("/game/").unwrap().to_owned();
    assert_eq!(ann.open(&game).await.state["you"], json!(["attackers"]));
    assert_eq!(bo.open(&game).await.state["you"], json!(["defenders"]));
    assert_eq!(seeks(&mut ann).await, [""; 0]);
}

#[tokio::test]
async fn rated_games_need_two_accounts_and_make_ratings() {
    let server = Server::start().await;
    let mut guest = server.browser();
    let refused = guest.post("/lobby/seeks", &format!("{LIVE}&rated=yes")).await;
    assert_eq!(location(&refused), "/lobby?refused=account");
    let (mut anna, mut bert) = (sign_up(&server, "Anna").await, sign_up(&server, "Bert").await);
    let id = seek(&mut anna, &format!("{LIVE}&rated=yes&side=attackers")).await;
    assert_eq!(accept(&mut guest, &id).await, "/lobby?refused=account");
    assert!(!guest.get("/lobby").await.body.contains("accept"), "no button that refuses");
    let game = accept(&mut bert, &id).await;
    assert!(!anna.get("/@/Anna").await.body.contains("rated game"));

    let mut annas = anna.open(game.strip_prefix("/game/").unwrap()).await;
    annas.play_any(0).await;
    let mut berts = bert.open(game.strip_prefix("/game/").unwrap()).await;
    berts.play_any(0).await;
    // Nothing is taken back in a rated game.
    annas.until_plies(2).await;
    assert!(annas.may("resign") && !annas.may("take-back"), "{}", annas.state["actions"]);
    annas.send(json!({"type": "offer", "kind": "take-back"})).await;
    assert_eq!(annas.until("refused", |_| true).await["code"], "rated");
    annas.send(json!({"type": "resign"})).await;
    annas.until_state(|state| !state["outcome"].is_null()).await;
    let rated = async {
        loop {
            let page = bert.get("/@/Bert").await.body;
            if page.contains("1 rated game") {
                return page;
            }
            tokio::task::yield_now().await;
        }
    };
    let page = timeout(PATIENCE, rated).await.unwrap();
    assert!(page.contains("Copenhagen and its kin, slow"), "{page}");
    assert!(page.contains("1659? ± 577"), "{page}");
    assert!(anna.get("/@/Anna").await.body.contains("1341? ± 577"));
    // It is shown where he looks for the next game.
    seek(&mut bert, &format!("{LIVE}&rated=yes")).await;
    assert!(guest.get("/lobby").await.body.contains("<span class=\"rating\">1659?</span>"));
    let file: Value = serde_json::from_str(&bert.get("/account/data").await.body).unwrap();
    assert_eq!(file["ratings"][0]["list"], "copenhagen slow people");
}

#[tokio::test]
async fn a_challenge_is_seen_by_two() {
    let server = Server::start().await;
    let (mut anna, mut bert) = (sign_up(&server, "Anna").await, sign_up(&server, "Bert").await);
    let mut guest = server.browser();
    let nobody = anna.post("/lobby/seeks", &format!("{DAYS}&to=Nobody")).await;
    assert_eq!(nobody.status, 400);
    assert!(nobody.body.contains("Nobody has an account of the name"), "{}", nobody.body);
    assert_eq!(location(&anna.post("/lobby/seeks", &format!("{DAYS}&to=Anna")).await), "/lobby?refused=own");
    assert!(bert.get("/@/Anna").await.body.contains("href=\"/lobby?to=Anna\""));
    assert!(bert.get("/lobby?to=Anna").await.body.contains("value=\"Anna\""));

    let id = seek(&mut anna, &format!("{DAYS}&to=bert")).await;
    assert_eq!(seeks(&mut guest).await, [""; 0]);
    assert_eq!(accept(&mut guest, &id).await, "/lobby?refused=gone");
    assert!(bert.get("/lobby").await.body.contains("a challenge to you"));
    assert_eq!(location(&guest.post(&format!("/lobby/seeks/{id}/withdraw"), "").await), "/lobby");
    assert_eq!(seeks(&mut bert).await, std::slice::from_ref(&id), "a stranger declines nothing");
    assert_eq!(location(&bert.post(&format!("/lobby/seeks/{id}/withdraw"), "").await), "/lobby");
    assert_eq!(seeks(&mut anna).await, [""; 0]);
    let again = seek(&mut anna, &format!("{DAYS}&to=Bert")).await;
    assert!(accept(&mut bert, &again).await.starts_with("/game/"));
}

#[tokio::test]
async fn a_seek_that_the_store_does_not_let_go_stands_and_is_taken_back_later() {
    let server = Server::start().await;
    let mut ann = server.browser();
    let id = seek(&mut ann, DAYS).await;
    server.tamper("create trigger kept before delete on seek begin select raise(abort, 'no'); end").await;
    let withdraw = format!("/lobby/seeks/{id}/withdraw");
    assert_eq!(ann.post(&withdraw, "").await.status, 500);
    assert_eq!(seeks(&mut ann).await, std::slice::from_ref(&id));
    server.tamper("drop trigger kept").await;
    assert_eq!(location(&ann.post(&withdraw, "").await), "/lobby");
    assert_eq!(seeks(&mut ann).await, [""; 0]);
}

#[tokio::test]
async fn seeks_for_games_of_days_are_there_after_a_restart() {
    let mut server = Server::start().await;
    let mut ann = server.browser();
    let days = seek(&mut ann, &format!("{DAYS}&games=2&low=1300")).await;
    seek(&mut ann, LIVE).await;
    let withdrawn = seek(&mut ann, "rules=magpie&clock=3d").await;
    assert_eq!(location(&ann.post(&format!("/lobby/seeks/{withdrawn}/withdraw"), "").await), "/lobby");
    server.state.stop(PATIENCE).await;
    let folder = std::mem::replace(&mut server.folder, tempfile::tempdir().unwrap());
    let server = Server::start_on(folder, Addresses::default(), Limits::default()).await;
    ann.address.clone_from(&server.address);
    assert_eq!(seeks(&mut ann).await, std::slice::from_ref(&days));
    let page = ann.get("/lobby").await.body;
    assert!(page.contains("2 days a move") && page.contains("ratings 1300-4000"), "{page}");
    assert!(accept(&mut server.browser(), &days).await.starts_with("/game/"));
    assert_eq!(seeks(&mut ann).await, [""; 0]);
}

#[tokio::test]
async fn what_cannot_be_looked_for_is_said() {
    let server = Server::start().await;
    let mut ann = server.browser();
    for (form, says) in [
        ("rules=chess&clock=10%2B5", "chess"),
        ("rules=copenhagen&clock=0%2B5", "0+5"),
        ("rules=copenhagen&clock=15d", "15d"),
        ("rules=copenhagen&clock=10%2B5&side=nobody", "nobody"),
        ("rules=copenhagen&clock=10%2B5&games=3", "3"),
        ("rules=copenhagen&clock=10%2B5&low=1800&high=1700", "From 1800 to 1700"),
    ] {
        let reply = ann.post("/lobby/seeks", form).await;
        assert_eq!(reply.status, 400, "{form}");
        assert!(reply.body.contains(says), "{form}: {}", reply.body);
    }
    seek(&mut ann, LIVE).await;
    assert_eq!(location(&ann.post("/lobby/seeks", LIVE).await), "/lobby?refused=same");
    for days in 1..=4 {
        seek(&mut ann, &format!("rules=copenhagen&clock={days}d")).await;
    }
    assert_eq!(location(&ann.post("/lobby/seeks", DAYS).await), "/lobby?refused=too-many");
    assert!(ann.get("/lobby?refused=too-many").await.body.contains("You have 5 seeks already"));
    assert!(!ann.get("/lobby?refused=%3Cscript%3E").await.body.contains("role=\"alert\""));
    let foreign = [("Origin", "http://elsewhere.example")];
    assert_eq!(ann.ask("GET", "/lobby/stream", &foreign, "").await.status, 403);
    assert_eq!(ann.ask("POST", "/lobby/seeks", &foreign, LIVE).await.status, 403);
}

#[tokio::test]
async fn who_is_forgotten_looks_for_nothing_any_more() {
    let server = Server::start().await;
    let mut ann = server.browser();
    seek(&mut ann, DAYS).await;
    assert_eq!(ann.post("/forget", "").await.status, 303);
    assert_eq!(seeks(&mut server.browser()).await, [""; 0]);
}
