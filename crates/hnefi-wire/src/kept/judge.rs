//! A kept game judged anew: nothing that is written in it is believed.

use std::sync::Arc;

use hnefi_live::{
    Act, ActError, Arrangement, Change, Found, Limits, Log, Moment, NewGame, OfferKind, PersonId, Room, Seat, Stored,
    Viewer, Written,
};
use hnefi_rules::{Game, Intent, Referee, Ruleset, Setup, Side, ruleset};
use hnefi_words::Words;

use super::{Kept, KeptRow, KeptSeat};
use crate::house::{HouseRules, LONGEST_FILE};
use crate::{AskError, Refusing, say, wrong};

/// The longest id that a browser may give its game, in bytes.
const LONGEST_ID: usize = 64;
/// What may follow on the last entry of a game that is broken off: the end, and the next game, offered and begun.
const AFTER_THE_END: usize = 3;

/// A kept game, as the referee and the machine of games would have let it come about.
#[derive(Clone, Debug)]
pub struct JudgedGame {
    /// The game as it was made: one of its own, whatever match it belonged to.
    pub new: NewGame,
    /// All that happened in it.
    pub change: Change,
    log: Log,
}

/// Why a kept game cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptError {
    /// The entry of the log that is at fault, counted from 1; `None` where it is no entry.
    pub entry: Option<usize>,
    /// What is wrong, as a sentence.
    pub says: String,
}

/// The game while it is put together.
struct Judging<'a> {
    room: Room,
    viewer: Viewer,
    moment: Moment<'a>,
}

impl Kept {
    /// Puts the game together entry by entry, each judged by the referee and by the machine of games of today; under the id `id`, with
    /// `person` on the seats of people, at the time `now_ms` in milliseconds since 1970.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_wire::kept::{Kept, KeptRow, KeptSeat};
    ///
    /// let rules = hnefi_rules::leaflet("fetlar-2018").unwrap();
    /// let row = |mv: &str, side: &str| KeptRow { kind: "ply".into(), side: Some(side.into()), mv: Some(mv.into()), ..KeptRow::default() };
    /// let mut kept = Kept {
    ///     id: "a".into(), made_ms: 1, rules: rules.to_toml(), rules_id: rules.id().into(), rules_name: rules.name().into(), position: rules.start().to_rows().to_string(), turn: "attackers".into(),
    ///     mode: "screen".into(), attackers: KeptSeat::Person, defenders: KeptSeat::Person, match_id: "a".into(), match_game: 1,
    ///     swapped: false, match_length: None, entries: vec![row("d1-d4", "attackers")], others: Vec::new(),
    /// };
    /// let judged = kept.judged("server1", &PersonId::new("ann"), 5_000).unwrap();
    /// assert_eq!((judged.change.entries.len(), judged.change.status.plies), (1, 1));
    ///
    /// kept.entries.push(row("f4-f9", "defenders"));
    /// let error = kept.judged("server1", &PersonId::new("ann"), 5_000).unwrap_err();
    /// assert_eq!(error.entry, Some(2));
    /// ```
    ///
    /// # Errors
    /// The first thing that cannot be: the rule set is none of this program's and no house rule, the position or the seats make no game,
    /// an entry is not legal, not true or not its side's, or it did something else than what stands beside it.
    pub fn judged(&self, id: &str, person: &PersonId, now_ms: i64) -> Result<JudgedGame, KeptError> {
        let limits = Limits { pace_ms: 0, ..Limits::default() };
        let most = limits.broken_off_at as usize + AFTER_THE_END;
        if self.entries.len() > most {
            let values = [("entries", self.entries.len().into()), ("most", most.into())];
            return Err(KeptError::of(Words::english().format("kept-too-long", &values)));
        }
        let new = self.made(id, person, now_ms)?;
        let mut judging = Judging {
            room: Room::new(Stored::new(new.clone()), limits),
            viewer: Viewer::Person(person.clone()),
            moment: Moment::new(new.made_ms, ""),
        };
        judging.room.handle_time(judging.moment);
        let mut written: Vec<Written> = Vec::with_capacity(self.entries.len());
        while let Some(row) = self.entries.get(written.len()) {
            let fault = |entry: usize, says: &str| KeptError::at(entry, self.entries.get(entry - 1), says);
            let at_ms = row.at_ms.clamp(judging.moment.at_ms, now_ms);
            judging.moment = Moment::new(at_ms, id);
            let done = judging.act(row).map_err(|says| fault(written.len() + 1, &says))?;
            for mut entry in done {
                let number = written.len() + 1;
                let row = self.entries.get(written.len());
                let row = row.ok_or_else(|| fault(number, &Words::english().text("kept-cut")))?;
                row.compare(&KeptRow::of(&entry)).map_err(|says| fault(number, &says))?;
                if let hnefi_live::Event::Ply { client_id, .. } = &mut entry.entry.event {
                    *client_id = None;
                }
                written.push(entry);
            }
        }
        let room = judging.room;
        let change = Change { entries: written, due: room.due(), ..Change::none(id, room.log(), 0) };
        Ok(JudgedGame { new, change, log: room.log().clone() })
    }

