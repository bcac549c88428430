//! What a shard says about all of its games.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use hnefi_match::HeaderDifference;
use hnefi_rules::{Referee, Ruleset};
use serde::{Deserialize, Serialize};

use super::ShardError;
use super::block::{Found, block, fill, read_block};
use crate::Settings;
use crate::recipe::has_a_net_for_endgames;

/// How every shard begins. The second half notices programs that change line ends.
const MAGIC: [u8; 8] = *b"\x89HNEFI\r\n";

/// The version of this format.
pub(crate) const VERSION: u32 = 1;

/// A header key by key, as it was read: it may have keys that this program does not know.
pub(crate) type Keys = serde_json::Map<String, serde_json::Value>;

/// The bytes before the block of the header.
const BEGINNING: usize = 12;

/// What a shard says about all of its games: together with its number it makes each of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The id of the rule set.
    pub rules: String,
    /// The whole rule set.
    pub ruleset: String,
    /// The number of the judge by whom its games were ruled: [`hnefi_rules::JUDGE`].
    pub judge: u32,
    /// What tells the engine from others.
    pub engine: String,
    /// By what the engine judged: by hand, its own net or two, or the file of a net or of weights.
    pub mind: String,
    /// How the games were played.
    #[serde(flatten)]
    pub settings: Settings,
}

impl Header {
    /// Whether the games of both were played in the same way: whether nothing differs but the seed.
    pub fn is_alike(&self, other: &Header) -> bool {
        let Header { rules, ruleset, judge, engine, mind, settings } = self;
        (rules, ruleset, judge, engine, mind)
            == (&other.rules, &other.ruleset, &other.judge, &other.engine, &other.mind)
            && Settings { seed: other.settings.seed, ..settings.clone() } == other.settings
    }

    /// Whether a net of their own judged endgames.
    pub fn judges_endgames_apart(&self) -> bool {
        has_a_net_for_endgames(&self.mind)
    }

    /// The beginning of a file: magic bytes, version, header.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(block(&serde_json::to_vec(self).expect("texts and numbers can always be written")));
        bytes
    }

    /// The header at the beginning of a file, its keys, and how many bytes it takes; `None` if the file ends before it does.
    pub(crate) fn read(path: &Path, from: &mut impl Read) -> Result<Option<(Header, Keys, u64)>, ShardError> {
        let fail = |error| ShardError::file(path, error);
        let mut beginning = [0; BEGINNING];
        let filled = fill(from, &mut beginning).map_err(fail)?;
        let magic = filled.min(MAGIC.len());
        if beginning[..magic] != MAGIC[..magic] {
            return Err(ShardError::Foreign(path.display().to_string()));
        }
        if filled < BEGINNING {
            return Ok(None);
        }
        let found = u32::from_le_bytes([beginning[8], beginning[9], beginning[10], beginning[11]]);
        if found != VERSION {
            return Err(ShardError::Version { path: path.display().to_string(), found });
        }
        let mut bytes = Vec::new();
        match read_block(from, BEGINNING as u64, &mut bytes).map_err(fail)? {
            Found::Whole => {}
            Found::End | Found::Torn => return Ok(None),
            Found::Fault(fault) => return Err(ShardError::damaged(path, BEGINNING as u64, fault)),
        }
        let bad = |error| ShardError::damaged(path, BEGINNING as u64, format!("the header: {error}"));
        let header = serde_json::from_slice(&bytes).map_err(bad)?;
        let keys = serde_json::from_slice(&bytes).map_err(bad)?;
        Ok(Some((header, keys, (BEGINNING + super::block::HEAD + bytes.len()) as u64)))
    }

    /// The referee of its rule set.
    pub(crate) fn referee(&self, path: &Path) -> Result<Arc<Referee>, ShardError> {
        let ruleset = Ruleset::from_toml(&self.ruleset)
            .map_err(|error| ShardError::damaged(path, BEGINNING as u64, format!("the rule set: {error}")))?;
        Ok(Arc::new(Referee::new(Arc::new(ruleset))))
    }

    /// Says what differs first from the header of the games that are to be played. `read` has the keys of this header as they
    /// were read: one that this program does not know made the games other ones.
    pub(crate) fn compare(&self, read: &Keys, path: &Path, wanted: &Header) -> Result<(), ShardError> {
        match HeaderDifference::between(self, read, wanted) {
            None => Ok(()),
            Some(HeaderDifference { key, there, here }) => {
                Err(ShardError::Other { path: path.display().to_string(), key, found: there, wanted: here })
            }
        }
    }
}
