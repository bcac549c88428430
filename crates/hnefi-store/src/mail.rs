//! Mail addresses, the links that were sent to them, and the letters that wait to be sent.

use hnefi_live::PersonId;

use crate::db::{Connection, Row, params};
use crate::persons::DAY_MS;
use crate::write::Write;
use crate::{Store, StoreError, digest};

/// The mail address of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailAddress {
    /// The address.
    pub address: String,
    /// Whether its owner has followed a link that was sent there.
    pub verified: bool,
    /// Whether one mail a day says what waits.
    pub daily: bool,
    /// When a mail said what waits last, in milliseconds since 1970; 0 for never.
    pub told_ms: i64,
}

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LetterKind {
    /// A link that confirms an address.
    Confirm,
    /// A link that sets a new password.
    Reset,
    /// What waits in games of days.
    Daily,
}

/// A letter that waits to be sent. Its words and links are made when it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its id.
    pub id: String,
    /// What it is about.
    pub kind: LetterKind,
    /// To whom it goes.
    pub person: PersonId,
    /// When somebody asked for it, in milliseconds since 1970.
    pub made_ms: i64,
    /// How often it was tried.
    pub tries: u32,
}

/// Somebody who wants to be told once a day what waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyReader {
    /// Who.
    pub person: PersonId,
    /// When a mail said what waits last, in milliseconds since 1970; 0 for never.
    pub told_ms: i64,
}

/// Something to write about mail.
#[derive(Debug)]
pub(crate) enum MailWrite {
    Set { person: PersonId, address: String, letter: String, at_ms: i64 },
    Remove { person: PersonId },
    Daily { person: PersonId, on: bool },
    Forgotten { letter: String, wanted: String, at_ms: i64 },
    Resolve { at_ms: i64 },
    Tell { person: PersonId, letter: String, at_ms: i64 },
    Again { letter: String, due_ms: i64 },
    Gone { letter: String },
    Link { digest: String, person: PersonId, purpose: LetterKind, at_ms: i64 },
    Unlink { digest: String },
    Confirm { digest: String, at_ms: i64 },
    Reset { digest: String, password: String, at_ms: i64 },
}

impl LetterKind {
    const ALL: [LetterKind; 3] = [LetterKind::Confirm, LetterKind::Reset, LetterKind::Daily];

    /// The word for it in the database and in the log.
    pub const fn id(self) -> &'static str {
        match self {
            LetterKind::Confirm => "confirm",
            LetterKind::Reset => "reset",
            LetterKind::Daily => "daily",
        }
    }

    /// For how long a link that was sent works, in milliseconds; for `Daily`, which has none that ends, 0.
    pub const fn link_ms(self) -> i64 {
        match self {
            LetterKind::Confirm => DAY_MS,
            LetterKind::Reset => 60 * 60_000,
            LetterKind::Daily => 0,
        }
    }

    /// After how long a letter that cannot be sent is given up, in milliseconds: nobody waits for a link longer than an hour, and what waits
    /// in games is said anew the next day.
    pub const fn given_up_ms(self) -> i64 {
        match self {
            LetterKind::Confirm | LetterKind::Reset => 60 * 60_000,
            LetterKind::Daily => 20 * 60 * 60_000,
        }
    }
}

/// After how long it is forgotten what somebody typed who has forgotten his password, in milliseconds, if nobody has looked it up.
const FORGOTTEN_MS: i64 = 60 * 60_000;

/// How many links to confirm it an address gets in a day, and how many to set a new password an account gets in an hour.
pub const MOST_LINKS: usize = 3;