    fn made(&self, id: &str, person: &PersonId, now_ms: i64) -> Result<NewGame, KeptError> {
        if self.id.is_empty() || self.id.len() > LONGEST_ID || self.id.contains(char::is_control) {
            return Err(wrong("id", &self.id).into());
        }
        let rules = self.own_rules()?;
        let words = Words::english();
        let turn: Side = self.turn.parse().map_err(|_| wrong("turn", &self.turn))?;
        let setup = Setup::from_rows(&self.position).map_err(|error| KeptError::of(words.rows_error(&error)))?;
        let referee = Arc::new(Referee::new(rules.clone()));
        let start = referee.position(&setup, turn);
        let start = start.map_err(|errors| KeptError::of(words.setup_errors(&errors, &rules).join(" ")))?;
        let computers: Vec<u8> = [self.attackers, self.defenders].iter().filter_map(KeptSeat::level).collect();
        let arrangement = match (Arrangement::from_id(&self.mode), &computers[..]) {
            (Some(Arrangement::Screen), []) => Arrangement::Screen,
            (Some(Arrangement::Computer), [1..=8]) => Arrangement::Computer,
            _ => return Err(wrong("mode", &self.mode).into()),
        };
        Ok(NewGame {
            id: id.to_owned(),
            // What nothing happened in is new, or it would be taken away as something that was never begun.
            made_ms: if self.entries.is_empty() { now_ms } else { self.made_ms.clamp(0, now_ms) },
            match_id: id.to_owned(),
            match_game: 1,
            swapped: false,
            match_length: None,
            clock: None,
            game: Game::from_position(referee, start),
            arrangement,
            seats: self.seats(person),
        })
    }

    /// The rule set: one of this program, answer by answer, or house rules that it could make.
    fn own_rules(&self) -> Result<Arc<Ruleset>, KeptError> {
        if self.rules.len() > LONGEST_FILE {
            return Err(KeptError::of(Words::english().text("problem-too-large-message")));
        }
        let read = Ruleset::from_toml(&self.rules);
        let read =
            read.map_err(|error| KeptError::of(say("kept-unreadable", &Words::english().ruleset_error(&error))))?;
        let own = match ruleset(read.id()).filter(|_| read.is_published()) {
            Some(known) => known.clone(),
            None => HouseRules::of(&read).ruleset().map_err(|faults| {
                KeptError::of(faults.iter().map(|fault| fault.says.as_str()).collect::<Vec<_>>().join(" "))
            })?,
        };
        if *own == read { Ok(own) } else { Err(KeptError::of(say("kept-rules", read.name()))) }
    }
}

impl KeptSeat {
    fn level(&self) -> Option<u8> {
        match *self {
            KeptSeat::Person => None,
            KeptSeat::Computer { level } => Some(level),
        }
    }
}

