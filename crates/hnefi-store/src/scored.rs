//! What the sides have scored in the archive.

use hnefi_rules::Side;

use crate::db::params;
use crate::{Store, StoreError, archive};

/// How many games under a rule set each side won, and nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scored {
    /// Games that the attackers won.
    pub attackers: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games that the defenders won.
    pub defenders: u32,
}

impl Scored {
    /// How many games they are.
    pub const fn games(self) -> u32 {
        self.attackers + self.drawn + self.defenders
    }

    /// What the attackers got, in half points.
    ///
    /// ```
    /// use hnefi_store::Scored;
    /// let scored = Scored { attackers: 3, drawn: 1, defenders: 4 };
    /// assert_eq!((scored.halves(), scored.games()), (7, 8));
    /// ```
    pub const fn halves(self) -> u32 {
        2 * self.attackers + self.drawn
    }
}

impl Store {
    /// What the sides have scored under a rule set in the games that everybody may find.
    ///
    /// ```
    /// use hnefi_store::{Scored, Store};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// assert_eq!(store.scored("brandubh").await.unwrap(), Scored::default());
    /// # });
    /// ```
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn scored(&self, ruleset: &str) -> Result<Scored, StoreError> {
        let count = async |winner| {
            let what = archive::what(Some(ruleset), None, Some(archive::nobody_or(winner)));
            let sql = "select count(*) as games from finished_as where what = $1";
            let rows = self.readers.fetch(sql, params![&what]).await?;
            let games: i64 = rows.first().map_or(Ok(0), |row| row.get("games"))?;
            u32::try_from(games).map_err(|error| StoreError::corrupt("of the archive", error))
        };
        Ok(Scored {
            attackers: count(Some(Side::Attackers)).await?,
            drawn: count(None).await?,
            defenders: count(Some(Side::Defenders)).await?,
        })
    }
}
