//! The web app: pages, live games, and the board in the browser.
//!
//! [`serve`] runs the whole server; [`app`] gives it as a router, which tests can ask without a socket. What
//! browser and server say to each other is described in `docs/formats/web-protocol.md`.
//!
//! A move comes in through a socket (`socket.rs`) and takes its five steps in the room of its game
//! (`room/acts.rs`): read, legal, play, append, show.

mod assets;
mod base;
pub mod diagram;
mod doors;
mod house;
mod http;
pub mod pages;
mod rate;
mod room;
mod secret;
mod serve;
mod socket;
mod state;
pub mod wire;

pub use http::app;
pub use serve::{LanAddress, Ready, ServeOptions, serve};
pub use state::{Addresses, AppState};
