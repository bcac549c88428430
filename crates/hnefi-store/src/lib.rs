//! Games kept in SQLite, one row a happening.
//!
//! A [`Store`] keeps for every game its complete rule set, its first position, and a log to which rows are
//! only ever appended: plies, offers, answers, resignations, moves taken back. [`Store::load`] replays the
//! log under the game's own rule set and gives a [`Log`](hnefi_live::Log); [`Store::append`] adds one row, and answers
//! after the commit. Whoever appends says how many rows he has seen: a writer who has missed one is refused,
//! so the same row can never be added twice.
//!
//! ```
//! use hnefi_rules::{Game, Referee, Side, leaflet};
//! use hnefi_live::{Entry, Event};
//! use hnefi_store::{NewGame, NewSeat, Store, now_ms};
//! use std::sync::Arc;
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let folder = tempfile::tempdir().unwrap();
//! let store = Store::open(&folder.path().join("games.db")).await.unwrap();
//! let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
//! let seats = hnefi_rules::BySide { attackers: NewSeat::open(), defenders: NewSeat::open() };
//! store.make_game(&NewGame::first("game1", Game::new(referee), seats)).await.unwrap();
//!
//! let mut log = store.load("game1").await.unwrap().unwrap();
//! let mv = log.game().legal(hnefi_rules::Intent {
//!     from: "d1".parse().unwrap(),
//!     to: "d4".parse().unwrap(),
//! }).unwrap();
//! let entry = Entry { at_ms: now_ms(), event: Event::Ply { mv, client_id: None } };
//! store.append("game1", &mut log, entry).await.unwrap();
//! assert_eq!(store.load("game1").await.unwrap().unwrap(), log);
//! # });
//! ```
//!
//! The SQL is such that PostgreSQL would run it too.

mod db;
mod error;
#[cfg(test)]
mod full;
mod health;
mod migrate;
mod rows;
mod seat;
mod store;
mod summary;
mod write;
mod writer;

pub use error::{StoreError, now_ms};
pub use health::{Failure, Health, Written};
pub use seat::{LinkTarget, NewLink, NewSeat};
pub use store::{NewGame, Store};
pub use summary::Summary;
