//! What guests are called: asked where one invites and accepts, shown to friends and watchers, and forgotten.

use crate::common::{Browser, Page, Server, sign_up};

const FRIEND: &str = "rules=fetlar-2018&mode=friend&side=attackers";

/// What a page shows that the players are called.
fn names(page: &Page) -> [Option<&str>; 2] {
    ["attackers", "defenders"].map(|side| page.state["players"][side]["name"].as_str())
}

/// A game that Åse has made for a friend, and her page.
async fn invited(server: &Server) -> (Browser, Page) {
    let mut host = server.browser();
    let game = host.make_game(&format!("{FRIEND}&name=+%C3%85se++Maria")).await;
    let page = host.open(&game).await;
    (host, page)
}

#[tokio::test]
async fn a_name_is_on_the_invitation_the_game_and_the_lists() {
    let server = Server::start().await;
    let (mut ase, mut ases) = invited(&server).await;
    assert_eq!(names(&ases), [Some("Åse Maria"), None]);
    let (mut bo, join) = (server.browser(), ases.link("join"));
    let invitation = bo.get(&join).await.body;
    assert!(invitation.contains("\u{2068}Åse Maria\u{2069} invites you"), "{invitation}");
    assert_eq!(bo.post(&join, "name=O%27Brien").await.status, 303);
    ases.until_state(|state| state["players"]["defenders"]["name"] == "O’Brien").await;
    let game = ases.state["game"].as_str().unwrap().to_owned();
    let bos = bo.open(&game).await;
    assert_eq!(names(&bos), [Some("Åse Maria"), Some("O’Brien")]);
    assert!(ase.get("/").await.body.contains("against \u{2068}O’Brien\u{2069}"));
    assert!(bo.get("/").await.body.contains("against \u{2068}Åse Maria\u{2069}"));
    let watcher = server.browser().connect(&ases.link("watch").replace("/watch/", "/ws/watch/")).await;
    let mut watcher = watcher.unwrap();
    watcher.hello().await;
    assert_eq!(names(&watcher), [Some("Åse Maria"), Some("O’Brien")]);
    // It stands ready the next time.
    assert!(bo.get("/").await.body.contains("value=\"O’Brien\""));

    // Changed while the other one looks on; and no game of anybody else knows it.
    assert_eq!(bo.post("/name", "name=Bo").await.status, 303);
    ases.until_state(|state| state["players"]["defenders"]["name"] == "Bo").await;
    assert_eq!(bo.post("/name", "name=").await.status, 303);
    ases.until_state(|state| state["players"]["defenders"].get("name").is_none()).await;
}

#[tokio::test]
async fn a_name_that_looks_like_a_new_members_is_shown_no_more() {
    let server = Server::start().await;
    let mut host = server.browser();
    let game = host.make_game(&format!("{FRIEND}&name=ZELDA")).await;
    let mut page = host.open(&game).await;
    assert_eq!(names(&page), [Some("ZELDA"), None]);
    sign_up(&server, "Zelda").await;
    page.until_state(|state| state["players"]["attackers"].get("name").is_none()).await;
    assert!(sqlx_names(&server).await.iter().all(|name| name == "Zelda"));
}

#[tokio::test]
async fn a_name_is_optional_and_forgotten_with_the_device() {
    let server = Server::start().await;
    let (mut ase, ases) = invited(&server).await;
    let (mut bo, join) = (server.browser(), ases.link("join"));
    assert_eq!(bo.post(&join, "name=").await.status, 303);
    let mut bos = bo.open(ases.state["game"].as_str().unwrap()).await;
    assert_eq!(names(&bos), [Some("Åse Maria"), None]);
    assert_eq!(ase.post("/forget", "").await.status, 303);
    bos.until_state(|state| state["players"]["attackers"].get("name").is_none()).await;
    assert!(!bo.get("/").await.body.contains("Åse"));
    let found = sqlx_names(&server).await;
    assert!(found.is_empty(), "{found:?}");
}

/// The names that the database holds.
async fn sqlx_names(server: &Server) -> Vec<String> {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.folder.path().join("hnefi.db"));
    let mut connection = options.connect().await.unwrap();
    let rows = sqlx::query_scalar("select name from person where name is not null").fetch_all(&mut connection).await;
    connection.close().await.unwrap();
    rows.unwrap()
}

#[tokio::test]
async fn a_bad_name_says_what_is_wrong_and_nothing_is_made_or_taken() {
    let server = Server::start().await;
    let (_, ases) = invited(&server).await;
    let (mut bo, join) = (server.browser(), ases.link("join"));
    for (name, says) in [
        ("B", "at least 2"),
        ("abcdefghijklmnopqrstuvwxyz", "at most 20 letters, and this one has 26"),
        ("Bo2", "“2” cannot be in a name"),
        ("%3Cb%3Ebold%3C%2Fb%3E", "“&#60;” cannot be in a name"),
        ("B%E2%80%AEo", "U+202E"),
        ("-Bo", "“-” stands between two letters"),
    ] {
        for (path, form) in [(join.as_str(), String::new()), ("/games", format!("{FRIEND}&")), ("/name", String::new())]
        {
            let reply = bo.post(path, &format!("{form}name={name}")).await;
            assert_eq!(reply.status, 400, "{name} at {path}");
            assert!(reply.body.contains(says), "{name}: {}", reply.body);
        }
    }
    assert!(bo.cookie.is_none(), "nobody was made for it");
    assert_eq!(bo.post(&join, "name=Bo").await.status, 303, "the seat is free still");
    // Who plays the computer is not asked, whatever a hidden field says.
    let reply = bo.post("/games", "rules=fetlar-2018&mode=computer&side=attackers&level=1&name=%3F").await;
    assert_eq!(reply.status, 303);
}

#[tokio::test]
async fn a_name_goes_along_with_the_seat_to_another_device() {
    let server = Server::start().await;
    let (_, ases) = invited(&server).await;
    let mut phone = server.browser();
    assert_eq!(phone.post(&ases.link("seat"), "").await.status, 303);
    let page = phone.open(ases.state["game"].as_str().unwrap()).await;
    assert_eq!(names(&page), [Some("Åse Maria"), None]);
}
