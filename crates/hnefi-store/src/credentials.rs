//! How somebody proves who he is: password, recovery codes, passkeys, and the devices on which he has done so before.

use hnefi_live::PersonId;

use crate::db::{Connection, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// A session that somebody begins by logging in.
#[derive(Clone, Debug)]
pub struct LogIn {
    /// Who.
    pub person: PersonId,
    /// The SHA-256 of the session's token, in hexadecimal.
    pub token: String,
    /// With what browser and system, as `Firefox/Linux`, if it is known.
    pub device: Option<String>,
    /// The SHA-256 of the token by which the device is known from now on.
    pub known: String,
    /// The session that this browser had before, which ends.
    pub instead: Option<String>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A session of an account, for a list of devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// The SHA-256 of its token, in hexadecimal.
    pub token: String,
    /// With what browser and system it was begun, as `Firefox/Linux`, if it is known.
    pub device: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub made_ms: i64,
    /// When it was last seen, in milliseconds since 1970, to a day.
    pub seen_ms: i64,
}

/// A passkey of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// Its id, in base64url.
    pub id: String,
    /// What it is called in a list.
    pub label: String,
    /// What is needed to check it, as JSON.
    pub credential: String,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: i64,
    /// When it was used last, if ever.
    pub used_ms: Option<i64>,
}

/// Something to write about credentials.
#[derive(Debug)]
pub(crate) enum CredentialWrite {
    LogIn(LogIn),
    Password { person: PersonId, password: String, keep: Option<String>, at_ms: i64 },
    Codes { person: PersonId, digests: Vec<String>, at_ms: i64 },
    UseCode { person: PersonId, digest: String, password: String, at_ms: i64 },
    EndSession { person: PersonId, token: String, at_ms: i64 },
    EndOthers { person: PersonId, keep: String, at_ms: i64 },
    AddPasskey { person: PersonId, passkey: Passkey, setting: (String, String) },
    UsePasskey { id: String, credential: String, at_ms: i64 },
    RemovePasskey { person: PersonId, id: String },
}

impl Store {
    /// Begins a session of somebody who has proved who he is; the one that the browser had before ends.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`] when he has no account, or it is closed; or when the database fails.
    pub async fn log_in(&self, log_in: LogIn) -> Result<(), StoreError> {
        self.credential(CredentialWrite::LogIn(log_in)).await
    }

