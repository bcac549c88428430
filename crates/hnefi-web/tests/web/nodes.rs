//! Several servers on one PostgreSQL and one bus: whichever is asked, people see the same, and play on when one is gone.
//!
//! They run where `HNEFI_POSTGRES` and `HNEFI_NATS` name servers for them.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::common::{Browser, PASSWORD, PATIENCE, game_with_time};
use hnefi_store::Place;
use hnefi_web::{Addresses, AppState, Limits, answer};
use serde_json::json;
use sqlx::Connection;
use tokio::net::TcpListener;

/// Servers that share a database.
struct Club {
    postgres: String,
    place: Place,
    addresses: Addresses,
    /// The keys that all of them have.
    keys: tempfile::TempDir,
}

/// One of them.
struct Node {
    address: String,
    state: AppState,
    _folder: tempfile::TempDir,
}

impl Club {
    /// A new database, where there are servers for it.
    async fn found() -> Option<Club> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let (Ok(postgres), Ok(nats)) = (std::env::var("HNEFI_POSTGRES"), std::env::var("HNEFI_NATS")) else {
            eprintln!("skipped: HNEFI_POSTGRES and HNEFI_NATS name no servers");
            return None;
        };
        let name = format!("club_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut connection = sqlx::postgres::PgConnection::connect(&postgres).await.unwrap();
        let sql = format!("drop schema if exists {name} cascade; create schema {name}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        let join = if postgres.contains('?') { '&' } else { '?' };
        let postgres = format!("{postgres}{join}options[search_path]={name}");
        let addresses = Addresses { bus: Some(nats.parse().unwrap()), ..Addresses::default() };
        let place = Place::Postgres(postgres.parse().unwrap());
        Some(Club { postgres, place, addresses, keys: tempfile::tempdir().unwrap() })
    }

    /// One more server.
    async fn node(&self) -> Node {
        let folder = tempfile::tempdir().unwrap();
        for key in ["links.key", "push.key"] {
            let _ = std::fs::copy(self.keys.path().join(key), folder.path().join(key));
        }
        let opened = AppState::open(folder.path(), &self.place, self.addresses.clone(), Limits::default()).await;
        let state = opened.unwrap();
        for key in ["links.key", "push.key"] {
            std::fs::copy(folder.path().join(key), self.keys.path().join(key)).unwrap();
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(answer(listener.into(), state.clone()));
        let node = Node { address, state, _folder: folder };
        node.until(200).await;
        node
    }

    /// The node that serves a game.
    async fn owner(&self, game: &str) -> Option<i64> {
        self.ask(&format!("select coalesce(owner, 0)::text from game where id = '{game}'"))
            .await
            .parse()
            .ok()
            .filter(|&owner| owner != 0)
    }

    async fn tell(&self, sql: &str) {
        let mut connection = sqlx::postgres::PgConnection::connect(&self.postgres).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    }

    async fn ask(&self, sql: &str) -> String {
        let mut connection = sqlx::postgres::PgConnection::connect(&self.postgres).await.unwrap();
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql.to_owned())).fetch_one(&mut connection).await.unwrap()
    }
}

impl Node {
    fn browser(&self) -> Browser {
        Browser::new(&self.address)
    }

