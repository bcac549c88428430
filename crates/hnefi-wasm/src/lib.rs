//! The referee, its words and the computer inside a page.
//!
//! A [`Referee`](hnefi_rules::Referee) in a page is the same as on the server, compiled to WebAssembly. The page speaks to a
//! [`Desk`] in JSON, through two functions of the module and three that the page gives it (`host.rs`), and hears what the server would
//! say: `docs/formats/page-protocol.md` describes the messages, of which those about games, the table and house rules are the server's own.
//!
//! ```
//! use hnefi_wasm::{Desk, Host};
//! use std::sync::{Arc, Mutex};
//!
//! #[derive(Default)]
//! struct Page(Mutex<Vec<String>>);
//!
//! impl Host for Page {
//!     fn tell(&self, message: &str) {
//!         self.0.lock().unwrap().push(message.to_owned());
//!     }
//!     fn now_ms(&self) -> f64 {
//!         0.0
//!     }
//!     fn is_told_to_stop(&self) -> bool {
//!         false
//!     }
//! }
//!
//! let page = Arc::new(Page::default());
//! let mut desk = Desk::new(page.clone(), 1);
//! desk.hear(r#"{"id":7,"ask":"perft","at":{"rules":"brandubh"},"depth":2}"#);
//! assert_eq!(page.0.lock().unwrap()[0], r#"{"answer":{"leaves":960},"id":7}"#);
//! ```

mod desk;
mod game;
mod host;
mod judge;
mod messages;
mod search;
mod walk;

pub use desk::Desk;
pub use game::LocalGame;
pub use host::Host;
pub use judge::{Judged, judge};
pub use messages::{Ask, Asked};
pub use walk::{Walk, walk};