impl Store {
    /// Sets the mail address of an account, which is to be confirmed; `letter` is the id of the letter that asks for it. Letters and links
    /// to the address before are of no use any more.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::{LetterKind, Store};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let ann = PersonId::new("ann");
    /// store.make_person(&ann, "5e88", 1_000).await.unwrap();
    /// store.set_mail(&ann, "ann@mail.example", "letter1", 2_000).await.unwrap();
    /// let letter = store.letters_due(2_000, 10).await.unwrap().remove(0);
    /// assert_eq!((letter.kind, &letter.person), (LetterKind::Confirm, &ann));
    /// store.link_mailed("digest", &ann, LetterKind::Confirm, 3_000).await.unwrap();
    /// store.letter_gone(&letter.id).await.unwrap();
    /// store.confirm_mail("digest", 4_000).await.unwrap();
    /// assert!(store.mail_of(&ann).await.unwrap().unwrap().verified);
    /// store.remove_mail(&ann).await.unwrap();
    /// assert_eq!(store.mail_of(&ann).await.unwrap(), None);
    /// # });
    /// ```
    ///
    /// # Errors
    /// When the person is unknown, or the database fails.
    pub async fn set_mail(&self, person: &PersonId, address: &str, letter: &str, at_ms: i64) -> Result<(), StoreError> {
        let (person, address, letter) = (person.clone(), address.to_owned(), letter.to_owned());
        self.mail(MailWrite::Set { person, address, letter, at_ms }).await
    }

