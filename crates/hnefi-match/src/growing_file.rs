//! A file to which one program adds, and which goes on where it was after a kill.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

/// A file open for reading and adding. Nobody else can open it so meanwhile.
///
/// ```
/// use hnefi_match::{GrowingError, GrowingFile};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.txt");
/// let mut file = GrowingFile::open(&path)?;
/// file.append(b"one\ntw")?;
/// assert!(matches!(GrowingFile::open(&path), Err(GrowingError::Busy)));
/// file.cut(4)?;
/// file.append(b"two\n")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "one\ntwo\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GrowingFile {
    file: File,
}

/// Why a [`GrowingFile`] cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum GrowingError {
    /// Another program adds to it.
    #[error("another program writes to this file")]
    Busy,
    /// It cannot be opened.
    #[error(transparent)]
    File(#[from] std::io::Error),
}

impl GrowingFile {
    /// Opens a file, or makes it, and leaves it as it is.
    ///
    /// # Errors
    /// A [`GrowingError`].
    pub fn open(path: &Path) -> Result<GrowingFile, GrowingError> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(GrowingFile { file }),
            Err(TryLockError::WouldBlock) => Err(GrowingError::Busy),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    /// The file itself, to read what is in it.
    pub fn reader(&mut self) -> &mut File {
        &mut self.file
    }

    /// Takes off what comes after so many bytes. What is added from now on follows on them.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn cut(&mut self, bytes: u64) -> std::io::Result<()> {
        self.file.set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes)).map(|_| ())
    }

    /// Adds something, which goes to the system at once, so that killing the program cannot take it back. [`cut`](GrowingFile::cut)
    /// comes before the first.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.file.write_all(bytes)
    }
}
