//! Accounts: whose a name is, and what is known of its account.

use hnefi_live::{PersonId, PersonName};
use hnefi_people::NameKeys;

use crate::db::{Connection, Row, params};
use crate::persons::DAY_MS;
use crate::write::Write;
use crate::{Store, StoreError};

/// A person with a name that is his alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub person: PersonId,
    /// What he is called.
    pub name: PersonName,
    /// Since when there is the account, in milliseconds since 1970.
    pub made_ms: i64,
    /// When the name was changed last, if ever.
    pub named_ms: Option<i64>,
    /// The hash of the password, as a PHC string, if there is one.
    pub password: Option<String>,
    /// Whether he runs this server.
    pub administrator: bool,
    /// Whether he looks after the club.
    pub moderator: bool,
    /// When it was closed, if it was.
    pub closed_ms: Option<i64>,
    /// Since when a program plays under it, if one does.
    pub bot_ms: Option<i64>,
    /// Until when he says nothing beside games, if he was silenced.
    pub silenced_ms: Option<i64>,
}

impl Account {
    /// Whether he may do what moderators do: an administrator is one, too.
    pub fn moderates(&self) -> bool {
        self.closed_ms.is_none() && (self.administrator || self.moderator)
    }
}

/// An account to be opened.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// Who: somebody whom the server knows, and who has no account.
    pub person: PersonId,
    /// What he is to be called.
    pub name: PersonName,
    /// The hash of the password, as a PHC string, if there is one.
    pub password: Option<String>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// For how long a name stays before it can be changed again, in milliseconds.
pub const NAME_STAYS_MS: i64 = 30 * DAY_MS;
/// For how long nobody gets the name of a deleted account, in days.
pub const NAME_HELD_DAYS: i64 = 90;

/// Something to write about accounts.
#[derive(Debug)]
pub(crate) enum AccountWrite {
    Open(NewAccount),
    Rename { person: PersonId, name: PersonName, at_ms: i64 },
    Administrator { person: PersonId, is: bool, at_ms: i64 },
    Delete { person: PersonId, at_ms: i64 },
}

