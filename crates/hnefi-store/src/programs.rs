//! Programs: the tokens with which they act for somebody, and the accounts that are theirs.

use hnefi_live::PersonId;
use hnefi_people::Scopes;

use crate::db::{Connection, Row, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// A token with which a program acts for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramToken {
    /// Its SHA-256, in hexadecimal.
    pub digest: String,
    /// For whom it acts.
    pub person: PersonId,
    /// What he calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Scopes,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: i64,
    /// When it was used last, to an hour, if ever.
    pub used_ms: Option<i64>,
}

/// A token to be made.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its SHA-256, in hexadecimal.
    pub digest: String,
    /// For whom it acts.
    pub person: PersonId,
    /// What he calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Scopes,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Something to write about programs.
#[derive(Debug)]
pub(crate) enum ProgramWrite {
    Make(NewToken),
    Use { digest: String, at_ms: i64 },
    End { person: PersonId, digest: String },
    Bot { person: PersonId, at_ms: i64 },
}

impl Store {
    /// Makes a token for somebody with an account.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::{NewAccount, NewToken, Store};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let ann = PersonId::new("ann");
    /// store.make_person(&ann, "5e88", 1_000).await.unwrap();
    /// let new = NewAccount { person: ann.clone(), name: "Ann".parse().unwrap(), password: None, at_ms: 1_000 };
    /// store.open_account(new).await.unwrap();
    /// let scopes = "play".parse().unwrap();
    /// let new = NewToken { digest: "d1".to_owned(), person: ann.clone(), name: "engine".to_owned(), scopes, at_ms: 2_000 };
    /// store.make_token(new).await.unwrap();
    /// assert_eq!(store.token("d1").await.unwrap().unwrap().person, ann);
    /// store.end_token(&PersonId::new("eve"), "d1").await.unwrap();
    /// assert!(store.token("d1").await.unwrap().is_some(), "it is not hers");
    /// store.end_token(&ann, "d1").await.unwrap();
    /// assert_eq!(store.token("d1").await.unwrap(), None);
    /// # });
    /// ```
    ///
    /// # Errors
    /// When there is no such person, or the database fails.
    pub async fn make_token(&self, new: NewToken) -> Result<(), StoreError> {
        self.writer.write(Write::Program(ProgramWrite::Make(new))).await
    }

    /// A token by its SHA-256 in hexadecimal; `None` where there is none, it was ended, or the account is closed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn token(&self, digest: &str) -> Result<Option<ProgramToken>, StoreError> {
        let sql = "select token.* from token join account on account.person = token.person \
                   where token.digest = $1 and account.closed_ms is null";
        let rows = self.readers.fetch(sql, params![digest]).await?;
        rows.first().map(token).transpose()
    }

    /// The tokens of somebody, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tokens_of(&self, person: &PersonId) -> Result<Vec<ProgramToken>, StoreError> {
        let sql = "select * from token where person = $1 order by made_ms desc, digest";
        self.readers.fetch(sql, params![person.as_str()]).await?.iter().map(token).collect()
    }

    /// Notes that a token was used.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn token_used(&self, digest: &str, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Program(ProgramWrite::Use { digest: digest.to_owned(), at_ms })).await
    }

    /// Ends a token, if it is his.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_token(&self, person: &PersonId, digest: &str) -> Result<(), StoreError> {
        let (person, digest) = (person.clone(), digest.to_owned());
        self.writer.write(Write::Program(ProgramWrite::End { person, digest })).await
    }

    /// An account is a bot's from now on. Twice is once.
    ///
    /// # Errors
    /// [`StoreError::HasPlayed`] when it has held a seat in a game; those who played it took it for a person.
    pub async fn become_bot(&self, person: &PersonId, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Program(ProgramWrite::Bot { person: person.clone(), at_ms })).await
    }

    /// Whether a person is a bot.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_bot(&self, person: &PersonId) -> Result<bool, StoreError> {
        let sql = "select person from account where person = $1 and bot_ms is not null";
        Ok(!self.readers.fetch(sql, params![person.as_str()]).await?.is_empty())
    }
}

fn token(row: &Row) -> Result<ProgramToken, StoreError> {
    let (person, scopes): (String, String) = (row.get("person")?, row.get("scopes")?);
    Ok(ProgramToken {
        digest: row.get("digest")?,
        scopes: scopes.parse().map_err(|_| StoreError::Account(person.clone()))?,
        person: PersonId::new(person),
        name: row.get("name")?,
        made_ms: row.get("made_ms")?,
        used_ms: row.get("used_ms")?,
    })
}

pub(crate) async fn write(to: &mut Connection, write: &ProgramWrite) -> Result<(), StoreError> {
    match write {
        ProgramWrite::Make(NewToken { digest, person, name, scopes, at_ms }) => {
            let sql = "insert into token (digest, person, name, scopes, made_ms) values ($1, $2, $3, $4, $5)";
            to.execute(sql, params![digest, person.as_str(), name, &scopes.to_string(), *at_ms]).await?;
        }
        ProgramWrite::Use { digest, at_ms } => {
            to.execute("update token set used_ms = $1 where digest = $2", params![*at_ms, digest]).await?;
        }
        ProgramWrite::End { person, digest } => {
            to.execute("delete from token where digest = $1 and person = $2", params![digest, person.as_str()]).await?;
        }
        ProgramWrite::Bot { person, at_ms } => {
            let sql = "update account set bot_ms = coalesce(bot_ms, $1) where person = $2 \
                       and (bot_ms is not null or not exists (select 1 from seat where seat.person = $2))";
            if to.execute(sql, params![*at_ms, person.as_str()]).await? == 0 {
                return Err(StoreError::HasPlayed);
            }
        }
    }
    Ok(())
}
