//! The lobby of this server: the machine, given the time, with the names and ratings of those who are in it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hnefi_live::PersonId;
use hnefi_lobby::{Applicant, Lobby, Seek};
use hnefi_ratings::{List, Pool, Rating};
use hnefi_rules::{Side, rulesets};
use hnefi_store::{Store, StoreError, Summary, now_ms};
use hnefi_views::lobby::{LobbyLive, RunningRow, SeekRow};
use hnefi_views::ratings::{WorthRow, rating_words};
use hnefi_wire::called;
use hnefi_words::Words;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::known::{Known, ShownOfSeek};
use super::pairing::waits;
use crate::house;
use crate::server::connections::stopped;
use crate::server::state::AppState;

/// How many running games are looked at, and how many of them are shown: the strongest.
const RUNNING: (u32, usize) = (60, 12);

/// For how long the list of running games is good.
const GOOD_FOR: Duration = Duration::from_secs(5);

/// Above this margin nobody is told what a side is worth, in points.
const VAGUE: f64 = 100.0;

/// How long the lobby sleeps at most.
const LONGEST_SLEEP: Duration = Duration::from_secs(60 * 60);

/// The lobby of this server. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenLobby(Arc<Shared>);

#[derive(Debug, Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Counts what changed, so that pages wake.
    changed: watch::Sender<u64>,
    /// What everybody is shown alike, and since when it is good.
    common: tokio::sync::Mutex<Option<(Instant, Common)>>,
}

/// The machine and what it need not know.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) lobby: Lobby,
    /// What those are called who are here or look for a game.
    names: HashMap<PersonId, Option<String>>,
    /// Which of them are bots.
    bots: HashSet<PersonId>,
    /// The ratings of those who look for a game, by the ids of their seeks.
    ratings: HashMap<String, Rating>,
    next_connection: u64,
    /// How many pages are here of whom nobody knows anything.
    strangers: usize,
}

/// What everybody is shown alike.
#[derive(Clone, Debug, Default)]
struct Common {
    running: Vec<RunningRow>,
    worth: Vec<WorthRow>,
}

/// A seek with what those are called whom it is between.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedSeek {
    pub(crate) id: String,
    pub(crate) seek: Seek,
    pub(crate) by: Option<String>,
    pub(crate) to: Option<String>,
    pub(crate) rating: Option<Rating>,
    /// Whether a bot looks for it.
    pub(crate) by_bot: bool,
}

/// A page that is here, until it is dropped.
pub(crate) struct Visit {
    lobby: OpenLobby,
    number: u64,
    person: Option<PersonId>,
}

impl OpenLobby {
    /// Takes in the seeks that were kept.
    pub(crate) async fn load(&self, store: &Store) -> Result<(), StoreError> {
        let seeks = store.seeks().await?;
        let mut shown = Vec::new();
        for (_, seek) in &seeks {
            shown.push(ShownOfSeek::read(store, seek).await?);
        }
        let mut state = self.state();
        for ((id, _), shown) in seeks.iter().zip(shown) {
            state.note_seek(id, shown);
        }
        state.lobby.handle_stored(seeks);
        drop(state);
        self.show();
        Ok(())
    }

