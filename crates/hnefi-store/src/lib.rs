//! Games kept in SQLite or PostgreSQL, one row an entry of the log; persons and accounts.
//!
//! A [`Store`] keeps for every game its complete rule set, its first position, and a log to which rows are only
//! ever appended: plies with what they did, offers, answers, resignations, moves taken back. [`Store::load`] reads the
//! log as it was ruled and gives a [`Log`](hnefi_live::Log); [`Store::commit`] stores all that one act changed, or
//! nothing, and answers after the commit. Whoever writes says how many rows he has seen: a writer who has missed one
//! is refused, so the same row can never be added twice.
//!
//! ```
//! use hnefi_live::{Arrangement, Change, Entry, Event, NewGame, Seat};
//! use hnefi_rules::{BySide, Game, Intent, Referee, leaflet};
//! use hnefi_store::{Store, now_ms};
//! use std::sync::Arc;
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let folder = tempfile::tempdir().unwrap();
//! let store = Store::open(&folder.path().join("games.db")).await.unwrap();
//! let game = NewGame {
//!     id: "game1".to_owned(),
//!     made_ms: now_ms(),
//!     match_id: "game1".to_owned(),
//!     match_game: 1,
//!     swapped: false,
//!     match_length: None,
//!     clock: None,
//!     game: Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()))),
//!     arrangement: Arrangement::Friend,
//!     seats: BySide { attackers: Seat::Open, defenders: Seat::Open },
//! };
//! store.make(&game, &[]).await.unwrap();
//!
//! let mut log = store.load("game1").await.unwrap().unwrap();
//! let seen = log.version();
//! let mv = log.game().legal(Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() }).unwrap();
//! let written = log.append(Entry::new(now_ms(), Event::Ply { mv, client_id: None })).unwrap();
//! let change = Change { entries: vec![written], ..Change::none("game1", &log, seen) };
//! store.commit(&change, &[]).await.unwrap();
//! assert_eq!(store.load("game1").await.unwrap().unwrap(), log);
//! # });
//! ```
//!
//! A [`Place`] says which database it is. The SQL is the same for both kinds, and so are the tests.

mod accounts;
mod archive;
mod away;
mod backup;
mod beat;
mod beside;
mod conditional;
mod credentials;
mod db;
mod error;
mod event_games;
mod events;
mod folder;
#[cfg(test)]
mod full;
mod health;
mod key;
mod link;
mod mail;
mod migrate;
mod move_database;
#[cfg(test)]
mod moved;
mod nodes;
mod order;
mod persons;
mod place;
mod postgres;
mod private;
mod programs;
mod prune;
mod push;
mod ratings;
mod record;
mod replay;
mod rows;
mod scored;
mod seeks;
mod shape;
mod store;
mod summary;
mod talk;
mod terms;
mod write;
mod writer;

pub use accounts::{Account, NAME_HELD_DAYS, NAME_STAYS_MS, NewAccount};
pub use archive::{FoundGame, Wanted, WantedPlayer};
pub use backup::{Restored, back_up_before_upgrade, backup, restore};
pub use beat::Beat;
pub use credentials::{LogIn, OpenSession, Passkey};
pub use error::{StoreError, now_ms};
pub use event_games::{EventMatch, EventPlace, EventPlayer};
pub use events::{EventChange, EventEntry, EventHead, ListedEvent, StoredEvent};
pub use folder::{DataFolder, FolderError};
pub use health::{Failure, Health, Written};
pub use key::position_key;
pub use link::{Link, LinkTarget};
pub use mail::{DailyReader, Letter, LetterKind, MOST_LINKS, MailAddress};
pub use move_database::{MovedTable, move_database};
pub use nodes::{Held, Joined};
pub use order::{
    Agreement, Dodged, Dodges, Done, EndedSo, Ignoring, JudgedGame, Measure, Moderation, NewReport, PLACES_KEPT_DAYS,
    REPORTS_KEPT_DAYS, Report, ReportKind, Restraint, Warning,
};
pub use persons::Session;
pub use place::Place;
pub use postgres::{PlaceError, PostgresUrl};
pub use programs::{NewToken, ProgramToken};
pub use push::ShortOfTime;
pub use ratings::Recomputed;
pub use record::{Played, RecordRow};
pub use scored::Scored;
pub use store::Store;
pub use summary::Summary;
pub use talk::{NewLine, SaidLine, TALK_KEPT_DAYS, Talk};
pub use terms::Terms;

/// The SHA-256 of a text, in hexadecimal.
fn digest(text: &str) -> String {
    use sha2::{Digest, Sha256};
    data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}
