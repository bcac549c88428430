//! The log of an event as it is kept: what the event itself takes, and what people call it and its players.

use hnefi_events::{Act, By, Event, GameId, Plan, Player, PlayerNo, Presence, Refusal, Row, Stage};
use hnefi_live::PersonId;
use hnefi_store::{EventChange, EventEntry, EventHead, EventPlayer, StoredEvent};
use serde::{Deserialize, Serialize};

use super::online::{Online, shown_as};
use super::says::{self, say, text};
use super::typed::{self, Told};
use super::wish::{Done, Refused, Wish};

/// The version of the rows.
const VERSION: u32 = 1;

/// The state of an event, for lists.
pub(super) const OPEN: &str = "open";
pub(super) const PLAYED: &str = "played";
pub(super) const OVER: &str = "over";

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Line {
    /// The event is made: always the first row, and no other.
    Made {
        /// What it is called, where, and with what clock.
        told: Told,
        /// The id of its rule set, or the code of house rules.
        rules: String,
        /// Its plan.
        plan: Box<Plan>,
        /// How its games are played on the server; `None` at wooden boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        online: Option<Online>,
    },
    /// Something is done in it.
    Done(Box<Row>),
    /// A player is called otherwise.
    Named {
        /// Who.
        player: PlayerNo,
        /// By this name.
        name: String,
    },
    /// The event is called otherwise, is elsewhere, or has another clock.
    Told(Told),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Versioned {
    v: u32,
    is: Line,
}

/// An event as its log says that it is.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// Its id.
    pub(crate) id: String,
    /// How often the organisers' link has been made anew.
    pub(crate) links: u32,
    /// What it is called, where, and with what clock.
    pub(crate) told: Told,
    /// The id of its rule set, or the code of house rules.
    pub(crate) rules: String,
    /// Who plays whom.
    pub(crate) event: Event,
    /// How its games are played on the server; `None` at wooden boards.
    pub(crate) online: Option<Online>,
    /// What was done, and when, in milliseconds since 1970.
    pub(crate) lines: Vec<(i64, Line)>,
    /// Who of it is who on the server.
    people: Vec<EventPlayer>,
    names: Vec<String>,
}

impl Line {
    /// The row as text.
    pub(crate) fn to_json(&self) -> String {
        let row = Versioned { v: VERSION, is: self.clone() };
        serde_json::to_string(&row).expect("a row is text, numbers and lists of them")
    }

    fn from_json(json: &str) -> Result<Line, String> {
        let row: Versioned = serde_json::from_str(json).map_err(|error| error.to_string())?;
        if row.v == VERSION { Ok(row.is) } else { Err(format!("version {} is not known: {VERSION} is", row.v)) }
    }
}

impl Held {
    /// The event of a log that was stored.
    ///
    /// # Errors
    /// Which row cannot be, and why.
    pub(crate) fn read(stored: &StoredEvent) -> Result<Held, String> {
        let rows = stored.log.iter().map(|entry| (entry.at_ms, entry.act.as_str()));
        let mut held = Held::replay(&stored.listed.id, stored.links, rows)?;
        held.meet(&stored.players);
        Ok(held)
    }

    /// Says who is who on the server. Whoever is nobody any more was a member.
    fn meet(&mut self, people: &[EventPlayer]) {
        if self.online.is_none() {
            return;
        }
        self.people = people.to_vec();
        for (name, number) in self.names.iter_mut().zip(1u32..) {
            let known = people.iter().find(|player| player.player == number);
            *name = known.map_or_else(|| text("former-member"), |player| shown_as(&player.shown));
        }
    }

    /// Who a player is on the server.
    pub(crate) fn person(&self, player: PlayerNo) -> Option<&EventPlayer> {
        self.people.iter().find(|known| known.player == player.0)
    }

    /// The player who somebody of the server is.
    pub(crate) fn player_of(&self, person: &PersonId) -> Option<&Player> {
        let known = self.people.iter().find(|known| known.person == *person)?;
        self.event.player(PlayerNo(known.player))
    }

    /// The event as it was after so many rows.
    pub(crate) fn as_of(&self, version: u64) -> Option<Held> {
        let lines = self.lines.get(..usize::try_from(version).ok()?)?;
        let mut then = Held::of(&self.id, self.links, lines.to_vec()).ok()?;
        then.meet(&self.people);
        Some(then)
    }

