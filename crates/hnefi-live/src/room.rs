//! A room: a game, who sits at it, who looks on, and what the computer is asked.

use std::collections::{HashMap, VecDeque};

use hnefi_rules::{BySide, Game, Side};

use crate::stored::score_of;
use crate::{
    Against, Arrangement, Change, Conditional, Duty, Effect, Limits, Log, MatchLength, Moment, NewGame, OtherGame,
    Score, Seat, Seats, Stored, Task, Viewer, Written,
};

/// A game with its people, as a state machine that does nothing by itself.
///
/// There are four kinds of methods and no others. Getters take `&self`. What comes from outside goes into
/// `handle_*`, with the time: [`Room::handle_act`], [`Room::handle_found`], [`Room::handle_enter`],
/// [`Room::handle_leave`], [`Room::handle_time`], [`Room::handle_downtime`], [`Room::handle_away`]. Whatever changes the game gives a [`Change`], which the caller
/// stores before he does anything else; if he cannot, he throws the room away and loads it again. Then
/// [`Room::poll_effect`] tells what is to be done, until it gives `None`.
///
/// ```
/// use hnefi_live::{Act, Arrangement, Effect, Limits, Moment, NewGame, PersonId, Room, Seat, Stored, Viewer};
/// use hnefi_rules::{BySide, Game, Intent, Referee, leaflet};
/// use std::sync::Arc;
///
/// let ann = PersonId::new("ann");
/// let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
/// let game = NewGame {
///     id: "game1".to_owned(),
///     made_ms: 0,
///     match_id: "game1".to_owned(),
///     match_game: 1,
///     swapped: false,
///     match_length: None,
///     clock: None,
///     game: Game::new(referee),
///     arrangement: Arrangement::Computer,
///     seats: BySide { attackers: Seat::Person { person: ann.clone(), moves: 0 }, defenders: Seat::Computer { level: 3 } },
/// };
/// let mut room = Room::new(Stored::new(game), Limits::default());
/// let act = Act::Move { intent: Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() }, ply: 0, client_id: "a".to_owned() };
/// let moment = Moment::new(5_000, "game2");
/// let change = room.handle_act(moment, &Viewer::Person(ann), None, act).unwrap().unwrap();
/// assert_eq!((change.seen, change.entries.len(), change.due), (0, 1, Some(5_000)));
/// // After the change is stored:
/// assert_eq!(room.poll_effect(), Some(Effect::Show));
/// assert!(matches!(room.poll_effect(), Some(Effect::Ask(task)) if task.version == 1));
/// assert_eq!(room.poll_effect(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub(crate) id: String,
    pub(crate) log: Log,
    pub(crate) seats: Seats,
    pub(crate) arrangement: Arrangement,
    pub(crate) match_id: String,
    pub(crate) match_game: u32,
    /// Whether the players sit the other way round than in the first game of the match.
    pub(crate) swapped: bool,
    pub(crate) match_length: Option<MatchLength>,
    /// Whether it counts for ratings.
    pub(crate) rated: bool,
    /// Whether its clocks go on whoever is away.
    pub(crate) no_away: bool,
    /// Whether nothing is taken back in it, rated or not.
    pub(crate) no_take_back: bool,
    /// How the match stands before this game.
    before: Score,
    pub(crate) next: Option<String>,
    /// The game of the match before this one.
    pub(crate) previous: Option<String>,
    pub(crate) limits: Limits,
    pub(crate) conditional: BySide<Conditional>,
    /// Whose conditional moves have changed since the last change was made.
    pub(crate) conditional_changed: BySide<bool>,
    /// The pages that are connected, by the number of their socket.
    present: HashMap<u64, Viewer>,
    pub(crate) asked: Option<Task>,
    /// Since when nobody is here who plays a side, by the running time; `None` while somebody is.
    pub(crate) away_since: BySide<Option<i64>>,
    /// When the flag falls of which the world was told.
    pub(crate) flag_told: Option<i64>,
    /// The version at which the computer found nothing, so that it is not asked again.
    pub(crate) given_up: Option<u64>,
    pub(crate) effects: VecDeque<Effect>,
}

impl Room {
    /// The room of a stored game, with nobody in it. To see what is due in it, tell it the time.
    pub fn new(stored: Stored, limits: Limits) -> Room {
        let Stored {
            id,
            log,
            seats,
            arrangement,
            match_id,
            match_game,
            swapped,
            match_length,
            rated,
            no_away,
            no_take_back,
            conditional,
            others,
        } = stored;
        let next = others.iter().find(|other| other.match_game == match_game + 1).map(|next| next.id.clone());
        let previous = others.iter().find(|other| other.match_game + 1 == match_game).map(|one| one.id.clone());
        let mut room = Room {
            before: score_of(&others, match_game, swapped, match_length),
            id,
            log,
            seats,
            arrangement,
            match_id,
            match_game,
            swapped,
            match_length,
            rated,
            no_away,
            no_take_back,
            conditional,
            conditional_changed: BySide::default(),
            next,
            previous,
            limits,
            present: HashMap::new(),
            away_since: BySide::default(),
            flag_told: None,
            asked: None,
            given_up: None,
            effects: VecDeque::new(),
        };
        let over = |other: &OtherGame| other.status.to_move.is_none();
        room.before.other_over = room.is_together().then(|| match room.other() {
            Some(id) => others.iter().any(|other| other.id == id && over(other)),
            None => false,
        });
        room
    }

