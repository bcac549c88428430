//! A server in this process, browsers that visit it, and pages that keep to the protocol.

#![allow(dead_code, unused_imports, reason = "examples need a part of it")]

mod browser;
mod page;
mod program;

use std::time::Duration;

use hnefi_web::{Addresses, AppState, Limits, answer};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::net::TcpListener;

pub(crate) use browser::{Browser, Reply, dial};
pub(crate) use page::Page;
pub(crate) use program::{Lines, Program, make_token};

/// So long a test waits for what must come. It is no measure of speed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Everybody's password, as a form has it.
pub(crate) const PASSWORD: &str = "a+long+walk+by+the+sea";

/// A server in this process.
pub(crate) struct Server {
    pub(crate) address: String,
    pub(crate) state: AppState,
    pub(crate) folder: tempfile::TempDir,
}

impl Server {
    pub(crate) async fn start() -> Server {
        Server::start_with(Addresses::default()).await
    }

    pub(crate) async fn start_with(addresses: Addresses) -> Server {
        Server::start_on(tempfile::tempdir().unwrap(), addresses, Limits::default()).await
    }

    /// A server on which nothing that somebody used up comes back with time.
    pub(crate) async fn start_without_refill(addresses: Addresses) -> Server {
        let limits = Limits { refill: false, ..Limits::default() };
        Server::start_on(tempfile::tempdir().unwrap(), addresses, limits).await
    }

    /// A server on which games may become so long.
    pub(crate) async fn start_limited(games: hnefi_live::Limits) -> Server {
        let limits = Limits { games, ..Limits::default() };
        Server::start_on(tempfile::tempdir().unwrap(), Addresses::default(), limits).await
    }

    /// A server with the games of a folder.
    pub(crate) async fn start_on(folder: tempfile::TempDir, addresses: Addresses, limits: Limits) -> Server {
        let state = AppState::open(folder.path(), &hnefi_store::Place::Folder(folder.path().into()), addresses, limits)
            .await
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(answer(listener.into(), state.clone()));
        Server { address, state, folder }
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.address)
    }

    /// Changes the database behind the server's back.
    pub(crate) async fn tamper(&self, sql: &'static str) {
        let options = SqliteConnectOptions::new().filename(self.folder.path().join("hnefi.db"));
        let mut connection = options.connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

/// Two people in a game that one has made and the other has joined: the attackers' and the defenders' page,
/// and the two browsers.
pub(crate) async fn two_people(server: &Server, rules: &str) -> (Page, Page, Browser, Browser) {
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let game = anna.make_game(&format!("rules={rules}&mode=friend&side=attackers")).await;
    let annas = anna.open(&game).await;
    let reply = bo.post(&annas.link("join"), "").await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    let bos = bo.open(&game).await;
    (annas, bos, anna, bo)
}

/// Two people in one more game with so much time: the attackers' and the defenders' page.
pub(crate) async fn game_with_time(anna: &mut Browser, bo: &mut Browser, clock: &str) -> (String, Page, Page) {
    let id = anna.make_game(&format!("rules=fetlar-2018&mode=friend&side=attackers&clock={clock}")).await;
    let annas = anna.open(&id).await;
    assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
    let bos = bo.open(&id).await;
    (id, annas, bos)
}

/// Somebody who signs up and stays logged in.
pub(crate) async fn sign_up(server: &Server, name: &str) -> Browser {
    let mut browser = server.browser();
    browser.sign_up(name).await;
    browser
}