    /// Waits until its first page is answered so, by itself or by the keeper.
    async fn until(&self, status: u16) {
        let answered = async {
            while self.browser().get("/").await.status != status {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(PATIENCE, answered).await.expect("it answers");
    }
}

/// The same person at another node.
fn moved(browser: &Browser, to: &Node) -> Browser {
    Browser { address: to.address.clone(), ..browser.clone() }
}

async fn sign_up(node: &Node, name: &str) -> Browser {
    let mut browser = node.browser();
    browser.sign_up(name).await;
    browser
}

#[tokio::test(flavor = "multi_thread")]
async fn people_at_two_nodes_play_each_other() {
    let Some(club) = Club::found().await else { return };
    let (one, two) = (club.node().await, club.node().await);
    // What the keeper alone does is there at both.
    let mut anna = sign_up(&two, "Anna").await;
    let account = moved(&anna, &one).get("/account").await;
    assert!(account.status == 200 && account.body.contains("Anna"), "{}", account.body);

    for (maker, other) in [(&one, &two), (&two, &one)] {
        let mut anna = moved(&anna, maker);
        let mut bo = other.browser();
        let game = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
        let mut annas = anna.open(&game).await;
        assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
        let mut bos = bo.open(&game).await;
        annas.play("d1-d4").await;
        bos.until_plies(1).await;
        bos.play("f4-g4").await;
        annas.until_plies(2).await;
        // Also on a page that is loaded, and as text.
        let loaded = bo.get(&format!("/game/{game}")).await;
        assert!(loaded.status == 200 && loaded.body.contains("f4-g4"), "{}: {}", loaded.status, loaded.body);
        bo.until_text_has(&game, 2).await;
        // Both can be at the same one, or change.
        let mut there = moved(&anna, other).open(&game).await;
        there.until_plies(2).await;
        there.play("a4-b4").await;
        annas.until_plies(3).await;
        bos.until_plies(3).await;
        let served = club.owner(&game).await;
        drop((annas, bos, there));
        // When nobody has it open, anybody may serve it.
        while club.owner(&game).await.is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut again = moved(&anna, other).open(&game).await;
        again.until_plies(3).await;
        assert_ne!(club.owner(&game).await, served);
    }
    // Nobody has a game that is not there, at whichever.
    for node in [&one, &two] {
        assert_eq!(moved(&anna, node).get("/game/none").await.status, 404);
    }
    anna.get("/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_has_lost_its_lease_stores_nothing_and_another_goes_on() {
    let Some(club) = Club::found().await else { return };
    let (one, two) = (club.node().await, club.node().await);
    let (mut anna, mut bo) = (one.browser(), two.browser());
    let (game, mut annas, mut bos) = game_with_time(&mut anna, &mut bo, "10%2B5").await;
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    bos.play("f4-g4").await;
    annas.until_plies(2).await;
    annas.play("a4-b4").await;
    let before = club.owner(&game).await.unwrap();

    club.tell(&format!("update node set until_ms = 0 where epoch = {before}")).await;
    let taken_over = async {
        while club.owner(&game).await == Some(before) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, taken_over).await.expect("the other node takes it over");
    // Whoever is still at the old one is refused, and nothing is stored.
    bos.send_move("late", 3, "d6-d3").await;
    annas.send_move("later", 3, "d6-d3").await;

    let mut bos = moved(&bo, &two).open(&game).await;
    bos.until_plies(3).await;
    assert_eq!(bos.plies[2]["move"], "a4-b4", "what was acknowledged is there");
    assert_ne!(club.owner(&game).await, Some(before));
    // Nobody's clock has run since the old one was last seen, and it runs on after a while.
    assert_eq!(club.ask("select count(*)::text from entry where kind = 'downtime'").await, "1");
    let waits = club.ask(&format!("select (resumes_ms > 0)::text from game where id = '{game}'")).await;
    assert_eq!(waits, "true");
    bos.play("g4-h4").await;
    let mut annas = moved(&anna, &two).open(&game).await;
    annas.until_plies(4).await;
    annas.play("k4-j4").await;
    bos.until_plies(5).await;
    assert_eq!(
        club.ask(&format!("select count(*)::text from entry where game = '{game}' and kind = 'ply'")).await,
        "5"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_keeper_does_reaches_those_at_other_nodes() {
    let Some(club) = Club::found().await else { return };
    let (one, two) = (club.node().await, club.node().await);
    let mut anna = sign_up(&one, "Anna").await;
    let mut bo = two.browser();
    // The game is served by the second node, and the account belongs to the first one.
    let game = bo.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
    let mut bos = bo.open(&game).await;
    assert_eq!(moved(&anna, &two).post(&bos.link("join"), "").await.status, 303);
    let mut annas = moved(&anna, &two).open(&game).await;
    let owner = club.owner(&game).await;
    bos.until_state(|state| state["players"]["defenders"]["name"] == "Anna").await;

    // A new name is shown where the game is.
    let renamed = bo.post("/name", "name=Bo").await;
    assert_eq!(renamed.status, 303, "{}", renamed.body);
    annas.until_state(|state| state["players"]["attackers"]["name"] == "Bo").await;

    // A program at the keeper follows a game that the other node serves.
    let token = crate::common::make_token(&mut anna, "&challenge=yes&play=yes").await;
    let mut lines = crate::common::Lines::open(&one.address, "/api/stream", Some(&token)).await;
    lines.until("hello", |hello| hello["games"][0]["id"] == game.as_str()).await;
    lines.until("state", |state| state["version"].as_u64().is_some()).await;
    bos.play("d1-d4").await;
    lines.until("state", |state| state["plies"][0]["move"] == "d1-d4").await;
    let mut program = crate::common::Program { browser: one.browser(), token };
    let (status, state) =
        program.act(&game, json!({"type": "move", "id": "p", "ply": 1, "from": "f4", "to": "g4"})).await;
    assert_eq!(status, 200, "{state}");
    bos.until_plies(2).await;
    assert_eq!(club.owner(&game).await, owner);

    // Who logs out everywhere is logged out there, and who deletes his account resigns there.
    let deleted = anna.post("/account/delete", &format!("password={PASSWORD}&sure=yes")).await;
    assert_eq!(deleted.status, 303, "{}", deleted.body);
    assert_eq!(annas.closed().await.0, 1008);
    bos.until_state(|state| !state["outcome"].is_null()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_node_keeps_the_club_when_the_keeper_is_gone() {
    let Some(club) = Club::found().await else { return };
    let (one, two) = (club.node().await, club.node().await);
    let mut anna = sign_up(&one, "Anna").await;
    // It ends in good order.
    one.state.stop(Duration::from_secs(1)).await;
    let mut there = moved(&anna, &two);
    let answered = async {
        while there.get("/account").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, answered).await.expect("the second node keeps the club");
    let posted = there.post("/lobby/seeks", "rules=copenhagen&clock=2d").await;
    assert!(posted.status < 400, "{}", posted.body);
    anna.address = two.address.clone();
    assert_eq!(anna.get("/lobby").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_taken_for_a_node() {
    let Some(club) = Club::found().await else { return };
    let (_one, two) = (club.node().await, club.node().await);
    // What nodes say to each other in a head says nothing here: the keeper is asked as ever.
    let mut eve = two.browser();
    let reply = eve.ask("GET", "/lobby", &[("hnefi-node", "1"), ("X-Forwarded-For", "203.0.113.5")], "").await;
    assert_eq!((reply.status, reply.header("hnefi-node")), (200, None));
    // A page of another site is one at every node.
    let foreign = [("Origin", "http://evil.example"), ("Content-Type", "application/x-www-form-urlencoded")];
    let reply = eve.ask("POST", "/lobby/seeks", &foreign, "rules=copenhagen&clock=2d").await;
    assert_eq!(reply.status, 403);
}