    /// The sessions of a person that go on, the one used last first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sessions_of(&self, person: &PersonId) -> Result<Vec<OpenSession>, StoreError> {
        let sql = "select token, device, made_ms, seen_ms from session where person = $1 and ended_ms is null \
                   order by seen_ms desc, made_ms desc, token";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let session = |row: &crate::db::Row| {
            Ok(OpenSession {
                token: row.get("token")?,
                device: row.get("device")?,
                made_ms: row.get("made_ms")?,
                seen_ms: row.get("seen_ms")?,
            })
        };
        rows.iter().map(session).collect()
    }

    /// Ends a session of a person, if it is his.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_session_of(&self, person: &PersonId, token: &str, at_ms: i64) -> Result<(), StoreError> {
        let (person, token) = (person.clone(), token.to_owned());
        self.credential(CredentialWrite::EndSession { person, token, at_ms }).await
    }

    /// Ends all sessions of a person but one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_other_sessions(&self, person: &PersonId, keep: &str, at_ms: i64) -> Result<(), StoreError> {
        let (person, keep) = (person.clone(), keep.to_owned());
        self.credential(CredentialWrite::EndOthers { person, keep, at_ms }).await
    }

    /// Gives an account another password, as a PHC string; its other sessions and its tokens end.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_password(
        &self,
        person: &PersonId,
        password: String,
        keep: Option<&str>,
        at_ms: i64,
    ) -> Result<(), StoreError> {
        let (person, keep) = (person.clone(), keep.map(str::to_owned));
        self.credential(CredentialWrite::Password { person, password, keep, at_ms }).await
    }

    /// Gives an account new recovery codes, by the SHA-256 of each in hexadecimal. Those that it had are worth nothing any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_codes(&self, person: &PersonId, digests: Vec<String>, at_ms: i64) -> Result<(), StoreError> {
        self.credential(CredentialWrite::Codes { person: person.clone(), digests, at_ms }).await
    }

    /// How many recovery codes an account has left.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn codes_left(&self, person: &PersonId) -> Result<u32, StoreError> {
        let sql = "select count(*) as codes from recovery_code where person = $1";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let codes: i64 = rows.first().map_or(Ok(0), |row| row.get("codes"))?;
        Ok(u32::try_from(codes).unwrap_or(u32::MAX))
    }

    /// Uses a recovery code up: the account has this password from now on, and all of its sessions and tokens end.
    ///
    /// # Errors
    /// [`StoreError::NoCode`] when it is none of the account's.
    pub async fn use_code(
        &self,
        person: &PersonId,
        digest: &str,
        password: String,
        at_ms: i64,
    ) -> Result<(), StoreError> {
        let (person, digest) = (person.clone(), digest.to_owned());
        self.credential(CredentialWrite::UseCode { person, digest, password, at_ms }).await
    }

    /// Whether somebody has logged in before on the device of a token.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_known_device(&self, digest: &str, person: &PersonId) -> Result<bool, StoreError> {
        let sql = "select seen_ms from known_device where digest = $1 and person = $2";
        Ok(!self.readers.fetch(sql, params![digest, person.as_str()]).await?.is_empty())
    }

    /// On how many devices somebody has logged in before.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn known_devices_of(&self, person: &PersonId) -> Result<u32, StoreError> {
        let sql = "select count(*) as devices from known_device where person = $1";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let devices: i64 = rows.first().map_or(Ok(0), |row| row.get("devices"))?;
        Ok(u32::try_from(devices).unwrap_or(u32::MAX))
    }

    /// The passkeys of an account, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn passkeys_of(&self, person: &PersonId) -> Result<Vec<Passkey>, StoreError> {
        let sql = "select id, label, credential, made_ms, used_ms from passkey where person = $1 order by made_ms, id";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(passkey).collect()
    }

    /// The passkey of an id, and whose it is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn passkey(&self, id: &str) -> Result<Option<(PersonId, Passkey)>, StoreError> {
        let rows = self.readers.fetch("select * from passkey where id = $1", params![id]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        Ok(Some((PersonId::new(row.get::<String>("person")?), passkey(row)?)))
    }

    /// Adds a passkey. `setting` is what the server settles on with its first one.
    ///
    /// # Errors
    /// When there is one of this id, or the database fails.
    pub async fn add_passkey(
        &self,
        person: &PersonId,
        passkey: Passkey,
        setting: (&str, &str),
    ) -> Result<(), StoreError> {
        let setting = (setting.0.to_owned(), setting.1.to_owned());
        self.credential(CredentialWrite::AddPasskey { person: person.clone(), passkey, setting }).await
    }

    /// Notes that a passkey was used, with what is needed to check it from now on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn passkey_used(&self, id: &str, credential: String, at_ms: i64) -> Result<(), StoreError> {
        self.credential(CredentialWrite::UsePasskey { id: id.to_owned(), credential, at_ms }).await
    }

    /// Removes a passkey of an account.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn remove_passkey(&self, person: &PersonId, id: &str) -> Result<(), StoreError> {
        self.credential(CredentialWrite::RemovePasskey { person: person.clone(), id: id.to_owned() }).await
    }

    async fn credential(&self, write: CredentialWrite) -> Result<(), StoreError> {
        self.writer.write(Write::Credential(write)).await
    }
}

fn passkey(row: &crate::db::Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: row.get("id")?,
        label: row.get("label")?,
        credential: row.get("credential")?,
        made_ms: row.get("made_ms")?,
        used_ms: row.get("used_ms")?,
    })
}

