//! Seeks for games of days, which wait while their people are away.

use hnefi_live::{MatchLength, PersonId};
use hnefi_lobby::Seek;
use hnefi_ratings::Pool;
use hnefi_rules::Side;

use crate::db::{Connection, Row, params};
use crate::write::Write;
use crate::{Store, StoreError};

impl Store {
    /// Keeps a seek until [`Store::drop_seek`], or until its game is made ([`Store::make_of_seek`]).
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_lobby::Seek;
    /// use hnefi_store::Store;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let ann = PersonId::new("ann");
    /// store.make_person(&ann, "5e88", 1_000).await.unwrap();
    /// let seek = Seek::new(ann, "brandubh", "2d".parse().unwrap(), 2_000);
    /// store.keep_seek("s1", &seek).await.unwrap();
    /// assert_eq!(store.seeks().await.unwrap(), [("s1".to_owned(), seek)]);
    /// store.drop_seek("s1").await.unwrap();
    /// assert_eq!(store.seeks().await.unwrap(), []);
    /// # });
    /// ```
    ///
    /// # Errors
    /// When there is a seek of this id, its person is unknown, or the database fails.
    pub async fn keep_seek(&self, id: &str, seek: &Seek) -> Result<(), StoreError> {
        self.writer.write(Write::Seek { id: id.to_owned(), seek: Some(Box::new(seek.clone())) }).await
    }

    /// A seek has ended. One that is not there has.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn drop_seek(&self, id: &str) -> Result<(), StoreError> {
        self.writer.write(Write::Seek { id: id.to_owned(), seek: None }).await
    }

    /// The seeks that are kept, by their ids.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn seeks(&self) -> Result<Vec<(String, Seek)>, StoreError> {
        let sql = "select seek.*, own.bot_ms as bot_ms, other.bot_ms as other_bot_ms from seek \
                   left join account own on own.person = seek.person \
                   left join account other on other.person = seek.challenged order by seek.id";
        let rows = self.readers.fetch(sql, params![]).await?;
        rows.iter().map(read).collect()
    }
}

pub(crate) async fn write(to: &mut Connection, id: &str, seek: Option<&Seek>) -> Result<(), StoreError> {
    let Some(seek) = seek else {
        to.execute("delete from seek where id = $1", params![id]).await?;
        return Ok(());
    };
    let sql = "insert into seek (id, person, rules, control, side, match_length, rated, ratings, made_ms, challenged) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let row = params![
        id,
        seek.by.as_str(),
        &seek.rules,
        &seek.control.to_string(),
        seek.side.map(Side::id),
        seek.length.map(|length| i64::from(length.games())),
        i64::from(seek.rated),
        seek.range.map(|range| range.to_string()).as_deref(),
        seek.made_ms,
        seek.to.as_ref().map(PersonId::as_str),
    ];
    to.execute(sql, row).await?;
    Ok(())
}

fn read(row: &Row) -> Result<(String, Seek), StoreError> {
    let id: String = row.get("id")?;
    let corrupt = |problem: String| StoreError::corrupt(&id, format!("a seek: {problem}"));
    let (control, person): (String, String) = (row.get("control")?, row.get("person")?);
    let (side, range): (Option<String>, Option<String>) = (row.get("side")?, row.get("ratings")?);
    let length: Option<i64> = row.get("match_length")?;
    let bots: (Option<i64>, Option<i64>) = (row.get("bot_ms")?, row.get("other_bot_ms")?);
    let seek = Seek {
        pool: if let (Some(_), Some(_)) = bots { Pool::Bots } else { Pool::People },
        by: PersonId::new(person),
        rules: row.get("rules")?,
        control: control.parse().map_err(|error| corrupt(format!("{error}")))?,
        side: side.map(|side| side.parse().map_err(|_| corrupt(format!("side {side}")))).transpose()?,
        length: length.and_then(|games| u32::try_from(games).ok()).and_then(MatchLength::from_games),
        rated: row.get::<i64>("rated")? != 0,
        to: row.get::<Option<String>>("challenged")?.map(PersonId::new),
        range: range.map(|range| range.parse().map_err(|error| corrupt(format!("{error}")))).transpose()?,
        made_ms: row.get("made_ms")?,
    };
    Ok((id.clone(), seek))
}
