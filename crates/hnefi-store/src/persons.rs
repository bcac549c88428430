//! Who plays, and by which browsers he is known.

use std::collections::HashMap;

use hnefi_live::{PersonId, PersonName, ShownAs};
use hnefi_people::NameKeys;
use hnefi_rules::{BySide, Side};

use crate::db::{Connection, Row, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// A day, in milliseconds.
pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A browser that a person uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Who uses it.
    pub person: PersonId,
    /// When it began, in milliseconds since 1970.
    pub made_ms: i64,
    /// When it was last seen, in milliseconds since 1970, to a day.
    pub seen_ms: i64,
}

/// Something to write about persons.
#[derive(Debug)]
pub(crate) enum PersonWrite {
    Make { person: PersonId, token: String, at_ms: i64 },
    End { token: String, at_ms: i64 },
    Touch { token: String, at_ms: i64 },
    Name { person: PersonId, name: Option<PersonName> },
}

impl Store {
    /// Makes a person, who is known from now on by a session. `token` is the SHA-256 of its secret in hexadecimal.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::Store;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let ann = PersonId::new("ann");
    /// store.make_person(&ann, "5e88", 1_000).await.unwrap();
    /// assert_eq!(store.session("5e88").await.unwrap().unwrap().person, ann);
    /// store.end_session("5e88", 2_000).await.unwrap();
    /// assert_eq!(store.session("5e88").await.unwrap(), None);
    /// # });
    /// ```
    ///
    /// # Errors
    /// When there is such a person or session, or the database fails.
    pub async fn make_person(&self, person: &PersonId, token: &str, at_ms: i64) -> Result<(), StoreError> {
        let (person, token) = (person.clone(), token.to_owned());
        self.writer.write(Write::Person(PersonWrite::Make { person, token, at_ms })).await
    }

    /// The session of a token; `None` if there is none, or it has ended.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn session(&self, token: &str) -> Result<Option<Session>, StoreError> {
        let sql = "select person, made_ms, seen_ms from session where token = $1 and ended_ms is null";
        let rows = self.readers.fetch(sql, params![token]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let person: String = row.get("person")?;
        Ok(Some(Session { person: PersonId::new(person), made_ms: row.get("made_ms")?, seen_ms: row.get("seen_ms")? }))
    }

    /// Calls a guest so from now on; with `None` by no name. Who has an account keeps its name.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::Store;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let ann = PersonId::new("ann");
    /// store.make_person(&ann, "5e88", 1_000).await.unwrap();
    /// store.call(&ann, Some("Ann".parse().unwrap())).await.unwrap();
    /// assert_eq!(store.name(&ann).await.unwrap().unwrap().as_str(), "Ann");
    /// # });
    /// ```
    ///
    /// # Errors
    /// When the database fails.
    pub async fn call(&self, person: &PersonId, name: Option<PersonName>) -> Result<(), StoreError> {
        self.writer.write(Write::Person(PersonWrite::Name { person: person.clone(), name })).await
    }

    /// What a person is called; `None` for who has not said, or is not there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn name(&self, person: &PersonId) -> Result<Option<PersonName>, StoreError> {
        let rows = self.readers.fetch("select name from person where id = $1", params![person.as_str()]).await?;
        rows.first().map_or(Ok(None), name)
    }

    /// How those are shown who play a game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn names_in(&self, game: &str) -> Result<BySide<ShownAs>, StoreError> {
        let sql = "select side, name, left_ms, account.person as member, account.bot_ms from seat join person on person.id = seat.person \
                   left join account on account.person = person.id where seat.game = $1";
        let mut names = BySide::default();
        for row in self.readers.fetch(sql, params![game]).await? {
            let side: String = row.get("side")?;
            let side: Side = side.parse().map_err(|error| StoreError::corrupt(game, error))?;
            names[side] = shown(&row)?;
        }
        Ok(names)
    }

    /// How the others are shown with whom a person plays, in any game of his. Who has no name is left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn names_beside(&self, person: &PersonId) -> Result<HashMap<PersonId, ShownAs>, StoreError> {
        let sql = "select distinct person.id, person.name, person.left_ms, account.person as member, account.bot_ms from seat own \
                   join seat other on other.game = own.game join person on person.id = other.person \
                   left join account on account.person = person.id where own.person = $1 \
                   and (person.name is not null or person.left_ms is not null)";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let mut names = HashMap::new();
        for row in &rows {
            names.insert(PersonId::new(row.get::<String>("id")?), shown(row)?);
        }
        Ok(names)
    }

    /// Whether somebody holds a seat in any game, one that is over too.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn holds_a_seat(&self, person: &PersonId) -> Result<bool, StoreError> {
        let sql = "select 1 as one from seat where person = $1 limit 1";
        Ok(!self.readers.fetch(sql, params![person.as_str()]).await?.is_empty())
    }

    /// Ends a session: its token opens nothing any more, and a guest is called by no name. A session that is
    /// not there has ended.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_session(&self, token: &str, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Person(PersonWrite::End { token: token.to_owned(), at_ms })).await
    }

    /// Notes that a session was used, at most once a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn touch(&self, token: &str, at_ms: i64) -> Result<(), StoreError> {
        match self.session(token).await? {
            Some(session) if session.seen_ms <= at_ms - DAY_MS => {
                self.writer.write(Write::Person(PersonWrite::Touch { token: token.to_owned(), at_ms })).await
            }
            _ => Ok(()),
        }
    }
}

