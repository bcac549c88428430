//! The record of a match: a header, then a game a line, written as each game ends.

use std::collections::{BTreeMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use hnefi_net::Net;
use serde::{Deserialize, Serialize};

use crate::contender::net_digest;
use crate::{GameRecord, GrowingError, GrowingFile, HeaderDifference};

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// What must be the same for games to belong to one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of this format: 1.
    #[serde(rename = "match")]
    pub version: u32,
    /// The id of the rule set.
    pub rules: String,
    /// The whole rule set, where it is none of the program's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The first engine.
    pub first: HeaderContender,
    /// The second engine.
    pub second: HeaderContender,
    /// What a move or a game may take.
    pub limit: String,
    /// How much later than that an answer may come, in milliseconds.
    pub margin_ms: u64,
    /// From where games start.
    pub openings: String,
    /// After so many plies a game is a draw.
    pub move_cap: usize,
    /// When both engines agree on a draw, if they do: hundredths and plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agree: Option<String>,
}

/// An engine in a header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeaderContender {
    /// Its name.
    pub name: String,
    /// Its command line, or `own`.
    pub command: String,
    /// What tells this build from others; nobody knows for programs that are found elsewhere.
    pub build: Option<String>,
    /// What was set, name and value.
    pub options: Vec<(String, String)>,
    /// The digests of the files that options name, by the names of the options; of a net that of what it judges by, without its card.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl HeaderContender {
    /// Whether the option of this name, capitals or not, was a file of this net, whatever its card said then.
    pub fn was_given(&self, option: &str, net: &Net) -> bool {
        let mut named = self.files.iter().filter(|(name, _)| name.eq_ignore_ascii_case(option));
        named.any(|(_, held)| *held == net_digest(net))
    }
}

/// The record of a match, open for writing. Nobody else can write to it meanwhile.
#[derive(Debug)]
pub struct MatchRecord {
    path: PathBuf,
    file: GrowingFile,
}

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MatchRecordError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// Another match writes to it.
    #[error("{0}: another match writes to this file")]
    Busy(String),
    /// The record is of another version.
    #[error("{path} is a record of version {version}, and this program reads version {VERSION}")]
    Version {
        /// The file.
        path: String,
        /// Its version.
        version: u32,
    },
    /// The file holds something else than the record of a match.
    #[error("{path}, line {line}: this is no record of a match: {error}")]
    Line {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: String,
    },
    /// The record belongs to another match.
    #[error("{path} holds another match: {key} is {found} there, and {wanted} here")]
    OtherMatch {
        /// The file.
        path: String,
        /// What differs first.
        key: String,
        /// How it is in the record.
        found: String,
        /// How it is now.
        wanted: String,
    },
}

impl MatchRecord {
    /// Opens the record of a match: a new one, or one that goes on. Also gives the games that are in it.
    ///
    /// A last line that has no end was being written when the program was killed; it is taken off, and its game
    /// is played again. A header without a game gives way to another one.
    ///
    /// # Errors
    /// A [`MatchRecordError`]; the file is unchanged then.
    pub fn open(path: &Path, header: &Header) -> Result<(MatchRecord, Vec<GameRecord>), MatchRecordError> {
        let name = path.display().to_string();
        let fail = |error| MatchRecordError::File { path: name.clone(), error };
        let mut file = GrowingFile::open(path).map_err(|error| match error {
            GrowingError::Busy => MatchRecordError::Busy(name.clone()),
            GrowingError::File(error) => fail(error),
        })?;
        let mut bytes = Vec::new();
        file.reader().read_to_end(&mut bytes).map_err(fail)?;
        let mut whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (text, cut) = bytes.split_at(whole);
        let text = String::from_utf8_lossy(text);
        let mut lines = text.lines();
        let mut games = Vec::new();
        let mut fresh = true;
        if let Some(first) = lines.next() {
            fresh = false;
            let found = read_header(&name, first)?;
            let mut lines = lines.peekable();
            if lines.peek().is_none() && found != *header {
                // No game of that other match was ever played.
                (whole, fresh) = (0, true);
            } else {
                compare(&name, &found, first, header)?;
            }
            games = read_games(&name, lines)?;
        } else if !is_cut_header(cut) {
            return Err(bad_line(&name, 1, "it is no text of this program"));
        }
        file.cut(whole as u64).map_err(fail)?;
        let mut record = MatchRecord { path: path.to_owned(), file };
        if fresh {
            record.write(header)?;
        }
        Ok((record, games))
    }

