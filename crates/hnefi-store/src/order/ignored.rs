//! Whom people do not want to hear, or to have to do with.

use std::collections::{BTreeMap, BTreeSet};

use hnefi_live::PersonId;

use super::OrderWrite;
use crate::db::{Connection, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// How somebody ignores somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignoring {
    /// He does not hear what that one says.
    Mute,
    /// The same, and that one cannot challenge him, take his seeks, or say anything to him.
    Block,
}

impl Ignoring {
    /// The word for it in the database and on forms.
    ///
    /// ```
    /// use hnefi_store::Ignoring;
    /// assert_eq!(Ignoring::from_id(Ignoring::Block.id()), Some(Ignoring::Block));
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Ignoring::Mute => "mute",
            Ignoring::Block => "block",
        }
    }

    /// What a word stands for.
    pub fn from_id(id: &str) -> Option<Ignoring> {
        [Ignoring::Mute, Ignoring::Block].into_iter().find(|how| how.id() == id)
    }
}

/// How a person ignores another one from now on; `None` for not any more.
#[derive(Debug)]
pub(crate) struct Ignore {
    person: PersonId,
    other: PersonId,
    how: Option<Ignoring>,
    at_ms: i64,
}

impl Store {
    /// A person ignores another one from now on, or with `None` no more. Nobody ignores himself.
    ///
    /// # Errors
    /// When there is no such person, or the database fails.
    pub async fn ignore(
        &self,
        person: &PersonId,
        other: &PersonId,
        how: Option<Ignoring>,
        at_ms: i64,
    ) -> Result<(), StoreError> {
        let ignore = Ignore { person: person.clone(), other: other.clone(), how, at_ms };
        self.writer.write(Write::Order(OrderWrite::Ignore(ignore))).await
    }

    /// Whom a person ignores, and how.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ignored_by(&self, person: &PersonId) -> Result<BTreeMap<PersonId, Ignoring>, StoreError> {
        let rows =
            self.readers.fetch("select other, how from ignored where person = $1", params![person.as_str()]).await?;
        let mut all = BTreeMap::new();
        for row in &rows {
            let (other, how): (String, String) = (row.get("other")?, row.get("how")?);
            all.extend(Ignoring::from_id(&how).map(|how| (PersonId::new(other), how)));
        }
        Ok(all)
    }

    /// Those with whom a person has nothing to do: whom he has blocked, and who has blocked him.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn apart_from(&self, person: &PersonId) -> Result<BTreeSet<PersonId>, StoreError> {
        let sql = "select other from ignored where person = $1 and how = 'block' \
                   union select person as other from ignored where other = $1 and how = 'block'";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(|row| Ok(PersonId::new(row.get::<String>("other")?))).collect()
    }
}

pub(super) async fn write(to: &mut Connection, ignore: &Ignore) -> Result<(), StoreError> {
    let Ignore { person, other, how, at_ms } = ignore;
    if person == other {
        return Ok(());
    }
    let (person, other) = (person.as_str(), other.as_str());
    match how {
        None => {
            to.execute("delete from ignored where person = $1 and other = $2", params![person, other]).await?;
        }
        Some(how) => {
            let sql = "insert into ignored (person, other, how, at_ms) values ($1, $2, $3, $4) \
                       on conflict (person, other) do update set how = $3, at_ms = $4";
            to.execute(sql, params![person, other, how.id(), *at_ms]).await?;
        }
    }
    Ok(())
}
