//! A file of openings as it is made: a header of comments, then an opening a line, written as it is found.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hnefi_rules::{Game, Referee};

use crate::book::draw::Likeness;
use crate::lines::{header_line, read_line};
use crate::{GrowingError, GrowingFile, Kept};

/// Why a file of openings cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// Another program writes to it.
    #[error("{0}: another program is making this file")]
    Busy(String),
    /// The file holds something else.
    #[error("{path}, line {line}: this is no file of openings made by this program: {fault}")]
    Line {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: String,
    },
    /// The file was made otherwise.
    #[error("{path} was made otherwise: {key} is {found} there, and {wanted} here; move it away to begin anew")]
    Otherwise {
        /// The file.
        path: String,
        /// What differs first.
        key: String,
        /// How it is in the file.
        found: String,
        /// How it is now.
        wanted: String,
    },
}

/// What stands above the openings: a sentence, then names and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookHeader {
    pub(crate) title: &'static str,
    pub(crate) values: Vec<(&'static str, String)>,
}

/// The first line of a file.
pub(crate) fn title(kept: Kept) -> &'static str {
    match kept {
        Kept::Book => "# A balanced book of openings; docs/formats/openings.md says how it was made.",
        Kept::Drawn => {
            "# Openings by chance, unfiltered, on which nothing is tuned; docs/formats/openings.md says more."
        }
    }
}

/// A file that is being made. Nobody else can write to it meanwhile.
#[derive(Debug)]
pub(crate) struct BookFile {
    path: PathBuf,
    file: GrowingFile,
    /// How many bytes of it are whole lines.
    whole: u64,
}

/// What was in the file already.
#[derive(Debug, Default)]
pub(crate) struct Begun {
    /// The positions that its openings lead to.
    pub(crate) known: Vec<Likeness>,
    /// The number of the next candidate.
    pub(crate) next: u64,
    /// Whether there was nothing at all.
    pub(crate) is_new: bool,
    /// The values of the header.
    pub(crate) values: Vec<(String, String)>,
}

impl BookFile {
    /// Opens a file, a new one or one that goes on, and leaves it as it is.
    pub(crate) fn open(path: &Path, referee: &Arc<Referee>) -> Result<(BookFile, Begun), BookError> {
        let name = path.display().to_string();
        let fail = |error| BookError::File { path: name.clone(), error };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        let mut file = GrowingFile::open(path).map_err(|error| match error {
            GrowingError::Busy => BookError::Busy(name.clone()),
            GrowingError::File(error) => fail(error),
        })?;
        let mut bytes = Vec::new();
        file.reader().read_to_end(&mut bytes).map_err(fail)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // A file that somebody else wrote is left as it is.
        let ours = |kept: Kept| title(kept).as_bytes().starts_with(&bytes);
        if whole == 0 && !Kept::ALL.into_iter().any(ours) {
            let fault = "it holds something else".to_owned();
            return Err(BookError::Line { path: name, line: 1, fault });
        }
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let begun = begun(&text, referee).map_err(|(line, fault)| BookError::Line { path: name, line, fault })?;
        Ok((BookFile { path: path.to_owned(), file, whole: whole as u64 }, begun))
    }

    /// Takes off what was half written when the program was killed.
    fn trim(&mut self) -> Result<(), BookError> {
        self.file.cut(self.whole).map_err(|error| self.fail(error))
    }

    /// Writes the header, all at once.
    pub(crate) fn begin(&mut self, header: &BookHeader) -> Result<(), BookError> {
        self.trim()?;
        let values: String = header.values.iter().map(|(name, value)| format!("# {name}: {value}\n")).collect();
        self.write(&format!("{}\n{values}", header.title))
    }

    /// Goes on with a file, without what was half written when the program was killed; or fails with the first thing that
    /// its header has otherwise.
    pub(crate) fn go_on(&mut self, found: &[(String, String)], wanted: &BookHeader) -> Result<(), BookError> {
        let keys = wanted.values.iter().map(|(key, _)| *key).chain(found.iter().map(|(key, _)| key.as_str()));
        for key in keys {
            let there = found.iter().find(|(name, _)| name == key).map(|(_, value)| value);
            let here = wanted.values.iter().find(|(name, _)| *name == key).map(|(_, value)| value);
            if there != here {
                let said = |value: Option<&String>| value.map_or("not said", String::as_str).to_owned();
                return Err(BookError::Otherwise {
                    path: self.path.display().to_string(),
                    key: key.to_owned(),
                    found: said(there),
                    wanted: said(here),
                });
            }
        }
        self.trim()
    }

    /// Writes down an opening: its moves, the number of its candidate, and what is known of it.
    pub(crate) fn append(&mut self, game: &Game, number: u64, about: &str) -> Result<(), BookError> {
        let moves: Vec<String> = game.plies().map(|ply| ply.played.mv.intent().to_string()).collect();
        let about = if about.is_empty() { String::new() } else { format!(": {about}") };
        self.write(&format!("{} # {number}{about}\n", moves.join(" ")))
    }

    fn write(&mut self, text: &str) -> Result<(), BookError> {
        self.file.append(text.as_bytes()).map_err(|error| self.fail(error))
    }

    fn fail(&self, error: std::io::Error) -> BookError {
        BookError::File { path: self.path.display().to_string(), error }
    }
}

/// What a text holds, or the line where it is none of ours, and why.
fn begun(text: &str, referee: &Arc<Referee>) -> Result<Begun, (usize, String)> {
    let mut begun = Begun { is_new: text.is_empty(), ..Begun::default() };
    for (index, line) in text.lines().enumerate() {
        let fault = |fault: String| (index + 1, fault);
        if line.starts_with('#') {
            // Below the first opening a comment is anybody's.
            let said = header_line(line).filter(|_| begun.known.is_empty());
            begun.values.extend(said.map(|(name, value)| (name.to_owned(), value.to_owned())));
            continue;
        }
        let (moves, about) =
            line.split_once('#').ok_or_else(|| fault("the number of the opening is missing".into()))?;
        let number: String = about.trim_start().chars().take_while(char::is_ascii_digit).collect();
        let number: u64 = number.parse().map_err(|_| fault("the number of the opening is missing".into()))?;
        if number < begun.next {
            return Err(fault(format!("{number} is out of order")));
        }
        begun.next = number + 1;
        begun.known.push(Likeness::of(read_line(moves, referee).map_err(fault)?.position()));
    }
    Ok(begun)
}