pub(crate) async fn write(to: &mut Connection, write: &PersonWrite) -> Result<(), StoreError> {
    match write {
        PersonWrite::Make { person, token, at_ms } => {
            let sql = "insert into person (id, made_ms) values ($1, $2)";
            to.execute(sql, params![person.as_str(), *at_ms]).await?;
            begin(to, person, token, *at_ms).await
        }
        PersonWrite::End { token, at_ms } => {
            let sql = "update person set name = null, looks_small = null, looks_written = null \
                       where id in (select person from session where token = $1) and not exists (select 1 from account where account.person = person.id)";
            to.execute(sql, params![token]).await?;
            let sql = "update session set ended_ms = $1 where token = $2 and ended_ms is null";
            to.execute(sql, params![*at_ms, token]).await?;
            Ok(())
        }
        PersonWrite::Touch { token, at_ms } => {
            let sql = "update session set seen_ms = $1 where token = $2 and seen_ms < $1";
            to.execute(sql, params![*at_ms, token]).await?;
            Ok(())
        }
        PersonWrite::Name { person, name } => {
            let keys = name.as_ref().map(NameKeys::of);
            let sql = "update person set name = $1, looks_small = $2, looks_written = $3 where id = $4 \
                       and not exists (select 1 from account where account.person = person.id)";
            let row = params![
                name.as_ref().map(PersonName::as_str),
                keys.as_ref().map(NameKeys::small),
                keys.as_ref().map(NameKeys::written),
                person.as_str(),
            ];
            to.execute(sql, row).await?;
            Ok(())
        }
    }
}

/// Tells of all guests what their names look like.
pub(crate) async fn tell_looks(to: &mut Connection) -> Result<(), StoreError> {
    let sql = "select id, name from person where name is not null \
               and not exists (select 1 from account where account.person = person.id)";
    for row in to.fetch(sql, params![]).await? {
        let Some(name) = name(&row)? else { continue };
        let (keys, id) = (NameKeys::of(&name), row.get::<String>("id")?);
        let sql = "update person set looks_small = $1, looks_written = $2 where id = $3";
        to.execute(sql, params![keys.small(), keys.written(), &id]).await?;
    }
    Ok(())
}

/// The name in a row. One that would not be given any more is none.
fn name(row: &Row) -> Result<Option<PersonName>, StoreError> {
    let name: Option<String> = row.get("name")?;
    Ok(name.and_then(|name| name.parse().ok()))
}

/// How the person of a row is shown.
pub(crate) fn shown(row: &Row) -> Result<ShownAs, StoreError> {
    let (left, bot): (Option<i64>, Option<i64>) = (row.get("left_ms")?, row.get("bot_ms")?);
    let member: Option<String> = row.get("member")?;
    Ok(match name(row)? {
        _ if left.is_some() => ShownAs::Former,
        Some(name) if bot.is_some() => ShownAs::Bot(name),
        Some(name) if member.is_some() => ShownAs::Member(name),
        Some(name) => ShownAs::Guest(name),
        None => ShownAs::Nameless,
    })
}

async fn begin(to: &mut Connection, person: &PersonId, token: &str, at_ms: i64) -> Result<(), StoreError> {
    let sql = "insert into session (token, person, made_ms, seen_ms, ended_ms) values ($1, $2, $3, $3, null)";
    to.execute(sql, params![token, person.as_str(), at_ms]).await?;
    Ok(())
}
