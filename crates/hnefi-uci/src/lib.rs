//! The engine protocol: UCI, as chess programs speak it, for Hnefatafl.
//!
//! A [`Session`] is our engine behind the protocol: lines in, lines out, and nothing that comes in ends it but
//! `quit`. A [`Client`] is the other end: it drives any engine that speaks the protocol, over a [`Wire`] to
//! another process or to a session of our own.
//!
//! `docs/formats/engine-protocol.md` describes every command; its examples are tests.
//!
//! ```
//! use hnefi_uci::Session;
//! let answers = Session::converse("position startpos moves d1d4\ngo perft 1\n");
//! assert!(answers.ends_with("Nodes searched: 54\n"));
//! ```

mod bench;
mod board;
mod caller;
mod client;
mod command;
mod eval_file;
mod go;
mod group;
mod info;
mod lines;
mod options;
mod perft;
mod process;
mod search;
mod session;
mod variant;
mod wire;

pub use bench::Bench;
pub use caller::Caller;
pub use client::{Answer, Client, Failure};
pub use command::{Command, CommandError};
pub use eval_file::EvalFile;
pub use go::{Clock, Go};
pub use group::end_engines;
pub use info::{Info, Said};
pub use lines::{Line, Lines, MAX_LINE};
pub use options::{OptionError, Options};
pub use process::{Process, StartError, split_command};
pub use session::Session;
pub use variant::{Variant, VariantError};
pub use wire::{InProcess, Missing, Wire};
