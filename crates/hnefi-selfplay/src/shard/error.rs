//! Why a shard cannot be used.

use std::path::Path;

use hnefi_rules::JUDGE;

/// Why a shard cannot be used. Each names the file.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file or the folder.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// Another program writes to it.
    #[error("{0}: another program writes to this shard")]
    Busy(String),
    /// The file holds something else.
    #[error("{0} is no shard of games")]
    Foreign(String),
    /// The file was written by a program that does it otherwise.
    #[error("{path} is a shard of version {found}, and this program reads version {}", super::header::VERSION)]
    Version {
        /// The file.
        path: String,
        /// Its version.
        found: u32,
    },
    /// What stands there cannot have been written there.
    #[error("{path}, byte {offset}: {fault}")]
    Damaged {
        /// The file.
        path: String,
        /// The byte at which the damaged part begins.
        offset: u64,
        /// What is wrong.
        fault: String,
    },
    /// Its games were ruled by another judge, so that their positions cannot be made again for certain.
    #[error(
        "{path}: its games were ruled by the judge of number {found}, and this program's is number {JUDGE}: their positions cannot be made \
         again for certain"
    )]
    Judge {
        /// The file.
        path: String,
        /// The number of the judge who ruled them.
        found: u32,
    },
    /// The shard keeps games that were played otherwise.
    #[error("{path} keeps other games: {key} is {found} there, and {wanted} here")]
    Other {
        /// The file.
        path: String,
        /// What differs first.
        key: String,
        /// How it is in the file.
        found: String,
        /// How it is now.
        wanted: String,
    },
    /// There is nothing to read.
    #[error("{0} holds no shards")]
    None(String),
}

impl ShardError {
    pub(crate) fn file(path: &Path, error: std::io::Error) -> ShardError {
        ShardError::File { path: path.display().to_string(), error }
    }

    pub(crate) fn damaged(path: &Path, offset: u64, fault: impl Into<String>) -> ShardError {
        ShardError::Damaged { path: path.display().to_string(), offset, fault: fault.into() }
    }
}
