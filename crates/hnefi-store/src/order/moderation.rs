//! What moderators do, by whom and why. The log knows persons by their ids alone.

use hnefi_live::{PersonId, PersonName};

use super::{OrderWrite, restraint};
use crate::db::{Connection, Row, params};
use crate::write::Write;
use crate::{Store, StoreError, accounts, ratings};

/// Something that a moderator does to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// He reads the reason before he goes on.
    Warn,
    /// He says no words of his own until then, in milliseconds since 1970.
    Silence {
        /// Until when.
        until_ms: i64,
    },
    /// He may speak again.
    EndSilence,
    /// He is turned away: whatever he asks for, until then, in milliseconds since 1970.
    TurnAway {
        /// Until when.
        until_ms: i64,
    },
    /// He is let in again.
    LetIn,
    /// His account is closed: he is logged out everywhere and cannot log in.
    Close,
    /// His account is open again.
    Reopen,
    /// He is called otherwise. Nobody gets the old name for a while, and he may choose another one at once.
    Rename(PersonName),
    /// A rated game of his counts no more. Nobody annuls a game of his own, or of somebody to whom he may do nothing.
    Annul {
        /// Which.
        game: String,
    },
    /// None of his rated games counts that ended since then, in milliseconds since 1970. Those that the actor may not annul stay.
    AnnulSince {
        /// Since when.
        since_ms: i64,
    },
    /// He is a moderator from now on; only administrators decide that.
    Appoint,
    /// He is no moderator any more.
    Dismiss,
}

/// Something that is done to somebody, by whom, and why.
#[derive(Clone, Debug)]
pub struct Moderation {
    /// Who does it: a moderator or an administrator; `None` for who does it beside the server.
    pub actor: Option<PersonId>,
    /// To whom.
    pub person: PersonId,
    /// What.
    pub measure: Measure,
    /// Why.
    pub why: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Something that was done, as the log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// To whom.
    pub person: PersonId,
    /// What, as a word: `warn`, `silence`, `end-silence`, `turn-away`, `let-in`, `close`, `reopen`, `rename`, `annul`, `moderator`, `no-moderator`,
    /// `administrator`, `no-administrator`.
    pub act: String,
    /// Why.
    pub why: String,
    /// By whom; `None` for beside the server.
    pub actor: Option<PersonId>,
    /// In which game, if in one.
    pub game: Option<String>,
    /// Until when it holds, if it ends by itself, in milliseconds since 1970.
    pub until_ms: Option<i64>,
}

/// A warning that somebody has not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// When it was given, in milliseconds since 1970.
    pub at_ms: i64,
    /// What for.
    pub words: String,
}

impl Measure {
    /// The word for it in the log.
    pub const fn id(&self) -> &'static str {
        match self {
            Measure::Warn => "warn",
            Measure::Silence { .. } => "silence",
            Measure::EndSilence => "end-silence",
            Measure::TurnAway { .. } => "turn-away",
            Measure::LetIn => "let-in",
            Measure::Close => "close",
            Measure::Reopen => "reopen",
            Measure::Rename(_) => "rename",
            Measure::Annul { .. } | Measure::AnnulSince { .. } => "annul",
            Measure::Appoint => "moderator",
            Measure::Dismiss => "no-moderator",
        }
    }

    /// Whether it can be done to somebody without an account.
    ///
    /// ```
    /// use hnefi_store::Measure;
    /// assert!(Measure::TurnAway { until_ms: 0 }.is_for_guests() && !Measure::Close.is_for_guests());
    /// ```
    pub const fn is_for_guests(&self) -> bool {
        matches!(
            self,
            Measure::Warn | Measure::Silence { .. } | Measure::EndSilence | Measure::TurnAway { .. } | Measure::LetIn
        )
    }
}

impl Store {
    /// Does something to somebody, and notes it in the log.
    ///
    /// # Errors
    /// [`StoreError::NotAllowed`] when the actor is no moderator, or it is he himself, an administrator, or for who is none another
    /// moderator, also where one of these played the game, or all the games, that are to count no more; [`StoreError::NoAccount`] when there is no such account, nor a guest to whom it can be done; [`StoreError::NoGame`] when no such game of his was rated;
    /// [`StoreError::NameTaken`].
    pub async fn moderate(&self, moderation: Moderation) -> Result<(), StoreError> {
        self.writer.write(Write::Order(OrderWrite::Moderate(moderation))).await
    }