pub(crate) async fn write(to: &mut Connection, write: &CredentialWrite) -> Result<(), StoreError> {
    match write {
        CredentialWrite::LogIn(LogIn { person, token, device, known, instead, at_ms }) => {
            let sql = "insert into session (token, person, made_ms, seen_ms, ended_ms, device) \
                       select $1, person, $3, $3, null, $4 from account where person = $2 and closed_ms is null";
            if to.execute(sql, params![token, person.as_str(), *at_ms, device.as_deref()]).await? == 0 {
                return Err(StoreError::NoAccount);
            }
            let sql = "insert into known_device (digest, person, seen_ms) values ($1, $2, $3) \
                       on conflict (digest, person) do update set seen_ms = $3";
            to.execute(sql, params![known, person.as_str(), *at_ms]).await?;
            let sql = "update session set ended_ms = $1 where token = $2 and ended_ms is null";
            to.execute(sql, params![*at_ms, instead.as_deref()]).await?;
        }
        CredentialWrite::Password { person, password, keep, at_ms } => {
            let sql = "update account set password = $1 where person = $2";
            to.execute(sql, params![password, person.as_str()]).await?;
            to.execute("delete from token where person = $1", params![person.as_str()]).await?;
            end_all(to, person, keep.as_deref(), *at_ms).await?;
        }
        CredentialWrite::Codes { person, digests, at_ms } => {
            to.execute("delete from recovery_code where person = $1", params![person.as_str()]).await?;
            for digest in digests {
                let sql = "insert into recovery_code (digest, person, made_ms) values ($1, $2, $3)";
                to.execute(sql, params![digest, person.as_str(), *at_ms]).await?;
            }
        }
        CredentialWrite::UseCode { person, digest, password, at_ms } => {
            let sql = "delete from recovery_code where digest = $1 and person = $2";
            if to.execute(sql, params![digest, person.as_str()]).await? == 0 {
                return Err(StoreError::NoCode);
            }
            replace_password(to, person, password, *at_ms).await?;
        }
        CredentialWrite::EndSession { person, token, at_ms } => {
            let sql = "update session set ended_ms = $1 where token = $2 and person = $3 and ended_ms is null";
            to.execute(sql, params![*at_ms, token, person.as_str()]).await?;
        }
        CredentialWrite::EndOthers { person, keep, at_ms } => end_all(to, person, Some(keep), *at_ms).await?,
        CredentialWrite::AddPasskey { person, passkey, setting: (key, value) } => {
            let sql = "insert into passkey (id, person, label, credential, made_ms) values ($1, $2, $3, $4, $5)";
            let Passkey { id, label, credential, made_ms, .. } = passkey;
            to.execute(sql, params![id, person.as_str(), label, credential, *made_ms]).await?;
            let sql = "insert into setting (key, value) values ($1, $2) on conflict (key) do nothing";
            to.execute(sql, params![key, value]).await?;
        }
        CredentialWrite::UsePasskey { id, credential, at_ms } => {
            let sql = "update passkey set credential = $1, used_ms = $2 where id = $3";
            to.execute(sql, params![credential, *at_ms, id]).await?;
        }
        CredentialWrite::RemovePasskey { person, id } => {
            to.execute("delete from passkey where id = $1 and person = $2", params![id, person.as_str()]).await?;
        }
    }
    Ok(())
}

/// Sets a new password for who has lost the old one: all sessions and tokens end.
pub(crate) async fn replace_password(
    to: &mut Connection,
    person: &PersonId,
    password: &str,
    at_ms: i64,
) -> Result<(), StoreError> {
    let sql = "update account set password = $1 where person = $2";
    to.execute(sql, params![password, person.as_str()]).await?;
    to.execute("delete from token where person = $1", params![person.as_str()]).await?;
    end_all(to, person, None, at_ms).await
}

async fn end_all(to: &mut Connection, person: &PersonId, keep: Option<&str>, at_ms: i64) -> Result<(), StoreError> {
    let sql = "update session set ended_ms = $1 where person = $2 and ended_ms is null and token is distinct from $3";
    to.execute(sql, params![at_ms, person.as_str(), keep]).await?;
    Ok(())
}