    /// What a record holds. Its match may go on meanwhile: a last line that has no end yet is not looked at.
    ///
    /// # Errors
    /// [`MatchRecordError::File`] or [`MatchRecordError::Line`].
    pub fn read(path: &Path) -> Result<(Header, Vec<GameRecord>), MatchRecordError> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| MatchRecordError::File { path: name.clone(), error })?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut lines = text.lines();
        let header = read_header(&name, lines.next().unwrap_or_default())?;
        Ok((header, read_games(&name, lines)?))
    }

    /// Writes down a game.
    ///
    /// # Errors
    /// [`MatchRecordError::File`] when it cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), MatchRecordError> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), MatchRecordError> {
        let fail = |error| MatchRecordError::File { path: self.path.display().to_string(), error };
        let mut text = serde_json::to_string(line).map_err(|error| fail(error.into()))?;
        text.push('\n');
        self.file.append(text.as_bytes()).map_err(fail)
    }
}

fn bad_line(path: &str, line: usize, error: impl ToString) -> MatchRecordError {
    MatchRecordError::Line { path: path.to_owned(), line, error: error.to_string() }
}

fn read_header(path: &str, line: &str) -> Result<Header, MatchRecordError> {
    let header: Header = serde_json::from_str(line).map_err(|error| bad_line(path, 1, error))?;
    match header.version {
        VERSION => Ok(header),
        version => Err(MatchRecordError::Version { path: path.to_owned(), version }),
    }
}

/// The games of the lines after the header. A game counts once, whatever was copied into the file.
fn read_games<'a>(path: &str, lines: impl Iterator<Item = &'a str>) -> Result<Vec<GameRecord>, MatchRecordError> {
    let (mut games, mut places) = (Vec::new(), HashSet::new());
    for (number, line) in (2..).zip(lines) {
        let game: GameRecord = serde_json::from_str(line).map_err(|error| bad_line(path, number, error))?;
        if let Some(error) = game.fault() {
            return Err(bad_line(path, number, error));
        }
        if places.insert(game.id) {
            games.push(game);
        }
    }
    Ok(games)
}

/// How a record begins, so that a header which was cut short is told from a file of somebody else.
const BEGINNING: &[u8] = b"{\"match\":1,\"rules\":\"";

/// Whether a line without an end is a header of ours that was being written, or nothing at all.
fn is_cut_header(cut: &[u8]) -> bool {
    // What can be read to its end and is no header was never going to be one.
    let whole = serde_json::from_slice::<serde_json::Value>(cut).is_ok();
    BEGINNING.starts_with(cut)
        || cut.starts_with(BEGINNING) && (!whole || serde_json::from_slice::<Header>(cut).is_ok())
}

/// Says what differs first between a record's header and the match that is to be played. `line` is the header as it was read,
/// perhaps with keys that this program does not know.
fn compare(path: &str, found: &Header, line: &str, wanted: &Header) -> Result<(), MatchRecordError> {
    let read = serde_json::from_str(line).unwrap_or_default();
    match HeaderDifference::between(found, &read, wanted) {
        None => Ok(()),
        Some(HeaderDifference { key, there, here }) => {
            Err(MatchRecordError::OtherMatch { path: path.to_owned(), key, found: there, wanted: here })
        }
    }
}