    /// What was done to a person, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn done_to(&self, person: &PersonId) -> Result<Vec<Done>, StoreError> {
        let sql = "select * from moderation where person = $1 order by at_ms desc, act";
        self.readers.fetch(sql, params![person.as_str()]).await?.iter().map(done).collect()
    }

    /// What was done to anybody, the newest first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn done_lately(&self, limit: u32) -> Result<Vec<Done>, StoreError> {
        let sql = "select * from moderation order by at_ms desc, person, act limit $1";
        self.readers.fetch(sql, params![limit]).await?.iter().map(done).collect()
    }

    /// What was done since a time in milliseconds since 1970, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn done_since(&self, since_ms: i64) -> Result<Vec<Done>, StoreError> {
        let sql = "select * from moderation where at_ms >= $1 order by at_ms, person, act";
        self.readers.fetch(sql, params![since_ms]).await?.iter().map(done).collect()
    }

    /// The warnings that a person has not read, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unread_warnings(&self, person: &PersonId) -> Result<Vec<Warning>, StoreError> {
        let sql = "select at_ms, words from warning where person = $1 and read_ms is null order by number";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(|row| Ok(Warning { at_ms: row.get("at_ms")?, words: row.get("words")? })).collect()
    }

    /// Those who have a warning to read.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn warned(&self) -> Result<Vec<PersonId>, StoreError> {
        let rows = self.readers.fetch("select distinct person from warning where read_ms is null", params![]).await?;
        rows.iter().map(|row| Ok(PersonId::new(row.get::<String>("person")?))).collect()
    }

    /// A person has read his warnings.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read_warnings(&self, person: &PersonId, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Order(OrderWrite::Read { person: person.clone(), at_ms })).await
    }
}

/// What somebody is, as far as rights go.
struct Standing {
    administrator: bool,
    moderator: bool,
    closed: bool,
}

async fn standing(to: &mut Connection, person: &PersonId) -> Result<Option<Standing>, StoreError> {
    let sql = "select administrator, moderator, closed_ms from account where person = $1";
    let rows = to.fetch(sql, params![person.as_str()]).await?;
    let read = |row: &Row| {
        Ok::<_, StoreError>(Standing {
            administrator: row.get::<i64>("administrator")? != 0,
            moderator: row.get::<i64>("moderator")? != 0,
            closed: row.get::<Option<i64>>("closed_ms")?.is_some(),
        })
    };
    rows.first().map(read).transpose()
}

/// Refuses who may do nothing to somebody. Whether the actor is an administrator, or works beside the server.
pub(super) async fn may_moderate(
    to: &mut Connection,
    actor: Option<&PersonId>,
    person: &PersonId,
) -> Result<bool, StoreError> {
    let Some(actor) = actor else { return Ok(true) };
    let own = standing(to, actor).await?.filter(|own| !own.closed && (own.moderator || own.administrator));
    let own = own.ok_or(StoreError::NotAllowed)?;
    let other = standing(to, person).await?;
    let above = other.is_some_and(|other| other.administrator || (other.moderator && !own.administrator));
    if actor == person || above { Err(StoreError::NotAllowed) } else { Ok(own.administrator) }
}

/// Whether somebody may take away the result of a game: to all who played it he may do something, for it is theirs.
async fn may_annul(to: &mut Connection, actor: Option<&PersonId>, game: &str) -> Result<bool, StoreError> {
    for row in to.fetch("select person from seat where game = $1 and person is not null", params![game]).await? {
        match may_moderate(to, actor, &PersonId::new(row.get::<String>("person")?)).await {
            Err(StoreError::NotAllowed) => return Ok(false),
            may => may?,
        };
    }
    Ok(true)
}

