//! Reading a shard, a game at a time.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use hnefi_rules::Referee;

use super::block::{Found, HEAD, read_block};
use super::{Header, ShardError, game};
use crate::played::{Place, Played};

/// A shard that is read: an iterator over its games, which are in no order. It keeps one game in memory.
///
/// A last game that was being written when the program was killed is no game; [`Shard::torn_at`] tells of it.
#[derive(Debug)]
pub struct Shard {
    path: Arc<Path>,
    header: Header,
    referee: Arc<Referee>,
    file: BufReader<File>,
    offset: u64,
    bytes: Vec<u8>,
    torn_at: Option<u64>,
    failed: bool,
}

impl Shard {
    /// Opens a shard.
    ///
    /// # Errors
    /// A [`ShardError`] where there is none, or none that can be read.
    pub fn open(path: &Path) -> Result<Shard, ShardError> {
        let fail = |error| ShardError::file(path, error);
        let mut file = BufReader::with_capacity(1 << 16, File::open(path).map_err(fail)?);
        let Some((header, _, offset)) = Header::read(path, &mut file)? else {
            return Err(ShardError::damaged(path, 0, "the file ends within its header"));
        };
        let referee = header.referee(path)?;
        let path = Arc::from(path);
        Ok(Shard { path, header, referee, file, offset, bytes: Vec::new(), torn_at: None, failed: false })
    }

    /// What it says about all of its games.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The referee of its rule set.
    pub fn referee(&self) -> &Arc<Referee> {
        &self.referee
    }

    /// Where a game begins that was not written to its end. This is known when all games have been read.
    pub fn torn_at(&self) -> Option<u64> {
        self.torn_at
    }

    /// Where the next block begins.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// A game that can be one of this header's.
    fn of_header(&self, game: Played) -> Result<Played, String> {
        match self.header.settings.starts.kinds().len() {
            kinds if usize::from(game.start) < kinds => Ok(game),
            kinds => Err(format!("game {} began from start {}, and the header has {kinds}", game.number, game.start)),
        }
    }

    fn read(&mut self) -> Result<Option<Played>, ShardError> {
        let found = read_block(&mut self.file, self.offset, &mut self.bytes)
            .map_err(|error| ShardError::file(&self.path, error))?;
        let place = Place { path: self.path.clone(), offset: self.offset };
        let read = match found {
            Found::Whole => game::game(&self.bytes, place).and_then(|game| self.of_header(game)),
            Found::Fault(fault) => Err(fault.to_owned()),
            Found::End => return Ok(None),
            Found::Torn => {
                self.torn_at = Some(self.offset);
                return Ok(None);
            }
        };
        let game = read.map_err(|fault| ShardError::damaged(&self.path, self.offset, fault))?;
        self.offset += (HEAD + self.bytes.len()) as u64;
        Ok(Some(game))
    }
}

impl Iterator for Shard {
    type Item = Result<Played, ShardError>;

    /// The next game. After an error there are no more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let read = self.read().transpose();
        self.failed = matches!(read, Some(Err(_)));
        read
    }
}
