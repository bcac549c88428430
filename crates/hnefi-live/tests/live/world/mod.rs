//! A store in memory, and people.

use std::sync::Arc;

use hnefi_live::{
    Act, ActError, Arrangement, Change, Conditional, Effect, Entry, Limits, Log, Moment, NewGame, OfferKind, OtherGame,
    PersonId, Room, Seat, Seats, Stored, Task, Viewer,
};
use hnefi_rules::{BySide, Game, Intent, Offer, Referee, Ruleset, Setup, Side};

/// What a database would hold of one game.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) made: NewGame,
    pub(crate) entries: Vec<Entry>,
    pub(crate) seats: Seats,
    pub(crate) due: Option<i64>,
    pub(crate) flag_ms: Option<i64>,
    pub(crate) next: Option<NewGame>,
    pub(crate) conditional: BySide<Conditional>,
    /// The games of the match before this one.
    pub(crate) earlier: Vec<OtherGame>,
}

impl Kept {
    pub(crate) fn new(made: NewGame) -> Kept {
        Kept {
            entries: Vec::new(),
            seats: made.seats.clone(),
            due: made.due(),
            flag_ms: made.flag_ms(),
            next: None,
            conditional: BySide::default(),
            earlier: Vec::new(),
            made,
        }
    }

    /// Stores a change whole, as the database does: only on what it was made for.
    pub(crate) fn commit(&mut self, change: &Change) {
        assert_eq!((&change.game, change.seen), (&self.made.id, self.entries.len() as u64));
        let nothing = change.entries.is_empty()
            && change.seats.is_empty()
            && change.conditional.is_empty()
            && change.next.is_none();
        assert!(!nothing, "a change changes something");
        for (side, conditional) in &change.conditional {
            assert_ne!(self.conditional[*side], *conditional, "what is stored is new");
            self.conditional[*side] = conditional.clone();
        }
        for seat in &change.seats {
            assert_eq!(self.seats[seat.side], seat.before);
            self.seats[seat.side] = seat.after.clone();
        }
        let mut log = self.log();
        for written in &change.entries {
            // What is written is what the log says when the entry is read back.
            assert_eq!(log.append(written.entry.clone()).as_ref(), Ok(written));
            self.entries.push(written.entry.clone());
        }
        assert_eq!(change.status, log.status());
        if let Some(next) = &change.next {
            assert!(self.next.replace(next.clone()).is_none(), "a match goes on once");
        }
        self.due = change.due;
        self.flag_ms = change.flag_ms;
    }

    pub(crate) fn log(&self) -> Log {
        let mut log = Log::new(self.made.game.clone(), self.made.made_ms).with_clock(self.made.clock.clone());
        for entry in &self.entries {
            log.apply(entry).unwrap();
        }
        log
    }

    /// The game as the others of its match know it.
    pub(crate) fn as_other(&self) -> OtherGame {
        OtherGame {
            id: self.made.id.clone(),
            match_game: self.made.match_game,
            swapped: self.made.swapped,
            status: self.log().status(),
        }
    }

    /// The game as a server finds it that has just started.
    pub(crate) fn load(&self, limits: Limits) -> Room {
        let (log, seats, conditional) = (self.log(), self.seats.clone(), self.conditional.clone());
        let mut stored = Stored { log, seats, conditional, ..Stored::new(self.made.clone()) };
        stored.others.clone_from(&self.earlier);
        stored.others.extend(self.next.iter().map(|next| Kept::new(next.clone()).as_other()));
        Room::new(stored, limits)
    }

    /// The next game of the match.
    pub(crate) fn go_on(&self) -> Kept {
        let earlier = self.earlier.iter().cloned().chain([self.as_other()]).collect();
        Kept { earlier, ..Kept::new(self.next.clone().unwrap()) }
    }
}

/// A room with the store behind it.
pub(crate) struct World {
    pub(crate) kept: Kept,
    pub(crate) room: Room,
    pub(crate) now: i64,
}

impl World {
    pub(crate) fn new(made: NewGame, limits: Limits) -> World {
        let kept = Kept::new(made);
        World { room: kept.load(limits), kept, now: 0 }
    }