pub(super) async fn write(to: &mut Connection, moderation: &Moderation) -> Result<(), StoreError> {
    let Moderation { actor, person, measure, why, at_ms } = moderation;
    let is_administrator = may_moderate(to, actor.as_ref(), person).await?;
    let known = match measure.is_for_guests() {
        true => restraint::is_here(to, person).await?,
        false => standing(to, person).await?.is_some(),
    };
    if !known {
        return Err(StoreError::NoAccount);
    }
    let id = person.as_str();
    let mut until_ms = None;
    match measure {
        Measure::Warn => {
            let sql = "insert into warning (number, person, at_ms, words) \
                       select coalesce(max(number), 0) + 1, $1, $2, $3 from warning";
            to.execute(sql, params![id, *at_ms, why]).await?;
        }
        Measure::Silence { until_ms: until } => {
            until_ms = Some(*until);
            to.execute("update person set silenced_ms = $1 where id = $2", params![*until, id]).await?;
        }
        Measure::EndSilence => {
            to.execute("update person set silenced_ms = null where id = $1", params![id]).await?;
        }
        Measure::TurnAway { until_ms: until } => {
            until_ms = Some(*until);
            to.execute("update person set turned_away_ms = $1 where id = $2", params![*until, id]).await?;
        }
        Measure::LetIn => {
            to.execute("update person set turned_away_ms = null where id = $1", params![id]).await?;
        }
        Measure::Close => {
            to.execute("update account set closed_ms = $1 where person = $2", params![*at_ms, id]).await?;
            let sql = "update session set ended_ms = $1 where person = $2 and ended_ms is null";
            to.execute(sql, params![*at_ms, id]).await?;
        }
        Measure::Reopen => {
            to.execute("update account set closed_ms = null where person = $1", params![id]).await?;
        }
        Measure::Rename(name) => {
            // The old name leads to nobody, and is held back as that of a deleted account is.
            let sql = "update account_name set person = null, name = null, old_ms = $1 where person = $2";
            to.execute(sql, params![*at_ms, id]).await?;
            to.execute("update account set named_ms = null where person = $1", params![id]).await?;
            accounts::take_name(to, person, name, *at_ms).await?;
        }
        Measure::Annul { game } => {
            let sql = "select game from seat where game = $1 and person = $2";
            if to.fetch(sql, params![game, id]).await?.is_empty() {
                return Err(StoreError::NoGame(game.clone()));
            }
            if !may_annul(to, actor.as_ref(), game).await? {
                return Err(StoreError::NotAllowed);
            }
            return ratings::annul(to, game, why, actor.as_ref(), *at_ms).await;
        }
        Measure::AnnulSince { since_ms } => {
            let sql = "select game from rating_queue ended where kind = 'ended' and at_ms >= $1 \
                       and (attackers = $2 or defenders = $2) and not exists (select 1 from rating_queue annulled \
                       where annulled.game = ended.game and annulled.kind = 'annulled') order by number";
            let (mut annulled, mut left) = (0, 0);
            for row in to.fetch(sql, params![*since_ms, id]).await? {
                let game: String = row.get("game")?;
                if may_annul(to, actor.as_ref(), &game).await? {
                    ratings::annul(to, &game, why, actor.as_ref(), *at_ms).await?;
                    annulled += 1;
                } else {
                    left += 1;
                }
            }
            return if annulled == 0 && left > 0 { Err(StoreError::NotAllowed) } else { Ok(()) };
        }
        Measure::Appoint | Measure::Dismiss => {
            if !is_administrator {
                return Err(StoreError::NotAllowed);
            }
            let is = i64::from(*measure == Measure::Appoint);
            to.execute("update account set moderator = $1 where person = $2", params![is, id]).await?;
        }
    }
    note(to, (actor.as_ref(), person), (measure.id(), why), (None, until_ms), *at_ms).await
}

pub(super) async fn read(to: &mut Connection, person: &PersonId, at_ms: i64) -> Result<(), StoreError> {
    let sql = "update warning set read_ms = $1 where person = $2 and read_ms is null";
    to.execute(sql, params![at_ms, person.as_str()]).await?;
    Ok(())
}

/// Notes in the log what was done to who plays in a game.
pub(crate) async fn noted(
    to: &mut Connection,
    actor: Option<&PersonId>,
    game: &str,
    why: &str,
    at_ms: i64,
) -> Result<(), StoreError> {
    for row in to.fetch("select person from seat where game = $1 and person is not null", params![game]).await? {
        let person = PersonId::new(row.get::<String>("person")?);
        note(to, (actor, &person), ("annul", why), (Some(game), None), at_ms).await?;
    }
    Ok(())
}

async fn note(
    to: &mut Connection,
    (actor, person): (Option<&PersonId>, &PersonId),
    (act, why): (&str, &str),
    (game, until_ms): (Option<&str>, Option<i64>),
    at_ms: i64,
) -> Result<(), StoreError> {
    let sql = "insert into moderation (at_ms, person, act, why, actor, game, until_ms) \
               values ($1, $2, $3, $4, $5, $6, $7)";
    let actor = actor.map(PersonId::as_str);
    to.execute(sql, params![at_ms, person.as_str(), act, why, actor, game, until_ms]).await?;
    Ok(())
}

fn done(row: &Row) -> Result<Done, StoreError> {
    let (person, actor): (String, Option<String>) = (row.get("person")?, row.get("actor")?);
    let (act, mut game): (String, Option<String>) = (row.get("act")?, row.get("game")?);
    // Rows from before there was a column for the game.
    let act = match act.split_once(' ') {
        Some(("annulled", of)) => {
            game = Some(of.to_owned());
            "annul".to_owned()
        }
        Some(("no", what)) => format!("no-{what}"),
        _ => act,
    };
    Ok(Done {
        at_ms: row.get("at_ms")?,
        person: PersonId::new(person),
        act,
        why: row.get("why")?,
        actor: actor.map(PersonId::new),
        game,
        until_ms: row.get("until_ms")?,
    })
}
