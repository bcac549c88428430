//! The games that a server may be serving just now, for a command that changes something small.

use std::path::{Path, PathBuf};

use crate::db::{Connection, Database, params};
use crate::folder::{FolderError, RESTORING};
use crate::migrate::NEWEST;
use crate::{Place, Store, StoreError};

impl Store {
    /// Opens the games of a place beside a server, which goes on meanwhile: what either of them writes waits for the other one's
    /// transaction, and the server reads it from then on. Nothing is brought up to date.
    ///
    /// ```
    /// use hnefi_store::{DataFolder, FolderError, Place, Store};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("games");
    /// let games = Place::Folder(path.clone());
    /// assert!(matches!(Store::beside(&games).await, Err(FolderError::NoGames(_))));
    /// let served = DataFolder::open(&path).unwrap();
    /// let server = Store::open(&served.database()).await.unwrap();
    /// let beside = Store::beside(&games).await.unwrap();
    /// beside.make_person(&hnefi_live::PersonId::new("ann"), "5e88", 1_000).await.unwrap();
    /// assert!(server.session("5e88").await.unwrap().is_some());
    /// # });
    /// ```
    ///
    /// # Errors
    /// [`FolderError::NoGames`] or its like of PostgreSQL; [`FolderError::Unfinished`] when a restore was broken off there; [`FolderError::OtherProgram`] when
    /// another version of the program has written there last.
    pub async fn beside(place: &Place) -> Result<Store, FolderError> {
        let folder = place.folder().map(Path::to_owned);
        if let (Some(file), Some(folder)) = (place.file(), &folder) {
            if !file.is_file() {
                return Err(FolderError::NoGames(folder.clone()));
            }
            if folder.join(RESTORING).exists() {
                return Err(FolderError::Unfinished(folder.clone()));
            }
        }
        let opened = beside(place, folder).await;
        opened.map_err(|error| match (error, place.file()) {
            (StoreError::OtherProgram(place), Some(_)) => FolderError::OtherProgram(place.into()),
            (error, Some(path)) => FolderError::Games { path, error },
            (error, None) => FolderError::Database(error),
        })
    }
}

async fn beside(place: &Place, folder: Option<PathBuf>) -> Result<Store, StoreError> {
    let database = Database::at(place);
    let mut connection = database.connect().await?;
    match version(&mut connection).await? {
        Some(NEWEST) => Ok(Store::with(database, connection, folder).await?),
        Some(_) => Err(StoreError::OtherProgram(place.to_string())),
        None => Err(StoreError::NoGames(place.to_string())),
    }
}

/// The version of a database of games; `None` where there are none.
pub(crate) async fn version(of: &mut Connection) -> Result<Option<i64>, StoreError> {
    if !of.has_table("migration").await? {
        return Ok(None);
    }
    let rows = of.fetch("select max(version) as version from migration", params![]).await?;
    Ok(rows.first().map_or(Ok(None), |row| row.get("version"))?)
}