    /// Forgets the mail address of an account, with all letters and links to it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn remove_mail(&self, person: &PersonId) -> Result<(), StoreError> {
        self.mail(MailWrite::Remove { person: person.clone() }).await
    }

    /// Whether one mail a day says what waits, from now on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_daily_mail(&self, person: &PersonId, on: bool) -> Result<(), StoreError> {
        self.mail(MailWrite::Daily { person: person.clone(), on }).await
    }

    /// The mail address of an account, if it has one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn mail_of(&self, person: &PersonId) -> Result<Option<MailAddress>, StoreError> {
        let sql = "select address, verified_ms, daily, told_ms from mail_address where person = $1";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let address = |row: &Row| {
            Ok(MailAddress {
                address: row.get("address")?,
                verified: row.get::<Option<i64>>("verified_ms")?.is_some(),
                daily: row.get::<i64>("daily")? != 0,
                told_ms: row.get("told_ms")?,
            })
        };
        rows.first().map(address).transpose()
    }

    /// Somebody has forgotten the password of the account of a name or address, if there is one: whether there is, is looked up
    /// later ([`Store::resolve_forgotten`]), so that this takes as long either way.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forgotten(&self, wanted: &str, letter: &str, at_ms: i64) -> Result<(), StoreError> {
        self.mail(MailWrite::Forgotten { letter: letter.to_owned(), wanted: wanted.to_owned(), at_ms }).await
    }

    /// Makes letters for those accounts with a confirmed address whose password somebody has forgotten, and forgets who said so of others.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn resolve_forgotten(&self, at_ms: i64) -> Result<(), StoreError> {
        let sql = "select 1 as waits from letter where kind = 'forgotten' limit 1";
        if self.readers.fetch(sql, params![]).await?.is_empty() {
            return Ok(());
        }
        self.mail(MailWrite::Resolve { at_ms }).await
    }

    /// The letters that are to be sent now, the one due longest first, at most `most`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn letters_due(&self, now_ms: i64, most: u32) -> Result<Vec<Letter>, StoreError> {
        let sql = "select id, kind, person, made_ms, tries from letter where due_ms <= $1 and person is not null \
                   order by due_ms, id limit $2";
        let mut letters = Vec::new();
        for row in self.readers.fetch(sql, params![now_ms, most]).await? {
            let kind: String = row.get("kind")?;
            if let Some(kind) = LetterKind::ALL.into_iter().find(|one| one.id() == kind) {
                letters.push(Letter {
                    id: row.get("id")?,
                    kind,
                    person: PersonId::new(row.get::<String>("person")?),
                    made_ms: row.get("made_ms")?,
                    tries: u32::try_from(row.get::<i64>("tries")?).unwrap_or_default(),
                });
            }
        }
        Ok(letters)
    }

    /// How many letters wait to be sent.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn letters_waiting(&self) -> Result<i64, StoreError> {
        let rows = self.readers.fetch("select count(*) as letters from letter", params![]).await?;
        rows.first().map_or(Ok(0), |row| Ok(row.get("letters")?))
    }

    /// A letter could not be sent, and is to be tried again.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn letter_again(&self, letter: &str, due_ms: i64) -> Result<(), StoreError> {
        self.mail(MailWrite::Again { letter: letter.to_owned(), due_ms }).await
    }

    /// A letter was sent, or is given up.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn letter_gone(&self, letter: &str) -> Result<(), StoreError> {
        self.mail(MailWrite::Gone { letter: letter.to_owned() }).await
    }

    /// Whether an account, or its address, has been sent as many links of a kind lately as it may.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn has_links_enough(
        &self,
        person: &PersonId,
        purpose: LetterKind,
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        let sql = "select key from mail_address where person = $1";
        let address = self.readers.fetch(sql, params![person.as_str()]).await?;
        let key: Option<String> = address.first().map(|row| row.get("key")).transpose()?;
        let sql =
            "select digest from mail_link where purpose = $1 and made_ms > $2 and (person = $3 or key in ($4, $5))";
        let (made_after, gone) = (now_ms - purpose.link_ms(), key.as_deref().map(gone));
        let of = params![purpose.id(), made_after, person.as_str(), key.as_deref(), gone.as_deref()];
        let rows = self.readers.fetch(sql, of).await?;
        Ok(rows.len() >= MOST_LINKS)
    }

    /// A link is sent to the address of an account, given by the SHA-256 of its secret.
    ///
    /// # Errors
    /// When the person has no address, or the database fails.
    pub async fn link_mailed(
        &self,
        digest: &str,
        person: &PersonId,
        purpose: LetterKind,
        at_ms: i64,
    ) -> Result<(), StoreError> {
        let (digest, person) = (digest.to_owned(), person.clone());
        self.mail(MailWrite::Link { digest, person, purpose, at_ms }).await
    }

    /// A link could not be sent.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn link_unmailed(&self, digest: &str) -> Result<(), StoreError> {
        self.mail(MailWrite::Unlink { digest: digest.to_owned() }).await
    }

    /// Whose account a link is for that was sent for this purpose and still works; `None` for any other.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn mail_link(
        &self,
        digest: &str,
        purpose: LetterKind,
        now_ms: i64,
    ) -> Result<Option<PersonId>, StoreError> {
        let rows = self.readers.fetch(LINK, params![digest, purpose.id(), now_ms - purpose.link_ms()]).await?;
        rows.first().map(|row| Ok(PersonId::new(row.get::<String>("person")?))).transpose()
    }

    /// Somebody has followed the link to his address: it is his.
    ///
    /// # Errors
    /// [`StoreError::NoCode`] when the link works no more.
    pub async fn confirm_mail(&self, digest: &str, at_ms: i64) -> Result<(), StoreError> {
        self.mail(MailWrite::Confirm { digest: digest.to_owned(), at_ms }).await
    }

    /// Sets a new password by a link that was sent: all links of the account are used up, and its sessions and tokens end.
    ///
    /// # Errors
    /// [`StoreError::NoCode`] when the link works no more.
    pub async fn reset_password(&self, digest: &str, password: String, at_ms: i64) -> Result<(), StoreError> {
        self.mail(MailWrite::Reset { digest: digest.to_owned(), password, at_ms }).await
    }

    /// Those who want one mail a day, and have got none for a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn daily_readers(&self, now_ms: i64) -> Result<Vec<DailyReader>, StoreError> {
        let sql = "select person, told_ms from mail_address where daily = 1 and told_ms <= $1 and verified_ms is not null \
                   and not exists (select 1 from away where away.person = mail_address.person \
                   and away.from_ms <= $2 and away.until_ms > $2) \
                   and exists (select 1 from account where account.person = mail_address.person and closed_ms is null) \
                   order by told_ms, person";
        let rows = self.readers.fetch(sql, params![now_ms - DAY_MS, now_ms]).await?;
        rows.iter()
            .map(|row| {
                Ok(DailyReader { person: PersonId::new(row.get::<String>("person")?), told_ms: row.get("told_ms")? })
            })
            .collect()
    }

    /// Lets a letter say to somebody what waits, if he got none for a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tell_daily(&self, person: &PersonId, letter: &str, at_ms: i64) -> Result<(), StoreError> {
        self.mail(MailWrite::Tell { person: person.clone(), letter: letter.to_owned(), at_ms }).await
    }

    /// Who challenges somebody to games of days, and since when, in milliseconds since 1970.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn challenges_to(&self, person: &PersonId) -> Result<Vec<(PersonId, i64)>, StoreError> {
        let sql = "select person, made_ms from seek where challenged = $1 order by made_ms, id";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(|row| Ok((PersonId::new(row.get::<String>("person")?), row.get("made_ms")?))).collect()
    }

    async fn mail(&self, write: MailWrite) -> Result<(), StoreError> {
        self.writer.write(Write::Mail(write)).await
    }
}

