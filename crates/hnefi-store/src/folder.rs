//! The folder in which a server keeps its games, and who owns it.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::{StoreError, private};

/// The database in the folder.
pub(crate) const DATABASE: &str = "hnefi.db";
/// What SQLite keeps beside its database while it is open.
pub(crate) const BESIDE: [&str; 2] = ["hnefi.db-wal", "hnefi.db-shm"];
/// The file whose lock says that the folder is in use. It stays there, empty.
pub(crate) const LOCK: &str = "hnefi.lock";
/// Where [`restore`](crate::restore) puts everything before it takes the place of what is there.
pub(crate) const RESTORING: &str = ".restoring";

/// A folder of games while this process, and nobody else, may write there.
///
/// ```
/// use hnefi_store::{DataFolder, FolderError};
/// # let folder = tempfile::tempdir().unwrap();
/// let games = folder.path().join("games");
/// let mine = DataFolder::open(&games).unwrap();
/// assert!(matches!(DataFolder::open(&games), Err(FolderError::InUse(_))));
/// drop(mine);
/// assert!(DataFolder::open(&games).is_ok());
/// ```
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    lock: File,
}

/// Why a folder of games cannot be used, backed up or restored.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file or folder cannot be read, written or made.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another process has the folder open.
    #[error("another Hnefi is at work in {}: stop it first, or name another folder with --data", .0.display())]
    InUse(PathBuf),
    /// A restore was broken off in the middle.
    #[error("a restore into {} was not finished: run `hnefi restore` with --overwrite once more", .0.display())]
    Unfinished(PathBuf),
    /// Another version of the program has written there last.
    #[error("the games in {} are of another version of Hnefi: start a server of this one there first", .0.display())]
    OtherProgram(PathBuf),
    /// There are no games in the folder.
    #[error("there are no games in {}", .0.display())]
    NoGames(PathBuf),
    /// Something is there already that would be overwritten.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// There are games already where others are to be restored.
    #[error("there are games in {} already: --overwrite moves them aside", .0.display())]
    HasGames(PathBuf),
    /// The database is damaged.
    #[error("the games in {} are damaged: {problem}", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What SQLite says.
        problem: String,
    },
    /// A database cannot be used, and says itself which.
    #[error(transparent)]
    Database(StoreError),
    /// The database cannot be used.
    #[error("the games in {} cannot be used: {error}", path.display())]
    Games {
        /// The database.
        path: PathBuf,
        /// Why.
        error: StoreError,
    },
}

impl DataFolder {
    /// Opens a folder, and makes it if there is none. Nobody else can open it until this one is dropped or
    /// [released](DataFolder::release), or the process has ended. On Unix a folder that is made, and the database in any, can be
    /// read by their owner alone.
    ///
    /// # Errors
    /// [`FolderError::InUse`] when another process, or this one, has it open; [`FolderError::Unfinished`] when a restore
    /// was broken off there.
    pub fn open(path: &Path) -> Result<DataFolder, FolderError> {
        let folder = DataFolder::lock(path)?;
        match path.join(RESTORING).exists() {
            true => Err(FolderError::Unfinished(path.to_owned())),
            false => Ok(folder),
        }
    }

    /// Opens a folder, whatever state it is in.
    pub(crate) fn lock(path: &Path) -> Result<DataFolder, FolderError> {
        private::make_folder(path).map_err(at(path))?;
        let file = path.join(LOCK);
        let lock = private::open_file(&file).map_err(at(&file))?;
        // Where that cannot be, root alone is kept from nothing.
        let _ = private::give(&file, path);
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(at(&file)(error)),
        }
        for name in [DATABASE].into_iter().chain(BESIDE) {
            private::tighten(&path.join(name));
        }
        Ok(DataFolder { path: path.to_owned(), lock })
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of the database.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Another file in the folder. It is backed up with the games.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Lets others open the folder, even if somebody still holds this value. Nothing may be written there any more.
    pub fn release(&self) {
        // What cannot be unlocked is unlocked when the process ends.
        let _ = self.lock.unlock();
    }
}

/// An error of a file, with its path.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    |error| FolderError::File { path: path.to_owned(), error }
}