impl Store {
    /// Opens an account for a person. What he played before is his.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::{NewAccount, Store, StoreError};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let new = |person: &str, name: &str| NewAccount {
    ///     person: PersonId::new(person), name: name.parse().unwrap(), password: None, at_ms: 1_000,
    /// };
    /// for person in ["ann", "eve"] {
    ///     store.make_person(&PersonId::new(person), person, 1_000).await.unwrap();
    /// }
    /// store.open_account(new("ann", "Anna")).await.unwrap();
    /// assert_eq!(store.account_named(&"ANNA".parse().unwrap()).await.unwrap().unwrap().name.as_str(), "Anna");
    /// let cyrillic = new("eve", "Аnna");
    /// assert!(matches!(store.open_account(cyrillic).await, Err(StoreError::NameTaken)));
    /// # });
    /// ```
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] when the name is somebody's or looks like one that is; an error of the database when there is no
    /// such person, or he has an account.
    pub async fn open_account(&self, new: NewAccount) -> Result<(), StoreError> {
        self.writer.write(Write::Account(AccountWrite::Open(new))).await
    }

    /// The account of a person; `None` for a guest.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn account(&self, person: &PersonId) -> Result<Option<Account>, StoreError> {
        let sql = "select account.*, person.name, person.silenced_ms from account join person on person.id = account.person \
                   where account.person = $1";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.first().map(account).transpose()
    }

    /// The account of a name, whether he is called so now or was before, and however the name is written.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn account_named(&self, name: &PersonName) -> Result<Option<Account>, StoreError> {
        let sql = "select account.*, person.name, person.silenced_ms from account_name join account on account.person = account_name.person \
                   join person on person.id = account.person where account_name.key = $1";
        let rows = self.readers.fetch(sql, params![NameKeys::of(name).small()]).await?;
        rows.first().map(account).transpose()
    }

    /// All accounts, by name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        let sql = "select account.*, person.name, person.silenced_ms from account join person on person.id = account.person order by person.name";
        self.readers.fetch(sql, params![]).await?.iter().map(account).collect()
    }

    /// All names that an account has and had, by the alphabet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn names_of(&self, person: &PersonId) -> Result<Vec<String>, StoreError> {
        let sql = "select distinct name from account_name where person = $1 and name is not null order by name";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(|row| Ok(row.get("name")?)).collect()
    }

    /// How many games with other people a person has finished.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn finished_games(&self, person: &PersonId) -> Result<u32, StoreError> {
        let sql = "select count(*) as games from game join seat on seat.game = game.id where seat.person = $1 \
                   and game.arrangement = 'friend' and game.to_move is null";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let games: i64 = rows.first().map_or(Ok(0), |row| row.get("games"))?;
        Ok(u32::try_from(games).unwrap_or(u32::MAX))
    }

    /// Whether a name is that of somebody else's account, was, or looks like one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_taken(&self, name: &PersonName, by_other_than: Option<&PersonId>) -> Result<bool, StoreError> {
        let keys = NameKeys::of(name);
        for key in keys.all() {
            let sql = "select key from account_name where key = $1 and (person is null or person is distinct from $2)";
            let rows = self.readers.fetch(sql, params![key, by_other_than.map(PersonId::as_str)]).await?;
            if !rows.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The guests who go by a name or by one that looks like it: by none any more, once it is the name of an account.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn guests_called(&self, name: &PersonName) -> Result<Vec<PersonId>, StoreError> {
        let keys = NameKeys::of(name);
        let sql = "select id from person where looks_small = $1 or looks_written = $1 \
                   or looks_small = $2 or looks_written = $2 order by id";
        let rows = self.readers.fetch(sql, params![keys.small(), keys.written()]).await?;
        rows.iter().map(|row| Ok(PersonId::new(row.get::<String>("id")?))).collect()
    }

    /// Calls an account otherwise from now on. The name that it had leads to it still, and nobody else gets it.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`]; [`StoreError::TooSoon`] when it was changed less than [`NAME_STAYS_MS`] ago.
    pub async fn rename_account(&self, person: &PersonId, name: PersonName, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Account(AccountWrite::Rename { person: person.clone(), name, at_ms })).await
    }

    /// Makes somebody an administrator, or no longer.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_administrator(&self, person: &PersonId, is: bool, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Account(AccountWrite::Administrator { person: person.clone(), is, at_ms })).await
    }

    /// Deletes an account with all that is known of its person but what he played. His name is held back for a while, without
    /// him.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete_account(&self, person: &PersonId, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Account(AccountWrite::Delete { person: person.clone(), at_ms })).await
    }

    /// What the server has settled on; `None` for nothing yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        let rows = self.readers.fetch("select value from setting where key = $1", params![key]).await?;
        rows.first().map(|row| Ok(row.get("value")?)).transpose()
    }
}

fn account(row: &Row) -> Result<Account, StoreError> {
    let (person, name): (String, Option<String>) = (row.get("person")?, row.get("name")?);
    let name = name.and_then(|name| name.parse().ok());
    Ok(Account {
        name: name.ok_or_else(|| StoreError::Account(person.clone()))?,
        person: PersonId::new(person),
        made_ms: row.get("made_ms")?,
        named_ms: row.get("named_ms")?,
        password: row.get("password")?,
        administrator: row.get::<i64>("administrator")? != 0,
        moderator: row.get::<i64>("moderator")? != 0,
        closed_ms: row.get("closed_ms")?,
        bot_ms: row.get("bot_ms")?,
        silenced_ms: row.get("silenced_ms")?,
    })
}