/// The link of a digest, for a purpose, that was made after a time, to the address that the account still has.
const LINK: &str = "select mail_link.person from mail_link join mail_address on mail_address.person = mail_link.person \
                    and mail_address.key = mail_link.key where digest = $1 and purpose = $2 and made_ms > $3";

/// What an address is found by: nobody minds the case of its letters.
fn key(address: &str) -> String {
    address.trim().to_lowercase()
}

/// What is kept of the key of an address that its owner has removed: it tells how many links went there, and works none of them.
fn gone(key: &str) -> String {
    format!("{GONE}{}", digest(key))
}

/// How that begins: no address does.
const GONE: &str = "gone ";

async fn queue(
    to: &mut Connection,
    letter: &str,
    kind: LetterKind,
    person: &str,
    at_ms: i64,
) -> Result<(), StoreError> {
    let sql = "insert into letter (id, kind, person, made_ms, due_ms, tries) values ($1, $2, $3, $4, $4, 0)";
    to.execute(sql, params![letter, kind.id(), person, at_ms]).await?;
    Ok(())
}

/// Forgets all that was or is to be sent to somebody, and each address but this one.
async fn forget(to: &mut Connection, person: &PersonId, but: Option<&str>) -> Result<(), StoreError> {
    to.execute("delete from letter where person = $1", params![person.as_str()]).await?;
    to.execute("delete from mail_link where person = $1 and purpose = 'reset'", params![person.as_str()]).await?;
    let sql = "select distinct key from mail_link where person = $1 and key is distinct from $2";
    for row in to.fetch(sql, params![person.as_str(), but]).await? {
        let key: String = row.get("key")?;
        if !key.starts_with(GONE) {
            let sql = "update mail_link set key = $1 where person = $2 and key = $3";
            to.execute(sql, params![&gone(&key), person.as_str(), &key]).await?;
        }
    }
    Ok(())
}

/// Forgets the address of somebody.
pub(crate) async fn remove(to: &mut Connection, person: &PersonId) -> Result<(), StoreError> {
    forget(to, person, None).await?;
    to.execute("delete from mail_address where person = $1", params![person.as_str()]).await?;
    Ok(())
}

/// Whose account a link is for.
async fn owner(to: &mut Connection, digest: &str, purpose: LetterKind, at_ms: i64) -> Result<PersonId, StoreError> {
    let rows = to.fetch(LINK, params![digest, purpose.id(), at_ms - purpose.link_ms()]).await?;
    let row = rows.first().ok_or(StoreError::NoCode)?;
    Ok(PersonId::new(row.get::<String>("person")?))
}

