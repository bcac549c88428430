//! What somebody's games in the archive add up to.

use hnefi_live::PersonId;
use hnefi_rules::Side;

use crate::db::{Row, params};
use crate::{Store, StoreError};

/// How many games somebody won, drew and lost.
///
/// ```
/// use hnefi_store::Played;
/// assert_eq!(Played::default(), Played { won: 0, drawn: 0, lost: 0 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Games that he won.
    pub won: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games that he lost.
    pub lost: u32,
}

/// What somebody played under a rule set, on a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRow {
    /// The id of the rule set.
    pub ruleset_id: String,
    /// His side.
    pub side: Side,
    /// What he got.
    pub played: Played,
}

/// The games of `$1` as he sees them: his side, the opponent, and whether he won, drew or lost.
macro_rules! seen_by {
    ($select:literal, $rest:literal) => {
        concat!(
            "select ",
            $select,
            ", cast(sum(won) as bigint) as won, cast(sum(drawn) as bigint) as drawn, \
             cast(sum(lost) as bigint) as lost from \
             (select ruleset_id, 'attackers' as side, defenders as opponent, \
             case when winner = 'attackers' then 1 else 0 end as won, case when winner is null then 1 else 0 end as drawn, \
             case when winner = 'defenders' then 1 else 0 end as lost from finished where attackers = $1 \
             union all select ruleset_id, 'defenders', attackers, \
             case when winner = 'defenders' then 1 else 0 end, case when winner is null then 1 else 0 end, \
             case when winner = 'attackers' then 1 else 0 end from finished where defenders = $1) played ",
            $rest
        )
    };
}

impl Store {
    /// What somebody's games in the archive add up to, by the ids of rule sets, and by side.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::Store;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// assert_eq!(store.record_of(&PersonId::new("nobody")).await.unwrap(), []);
    /// # });
    /// ```
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn record_of(&self, person: &PersonId) -> Result<Vec<RecordRow>, StoreError> {
        let sql = seen_by!("ruleset_id, side", "group by ruleset_id, side order by ruleset_id, side");
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let row = |row: &Row| {
            let side: String = row.get("side")?;
            let side = side.parse().map_err(|error| StoreError::corrupt("of a record", error))?;
            Ok(RecordRow { ruleset_id: row.get("ruleset_id")?, side, played: played(row)? })
        };
        rows.iter().map(row).collect()
    }

    /// Against whom somebody played the most games in the archive, and what he got, at most `limit` people.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn opponents_of(&self, person: &PersonId, limit: u32) -> Result<Vec<(PersonId, Played)>, StoreError> {
        let sql = seen_by!(
            "opponent",
            "where opponent is not null group by opponent order by count(*) desc, opponent limit $2"
        );
        let rows = self.readers.fetch(sql, params![person.as_str(), limit]).await?;
        rows.iter().map(|row| Ok((PersonId::new(row.get::<String>("opponent")?), played(row)?))).collect()
    }

    /// What somebody got against another in the games of the archive.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn between(&self, person: &PersonId, other: &PersonId) -> Result<Played, StoreError> {
        let sql = seen_by!("opponent", "where opponent = $2 group by opponent");
        let rows = self.readers.fetch(sql, params![person.as_str(), other.as_str()]).await?;
        rows.first().map_or(Ok(Played::default()), played)
    }
}

fn played(row: &Row) -> Result<Played, StoreError> {
    let count = |name: &'static str| -> Result<u32, StoreError> {
        let count: i64 = row.get(name)?;
        u32::try_from(count).map_err(|error| StoreError::corrupt("of a record", error))
    };
    Ok(Played { won: count("won")?, drawn: count("drawn")?, lost: count("lost")? })
}
