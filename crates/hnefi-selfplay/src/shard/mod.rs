//! The file that keeps games.

mod block;
mod error;
mod folder;
mod game;
mod header;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::ShardError;
pub use folder::{Games, Repeated, Shards};
pub use header::Header;
pub use read::Shard;
pub(crate) use write::ShardWriter;