impl Judging<'_> {
    /// What follows on a row: what its own side does, and what the machine of games adds to it.
    fn act(&mut self, row: &KeptRow) -> Result<Vec<Written>, String> {
        let side = row.side.as_deref().and_then(|side| side.parse::<Side>().ok());
        let side = side.ok_or_else(|| Words::english().text("kept-nobody"))?;
        let done = match self.room.seats()[side] {
            Seat::Computer { .. } => {
                let found = match row.kind.as_str() {
                    "ply" => self.room.game().legal(row.squares()?).map(Found::Move).map_err(ActError::Illegal),
                    "accepted" => Ok(Found::Agrees(true)),
                    "dropped" => Ok(Found::Agrees(false)),
                    _ => Err(ActError::NotYourSeat),
                };
                let version = self.room.log().version();
                found.and_then(|found| self.room.handle_found(self.moment, version, found))
            }
            Seat::Person { .. } | Seat::Open => {
                let act = self.read(row, side)?;
                self.room.handle_act(self.moment, &self.viewer, Some(side), act)
            }
        };
        while self.room.poll_effect().is_some() {}
        match done {
            Ok(Some(change)) => Ok(change.entries),
            Ok(None) => Err(Words::english().text("refused-not-your-turn")),
            Err(error) => Err(Refusing::of(error, self.room.game()).refused.message),
        }
    }

    /// **Read**: what a person must have done.
    fn read(&self, row: &KeptRow, side: Side) -> Result<Act, String> {
        let plies = self.room.log().plies();
        Ok(match row.kind.as_str() {
            "ply" => Act::Move { intent: row.squares()?, ply: plies, client_id: self.room.log().version().to_string() },
            "resigned" => Act::Resign,
            "taken-back" => Act::Offer(OfferKind::from_id("take-back").ok_or_else(|| row.unknown())?),
            "offered" => Act::Offer(row.offer.as_deref().and_then(OfferKind::from_id).ok_or_else(|| row.unknown())?),
            "accepted" => Act::Answer { accept: true },
            "dropped" if self.room.log().pending().is_some_and(|(by, _)| by == side) => Act::Withdraw,
            "dropped" => Act::Answer { accept: false },
            _ => return Err(row.unknown()),
        })
    }
}

impl KeptRow {
    fn unknown(&self) -> String {
        say("kept-unknown", &self.kind)
    }

    fn squares(&self) -> Result<Intent, String> {
        self.intent().map_err(|_| say("api-table-move", self.mv.as_deref().unwrap_or_default()))
    }

    /// Whether the row says what came of it.
    fn compare(&self, judged: &KeptRow) -> Result<(), String> {
        let words = Words::english();
        let otherwise = |id: &str, said: String, ruled: String| {
            let nothing = |text: String| if text.is_empty() { words.text("kept-nothing") } else { text };
            let said = nothing(said).chars().take(60).collect::<String>();
            Err(words.format(id, &[("said", said.into()), ("ruled", nothing(ruled).into())]))
        };
        let mut said = self.captures.clone();
        said.sort();
        let mut ruled = judged.captures.clone();
        ruled.sort();
        if said != ruled {
            return otherwise("kept-captures", said.join(", "), ruled.join(", "));
        }
        if self.outcome != judged.outcome {
            let text = |outcome: &Option<String>| outcome.clone().unwrap_or_default();
            return otherwise("kept-outcome", text(&self.outcome), text(&judged.outcome));
        }
        let what = |row: &KeptRow| (row.kind.clone(), row.side.clone(), row.mv.clone(), row.offer.clone());
        if what(self) == what(judged) { Ok(()) } else { Err(words.text("kept-otherwise")) }
    }
}

impl JudgedGame {
    /// Whether a game that was kept before is this one, whatever has happened in it since.
    pub fn is_begun_in(&self, before: &Log) -> bool {
        let (plies, version) = (self.log.plies(), self.log.version());
        let same = before.unchanged(plies, version) as usize;
        let moves = |log: &Log| log.game().plies().take(same).map(|ply| ply.played.mv).collect::<Vec<_>>();
        before.version() >= version && moves(before) == moves(&self.log)
    }
}

impl KeptError {
    fn of(says: String) -> KeptError {
        KeptError { entry: None, says }
    }

    fn at(entry: usize, row: Option<&KeptRow>, says: &str) -> KeptError {
        let what = row.map(|row| row.mv.as_deref().unwrap_or(&row.kind)).unwrap_or_default();
        let what: String = what.chars().take(24).collect();
        let values = [("entry", entry.into()), ("what", what.into()), ("says", says.into())];
        KeptError { entry: Some(entry), says: Words::english().format("kept-entry", &values) }
    }
}

impl From<AskError> for KeptError {
    fn from(error: AskError) -> KeptError {
        KeptError::of(error.says())
    }
}
