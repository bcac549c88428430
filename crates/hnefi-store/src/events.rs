//! Events: a log of acts for each, which is the truth of it, and who may act.
//!
//! What an act means is no matter of the store: a row is a text.

use hnefi_live::PersonId;

use crate::db::{Connection, Row, params};
use crate::event_games::{self, Play};
use crate::write::Write;
use crate::{EventPlayer, Store, StoreError};

/// What lists show of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventHead {
    /// What it is called.
    pub name: String,
    /// Where and when, in words.
    pub about: String,
    /// How far it is, as a word of whoever writes it.
    pub state: String,
    /// Whether its games are played on the server.
    pub online: bool,
    /// When it begins by itself, in milliseconds since 1970; `None`: somebody begins it.
    pub begins_ms: Option<i64>,
}

/// An event in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedEvent {
    /// Its id.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: i64,
    /// When something was done in it last.
    pub touched_ms: i64,
    /// What is shown of it.
    pub head: EventHead,
}

/// A row of the log of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventEntry {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who did it; `None` for the server, and for what was done elsewhere.
    pub person: Option<PersonId>,
    /// What.
    pub act: String,
}

/// An event with its whole log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// What lists show of it.
    pub listed: ListedEvent,
    /// How often the organisers' link has been made anew.
    pub links: u32,
    /// The log, the first row first. Its length is the version.
    pub log: Vec<EventEntry>,
    /// Who of it is who on the server: nobody at wooden boards.
    pub players: Vec<EventPlayer>,
}

impl StoredEvent {
    /// How many rows the log has.
    pub fn version(&self) -> u64 {
        self.log.len() as u64
    }
}

/// Rows to be appended to the log of an event, all of them or none.
#[derive(Clone, Debug)]
pub struct EventChange {
    /// The event.
    pub event: String,
    /// How many rows its log has, as far as who writes has seen; 0 for an event that is to be made.
    pub seen: u64,
    /// The new rows.
    pub entries: Vec<EventEntry>,
    /// Which of those who enter with them are who on the server, by their numbers.
    pub players: Vec<(u32, PersonId)>,
    /// What lists show from now on.
    pub head: EventHead,
}

/// Something to write about events.
#[derive(Debug)]
pub(crate) enum EventWrite {
    Make { change: Box<EventChange>, organiser: Option<PersonId> },
    Append(Box<EventChange>),
    Organise { event: String, person: PersonId, at_ms: i64 },
    NewLink { event: String },
    Play(Box<Play>),
}

impl Store {
    /// Makes an event with the beginning of its log. Its organiser may act in it.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::{EventChange, EventEntry, EventHead, Store, StoreError};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let ann = PersonId::new("ann");
    /// store.make_person(&ann, "5e88", 1_000).await.unwrap();
    /// let head = EventHead { name: "Afternoon".to_owned(), state: "open".to_owned(), ..EventHead::default() };
    /// let row = |act: &str| EventEntry { at_ms: 2_000, person: Some(ann.clone()), act: act.to_owned() };
    /// let made = EventChange { event: "e1".to_owned(), seen: 0, entries: vec![row("make")], players: vec![], head };
    /// store.make_event(made.clone(), Some(&ann)).await.unwrap();
    /// let begun = EventChange { seen: 1, entries: vec![row("begin")], ..made };
    /// store.append_event(begun.clone()).await.unwrap();
    /// assert!(matches!(store.append_event(begun).await, Err(StoreError::EventStale(_))));
    /// assert_eq!(store.event("e1").await.unwrap().unwrap().version(), 2);
    /// assert!(store.organises("e1", &ann).await.unwrap());
    /// # });
    /// ```
    ///
    /// # Errors
    /// [`StoreError::Known`] when there is an event of this id; an error of the database when there is no such person.
    pub async fn make_event(&self, change: EventChange, organiser: Option<&PersonId>) -> Result<(), StoreError> {
        self.writer
            .write(Write::Event(EventWrite::Make { change: Box::new(change), organiser: organiser.cloned() }))
            .await
    }

    /// Appends to the log of an event.
    ///
    /// # Errors
    /// [`StoreError::EventStale`] when the log has other rows than who writes has seen; [`StoreError::NoEvent`] when there is no such
    /// event.
    pub async fn append_event(&self, change: EventChange) -> Result<(), StoreError> {
        self.writer.write(Write::Event(EventWrite::Append(Box::new(change)))).await
    }

    /// From now on a person may act in an event. Twice is once.
    ///
    /// # Errors
    /// An error of the database when there is no such event or person.
    pub async fn organise_event(&self, event: &str, person: &PersonId, at_ms: i64) -> Result<(), StoreError> {
        let (event, person) = (event.to_owned(), person.clone());
        self.writer.write(Write::Event(EventWrite::Organise { event, person, at_ms })).await
    }

