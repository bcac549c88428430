//! Writing a shard, a game at a time.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use hnefi_match::{GrowingError, GrowingFile};

use super::block::block;
use super::{Header, Shard, ShardError, game};
use crate::{Count, Played};

/// A shard that is open for writing. Nobody else can write to it meanwhile.
#[derive(Debug)]
pub(crate) struct ShardWriter {
    path: PathBuf,
    file: GrowingFile,
}

/// What was found in a shard that goes on.
#[derive(Debug, Default)]
pub(crate) struct Already {
    /// The numbers of the games.
    pub(crate) numbers: HashSet<u32>,
    /// What they add up to.
    pub(crate) count: Count,
}

impl ShardWriter {
    /// Opens a shard, a new one or one that goes on, and reads the games that are in it. A last game that was being written
    /// when the program was killed is cut off.
    ///
    /// # Errors
    /// A [`ShardError`]; the file is unchanged then.
    pub(crate) fn open(path: &Path, header: &Header) -> Result<(ShardWriter, Already), ShardError> {
        let fail = |error| ShardError::file(path, error);
        let mut file = GrowingFile::open(path).map_err(|error| match error {
            GrowingError::Busy => ShardError::Busy(path.display().to_string()),
            GrowingError::File(error) => fail(error),
        })?;
        let mut already = Already::default();
        match Header::read(path, file.reader())? {
            // Nothing, or the beginning of a header.
            None => {
                file.cut(0).map_err(fail)?;
                file.append(&header.bytes()).map_err(fail)?;
            }
            Some((found, keys, _)) => {
                found.compare(&keys, path, header)?;
                let mut shard = Shard::open(path)?;
                for played in &mut shard {
                    let played = played?;
                    if already.numbers.insert(played.number) {
                        already.count.add(&played, &header.settings);
                    }
                }
                file.cut(shard.offset()).map_err(fail)?;
            }
        }
        Ok((ShardWriter { path: path.to_owned(), file }, already))
    }

    /// Writes a game down.
    ///
    /// # Errors
    /// [`ShardError::File`] when it cannot be written.
    pub(crate) fn append(&mut self, played: &Played) -> Result<(), ShardError> {
        // One write for the whole block.
        self.file.append(&block(&game::bytes(played))).map_err(|error| ShardError::file(&self.path, error))
    }
}
