//! The games of a folder that a server may be serving just now, for a command that changes something small.

use std::path::Path;

use crate::db::{Database, params};
use crate::folder::{DATABASE, FolderError, RESTORING};
use crate::migrate::NEWEST;
use crate::{Store, StoreError};

impl Store {
    /// Opens the games of a folder beside a server, which goes on meanwhile: what either of them writes waits for the other one's
    /// transaction, and the server reads it from then on. Nothing is brought up to date.
    ///
    /// ```
    /// use hnefi_store::{DataFolder, FolderError, Store};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let games = folder.path().join("games");
    /// assert!(matches!(Store::beside(&games).await, Err(FolderError::NoGames(_))));
    /// let served = DataFolder::open(&games).unwrap();
    /// let server = Store::open(&served.database()).await.unwrap();
    /// let beside = Store::beside(&games).await.unwrap();
    /// beside.make_person(&hnefi_live::PersonId::new("ann"), "5e88", 1_000).await.unwrap();
    /// assert!(server.session("5e88").await.unwrap().is_some());
    /// # });
    /// ```
    ///
    /// # Errors
    /// [`FolderError::NoGames`]; [`FolderError::Unfinished`] when a restore was broken off there; [`FolderError::OtherProgram`] when
    /// another version of the program has written there last.
    pub async fn beside(folder: &Path) -> Result<Store, FolderError> {
        let file = folder.join(DATABASE);
        if !file.is_file() {
            return Err(FolderError::NoGames(folder.to_owned()));
        }
        if folder.join(RESTORING).exists() {
            return Err(FolderError::Unfinished(folder.to_owned()));
        }
        let wrong = |error: sqlx::Error| FolderError::Games { path: file.clone(), error: StoreError::from(error) };
        let database = Database::in_file(&file);
        let mut connection = database.connect().await.map_err(wrong)?;
        let rows = connection.fetch("select max(version) as version from migration", params![]).await.map_err(wrong)?;
        let version: Option<i64> = rows.first().map_or(Ok(None), |row| row.get("version")).map_err(wrong)?;
        if version != Some(NEWEST) {
            return Err(FolderError::OtherProgram(folder.to_owned()));
        }
        Store::with(database, connection, Some(folder.to_owned())).await.map_err(wrong)
    }
}
