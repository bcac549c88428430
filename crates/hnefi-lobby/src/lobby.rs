//! The lobby: who is here, what they look for, and who is called to a game.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hnefi_live::PersonId;

use crate::{Applicant, Seek, SeekError};

/// How long a live seek waits for its person when he has gone, in milliseconds. So long he is also still called to his game.
pub const AWAY_MS: i64 = 30_000;

/// How long a seek for a game of days stands, in milliseconds.
const STANDS_MS: i64 = 14 * 24 * 60 * 60 * 1000;

/// How many seeks a person may have at once.
pub const MOST_SEEKS: usize = 5;

/// Who looks for a game, and who is here to find one.
///
/// There are three kinds of methods: getters, [`Lobby::acceptable`] among them; `handle_*` for what comes from outside, with the time;
/// and [`Lobby::called_to`], which tells a connection once to which game its person is called.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    seeks: BTreeMap<String, Seek>,
    connections: HashMap<u64, Connection>,
    /// Since when those have been away who have gone, as far as that matters.
    away: HashMap<PersonId, i64>,
    /// Who was called to a game lately, and since when, unless he has come there. A line that seems open may be dead: the page that comes in its
    /// place is called as well.
    called: HashMap<PersonId, (String, i64)>,
    /// Of each live seek that was taken and whose game is being made: who looked for it, and who takes it.
    making: Vec<[PersonId; 2]>,
}

#[derive(Clone, Debug)]
struct Connection {
    person: PersonId,
    called_to: Option<String>,
}

impl Lobby {
    /// The open seeks, the newest first, by their ids.
    pub fn seeks(&self) -> impl Iterator<Item = (&str, &Seek)> {
        let mut seeks: Vec<_> = self.seeks.iter().map(|(id, seek)| (id.as_str(), seek)).collect();
        seeks.sort_by_key(|(id, seek)| (std::cmp::Reverse(seek.made_ms), *id));
        seeks.into_iter()
    }

    /// The seek of an id.
    pub fn seek(&self, id: &str) -> Option<&Seek> {
        self.seeks.get(id)
    }

    /// Who is here.
    pub fn here(&self) -> BTreeSet<&PersonId> {
        self.connections.values().map(|connection| &connection.person).collect()
    }

    /// Whether a person is here.
    pub fn is_here(&self, person: &PersonId) -> bool {
        self.connections.values().any(|connection| connection.person == *person)
    }

    /// A seek that somebody may take.
    ///
    /// # Errors
    /// Why he may not.
    pub fn acceptable(&self, id: &str, who: &Applicant) -> Result<&Seek, SeekError> {
        // Who is blocked is not told so.
        let seen = |seek: &&Seek| seek.is_seen_by(&who.person) && !who.apart.contains(&seek.by);
        // Nobody begins two live games at once.
        let called = |person: &PersonId| self.making.iter().any(|pair| pair.contains(person));
        let free = |seek: &&Seek| !seek.is_live() || (!called(&seek.by) && !called(&who.person));
        let seek = self.seeks.get(id).filter(seen).filter(free).ok_or(SeekError::Gone)?;
        if seek.by == who.person {
            return Err(SeekError::Own);
        }
        if who.waits > 0 {
            return Err(SeekError::Waits(who.waits));
        }
        if who.bot && seek.to.is_none() {
            return Err(SeekError::ByChallenge);
        }
        if seek.rated && !who.account {
            return Err(SeekError::NeedsAccount);
        }
        match seek.range {
            Some(range) if !range.holds(who.rating) => Err(SeekError::OutOfRange),
            _ => Ok(seek),
        }
    }

    /// The oldest seek that somebody may take who is about to look for just such a game; none if he is choosy about ratings.
    pub fn matching(&self, wanted: &Seek, who: &Applicant) -> Option<&str> {
        let fits = |seek: &Seek| {
            let anybody = seek.to.is_none() && wanted.to.is_none();
            let sides = seek.side.is_none() || wanted.side.is_none() || seek.side != wanted.side;
            let game = |seek: &Seek| (seek.rules.clone(), seek.control, seek.length, seek.rated);
            anybody && sides && wanted.range.is_none() && game(seek) == game(wanted)
        };
        let fitting = self.seeks.iter().filter(|(id, seek)| fits(seek) && self.acceptable(id, who).is_ok());
        fitting.min_by_key(|(id, seek)| (seek.made_ms, id.as_str())).map(|(id, _)| id.as_str())
    }

    /// A page of a person has connected. If he was called to a game lately and has not come there, it is told so.
    pub fn handle_enter(&mut self, connection: u64, person: PersonId) {
        self.away.remove(&person);
        let called_to = self.called.get(&person).map(|(game, _)| game.clone());
        self.connections.insert(connection, Connection { person, called_to });
    }

    /// A page has gone.
    pub fn handle_leave(&mut self, now_ms: i64, connection: u64) {
        let Some(Connection { person, called_to }) = self.connections.remove(&connection) else { return };
        if self.is_here(&person) {
            return;
        }
        if let Some(game) = called_to {
            self.called.insert(person.clone(), (game, now_ms));
        }
        self.away.insert(person, now_ms);
    }

    /// A person has come to a game: he is not called there any more.
    pub fn handle_come(&mut self, person: &PersonId, game: &str) {
        if self.called.get(person).is_some_and(|(called_to, _)| called_to == game) {
            self.called.remove(person);
        }
    }

