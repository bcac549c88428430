//! Copies of a folder of games, made while a server runs, and put back.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use crate::folder::{BESIDE, DATABASE, DataFolder, FolderError, LOCK, RESTORING, at};
use crate::migrate::NEWEST;
use crate::{StoreError, now_ms, private};

/// Copies a folder of games into a new folder, which a server could serve: the games as they stand at one moment, and
/// every other file beside them. A server may go on meanwhile. Gives the number of games. On Unix the copy can be read by its
/// owner alone.
///
/// ```
/// use hnefi_store::{DataFolder, Store, backup, restore};
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// # let folder = tempfile::tempdir().unwrap();
/// # let (games, copy) = (folder.path().join("games"), folder.path().join("copy"));
/// let mine = DataFolder::open(&games).unwrap();
/// let store = Store::open(&mine.database()).await.unwrap();
/// assert_eq!(backup(&games, &copy).await.unwrap(), 0);
/// assert_eq!(restore(&copy, &folder.path().join("elsewhere"), false).await.unwrap().games, 0);
/// # });
/// ```
///
/// # Errors
/// When there are no games, the new folder is there already and not empty, or something cannot be read or written.
/// Nothing is left of a copy that was not finished.
pub async fn backup(from: &Path, to: &Path) -> Result<u64, FolderError> {
    let database = from.join(DATABASE);
    if !database.is_file() {
        return Err(FolderError::NoGames(from.to_owned()));
    }
    if fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some()) || to.is_file() {
        return Err(FolderError::Exists(to.to_owned()));
    }
    // A folder that is there may be a mount or a link, which no other one can take the place of.
    let there = to.is_dir();
    let unfinished = if there { to.join(unfinished_name("")) } else { beside(to) };
    let copied = match copy_all(from, &database, &unfinished).await {
        Ok(games) => take_its_place(&unfinished, to, there).map(|()| games),
        Err(error) => Err(error),
    };
    if copied.is_err() {
        // What cannot be removed is at least not under the name that was asked for.
        let _ = fs::remove_dir_all(&unfinished);
    }
    copied
}

/// Puts a whole copy where it was asked for.
fn take_its_place(unfinished: &Path, to: &Path, there: bool) -> Result<(), FolderError> {
    if !there {
        fs::rename(unfinished, to).map_err(at(to))?;
        return sync_folder(to.parent());
    }
    let names = names(unfinished)?;
    let moved = move_up(&names, unfinished, to);
    if moved.is_err() {
        for name in names {
            let _ = fs::remove_file(to.join(name));
        }
    }
    moved
}

/// Copies a folder of games aside if this program is about to bring them up to date: after that an older program does not
/// read them any more. Gives the copy, which the older program's `hnefi restore` takes; `None` if nothing is to be done.
/// One copy is kept for each state of the database that there was.
///
/// ```
/// use hnefi_store::{DataFolder, Store, back_up_before_upgrade};
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// # let folder = tempfile::tempdir().unwrap();
/// let mine = DataFolder::open(folder.path()).unwrap();
/// Store::open(&mine.database()).await.unwrap().close().await;
/// assert_eq!(back_up_before_upgrade(&mine).await.unwrap(), None, "it is up to date");
/// # });
/// ```
///
/// # Errors
/// When something cannot be read or written. The games are as they were then.
pub async fn back_up_before_upgrade(folder: &DataFolder) -> Result<Option<PathBuf>, FolderError> {
    let database = folder.database();
    if !database.is_file() {
        return Ok(None);
    }
    let wrong = |error: sqlx::Error| FolderError::Games { path: database.clone(), error: error.into() };
    let options = SqliteConnectOptions::new().filename(&database).disable_statement_logging();
    let mut connection = options.connect().await.map_err(wrong)?;
    // A database of nobody's is told of when it is opened to be used.
    let found: Result<i64, _> =
        sqlx::query_scalar("select max(version) from migration").fetch_one(&mut connection).await;
    connection.close().await.map_err(wrong)?;
    let Ok(found @ 1..NEWEST) = found else { return Ok(None) };
    let copy = folder.file(&format!("before-upgrade-{found}"));
    if copy.exists() {
        // Of an upgrade that failed, or was undone: the games have changed since.
        fs::remove_dir_all(&copy).map_err(at(&copy))?;
    }
    backup(folder.path(), &copy).await?;
    Ok(Some(copy))
}

async fn copy_all(from: &Path, database: &Path, to: &Path) -> Result<u64, FolderError> {
    private::make_folder(to).map_err(at(to))?;
    copy_files(from, to)?;
    let copy = to.join(DATABASE);
    // SQLite would make one that everybody may read; an empty one it takes.
    private::make_file(&copy).map_err(at(&copy))?;
    let wrong = |error: sqlx::Error| FolderError::Games { path: database.to_owned(), error: error.into() };
    // A place on the way that is no text cannot be told to SQLite, which would write elsewhere.
    let place = copy.to_str().ok_or_else(|| at(&copy)(std::io::Error::other("the path is no text")))?;
    let options = SqliteConnectOptions::new().filename(database).disable_statement_logging();
    let mut connection = options.connect().await.map_err(wrong)?;
    sqlx::query("vacuum into $1").bind(place).execute(&mut connection).await.map_err(wrong)?;
    connection.close().await.map_err(wrong)?;
    let games = checked(&copy).await?;
    File::open(&copy).and_then(|file| file.sync_all()).map_err(at(&copy))?;
    sync_folder(Some(to))?;
    Ok(games)
}

/// What was put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// How many games there are now.
    pub games: u64,
    /// Where the games are that were there before, if there were any.
    pub replaced: Option<PathBuf>,
}

