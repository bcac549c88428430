//! The web app: pages, live games, and the board in the browser.
//!
//! [`serve`] runs the whole server; [`answer`] answers what comes to one listener. What browser and server say to each other is described in `docs/formats/web-protocol.md`.
//!
//! A folder holds all that the server does for one thing that people do: its routes and its pages; what they say to a page is in [`hnefi_wire`].
//! What they share is in `server/`.
//!
//! A move comes in through a socket (`game/socket.rs`) and takes its five steps in its open game
//! (`game/open_game/acts.rs`): read, legal, play, append, show.

mod analyse;
mod api;
mod ask;
mod disputes;
mod events;
mod game;
mod games;
mod home;
mod house;
mod install;
mod lobby;
mod mail;
mod nodes;
mod order;
mod people;
mod picture;
mod push;
mod read;
mod rules;
mod server;
mod table;

pub use events::{ExportError, Exported, export_event, import_event};
pub use hnefi_wire::house::address as rules_address;
pub use install::{Site, write_site};
pub use mail::MailSettings;
pub use server::connections::answer;
pub use server::hashing::Hashes;
pub use server::hosts::{HostName, HostNameError, PublicUrl, PublicUrlError};
pub use server::proxy::{Proxy, ProxyError};
pub use server::serve::{LanAddress, Ready, ServeOptions, serve};
#[cfg(unix)]
pub use server::signals::is_hangup_ignored;
pub use server::state::{Addresses, AppState, Limits};