pub(crate) async fn write(to: &mut Connection, write: &AccountWrite) -> Result<(), StoreError> {
    match write {
        AccountWrite::Open(NewAccount { person, name, password, at_ms }) => {
            let sql = "insert into account (person, made_ms, password) values ($1, $2, $3)";
            to.execute(sql, params![person.as_str(), *at_ms, password.as_deref()]).await?;
            take_name(to, person, name, *at_ms).await
        }
        AccountWrite::Rename { person, name, at_ms } => {
            let sql = "update account set named_ms = $1 where person = $2 and coalesce(named_ms, 0) <= $3";
            if to.execute(sql, params![*at_ms, person.as_str(), at_ms - NAME_STAYS_MS]).await? == 0 {
                return Err(StoreError::TooSoon);
            }
            let sql = "update account_name set old_ms = $1 where person = $2 and old_ms is null";
            to.execute(sql, params![*at_ms, person.as_str()]).await?;
            take_name(to, person, name, *at_ms).await
        }
        AccountWrite::Administrator { person, is, at_ms } => {
            let sql = "update account set administrator = $1 where person = $2";
            to.execute(sql, params![i64::from(*is), person.as_str()]).await?;
            log(to, person, if *is { "administrator" } else { "no-administrator" }, "", *at_ms).await
        }
        AccountWrite::Delete { person, at_ms } => {
            crate::mail::remove(to, person).await?;
            for sql in [
                "delete from mail_link where person = $1",
                "delete from recovery_code where person = $1",
                "delete from known_device where person = $1",
                "delete from passkey where person = $1",
                "delete from token where person = $1",
                "delete from session where person = $1",
                "delete from push where person = $1",
                "delete from away where person = $1",
                "delete from account where person = $1",
                "delete from seek where person = $1 or challenged = $1",
                "delete from talk where person = $1",
                "delete from warning where person = $1",
                "delete from played_from where person = $1",
                "delete from dodge where person = $1",
                "delete from ignored where person = $1 or other = $1",
                "delete from report where reporter = $1 or about = $1",
                "delete from talk_closed where person = $1",
                "delete from event_organiser where person = $1",
                "update event_entry set person = null where person = $1",
            ] {
                to.execute(sql, params![person.as_str()]).await?;
            }
            let sql = "update account_name set person = null, name = null, old_ms = $1 where person = $2";
            to.execute(sql, params![*at_ms, person.as_str()]).await?;
            let sql =
                "update person set name = null, silenced_ms = null, turned_away_ms = null, left_ms = $1 where id = $2";
            to.execute(sql, params![*at_ms, person.as_str()]).await?;
            Ok(())
        }
    }
}

/// Gives a person a name, if nobody else has it or one that looks like it.
pub(crate) async fn take_name(
    to: &mut Connection,
    person: &PersonId,
    name: &PersonName,
    at_ms: i64,
) -> Result<(), StoreError> {
    for key in NameKeys::of(name).all() {
        let sql = "insert into account_name (key, person, since_ms, name) values ($1, $2, $3, $4) on conflict (key) \
                   do update set since_ms = $3, old_ms = null, name = $4 where account_name.person = $2";
        if to.execute(sql, params![key, person.as_str(), at_ms, name.as_str()]).await? == 0 {
            return Err(StoreError::NameTaken);
        }
    }
    // Guests who went by the name, or by one that looks like it, go by none from now on.
    for key in NameKeys::of(name).all() {
        let sql = "update person set name = null, looks_small = null, looks_written = null \
                   where looks_small = $1 or looks_written = $1";
        to.execute(sql, params![key]).await?;
    }
    let sql = "update person set name = $1, looks_small = null, looks_written = null where id = $2";
    to.execute(sql, params![name.as_str(), person.as_str()]).await?;
    Ok(())
}

async fn log(to: &mut Connection, person: &PersonId, act: &str, why: &str, at_ms: i64) -> Result<(), StoreError> {
    let sql = "insert into moderation (at_ms, person, act, why) values ($1, $2, $3, $4)";
    to.execute(sql, params![at_ms, person.as_str(), act, why]).await?;
    Ok(())
}
