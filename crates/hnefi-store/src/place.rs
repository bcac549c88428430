//! Which database holds the games.

use std::path::{Path, PathBuf};

use crate::folder::DATABASE;
use crate::{PlaceError, PostgresUrl};

/// Which database holds the games. What is shown of it tells no password.
///
/// ```
/// use hnefi_store::Place;
/// use std::path::Path;
/// let place = Place::of(Path::new("games"), None).unwrap();
/// assert_eq!((place.to_string().as_str(), place.is_postgres()), ("games", false));
/// let place = Place::of(Path::new("games"), Some("postgres://hnefi:secret@db.example/club")).unwrap();
/// assert_eq!((place.to_string().as_str(), place.is_postgres()), ("postgres://hnefi@db.example/club", true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The SQLite database of a data folder.
    Folder(PathBuf),
    /// The SQLite database in a file.
    File(PathBuf),
    /// A database of a PostgreSQL server.
    Postgres(PostgresUrl),
}

impl Place {
    /// The PostgreSQL database of a URL, or that of a data folder where no URL is given.
    ///
    /// # Errors
    /// When the URL is none of a PostgreSQL database.
    pub fn of(data: &Path, url: Option<&str>) -> Result<Place, PlaceError> {
        match url.filter(|url| !url.is_empty()) {
            Some(url) => Ok(Place::Postgres(url.parse()?)),
            None => Ok(Place::Folder(data.to_owned())),
        }
    }

    /// Whether it is a database of a PostgreSQL server.
    pub fn is_postgres(&self) -> bool {
        matches!(self, Place::Postgres(_))
    }

    /// The file of the database, where it is one.
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Place::Folder(folder) => Some(folder.join(DATABASE)),
            Place::File(file) => Some(file.clone()),
            Place::Postgres(_) => None,
        }
    }

    /// The folder in which the database is, where it is a file.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self {
            Place::Folder(folder) => Some(folder),
            Place::File(file) => file.parent(),
            Place::Postgres(_) => None,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Folder(path) | Place::File(path) => path.display().fmt(f),
            Place::Postgres(url) => url.fmt(f),
        }
    }
}

impl From<&Path> for Place {
    fn from(file: &Path) -> Place {
        Place::File(file.to_owned())
    }
}

impl From<&PathBuf> for Place {
    fn from(file: &PathBuf) -> Place {
        Place::File(file.clone())
    }
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Place {
        place.clone()
    }
}

impl From<PostgresUrl> for Place {
    fn from(url: PostgresUrl) -> Place {
        Place::Postgres(url)
    }
}
