//! What people say beside a game.

use hnefi_live::{Greeting, PersonId, Saying, ShownAs, TalkRoom};
use hnefi_rules::Side;

use crate::db::{Connection, Row, params};
use crate::persons::shown;
use crate::write::Write;
use crate::{Store, StoreError};

/// How long what was said is kept, in days.
pub const TALK_KEPT_DAYS: i64 = 90;
/// How many lines a game may have.
const MOST_LINES: i64 = 400;

/// What was said beside a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Talk {
    /// What was said, in its order.
    pub lines: Vec<SaidLine>,
    /// Which player has closed it, if one has.
    pub closed: Option<PersonId>,
}

/// A line of a talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidLine {
    /// Its number in the game: later lines have greater ones.
    pub number: u64,
    /// Where it was said.
    pub room: TalkRoom,
    /// Who said it.
    pub person: PersonId,
    /// How he is shown.
    pub shown: ShownAs,
    /// Which side he plays; `None` for a watcher.
    pub side: Option<Side>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What.
    pub saying: Saying,
}

/// A line to be added to a talk.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// Beside which game.
    pub game: String,
    /// Where.
    pub room: TalkRoom,
    /// Who says it.
    pub person: PersonId,
    /// What.
    pub saying: Saying,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Something to write about talk.
#[derive(Debug)]
pub(crate) enum TalkWrite {
    Say(NewLine),
    Close { game: String, person: PersonId, at_ms: i64 },
    Open { game: String, person: PersonId },
}

impl Store {
    /// Adds a line to the talk of a game.
    ///
    /// # Errors
    /// [`StoreError::TalkClosed`] when a player has closed it, [`StoreError::TalkFull`]; an error of the database when there is no such
    /// game or person.
    pub async fn say(&self, line: NewLine) -> Result<(), StoreError> {
        self.writer.write(Write::Talk(TalkWrite::Say(line))).await
    }

    /// Closes the talk of a game. Twice is once, and the first counts.
    ///
    /// # Errors
    /// When there is no such game or person, or the database fails.
    pub async fn close_talk(&self, game: &str, person: &PersonId, at_ms: i64) -> Result<(), StoreError> {
        let (game, person) = (game.to_owned(), person.clone());
        self.writer.write(Write::Talk(TalkWrite::Close { game, person, at_ms })).await
    }

    /// Opens the talk of a game again, if this person has closed it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn open_talk(&self, game: &str, person: &PersonId) -> Result<(), StoreError> {
        let (game, person) = (game.to_owned(), person.clone());
        self.writer.write(Write::Talk(TalkWrite::Open { game, person })).await
    }

    /// What was said beside a game.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn talk(&self, game: &str) -> Result<Talk, StoreError> {
        let sql = "select talk.*, seat.side, person.name, person.left_ms, account.person as member, account.bot_ms from talk \
                   join person on person.id = talk.person left join account on account.person = talk.person \
                   left join seat on seat.game = talk.game and seat.person = talk.person \
                   where talk.game = $1 order by talk.number";
        let rows = self.readers.fetch(sql, params![game]).await?;
        let lines: Result<Vec<SaidLine>, StoreError> = rows.iter().map(|row| line(game, row)).collect();
        let rows = self.readers.fetch("select person from talk_closed where game = $1", params![game]).await?;
        let closed: Option<String> = rows.first().map(|row| row.get("person")).transpose()?;
        Ok(Talk { lines: lines?, closed: closed.map(PersonId::new) })
    }

    /// What a person has said, with the id of the game, the oldest line first.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn said_by(&self, person: &PersonId) -> Result<Vec<NewLine>, StoreError> {
        let sql = "select * from talk where person = $1 order by at_ms, game, number";
        let read = |row: &Row| {
            let game: String = row.get("game")?;
            let (room, saying) = (room(&game, row)?, saying(&game, row)?);
            Ok(NewLine { room, saying, person: person.clone(), at_ms: row.get("at_ms")?, game })
        };
        self.readers.fetch(sql, params![person.as_str()]).await?.iter().map(read).collect()
    }
}

pub(crate) async fn write(to: &mut Connection, write: &TalkWrite) -> Result<(), StoreError> {
    match write {
        TalkWrite::Say(NewLine { game, room, person, saying, at_ms }) => {
            if !to.fetch("select person from talk_closed where game = $1", params![game]).await?.is_empty() {
                return Err(StoreError::TalkClosed);
            }
            let (greeting, words) = match saying {
                Saying::Greeting(greeting) => (Some(greeting.id()), None),
                Saying::Words(words) => (None, Some(words.as_str())),
            };
            let sql = "insert into talk (game, number, room, person, at_ms, greeting, words) \
                       select $1, last.number + 1, $2, $3, $4, $5, $6 from \
                       (select coalesce(max(number), 0) as number from talk where game = $1) last where last.number < $7";
            let row = params![game, room.id(), person.as_str(), *at_ms, greeting, words, MOST_LINES];
            if to.execute(sql, row).await? == 0 {
                return Err(StoreError::TalkFull);
            }
        }
        TalkWrite::Close { game, person, at_ms } => {
            let sql = "insert into talk_closed (game, person, at_ms) values ($1, $2, $3) on conflict (game) do nothing";
            to.execute(sql, params![game, person.as_str(), *at_ms]).await?;
        }
        TalkWrite::Open { game, person } => {
            let sql = "delete from talk_closed where game = $1 and person = $2";
            to.execute(sql, params![game, person.as_str()]).await?;
        }
    }
    Ok(())
}

fn line(game: &str, row: &Row) -> Result<SaidLine, StoreError> {
    let number: i64 = row.get("number")?;
    let (side, person): (Option<String>, String) = (row.get("side")?, row.get("person")?);
    Ok(SaidLine {
        number: number.unsigned_abs(),
        room: room(game, row)?,
        person: PersonId::new(person),
        shown: shown(row)?,
        side: side.and_then(|side| side.parse().ok()),
        at_ms: row.get("at_ms")?,
        saying: saying(game, row)?,
    })
}

fn room(game: &str, row: &Row) -> Result<TalkRoom, StoreError> {
    let room: String = row.get("room")?;
    TalkRoom::from_id(&room).ok_or_else(|| StoreError::corrupt(game, format!("talk in the room {room}")))
}

fn saying(game: &str, row: &Row) -> Result<Saying, StoreError> {
    let (greeting, words): (Option<String>, Option<String>) = (row.get("greeting")?, row.get("words")?);
    let greeting = greeting.and_then(|greeting| Greeting::from_id(&greeting)).map(Saying::Greeting);
    let words = words.and_then(|words| words.parse().ok()).map(Saying::Words);
    greeting.or(words).ok_or_else(|| StoreError::corrupt(game, "a line of talk that says nothing"))
}