/// Puts a backup into a folder, where no server may run. Games that are there already are moved aside if `overwrite` says
/// so, into a folder of their own. What root puts there belongs to the owner of the folder.
///
/// # Errors
/// When the backup is damaged or of a newer program, a server runs, there are games and `overwrite` is false, or
/// something cannot be read or written. Until all has been copied, nothing that was there is touched; a restore that
/// is broken off later can be run once more.
pub async fn restore(from: &Path, to: &Path, overwrite: bool) -> Result<Restored, FolderError> {
    let database = from.join(DATABASE);
    if !database.is_file() {
        return Err(FolderError::NoGames(from.to_owned()));
    }
    let _owned = DataFolder::lock(to)?;
    if to.join(DATABASE).exists() && !overwrite {
        return Err(FolderError::HasGames(to.to_owned()));
    }
    let new = to.join(RESTORING);
    // One that was broken off.
    if new.exists() {
        fs::remove_dir_all(&new).map_err(at(&new))?;
    }
    let copied = match copy_all(from, &database, &new).await {
        Ok(games) => give_all(&new, to).map(|()| games),
        Err(error) => Err(error),
    };
    if copied.is_err() {
        let _ = fs::remove_dir_all(&new);
    }
    let games = copied?;

    let replaced = to.join(format!("replaced-{}", now_ms()));
    let mut moved = false;
    for name in [DATABASE].into_iter().chain(BESIDE).map(str::to_owned).chain(names(&new)?) {
        let old = to.join(&name);
        if old.is_file() {
            private::make_folder(&replaced).and_then(|()| private::give(&replaced, to)).map_err(at(&replaced))?;
            fs::rename(&old, replaced.join(&name)).map_err(at(&old))?;
            moved = true;
        }
    }
    move_up(&names(&new)?, &new, to)?;
    Ok(Restored { games, replaced: moved.then_some(replaced) })
}

/// Moves files from a folder into the one above it, and takes the folder away. The database comes last: with it, there are games.
fn move_up(names: &[String], from: &Path, to: &Path) -> Result<(), FolderError> {
    let mut names: Vec<&String> = names.iter().collect();
    names.sort_by_key(|name| *name == DATABASE);
    for name in names {
        fs::rename(from.join(name), to.join(name)).map_err(at(&to.join(name)))?;
    }
    sync_folder(Some(to))?;
    fs::remove_dir(from).map_err(at(from))
}

/// Gives a folder and the files in it to whom another one belongs.
fn give_all(folder: &Path, to: &Path) -> Result<(), FolderError> {
    let files = names(folder)?.into_iter().map(|name| folder.join(name));
    files.chain([folder.to_owned()]).try_for_each(|path| private::give(&path, to).map_err(at(&path)))
}

/// Reads all of a database of games, and tells how many there are.
async fn checked(database: &Path) -> Result<u64, FolderError> {
    let wrong = |error: StoreError| FolderError::Games { path: database.to_owned(), error };
    let options = SqliteConnectOptions::new().filename(database).read_only(true).disable_statement_logging();
    let mut connection = options.connect().await.map_err(|error| wrong(error.into()))?;
    let games = read_through(&mut connection, database).await;
    connection.close().await.map_err(|error| wrong(error.into()))?;
    games
}

async fn read_through(from: &mut SqliteConnection, database: &Path) -> Result<u64, FolderError> {
    let wrong = |error: sqlx::Error| FolderError::Games { path: database.to_owned(), error: error.into() };
    let problem: String = sqlx::query_scalar("pragma integrity_check(1)").fetch_one(&mut *from).await.map_err(wrong)?;
    if problem != "ok" {
        return Err(FolderError::Damaged { path: database.to_owned(), problem });
    }
    let found: i64 =
        sqlx::query_scalar("select max(version) from migration").fetch_one(&mut *from).await.map_err(wrong)?;
    if found > NEWEST {
        let error = StoreError::TooNew { found, known: NEWEST };
        return Err(FolderError::Games { path: database.to_owned(), error });
    }
    let games: i64 = sqlx::query_scalar("select count(*) from game").fetch_one(from).await.map_err(wrong)?;
    Ok(games.unsigned_abs())
}

/// The files in a folder that are no part of a database and no lock.
fn names(folder: &Path) -> Result<Vec<String>, FolderError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let entry = entry.map_err(at(folder))?;
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| at(&entry.path())(std::io::Error::other("its name is no text")))?;
        if entry.path().is_file() && name != LOCK && !BESIDE.contains(&name) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// Copies every file that is no part of the database, with the rights that its owner has.
fn copy_files(from: &Path, to: &Path) -> Result<(), FolderError> {
    for name in names(from)?.into_iter().filter(|name| name != DATABASE) {
        let (source, copy) = (from.join(&name), to.join(&name));
        fs::copy(&source, &copy).map_err(at(&source))?;
        private::tighten(&copy);
        File::open(&copy).and_then(|file| file.sync_all()).map_err(at(&copy))?;
    }
    Ok(())
}

/// A folder beside another one, with a name of its own.
fn beside(folder: &Path) -> PathBuf {
    folder.with_file_name(unfinished_name(folder.file_name().unwrap_or_default()))
}

/// What a folder is called while it is not finished.
fn unfinished_name(name: impl AsRef<OsStr>) -> OsString {
    let mut name = name.as_ref().to_owned();
    name.push(format!(".unfinished-{}", std::process::id()));
    name
}

/// Sees to it that what a folder holds is on the disk.
fn sync_folder(folder: Option<&Path>) -> Result<(), FolderError> {
    let Some(folder) = folder.filter(|folder| cfg!(unix) && !folder.as_os_str().is_empty()) else { return Ok(()) };
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(at(folder))
}