    /// The next game of the match, after this one.
    pub(crate) fn go_on(&self) -> World {
        let kept = self.kept.go_on();
        World { room: kept.load(Limits::default()), kept, now: self.now }
    }

    /// Does something, stores what it changed, and gives the effects.
    pub(crate) fn act(&mut self, who: &Viewer, act: Act) -> Result<Vec<Effect>, ActError> {
        self.act_as(who, None, act)
    }

    pub(crate) fn act_as(&mut self, who: &Viewer, seat: Option<Side>, act: Act) -> Result<Vec<Effect>, ActError> {
        let moment = at(self.now);
        if let Some(change) = self.room.handle_act(moment, who, seat, act)? {
            self.kept.commit(&change);
        }
        Ok(self.effects())
    }

    pub(crate) fn found(&mut self, version: u64, found: hnefi_live::Found) -> Vec<Effect> {
        let moment = at(self.now);
        if let Some(change) = self.room.handle_found(moment, version, found).unwrap() {
            self.kept.commit(&change);
        }
        self.effects()
    }

    pub(crate) fn effects(&mut self) -> Vec<Effect> {
        std::iter::from_fn(|| self.room.poll_effect()).collect()
    }

    /// Time passes, and what it does is stored.
    pub(crate) fn pass(&mut self, ms: i64) -> Vec<Effect> {
        self.now += ms;
        if let Some(change) = self.room.handle_time(at(self.now)) {
            self.kept.commit(&change);
        }
        self.effects()
    }

    /// A move by whoever may make it.
    pub(crate) fn play(&mut self, who: &Viewer, mv: &str) -> Result<Vec<Effect>, ActError> {
        let act = a_move(&self.room, intent(mv));
        self.act(who, act)
    }
}

pub(crate) fn task(effects: &[Effect]) -> Option<Task> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Ask(task) => Some(*task),
        Effect::Show | Effect::Stop | Effect::WakeAt(_) | Effect::FlagAt(_) => None,
    })
}

pub(crate) fn at(at_ms: i64) -> Moment<'static> {
    Moment::new(at_ms, "next")
}

pub(crate) fn intent(mv: &str) -> Intent {
    let (from, to) = mv.split_once('-').unwrap();
    Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }
}

pub(crate) fn a_move(room: &Room, intent: Intent) -> Act {
    let client_id = format!("{}/{intent}", room.log().version());
    Act::Move { intent, ply: room.log().plies(), client_id }
}

pub(crate) fn person(name: &str) -> Viewer {
    Viewer::Person(PersonId::new(name))
}

pub(crate) fn seat(name: &str) -> Seat {
    Seat::Person { person: PersonId::new(name), moves: 0 }
}

pub(crate) fn ruleset(id: &str) -> Arc<Ruleset> {
    hnefi_rules::ruleset(id).unwrap().clone()
}

/// A game from the first position of a rule set, Ann's attackers against what sits opposite.
pub(crate) fn game(rules: &str, arrangement: Arrangement) -> NewGame {
    let defenders = match arrangement {
        Arrangement::Friend => seat("bo"),
        Arrangement::Screen => seat("ann"),
        Arrangement::Computer => Seat::Computer { level: 3 },
    };
    NewGame {
        id: "game".to_owned(),
        made_ms: 0,
        match_id: "game".to_owned(),
        match_game: 1,
        swapped: false,
        match_length: None,
        clock: None,
        game: Game::new(Arc::new(Referee::new(ruleset(rules)))),
        arrangement,
        seats: BySide { attackers: seat("ann"), defenders },
    }
}

/// The same from a position of one's own.
pub(crate) fn game_from(rules: &str, arrangement: Arrangement, rows: &str, turn: Side) -> NewGame {
    let referee = Arc::new(Referee::new(ruleset(rules)));
    let start = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
    NewGame { game: Game::from_position(referee, start), ..game(rules, arrangement) }
}

pub(crate) const DRAW: OfferKind = OfferKind::Game(Offer::Draw);
pub(crate) const TAKE_BACK: OfferKind = OfferKind::Game(Offer::TakeBack);