    /// Somebody looks for a game from now on.
    ///
    /// # Errors
    /// [`SeekError::NotRated`], [`SeekError::TooMany`], [`SeekError::Same`]; [`SeekError::Own`] for who challenges himself.
    pub fn handle_post(&mut self, now_ms: i64, id: &str, seek: Seek) -> Result<(), SeekError> {
        let own: Vec<&Seek> = self.seeks.values().filter(|other| other.by == seek.by).collect();
        if seek.to.as_ref() == Some(&seek.by) {
            return Err(SeekError::Own);
        }
        if seek.rated && seek.list().is_none() {
            return Err(SeekError::NotRated);
        }
        if own.iter().any(|other| other.is_same(&seek)) {
            return Err(SeekError::Same);
        }
        if own.len() >= MOST_SEEKS {
            return Err(SeekError::TooMany);
        }
        // Who has no page open yet has as long to open one as who has just closed his.
        if !self.is_here(&seek.by) {
            self.away.insert(seek.by.clone(), now_ms);
        }
        self.seeks.insert(id.to_owned(), seek);
        Ok(())
    }

    /// Seeks that were stored before the lobby began.
    pub fn handle_stored(&mut self, seeks: impl IntoIterator<Item = (String, Seek)>) {
        self.seeks.extend(seeks);
    }

    /// Whether a seek stands that somebody may take back: his own, or a challenge to him.
    pub fn may_withdraw(&self, id: &str, person: &PersonId) -> bool {
        self.seeks.get(id).is_some_and(|seek| seek.by == *person || seek.to.as_ref() == Some(person))
    }

    /// Somebody takes his own seek back, or declines a challenge to him. Whether it was there and his.
    pub fn handle_withdraw(&mut self, id: &str, person: &PersonId) -> bool {
        let may = self.may_withdraw(id, person);
        if may {
            self.seeks.remove(id);
        }
        may
    }

    /// Somebody is no longer a person of this server: what he looked for ends, and so do challenges to him. The ids of the seeks that ended.
    pub fn handle_gone(&mut self, person: &PersonId) -> Vec<String> {
        let his = |seek: &Seek| seek.by == *person || seek.to.as_ref() == Some(person);
        let ended: Vec<String> = self.seeks.iter().filter(|(_, seek)| his(seek)).map(|(id, _)| id.clone()).collect();
        self.seeks.retain(|_, seek| !his(seek));
        ended
    }

    /// Somebody takes a seek: nobody else can from now on. Where it is live, neither of the two is in another live game until its own
    /// is made. Its game is to be made, and then [`Lobby::handle_made`] told of it, or [`Lobby::handle_not_made`].
    ///
    /// # Errors
    /// Those of [`Lobby::acceptable`].
    pub fn handle_take(&mut self, id: &str, who: &Applicant) -> Result<Seek, SeekError> {
        self.acceptable(id, who)?;
        let seek = self.seeks.remove(id).ok_or(SeekError::Gone)?;
        if seek.is_live() {
            self.making.push([seek.by.clone(), who.person.clone()]);
        }
        Ok(seek)
    }

    /// The game of a seek that was taken could not be made: it stands again.
    pub fn handle_not_made(&mut self, id: &str, seek: Seek) {
        self.making.retain(|[by, _]| *by != seek.by);
        self.seeks.insert(id.to_owned(), seek);
    }

    /// The game of a seek that was taken is made. Of a live one, who looked for it is called to it, and all other live seeks of both end.
    pub fn handle_made(&mut self, now_ms: i64, seek: Seek, by: &PersonId, game: &str) {
        if !seek.is_live() {
            return;
        }
        self.making.retain(|pair| *pair != [seek.by.clone(), by.clone()]);
        self.seeks.retain(|_, other| !other.is_live() || (other.by != seek.by && other.by != *by));
        for connection in self.connections.values_mut().filter(|connection| connection.person == seek.by) {
            connection.called_to = Some(game.to_owned());
        }
        self.called.insert(seek.by, (game.to_owned(), now_ms));
    }

    /// Ends what has waited for long enough. The ids of the seeks that ended.
    pub fn handle_time(&mut self, now_ms: i64) -> Vec<String> {
        let ends = |seek: &Seek| self.end_of(seek).is_some_and(|end| end <= now_ms);
        let ended: Vec<String> = self.seeks.iter().filter(|(_, seek)| ends(seek)).map(|(id, _)| id.clone()).collect();
        for id in &ended {
            self.seeks.remove(id);
        }
        self.called.retain(|_, (_, since)| *since + AWAY_MS > now_ms);
        self.away.retain(|_, since| *since + AWAY_MS > now_ms);
        ended
    }

    /// When [`Lobby::handle_time`] has something to do next, in milliseconds since 1970.
    pub fn next_time(&self) -> Option<i64> {
        let seeks = self.seeks.values().filter_map(|seek| self.end_of(seek));
        seeks.chain(self.called.values().map(|(_, since)| since + AWAY_MS)).min()
    }

    /// The game to which the person of a connection is called; a connection is told so once.
    pub fn called_to(&mut self, connection: u64) -> Option<String> {
        self.connections.get_mut(&connection)?.called_to.take()
    }

    /// When a seek ends if nothing happens; `None` while its person is here.
    fn end_of(&self, seek: &Seek) -> Option<i64> {
        match seek.is_live() {
            true if self.is_here(&seek.by) => None,
            // Whoever is not known to be away since lately has been away for long.
            true => Some(self.away.get(&seek.by).map_or(seek.made_ms, |since| *since) + AWAY_MS),
            false => Some(seek.made_ms + STANDS_MS),
        }
    }
}