pub(crate) async fn write(to: &mut Connection, write: &MailWrite) -> Result<(), StoreError> {
    match write {
        MailWrite::Set { person, address, letter, at_ms } => {
            forget(to, person, Some(&key(address))).await?;
            let sql = "insert into mail_address (person, address, key, set_ms) values ($1, $2, $3, $4) on conflict (person) \
                       do update set address = $2, key = $3, set_ms = $4, verified_ms = null, daily = 0";
            to.execute(sql, params![person.as_str(), address, &key(address), *at_ms]).await?;
            queue(to, letter, LetterKind::Confirm, person.as_str(), *at_ms).await
        }
        MailWrite::Remove { person } => remove(to, person).await,
        MailWrite::Daily { person, on } => {
            let sql = "update mail_address set daily = $1 where person = $2 and verified_ms is not null";
            to.execute(sql, params![i64::from(*on), person.as_str()]).await?;
            let sql = "delete from letter where person = $1 and kind = 'daily' and $2 = 0";
            to.execute(sql, params![person.as_str(), i64::from(*on)]).await?;
            Ok(())
        }
        MailWrite::Forgotten { letter, wanted, at_ms } => {
            let sql =
                "insert into letter (id, kind, wanted, made_ms, due_ms, tries) values ($1, 'forgotten', $2, $3, $3, 0)";
            to.execute(sql, params![letter, wanted, *at_ms]).await?;
            Ok(())
        }
        MailWrite::Resolve { at_ms } => resolve(to, *at_ms).await,
        MailWrite::Tell { person, letter, at_ms } => {
            let sql = "update mail_address set told_ms = $1 where person = $2 and daily = 1 and verified_ms is not null and told_ms <= $3";
            if to.execute(sql, params![*at_ms, person.as_str(), at_ms - DAY_MS]).await? == 0 {
                return Ok(());
            }
            queue(to, letter, LetterKind::Daily, person.as_str(), *at_ms).await
        }
        MailWrite::Again { letter, due_ms } => {
            to.execute("update letter set due_ms = $1, tries = tries + 1 where id = $2", params![*due_ms, letter])
                .await?;
            Ok(())
        }
        MailWrite::Gone { letter } => {
            to.execute("delete from letter where id = $1", params![letter]).await?;
            Ok(())
        }
        MailWrite::Link { digest, person, purpose, at_ms } => {
            let sql = "insert into mail_link (digest, person, purpose, key, made_ms) \
                       select $1, person, $2, key, $3 from mail_address where person = $4";
            match to.execute(sql, params![digest, purpose.id(), *at_ms, person.as_str()]).await? {
                0 => Err(StoreError::NoAccount),
                _ => Ok(()),
            }
        }
        MailWrite::Unlink { digest } => {
            to.execute("delete from mail_link where digest = $1", params![digest]).await?;
            Ok(())
        }
        MailWrite::Confirm { digest, at_ms } => {
            let person = owner(to, digest, LetterKind::Confirm, *at_ms).await?;
            let sql = "update mail_address set verified_ms = $1 where person = $2 and verified_ms is null";
            to.execute(sql, params![*at_ms, person.as_str()]).await?;
            to.execute("delete from mail_link where digest = $1", params![digest]).await?;
            Ok(())
        }
        MailWrite::Reset { digest, password, at_ms } => {
            let person = owner(to, digest, LetterKind::Reset, *at_ms).await?;
            to.execute("delete from mail_link where person = $1 and purpose = 'reset'", params![person.as_str()])
                .await?;
            to.execute("delete from letter where person = $1 and kind = 'reset'", params![person.as_str()]).await?;
            crate::credentials::replace_password(to, &person, password, *at_ms).await
        }
    }
}

/// Makes letters of what those said who forgot their passwords.
async fn resolve(to: &mut Connection, at_ms: i64) -> Result<(), StoreError> {
    for row in
        to.fetch("select id, wanted from letter where kind = 'forgotten' order by made_ms, id", params![]).await?
    {
        let (id, wanted): (String, Option<String>) = (row.get("id")?, row.get("wanted")?);
        let wanted = wanted.unwrap_or_default();
        let name = wanted.parse::<hnefi_live::PersonName>().ok();
        let name = name.map(|name| hnefi_people::NameKeys::of(&name).small().to_owned()).unwrap_or_default();
        let sql = "select mail_address.person from mail_address join account on account.person = mail_address.person \
                   where verified_ms is not null and closed_ms is null and (key = $1 or exists \
                   (select 1 from account_name where account_name.person = account.person and account_name.key = $2)) \
                   order by mail_address.person";
        let found = to.fetch(sql, params![&key(&wanted), &name]).await?;
        for (number, row) in found.iter().take(MOST_LINKS).enumerate() {
            let person: String = row.get("person")?;
            let waiting = "select 1 as waits from letter where person = $1 and kind = 'reset'";
            if to.fetch(waiting, params![&person]).await?.is_empty() {
                queue(to, &format!("{id}-{number}"), LetterKind::Reset, &person, at_ms).await?;
            }
        }
        to.execute("delete from letter where id = $1", params![&id]).await?;
    }
    Ok(())
}

pub(crate) async fn prune(to: &mut Connection, now_ms: i64) -> Result<(), StoreError> {
    to.execute("delete from mail_link where made_ms < $1", params![now_ms - LetterKind::Confirm.link_ms()]).await?;
    // Where mail is switched off nobody else gives them up.
    for (kind, kept_ms) in
        LetterKind::ALL.map(|kind| (kind.id(), kind.given_up_ms())).into_iter().chain([("forgotten", FORGOTTEN_MS)])
    {
        to.execute("delete from letter where kind = $1 and made_ms < $2", params![kind, now_ms - kept_ms]).await?;
    }
    Ok(())
}
