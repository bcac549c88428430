//! Who is away for some days, and in which games that is not noted yet.

use hnefi_clock::{Away, AwayBook, AwayError};
use hnefi_live::{PersonId, Seat, Seats};
use hnefi_rules::{BySide, Side};

use crate::db::{Connection, Row, params};
use crate::persons::DAY_MS;
use crate::write::Write;
use crate::{Store, StoreError};

/// For how long it is kept when somebody was away, in days: for as long as it counts.
pub(crate) const AWAY_KEPT_DAYS: i64 = 400;

/// Something to write about who is away.
#[derive(Debug)]
pub(crate) enum AwayWrite {
    Take { person: PersonId, days: u32, at_ms: i64 },
    End { person: PersonId, at_ms: i64 },
}

impl Store {
    /// Somebody goes away for so many days from now on, or stays away for so many days more.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::{Store, StoreError};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let ann = PersonId::new("ann");
    /// store.make_person(&ann, "5e88", 1_000).await.unwrap();
    /// store.go_away(&ann, 20, 2_000).await.unwrap();
    /// assert!(matches!(store.go_away(&ann, 2, 3_000).await, Err(StoreError::Away(error)) if error.left == 1));
    /// store.come_back(&ann, 4_000).await.unwrap();
    /// let book = store.away_book(&ann).await.unwrap();
    /// assert_eq!((book.now(4_000), book.left(4_000)), (None, 20));
    /// # });
    /// ```
    ///
    /// # Errors
    /// [`StoreError::Away`] when he has fewer days left, and when the database fails.
    pub async fn go_away(&self, person: &PersonId, days: u32, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Away(AwayWrite::Take { person: person.clone(), days, at_ms })).await
    }

    /// Somebody is away no more. Who was not away is not so now either.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn come_back(&self, person: &PersonId, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Away(AwayWrite::End { person: person.clone(), at_ms })).await
    }

    /// When somebody was away, as far as it still counts, and whether he is now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn away_book(&self, person: &PersonId) -> Result<AwayBook, StoreError> {
        book(&self.readers.fetch(BOOK, params![person.as_str()]).await?)
    }

    /// Until when those are away who hold the seats of a game, in milliseconds since 1970; `None` for who is not.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn away_at(&self, seats: &Seats, now_ms: i64) -> Result<BySide<Option<i64>>, StoreError> {
        let mut until = BySide::default();
        for side in Side::ALL {
            if let Some(person) = Seat::person(&seats[side]) {
                until[side] = self.away_book(person).await?.now(now_ms).map(|away| away.until_ms);
            }
        }
        Ok(until)
    }

    /// The running games of days whose log does not say who is away now, or says it of who is not. Those alone that this
    /// server serves, or as the keeper of several that nobody does.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn away_unnoted(&self, now_ms: i64) -> Result<Vec<String>, StoreError> {
        let sql = "select game.id from away join seat on seat.person = away.person join game on game.id = seat.game \
                   where away.from_ms <= $1 and away.until_ms > $1 and seat.away_ms is distinct from away.until_ms \
                   and game.to_move is not null and game.control like '%d' and game.no_away = 0 \
                   and (game.flag_ms is not null or exists \
                   (select 1 from seat other where other.game = game.id and other.away_ms is not null)) \
                   and (game.owner = $2 or (game.owner is null and $3 = 1)) \
                   union select game.id from seat join game on game.id = seat.game \
                   where seat.away_ms is not null and game.to_move is not null \
                   and (game.owner = $2 or (game.owner is null and $3 = 1)) and not exists \
                   (select 1 from away where away.person = seat.person and away.from_ms <= $1 and away.until_ms > $1)";
        let (mine, keeps) = self.mine();
        let rows = self.readers.fetch(sql, params![now_ms, mine, keeps]).await?;
        rows.iter().map(|row| Ok(row.get("id")?)).collect()
    }

    /// The games of days in which somebody is to move and has less than the last hour at this running time, in milliseconds, and
    /// whose clocks would stand still if he went away.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_hours_of(&self, person: &PersonId, clock_ms: i64) -> Result<Vec<String>, StoreError> {
        let sql = "select game.id from game join seat on seat.game = game.id and seat.side = game.to_move \
                   where seat.person = $1 and game.control like '%d' and game.no_away = 0 \
                   and game.flag_ms + game.skipped_ms < $2 order by game.flag_ms + game.skipped_ms, game.id";
        let rows = self.readers.fetch(sql, params![person.as_str(), clock_ms + AwayBook::LAST_MS]).await?;
        rows.iter().map(|row| Ok(row.get("id")?)).collect()
    }
}

const BOOK: &str = "select from_ms, until_ms, days from away where person = $1 order by from_ms";

fn book(rows: &[Row]) -> Result<AwayBook, StoreError> {
    let away = |row: &Row| {
        Ok(Away {
            from_ms: row.get("from_ms")?,
            days: u32::try_from(row.get::<i64>("days")?).unwrap_or_default(),
            until_ms: row.get("until_ms")?,
        })
    };
    Ok(AwayBook::new(rows.iter().map(away).collect::<Result<_, StoreError>>()?))
}

pub(crate) async fn write(to: &mut Connection, write: &AwayWrite) -> Result<(), StoreError> {
    let (AwayWrite::Take { person, .. } | AwayWrite::End { person, .. }) = write;
    let mut book = book(&to.fetch(BOOK, params![person.as_str()]).await?)?;
    let away = match write {
        AwayWrite::Take { days, at_ms, .. } => book.take(*at_ms, *days)?,
        AwayWrite::End { at_ms, .. } => match book.end(*at_ms) {
            Some(away) => away,
            None => return Ok(()),
        },
    };
    let sql = "insert into away (person, from_ms, until_ms, days) values ($1, $2, $3, $4) \
               on conflict (person, from_ms) do update set until_ms = $3, days = $4";
    to.execute(sql, params![person.as_str(), away.from_ms, away.until_ms, away.days]).await?;
    Ok(())
}

/// What a row of a log says of who is away goes to his seat.
pub(crate) async fn note(to: &mut Connection, game: &str, side: Side, until_ms: Option<i64>) -> Result<(), StoreError> {
    let sql = "update seat set away_ms = $1 where game = $2 and side = $3";
    to.execute(sql, params![until_ms, game, side.id()]).await?;
    Ok(())
}

pub(crate) async fn prune(to: &mut Connection, now_ms: i64) -> Result<(), StoreError> {
    to.execute("delete from away where until_ms < $1", params![now_ms - AWAY_KEPT_DAYS * DAY_MS]).await?;
    Ok(())
}

impl From<AwayError> for StoreError {
    fn from(error: AwayError) -> StoreError {
        StoreError::Away(error)
    }
}