    /// Whether the game counts for ratings: then nothing is taken back.
    pub fn is_rated(&self) -> bool {
        self.rated
    }

    /// Whether nobody else can take a seat over, because the result counts for who sat down.
    pub fn seats_stay(&self) -> bool {
        self.rated || self.no_take_back
    }

    /// The id of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What happened in the game.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.log.game()
    }

    /// Who plays.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Against whom a holder of a seat plays.
    pub fn against(&self) -> Against {
        Against::of(self.arrangement, &self.seats)
    }

    /// The game in which the match goes on.
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// How the match stands with this game.
    pub fn score(&self) -> Score {
        match self.log.is_over() {
            true => Score { forfeited: self.log.forfeited(), ..self.before.after(self.game().outcome()) },
            false => self.before,
        }
    }

    /// The seats that somebody holds.
    pub fn sides_of(&self, viewer: &Viewer) -> Vec<Side> {
        match viewer {
            Viewer::Watcher => Vec::new(),
            Viewer::Person(person) => {
                Side::ALL.into_iter().filter(|&side| self.seats[side].is_held_by(person)).collect()
            }
        }
    }

    /// Whether a page of the person on a side is connected.
    pub fn is_online(&self, side: Side) -> bool {
        self.present.values().any(|viewer| match viewer {
            Viewer::Person(person) => self.seats[side].is_held_by(person),
            Viewer::Watcher => false,
        })
    }

    /// What the computer has been asked, if it has to do something now.
    pub fn asked(&self) -> Option<Task> {
        self.asked
    }

    /// A page is here. Whoever calls this shows it the game; the others are shown when a player has come.
    pub fn handle_enter(&mut self, moment: Moment<'_>, socket: u64, viewer: Viewer) {
        self.attend(moment, |present| {
            present.insert(socket, viewer);
        });
    }

    /// A page has gone.
    pub fn handle_leave(&mut self, moment: Moment<'_>, socket: u64) {
        self.attend(moment, |present| {
            present.remove(&socket);
        });
    }

    /// Changes who looks on. The others are shown only who of the players comes or goes: a thousand watchers who
    /// come would otherwise be shown a thousand times a thousand states.
    fn attend(&mut self, moment: Moment<'_>, change: impl FnOnce(&mut HashMap<u64, Viewer>)) {
        let before = self.players_online();
        change(&mut self.present);
        self.note_absence(moment.clock_ms);
        if self.players_online() != before {
            self.effects.push_back(Effect::Show);
        }
        self.ask(moment);
    }

    fn players_online(&self) -> [bool; 2] {
        Side::ALL.map(|side| self.is_online(side))
    }

    /// What is to be done next, in the order in which it is to be done; `None` when that was all.
    pub fn poll_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// Takes over who looks on from a room that is thrown away.
    pub fn handle_reload(&mut self, old: Room) {
        self.present = old.present;
        self.away_since = old.away_since;
        self.effects.push_back(Effect::Show);
    }

    /// The change that an act made, after which people are shown what happened, and the computer is asked.
    pub(crate) fn changed(&mut self, moment: Moment<'_>, seen: u64, what: Changed) -> Change {
        let Changed { mut entries, seats, mut next } = what;
        self.follow_conditional(moment, &mut entries);
        next = next.or_else(|| self.second(moment));
        entries.extend(self.break_off_if_too_long(moment));
        self.effects.push_back(Effect::Show);
        self.ask(moment);
        let conditional = self.take_conditional();
        Change {
            entries,
            seats,
            conditional,
            next,
            due: self.due(),
            flag_ms: self.flag_ms(),
            ..Change::none(&self.id, &self.log, seen)
        }
    }

    /// What the computer has to do now.
    pub(crate) fn duty(&self) -> Option<Duty> {
        let level = |side: Side| match self.seats[side] {
            Seat::Computer { level } => Some(level),
            Seat::Person { .. } | Seat::Open => None,
        };
        if let Some((by, offer)) = self.log.pending()
            && level(!by).is_some()
        {
            return Some(Duty::Answer { side: !by, offer });
        }
        self.log.turn().and_then(level).map(|level| Duty::Move { level })
    }
}

/// What an act did, before it is made a change.
#[derive(Debug, Default)]
pub(crate) struct Changed {
    pub(crate) entries: Vec<Written>,
    pub(crate) seats: Vec<crate::SeatChange>,
    pub(crate) next: Option<NewGame>,
}

impl From<Vec<Written>> for Changed {
    fn from(entries: Vec<Written>) -> Changed {
        Changed { entries, ..Changed::default() }
    }
}
