//! Moves the games from one database to another of either kind: every table, row by row, in one transaction, and compared afterwards.

use sqlx::sqlite::SqliteConnectOptions;

use crate::db::{Connection, Database, Param, params};
use crate::folder::{DATABASE, DataFolder, FolderError};
use crate::migrate::{NEWEST, migrate};
use crate::postgres::Alone;
use crate::shape::{Digest, Shape, Table};
use crate::{Place, StoreError, beside};

/// How many values are written at once, and how many bytes they have at most; one row may have more.
const VALUES: usize = 2_000;
const BYTES: usize = 1 << 20;

/// A table of the games as it is in both databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedTable {
    /// The table.
    pub name: String,
    /// How many rows it has.
    pub rows: u64,
    /// The SHA-256 of all of them in the order of their keys, in hexadecimal: the same in every database that holds the same rows.
    pub digest: String,
}

/// Copies the games of one database into another one, which has none, and gives what was compared. The first one stays as it is.
/// Files beside a database are none of this. Few rows are held in memory at once.
///
/// ```
/// use hnefi_store::{DataFolder, Place, Store, move_database};
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// # let folder = tempfile::tempdir().unwrap();
/// let [old, new] = ["old", "new"].map(|name| Place::Folder(folder.path().join(name)));
/// # std::fs::create_dir(folder.path().join("old")).unwrap();
/// let store = Store::open(&old).await.unwrap();
/// store.make_person(&hnefi_live::PersonId::new("ann"), "5e88", 1_000).await.unwrap();
/// store.close().await;
/// let tables = move_database(&old, &new).await.unwrap();
/// assert_eq!(tables.iter().find(|table| table.name == "person").unwrap().rows, 1);
/// assert!(Store::open(&new).await.unwrap().session("5e88").await.unwrap().is_some());
/// # });
/// ```
///
/// # Errors
/// When a server is at work in one of the databases, the first has no games or is of another version of the program, the second has
/// some, or something cannot be read or written. The second has no games then.
pub async fn move_database(from: &Place, to: &Place) -> Result<Vec<MovedTable>, FolderError> {
    let mut source = Side::open(from, false).await?;
    let mut target = Side::open(to, true).await?;
    let moved = move_all(&mut source, &mut target).await;
    // What was not committed is undone.
    let _ = source.connection.close().await;
    let closed = target.connection.close().await;
    let moved = moved?;
    closed.map_err(|error| told(to, error.into()))?;
    Ok(moved)
}

/// One of the two databases, while nobody else may be at work there.
struct Side<'a> {
    place: &'a Place,
    connection: Connection,
    _folder: Option<DataFolder>,
    _alone: Option<Alone>,
}

impl Side<'_> {
    async fn open(place: &Place, make: bool) -> Result<Side<'_>, FolderError> {
        if let Some(file) = place.file()
            && !make
            && !file.is_file()
        {
            return Err(FolderError::NoGames(place.folder().unwrap_or(&file).to_owned()));
        }
        // A server works in a folder, and never on a file of another name.
        let folder = match place {
            Place::Folder(folder) => Some(DataFolder::open(folder)?),
            _ => None,
        };
        let opened = Database::at(place).connect_alone().await;
        let (connection, alone) = opened.map_err(|error| told(place, error))?;
        Ok(Side { place, connection, _folder: folder, _alone: alone })
    }

    fn told(&self) -> impl FnOnce(StoreError) -> FolderError {
        |error| told(self.place, error)
    }
}

/// An error with the place where it came up.
fn told(place: &Place, error: StoreError) -> FolderError {
    match (place.file(), error) {
        (_, error @ (StoreError::HasGames(_) | StoreError::NoGames(_) | StoreError::Differs(_))) => {
            FolderError::Database(error)
        }
        (Some(_), StoreError::OtherProgram(place)) => FolderError::OtherProgram(place.into()),
        (Some(path), error) => FolderError::Games { path, error },
        (None, error) => FolderError::Database(error),
    }
}