    /// Ends what has waited for long enough, until the server stops.
    pub(crate) async fn keep_time(self, store: Store, mut stopping: watch::Receiver<bool>) {
        let mut changed = self.0.changed.subscribe();
        loop {
            let ended = self.state().handle_time(now_ms());
            for id in &ended {
                // One that cannot be taken out of the store now is read again after a restart, and ends then.
                if let Err(error) = store.drop_seek(id).await {
                    tracing::error!(%error, "a seek could not be ended");
                }
            }
            if !ended.is_empty() {
                self.show();
            }
            let next = self.state().lobby.next_time().map(|next| next.saturating_sub(now_ms()).max(0).unsigned_abs());
            let sleeps = next.map_or(LONGEST_SLEEP, Duration::from_millis).min(LONGEST_SLEEP);
            tokio::select! {
                () = sleep(sleeps) => {}
                _ = changed.changed() => {}
                () = stopped(&mut stopping) => return,
            }
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes every page that is here.
    pub(crate) fn show(&self) {
        self.0.changed.send_modify(|count| *count += 1);
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// A page is here, of this person if he is known.
    pub(crate) async fn enter(&self, store: &Store, person: Option<PersonId>) -> Result<Visit, StoreError> {
        let known = match &person {
            Some(person) => Some(Known::read(store, person).await?),
            None => None,
        };
        let mut state = self.state();
        state.next_connection += 1;
        let number = state.next_connection;
        match known {
            Some(known) => {
                state.lobby.handle_enter(number, known.person.clone());
                state.note(known);
            }
            None => state.strangers += 1,
        }
        drop(state);
        self.show();
        Ok(Visit { lobby: self.clone(), number, person })
    }

    /// Somebody is called otherwise from now on: shows it where he is here or looks for a game.
    pub(crate) async fn renamed(&self, store: &Store, person: &PersonId) -> Result<(), StoreError> {
        let is_known = self.state().names.contains_key(person);
        if is_known {
            let known = Known::read(store, person).await?;
            self.state().note(known);
            self.show();
        }
        Ok(())
    }

    /// Somebody is no longer a person of this server, or no longer in this browser: what he looked for ends.
    pub(crate) async fn forget(&self, store: &Store, person: &PersonId) -> Result<(), StoreError> {
        let ended = self.state().lobby.handle_gone(person);
        for id in &ended {
            store.drop_seek(id).await?;
        }
        if !ended.is_empty() {
            self.show();
        }
        Ok(())
    }

    /// The lobby as a visitor sees it.
    pub(super) async fn live(&self, app: &AppState, visitor: Option<&PersonId>) -> Result<LobbyLive, StoreError> {
        let common = self.common(app).await?;
        let (member, ratings) = match visitor {
            Some(person) => (is_member(app, person).await?, app.store.ratings_of(person).await?),
            None => (false, Vec::new()),
        };
        let (apart, waits) = match visitor {
            Some(person) => (app.store.apart_from(person).await?, waits(app, person).await?),
            None => (BTreeSet::new(), 0),
        };
        let rating = |list: Option<List>| {
            let known = ratings.iter().find(|(known, _)| Some(*known) == list);
            known.map_or(Applicant::AVERAGE, |(_, rating)| rating.points())
        };
        let state = self.state();
        let stranger = PersonId::new("");
        let row = |(id, seek): (&str, &Seek)| {
            let rules = house::asked(&seek.rules).ok()?;
            let person = visitor.unwrap_or(&stranger).clone();
            if !seek.is_seen_by(&person) || apart.contains(&seek.by) {
                return None;
            }
            let own = seek.by == person;
            let applicant =
                Applicant { account: member, rating: rating(seek.list()), waits, ..Applicant::guest(person) };
            Some(SeekRow {
                name: state.called(&seek.by),
                rating: state.ratings.get(id).map(|rating| rating_words(rating, now_ms())),
                to: seek.to.as_ref().map(|to| state.called(to).unwrap_or_default()),
                own,
                refused: state.lobby.acceptable(id, &applicant).err().filter(|_| !own),
                ..SeekRow::new(id, seek, &rules, hnefi_wire::house::address(&rules))
            })
        };
        let mut seeks: Vec<SeekRow> = state.lobby.seeks().filter_map(row).collect();
        seeks.sort_by_key(|seek| !seek.own);
        let here = state.lobby.here();
        let mut names: Vec<String> = here.iter().filter_map(|person| state.called(person)).collect();
        names.sort_by_key(|name| name.to_lowercase());
        let guests = here.len() - names.len() + state.strangers;
        Ok(LobbyLive { seeks, running: common.running, here: names, guests, worth: common.worth })
    }

    /// The seeks that somebody sees, with what those are called whom they are between, the newest first.
    pub(crate) fn seeks(&self, visitor: Option<&PersonId>) -> Vec<NamedSeek> {
        let state = self.state();
        let stranger = PersonId::new("");
        let seen = |(_, seek): &(&str, &Seek)| seek.is_seen_by(visitor.unwrap_or(&stranger));
        let named = |(id, seek): (&str, &Seek)| NamedSeek {
            id: id.to_owned(),
            by: state.names.get(&seek.by).cloned().flatten(),
            to: seek.to.as_ref().and_then(|to| state.names.get(to).cloned().flatten()),
            rating: state.ratings.get(id).copied(),
            by_bot: state.bots.contains(&seek.by),
            seek: seek.clone(),
        };
        state.lobby.seeks().filter(seen).map(named).collect()
    }

    /// The names of those who are here, by the alphabet.
    pub(crate) fn here(&self) -> Vec<String> {
        let state = self.state();
        let here = state.lobby.here();
        let mut names: Vec<String> = here.iter().filter_map(|person| state.names.get(*person)?.clone()).collect();
        names.sort_by_key(|name| name.to_lowercase());
        names
    }

    /// A game has been made: it is to be shown at once.
    pub(super) async fn made(&self) {
        *self.0.common.lock().await = None;
        self.show();
    }

    async fn common(&self, app: &AppState) -> Result<Common, StoreError> {
        let mut common = self.0.common.lock().await;
        if let Some((_, common)) = common.as_ref().filter(|(since, _)| since.elapsed() < GOOD_FOR) {
            return Ok(common.clone());
        }
        let fresh = Common { running: running(app).await?, worth: worth(&app.store).await? };
        *common = Some((Instant::now(), fresh.clone()));
        Ok(fresh)
    }
}

impl State {
    /// Remembers what somebody is called. While the state is held he comes to be here, or to be in a seek: of others nothing is kept.
    fn note(&mut self, known: Known) {
        match known.bot {
            true => self.bots.insert(known.person.clone()),
            false => self.bots.remove(&known.person),
        };
        self.names.insert(known.person, known.name);
    }

    /// Remembers what is shown of a seek, which comes to stand while the state is held.
    pub(super) fn note_seek(&mut self, id: &str, shown: ShownOfSeek) {
        shown.people.into_iter().for_each(|known| self.note(known));
        self.ratings.extend(shown.rating.map(|rating| (id.to_owned(), rating)));
    }

    /// What somebody is called as people read him, if he has a name.
    fn called(&self, person: &PersonId) -> Option<String> {
        let name = self.names.get(person)?.as_ref()?;
        Some(called(name, self.bots.contains(person)))
    }

    fn handle_time(&mut self, now_ms: i64) -> Vec<String> {
        let ended = self.lobby.handle_time(now_ms);
        let State { lobby, names, bots, ratings, .. } = self;
        ratings.retain(|id, _| lobby.seek(id).is_some());
        names.retain(|person, _| {
            lobby.is_here(person)
                || lobby.seeks().any(|(_, seek)| [Some(&seek.by), seek.to.as_ref()].contains(&Some(person)))
        });
        bots.retain(|bot| names.contains_key(bot));
        ended
    }
}

impl Visit {
    /// The game to which its person is called; told once.
    pub(super) fn called_to(&self) -> Option<String> {
        self.lobby.state().lobby.called_to(self.number)
    }

    pub(super) fn person(&self) -> Option<&PersonId> {
        self.person.as_ref()
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut state = self.lobby.state();
        match &self.person {
            Some(_) => state.lobby.handle_leave(now_ms(), self.number),
            None => state.strangers -= 1,
        }
        drop(state);
        self.lobby.show();
    }
}

/// Whether a person has an account, so that his games can be rated.
pub(super) async fn is_member(app: &AppState, person: &PersonId) -> Result<bool, StoreError> {
    Ok(app.store.account(person).await?.is_some_and(|account| account.closed_ms.is_none()))
}

/// The public games that go on, the strongest first.
async fn running(app: &AppState) -> Result<Vec<RunningRow>, StoreError> {
    let mut games = Vec::new();
    for game in app.store.listed(RUNNING.0).await? {
        let mut strength = 0.0;
        let mut players = [String::new(), String::new()];
        for (player, side) in players.iter_mut().zip(Side::ALL) {
            let (name, points) = player_words(app, &game, side).await?;
            *player = name;
            strength += points;
        }
        let [attackers, defenders] = players;
        let row = RunningRow {
            address: format!("/game/{}", game.id),
            rules: game.ruleset_name,
            attackers,
            defenders,
            plies: game.status.plies,
        };
        games.push((strength, row));
    }
    // Those of one strength stay in the order in which they were touched.
    games.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    Ok(games.into_iter().map(|(_, row)| row).take(RUNNING.1).collect())
}

/// A player as people read him, and how strong he is.
async fn player_words(app: &AppState, game: &Summary, side: Side) -> Result<(String, f64), StoreError> {
    let guest = || Words::english().text("lobby-guest");
    let Some(person) = game.seats[side].person() else { return Ok((guest(), 0.0)) };
    let name = match app.store.name(person).await? {
        Some(name) => called(name.as_str(), app.store.is_bot(person).await?),
        None => guest(),
    };
    let rating = match game.rated {
        Some(list) => app.store.rating(list, person).await?,
        None => None,
    };
    Ok(match rating {
        Some(rating) => (format!("{name} {}", rating_words(&rating, now_ms())), rating.points()),
        None => (name, 0.0),
    })
}

/// What is known of what a side is worth, in the order of the rules page.
pub(crate) async fn worth(store: &Store) -> Result<Vec<WorthRow>, StoreError> {
    let mut rows = Vec::new();
    for rules in rulesets() {
        if let Some(advantage) = store.advantage(rules.id(), Pool::People).await?
            && advantage.margin(now_ms()) <= VAGUE
        {
            rows.push(WorthRow::new(rules.name(), &advantage, now_ms()));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use hnefi_store::NewAccount;

    use super::*;

    #[tokio::test]
    async fn who_is_here_has_a_name_whenever_others_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("hnefi.db")).await.unwrap();
        let person = PersonId::new("1");
        store.make_person(&person, "1", 1).await.unwrap();
        let account = NewAccount { person: person.clone(), name: "Anna".parse().unwrap(), password: None, at_ms: 2 };
        store.open_account(account).await.unwrap();
        let lobby = OpenLobby::default();
        let (other, done) = (lobby.clone(), hnefi_engine::Cancel::new());
        let forgets = std::thread::spawn({
            let done = done.clone();
            move || {
                while !done.is_cancelled() {
                    other.state().handle_time(0);
                }
            }
        });
        for visit in 0..1_000 {
            let _visit = lobby.enter(&store, Some(person.clone())).await.unwrap();
            assert_eq!(lobby.here(), ["Anna"], "at visit {visit}");
        }
        done.cancel();
        forgets.join().unwrap();
    }
}