    /// The organisers' link of an event opens no more, and there is another one. Who organises the event already does so further on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn new_event_link(&self, event: &str) -> Result<(), StoreError> {
        self.writer.write(Write::Event(EventWrite::NewLink { event: event.to_owned() })).await
    }

    /// Whether a person may act in an event.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn organises(&self, event: &str, person: &PersonId) -> Result<bool, StoreError> {
        let sql = "select event from event_organiser where event = $1 and person = $2";
        Ok(!self.readers.fetch(sql, params![event, person.as_str()]).await?.is_empty())
    }

    /// An event with its log; `None` if there is none of this id.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn event(&self, id: &str) -> Result<Option<StoredEvent>, StoreError> {
        let rows = self.readers.fetch("select * from event where id = $1", params![id]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (version, links): (i64, i64) = (row.get("version")?, row.get("links")?);
        // What was appended since the first query is left out.
        let sql = "select * from event_entry where event = $1 and seq <= $2 order by seq";
        let log = self.readers.fetch(sql, params![id, version]).await?;
        let log = log.iter().map(entry).collect::<Result<_, _>>()?;
        let players = self.event_players(id).await?;
        Ok(Some(StoredEvent { listed: listed(row)?, links: u32::try_from(links).unwrap_or_default(), log, players }))
    }

    /// How many rows the log of an event has; `None` if there is none of this id.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn event_version(&self, id: &str) -> Result<Option<u64>, StoreError> {
        let rows = self.readers.fetch("select version from event where id = $1", params![id]).await?;
        let version: Option<i64> = rows.first().map(|row| row.get("version")).transpose()?;
        Ok(version.map(i64::unsigned_abs))
    }

    /// The events in which something was done last, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn events(&self, limit: u32) -> Result<Vec<ListedEvent>, StoreError> {
        let sql = "select * from event order by touched_ms desc, id limit $1";
        self.readers.fetch(sql, params![limit]).await?.iter().map(listed).collect()
    }

    /// The events in which a person may act, that in which something was done last first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn events_of(&self, person: &PersonId, limit: u32) -> Result<Vec<ListedEvent>, StoreError> {
        let sql = "select event.* from event join event_organiser on event_organiser.event = event.id \
                   where event_organiser.person = $1 order by event.touched_ms desc, event.id limit $2";
        self.readers.fetch(sql, params![person.as_str(), limit]).await?.iter().map(listed).collect()
    }
}

pub(crate) fn listed(row: &Row) -> Result<ListedEvent, StoreError> {
    Ok(ListedEvent {
        id: row.get("id")?,
        made_ms: row.get("made_ms")?,
        touched_ms: row.get("touched_ms")?,
        head: EventHead {
            name: row.get("name")?,
            about: row.get("about")?,
            state: row.get("state")?,
            online: row.get::<i64>("online")? != 0,
            begins_ms: row.get("begins_ms")?,
        },
    })
}

fn entry(row: &Row) -> Result<EventEntry, StoreError> {
    let person: Option<String> = row.get("person")?;
    Ok(EventEntry { at_ms: row.get("at_ms")?, person: person.map(PersonId::new), act: row.get("act")? })
}

pub(crate) async fn write(to: &mut Connection, write: &EventWrite) -> Result<(), StoreError> {
    match write {
        EventWrite::Make { change, organiser } => {
            let EventChange { event, entries, head, .. } = &**change;
            let sql = "insert into event (id, made_ms, touched_ms, name, about, state, version, links) \
                       values ($1, $2, $2, $3, $4, $5, 0, 0) on conflict (id) do nothing";
            let made_ms = entries.first().map_or(0, |entry| entry.at_ms);
            let made = to.execute(sql, params![event, made_ms, &head.name, &head.about, &head.state]).await?;
            if made == 0 {
                return Err(StoreError::Known(event.clone()));
            }
            append(to, change).await?;
            match organiser {
                Some(person) => organise(to, event, person, made_ms).await,
                None => Ok(()),
            }
        }
        EventWrite::Append(change) => append(to, change).await,
        EventWrite::Organise { event, person, at_ms } => organise(to, event, person, *at_ms).await,
        EventWrite::Play(play) => event_games::play(to, play).await,
        EventWrite::NewLink { event } => {
            to.execute("update event set links = links + 1 where id = $1", params![event]).await?;
            Ok(())
        }
    }
}

/// Appends to the log of an event, if it has as many rows as were seen.
async fn append(to: &mut Connection, change: &EventChange) -> Result<(), StoreError> {
    let EventChange { event, seen, entries, players, head } = change;
    let seen = i64::try_from(*seen).unwrap_or(i64::MAX);
    let sql = "update event set version = $1, touched_ms = coalesce($2, touched_ms), name = $3, about = $4, state = $5, \
               online = $6, begins_ms = $7 where id = $8 and version = $9";
    let columns = params![
        seen.saturating_add(entries.len() as i64),
        entries.last().map(|entry| entry.at_ms),
        &head.name,
        &head.about,
        &head.state,
        i64::from(head.online),
        head.begins_ms,
        event,
        seen,
    ];
    if to.execute(sql, columns).await? == 0 {
        let known = to.fetch("select id from event where id = $1", params![event]).await?;
        return Err(match known.is_empty() {
            true => StoreError::NoEvent(event.clone()),
            false => StoreError::EventStale(event.clone()),
        });
    }
    for (entry, seq) in entries.iter().zip(seen + 1..) {
        let sql = "insert into event_entry (event, seq, at_ms, person, act) values ($1, $2, $3, $4, $5)";
        let person = entry.person.as_ref().map(PersonId::as_str);
        to.execute(sql, params![event, seq, entry.at_ms, person, &entry.act]).await?;
    }
    event_games::enter(to, event, players).await
}

async fn organise(to: &mut Connection, event: &str, person: &PersonId, at_ms: i64) -> Result<(), StoreError> {
    let sql =
        "insert into event_organiser (event, person, at_ms) values ($1, $2, $3) on conflict (event, person) do nothing";
    to.execute(sql, params![event, person.as_str(), at_ms]).await?;
    Ok(())
}
