//! What somebody, a guest or a member, may not do for a while.

use hnefi_live::PersonId;

use crate::db::{Connection, params};
use crate::{Store, StoreError};

/// What somebody may not do for a while.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restraint {
    /// Until when he says nothing beside games, in milliseconds since 1970, if he was silenced.
    pub silenced_ms: Option<i64>,
    /// Until when he is turned away, in milliseconds since 1970, if he was.
    pub turned_away_ms: Option<i64>,
}

impl Store {
    /// What somebody may not do; `None` where nobody has this id, or he has deleted his account.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn restraint(&self, person: &PersonId) -> Result<Option<Restraint>, StoreError> {
        let sql = "select silenced_ms, turned_away_ms from person where id = $1 and left_ms is null";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let read = |row: &crate::db::Row| {
            Ok(Restraint { silenced_ms: row.get("silenced_ms")?, turned_away_ms: row.get("turned_away_ms")? })
        };
        rows.first().map(read).transpose()
    }

    /// Those who are turned away at a time, and until when each, in milliseconds since 1970.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn turned_away(&self, now_ms: i64) -> Result<Vec<(PersonId, i64)>, StoreError> {
        let sql = "select id, turned_away_ms from person where turned_away_ms > $1 order by id";
        let rows = self.readers.fetch(sql, params![now_ms]).await?;
        rows.iter().map(|row| Ok((PersonId::new(row.get::<String>("id")?), row.get("turned_away_ms")?))).collect()
    }
}

/// Whether somebody is here who could be restrained.
pub(super) async fn is_here(to: &mut Connection, person: &PersonId) -> Result<bool, StoreError> {
    let sql = "select id from person where id = $1 and left_ms is null";
    Ok(!to.fetch(sql, params![person.as_str()]).await?.is_empty())
}