    /// The event of rows as texts.
    ///
    /// # Errors
    /// Which row cannot be, and why.
    pub(crate) fn replay<'a>(id: &str, links: u32, rows: impl Iterator<Item = (i64, &'a str)>) -> Result<Held, String> {
        let line = |(number, (at_ms, text)): (usize, (i64, &str))| {
            Line::from_json(text).map(|line| (at_ms, line)).map_err(|error| format!("row {}: {error}", number + 1))
        };
        Held::of(id, links, rows.enumerate().map(line).collect::<Result<_, _>>()?)
    }

    fn of(id: &str, links: u32, lines: Vec<(i64, Line)>) -> Result<Held, String> {
        let Some((_, Line::Made { told, rules, plan, online })) = lines.first() else {
            return Err("row 1 does not make the event".to_owned());
        };
        let done = lines.iter().filter_map(|(_, line)| match line {
            Line::Done(row) => Some(Row::clone(row)),
            _ => None,
        });
        let event = Event::replay(Plan::clone(plan), done).map_err(|error| error.to_string())?;
        let mut held = Held {
            id: id.to_owned(),
            links,
            told: told.clone(),
            rules: rules.clone(),
            online: *online,
            event,
            people: Vec::new(),
            names: Vec::new(),
            lines: Vec::new(),
        };
        for (number, (at_ms, line)) in lines.into_iter().enumerate() {
            if number > 0 && matches!(line, Line::Made { .. }) {
                return Err(format!("row {} makes the event again", number + 1));
            }
            held.note(at_ms, line).map_err(|no| format!("row {} names player {no}, and there is none", number + 1))?;
        }
        Ok(held)
    }

    /// Notes what people call things, and the row.
    fn note(&mut self, at_ms: i64, line: Line) -> Result<(), PlayerNo> {
        match &line {
            Line::Made { told, .. } | Line::Told(told) => self.told = told.clone(),
            Line::Named { player, name } => {
                let index = (player.0 as usize).wrapping_sub(1);
                *self.names.get_mut(index).ok_or(*player)? = name.clone();
            }
            Line::Done(row) => {
                if let Act::Enter { key, .. } = &row.act {
                    self.names.push(key.clone());
                }
            }
        }
        self.lines.push((at_ms, line));
        Ok(())
    }

    /// How many rows there are.
    pub(crate) fn version(&self) -> u64 {
        self.lines.len() as u64
    }

    /// What a player is called.
    pub(crate) fn name(&self, player: PlayerNo) -> &str {
        self.names.get((player.0 as usize).wrapping_sub(1)).map_or("?", String::as_str)
    }

    /// What lists show.
    pub(crate) fn head(&self) -> EventHead {
        let state = match self.event.stage() {
            Stage::Entering => OPEN,
            Stage::Playing => PLAYED,
            Stage::Finished => OVER,
        };
        EventHead {
            name: self.told.name.clone(),
            about: self.told.about.clone(),
            state: state.to_owned(),
            online: self.online.is_some(),
            begins_ms: self.event.plan().begins_ms,
        }
    }

    /// Does what somebody wants, and gives the new rows; if it is refused, the event is to be thrown away.
    pub(crate) fn act(&mut self, at_ms: i64, by: &By, wish: Wish) -> Result<Done, Refused> {
        let before = self.lines.len();
        let mut players = Vec::new();
        match wish {
            Wish::Join { person, rating } => match self.player_of(&person).map(|player| player.no) {
                Some(player) => self.done(at_ms, by, Act::Return { player })?,
                None => {
                    let number = self.event.players().len() as u32 + 1;
                    self.done(at_ms, by, Act::Enter { key: number.to_string(), rating })?;
                    players.push((number, person));
                }
            },
            Wish::Enter(names) => {
                if let Some(free) = self.free().filter(|&free| (1..names.len()).contains(&free)) {
                    let values = [("typed", names.len().into()), ("free", free.into())];
                    return Err(Refused::Typed(say("event-refused-names", &values)));
                }
                for name in names {
                    self.enter(at_ms, by, &name)?;
                }
            }
            Wish::Places(typed) => {
                let plan = self.event.plan();
                let places = match typed.trim() {
                    "" => None,
                    typed => Some(typed.parse().map_err(|_| {
                        Refused::Typed(says::places(plan.least_players() as i64, plan.most_players() as i64))
                    })?),
                };
                if self.event.places() != places {
                    self.done(at_ms, by, Act::Places { places })?;
                }
            }
            Wish::Rename { player, name } => {
                if self.event.stage() == Stage::Finished {
                    return Err(Refusal::Finished.into());
                }
                self.event.player(player).ok_or(Refusal::NoPlayer(player))?;
                let name = typed::player(&name).map_err(Refused::Typed)?;
                if self.called(&name).is_some_and(|other| other != player) {
                    return Err(Refused::Typed(typed::taken(&name)));
                }
                if self.name(player) != name {
                    self.put(at_ms, Line::Named { player, name });
                }
            }
            Wish::Begin => {
                self.done(at_ms, by, Act::Begin)?;
                self.done(at_ms, by, Act::Pair)?;
            }
            Wish::Pair => {
                self.close(at_ms, by)?;
                self.done(at_ms, by, Act::Pair)?;
            }
            Wish::Finish => {
                self.close(at_ms, by)?;
                self.done(at_ms, by, Act::Finish)?;
            }
            Wish::Tell(told) => {
                if self.event.stage() == Stage::Finished {
                    return Err(Refusal::Finished.into());
                }
                if self.told != told {
                    self.put(at_ms, Line::Told(told));
                }
            }
            Wish::Act(act) => self.done(at_ms, by, act)?,
        }
        Ok(Done { lines: self.since(before), players })
    }

    /// Does what is due by now without anybody's doing, and gives the new rows.
    pub(crate) fn pass_time(&mut self, now_ms: i64) -> Vec<Line> {
        let before = self.lines.len();
        for row in self.event.handle_time(now_ms) {
            self.put(now_ms, Line::Done(Box::new(row)));
        }
        self.since(before)
    }

    fn since(&self, before: usize) -> Vec<Line> {
        self.lines[before..].iter().map(|(_, line)| line.clone()).collect()
    }

    /// What is to be stored of what was done after so many rows.
    pub(crate) fn change(&self, before: u64, at_ms: i64, person: Option<&PersonId>, done: &Done) -> EventChange {
        EventChange {
            event: self.id.clone(),
            seen: before,
            entries: done.lines.iter().map(|line| entry(at_ms, person, line)).collect(),
            players: done.players.clone(),
            head: self.head(),
        }
    }

    /// Whether a round can be paired now.
    pub(crate) fn may_pair(&self) -> bool {
        let mut then = self.clone();
        then.close(i64::MAX, &organiser()).is_ok() && then.event.can_pair()
    }

    /// Whether somebody may still enter.
    pub(crate) fn may_enter(&self) -> bool {
        self.would_enter().is_ok()
    }

    /// Whether somebody may still enter as soon as a place is free, and none is.
    pub(crate) fn is_full(&self) -> bool {
        self.would_enter().is_err_and(|refused| refused.is_full())
    }

    fn would_enter(&self) -> Result<(), Refused> {
        self.clone().done(i64::MAX, &By::Player, Act::Enter { key: "\u{0}".to_owned(), rating: None })
    }

    /// How many places are free, where their number is limited.
    fn free(&self) -> Option<usize> {
        Some((self.event.places()? as usize).saturating_sub(self.event.places_taken()))
    }

    /// Whether the pairing of the last round can be thrown away: on the server its games have begun.
    pub(crate) fn may_unpair(&self) -> bool {
        let unpair = Act::Unpair { reason: "-".to_owned() };
        self.online.is_none() && self.clone().done(i64::MAX, &organiser(), unpair).is_ok()
    }

    /// Whether what somebody wants means the same as when these rows were all: a result of a game between the same two that was open
    /// then and is now, or names that are new in any case.
    pub(crate) fn means_the_same(&self, then: &Held, wish: &Wish) -> bool {
        let open = |held: &Held, id: GameId| {
            let game = held.event.game(id).filter(|game| game.result.is_none())?;
            Some((game.attackers, game.defenders))
        };
        match wish {
            Wish::Enter(_) => true,
            Wish::Act(Act::Result { game, .. }) => {
                let now = open(self, *game);
                now.is_some() && now == open(then, *game)
            }
            _ => false,
        }
    }

    fn enter(&mut self, at_ms: i64, by: &By, typed_name: &str) -> Result<(), Refused> {
        let name = typed::player(typed_name).map_err(Refused::Typed)?;
        if self.called(&name).is_some() {
            return Err(Refused::Typed(typed::taken(&name)));
        }
        // Who entered first under this name may be called otherwise now.
        let number = self.event.players().len() + 1;
        let key = match self.event.player_of(&name) {
            None => name.clone(),
            Some(_) => format!("{name} ({number})"),
        };
        let differs = key != name;
        self.done(at_ms, by, Act::Enter { key, rating: None })?;
        if differs {
            self.put(at_ms, Line::Named { player: PlayerNo(number as u32), name });
        }
        Ok(())
    }

    /// Who is called so, however it is spelt.
    fn called(&self, name: &str) -> Option<PlayerNo> {
        let name = name.to_lowercase();
        let is = |player: &&Player| self.name(player.no).to_lowercase() == name;
        self.event.players().iter().find(is).map(|player| player.no)
    }

    /// Closes the last round, if every game of it has ended or it is closed already.
    fn close(&mut self, at_ms: i64, by: &By) -> Result<(), Refused> {
        match self.event.open_round() {
            None => Ok(()),
            Some(round) if !round.is_played() => Err(Refusal::RoundOpen(round.number).into()),
            Some(_) => self.done(at_ms, by, Act::Close),
        }
    }

    fn done(&mut self, at_ms: i64, by: &By, act: Act) -> Result<(), Refused> {
        let row = self.event.handle_act(at_ms, by.clone(), act)?;
        self.put(at_ms, Line::Done(Box::new(row)));
        Ok(())
    }

    fn put(&mut self, at_ms: i64, line: Line) {
        // A player who is named has entered.
        let _ = self.note(at_ms, line);
    }
}

/// Those who run an event: the store knows who of them it was.
pub(crate) fn organiser() -> By {
    By::Arbiter("organiser".to_owned())
}

/// Whether a player takes part no more.
pub(crate) fn has_left(player: &Player) -> bool {
    player.presence == Presence::Left
}

/// A row for the store.
pub(crate) fn entry(at_ms: i64, person: Option<&PersonId>, line: &Line) -> EventEntry {
    EventEntry { at_ms, person: person.cloned(), act: line.to_json() }
}