async fn move_all(from: &mut Side<'_>, to: &mut Side<'_>) -> Result<Vec<MovedTable>, FolderError> {
    let shape = Shape::newest().await.map_err(to.told())?;
    match beside::version(&mut from.connection).await {
        Ok(Some(NEWEST)) => {}
        Ok(Some(_)) => return Err(from.told()(StoreError::OtherProgram(from.place.to_string()))),
        Ok(None) => return Err(from.told()(StoreError::NoGames(from.place.to_string()))),
        Err(error) => return Err(from.told()(error)),
    }
    if has_games(&mut to.connection).await.map_err(|error| told(to.place, error))? {
        return Err(to.told()(StoreError::HasGames(to.place.to_string())));
    }
    migrate(&mut to.connection).await.map_err(|error| told(to.place, error))?;
    from.connection.begin_reading().await.map_err(|error| told(from.place, error.into()))?;
    to.connection.begin().await.map_err(|error| told(to.place, error.into()))?;
    // What a new database has of its own goes.
    for table in shape.tables.iter().rev() {
        let emptied = to.connection.run(format!("delete from {}", table.quoted()), Vec::new()).await;
        emptied.map_err(|error| told(to.place, error.into()))?;
    }
    let mut moved = Vec::new();
    for table in &shape.tables {
        let read = copy(table, from, to).await?;
        let written = digest(table, &mut to.connection).await.map_err(|error| told(to.place, error))?;
        if read != written {
            return Err(to.told()(StoreError::Differs(table.name.clone())));
        }
        moved.push(read);
    }
    to.connection.script("commit").await.map_err(|error| told(to.place, error.into()))?;
    Ok(moved)
}

/// Whether there is a game, a person or an event.
async fn has_games(of: &mut Connection) -> Result<bool, StoreError> {
    for (table, sql) in [
        ("game", "select 1 as one from game limit 1"),
        ("person", "select 1 as one from person limit 1"),
        ("event", "select 1 as one from event limit 1"),
    ] {
        if of.has_table(table).await? && !of.fetch(sql, params![]).await?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Copies a table, and gives what was read.
async fn copy(table: &Table, from: &mut Side<'_>, to: &mut Side<'_>) -> Result<MovedTable, FolderError> {
    let (mut digest, mut waiting) = (Digest::default(), Waiting::default());
    let (source, place) = (from.place, to.place);
    let select = table.select(&from.connection);
    let mut rows = from.connection.stream(select, &table.kinds());
    while let Some(row) = rows.next().await.map_err(|error| told(source, error.into()))? {
        digest.add(&row);
        waiting.add(row);
        if waiting.is_full(table) {
            waiting.write(table, &mut to.connection).await.map_err(|error| told(place, error.into()))?;
        }
    }
    waiting.write(table, &mut to.connection).await.map_err(|error| told(place, error.into()))?;
    Ok(digest.of(table))
}

/// What a table holds.
async fn digest(table: &Table, of: &mut Connection) -> Result<MovedTable, StoreError> {
    let mut digest = Digest::default();
    let select = table.select(of);
    let mut rows = of.stream(select, &table.kinds());
    while let Some(row) = rows.next().await? {
        digest.add(&row);
    }
    Ok(digest.of(table))
}

/// Rows that were read and are not written.
#[derive(Default)]
struct Waiting {
    values: Vec<Param>,
    bytes: usize,
}

impl Waiting {
    fn add(&mut self, row: Vec<Param>) {
        self.bytes +=
            row.iter().map(|value| if let Param::Text(Some(text)) = value { text.len() } else { 8 }).sum::<usize>();
        self.values.extend(row);
    }

    fn is_full(&self, table: &Table) -> bool {
        self.values.len() + table.columns.len() > VALUES || self.bytes > BYTES
    }

    async fn write(&mut self, table: &Table, to: &mut Connection) -> Result<(), sqlx::Error> {
        let values = std::mem::take(&mut self.values);
        self.bytes = 0;
        if !values.is_empty() {
            to.run(table.insert(values.len() / table.columns.len()), values).await?;
        }
        Ok(())
    }
}

/// An empty database with the tables that this program knows.
pub(crate) async fn empty() -> Result<Connection, StoreError> {
    let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
    let mut connection = Database::Sqlite(options).connect().await?;
    migrate(&mut connection).await?;
    Ok(connection)
}

impl std::str::FromStr for Place {
    type Err = crate::PlaceError;

    /// A place as it is typed: the URL of a PostgreSQL database, a data folder, or the file of a database.
    fn from_str(text: &str) -> Result<Place, crate::PlaceError> {
        let path = std::path::Path::new(text);
        if text.contains("://") || text.starts_with("postgres:") || text.starts_with("postgresql:") {
            return Ok(Place::Postgres(text.parse()?));
        }
        match (path.file_name(), path.parent()) {
            (Some(name), Some(folder)) if name == DATABASE => Ok(Place::Folder(match folder.as_os_str().is_empty() {
                true => ".".into(),
                false => folder.into(),
            })),
            (Some(_), _) if path.is_file() => Ok(path.into()),
            (_, _) if path.extension().is_some_and(|extension| extension == "db") => Ok(path.into()),
            _ => Ok(Place::Folder(path.into())),
        }
    }
}
