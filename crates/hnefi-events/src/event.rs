//! The event: its plan, its log, and what they come to.

use crate::lot::lot;
use crate::{
    Act, By, Form, Game, GameId, Pairing, Plan, Player, PlayerNo, Presence, Refusal, ReplayError, Round, Row,
    berger_rounds, swiss_rounds,
};

/// An event, as a state machine that does nothing by itself.
///
/// Getters take `&self`. What comes from outside goes into [`Event::handle_act`] and [`Event::handle_time`], and gives rows, which the caller stores before
/// he does anything else; if he cannot, he throws the event away and replays the rows that he has ([`Event::replay`]).
///
/// ```
/// use hnefi_events::{Act, By, Event, Form, Plan, Refusal};
/// let mut event = Event::new(Plan::new(Form::Swiss { rounds: Some(3) })).unwrap();
/// let enter = |key: &str, rating| Act::Enter { key: key.to_owned(), rating };
/// let rows = [("ann", Some(1500)), ("ben", None), ("eve", Some(1700))]
///     .map(|(key, rating)| event.handle_act(0, By::Player, enter(key, rating)).unwrap());
/// // The one who is there already, by number.
/// let ann = event.player_of("ann").unwrap().no;
/// assert_eq!(event.handle_act(1, By::Player, enter("ann", None)), Err(Refusal::EnteredAlready(ann)));
/// // What is stored gives the event back.
/// assert_eq!(Event::replay(event.plan().clone(), rows), Ok(event.clone()));
///
/// event.handle_act(2, By::Machine, Act::Begin).unwrap();
/// let seeds: Vec<&str> = event.seeds().iter().map(|&no| event.player(no).unwrap().key.as_str()).collect();
/// assert_eq!(seeds, ["eve", "ann", "ben"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub(crate) plan: Plan,
    pub(crate) players: Vec<Player>,
    pub(crate) stage: Stage,
    pub(crate) places: Option<u32>,
    pub(crate) rounds: Vec<Round>,
    /// The players of the first round, the best seed first.
    pub(crate) seeds: Vec<PlayerNo>,
    pub(crate) rows: Vec<Row>,
}

/// How far an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// People enter.
    Entering,
    /// It has begun.
    Playing,
    /// It is over.
    Finished,
}

impl Event {
    /// An event that nobody has entered yet.
    ///
    /// # Errors
    /// The plan cannot be held: [`Plan::check`].
    pub fn new(plan: Plan) -> Result<Event, Refusal> {
        plan.check()?;
        Ok(Event {
            places: plan.places,
            plan,
            players: Vec::new(),
            stage: Stage::Entering,
            rounds: Vec::new(),
            seeds: Vec::new(),
            rows: Vec::new(),
        })
    }

    /// The event that these rows came of. No pairing is made anew: the rows have them.
    ///
    /// # Errors
    /// The first row that cannot be, or the plan (row 0).
    pub fn replay(plan: Plan, rows: impl IntoIterator<Item = Row>) -> Result<Event, ReplayError> {
        let mut event = Event::new(plan).map_err(|refusal| ReplayError { row: 0, refusal })?;
        for (index, row) in rows.into_iter().enumerate() {
            event.put(row).map_err(|refusal| ReplayError { row: index + 1, refusal })?;
        }
        Ok(event)
    }

    /// Somebody does something. The row is to be stored: the act itself, or for [`Act::Pair`] what came of it.
    ///
    /// # Errors
    /// Why it is not done. Nothing has changed then.
    pub fn handle_act(&mut self, at_ms: i64, by: By, act: Act) -> Result<Row, Refusal> {
        if !by.may(&act) {
            return Err(Refusal::NotYours);
        }
        let act = match act {
            Act::Pair => Act::Paired { drawn: self.draw()?, by_hand: None },
            Act::Paired { by_hand: None, .. } => return Err(Refusal::Text(0)),
            Act::Paired { drawn, by_hand } => Act::Paired { drawn: drawn.by_hand(), by_hand },
            act => act,
        };
        let row = Row { at_ms, by, act };
        self.put(row.clone())?;
        Ok(row)
    }

    /// Puts a row on the log, if it can be there.
    fn put(&mut self, row: Row) -> Result<(), Refusal> {
        self.apply(&row)?;
        self.rows.push(row);
        Ok(())
    }

    /// The plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many may take part at once; `None`: as many as the form can have. The plan says how many at first, [`Act::Places`] how many since.
    ///
    /// ```
    /// use hnefi_events::{Act, By, Event, Form, Plan, Refusal};
    /// let plan = Plan { places: Some(2), ..Plan::new(Form::Swiss { rounds: None }) };
    /// let mut event = Event::new(plan).unwrap();
    /// let enter = |key: &str| Act::Enter { key: key.to_owned(), rating: None };
    /// event.handle_act(0, By::Player, enter("ann")).unwrap();
    /// let ben = event.handle_act(0, By::Player, enter("ben")).unwrap();
    /// assert_eq!(event.handle_act(0, By::Player, enter("eve")), Err(Refusal::NoPlace { places: 2 }));
    /// // Who leaves gives his place back.
    /// event.handle_act(0, By::Player, Act::Leave { player: event.player_of("ben").unwrap().no }).unwrap();
    /// event.handle_act(0, By::Player, enter("eve")).unwrap();
    /// assert_eq!((event.places(), event.places_taken()), (Some(2), 2));
    /// ```
    pub const fn places(&self) -> Option<u32> {
        self.places
    }

    /// How many take part: each of them has a place.
    pub fn places_taken(&self) -> usize {
        self.players.iter().filter(|player| player.presence == Presence::Here).count()
    }

    /// How far it is.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The log.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Those who were there when it began, the best seed first; nobody before.
    pub fn seeds(&self) -> &[PlayerNo] {
        &self.seeds
    }

    /// All who have entered, by number.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Who has a number.
    pub fn player(&self, no: PlayerNo) -> Option<&Player> {
        self.players.get(no.index())
    }

    /// Who has entered under a key.
    pub fn player_of(&self, key: &str) -> Option<&Player> {
        self.players.iter().find(|player| player.key == key)
    }

    /// The rounds that are paired, the first first.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// A round, counted from 1, if it is paired.
    pub fn round(&self, number: u32) -> Option<&Round> {
        self.rounds.get((number as usize).wrapping_sub(1))
    }

    /// The last round, while it is not closed.
    pub fn open_round(&self) -> Option<&Round> {
        self.rounds.last().filter(|round| round.closed_ms.is_none())
    }

    /// A pairing, by round and table.
    pub fn pairing(&self, round: u32, table: u32) -> Option<&Pairing> {
        self.round(round)?.pairings.get((table as usize).wrapping_sub(1))
    }

    /// A game.
    pub fn game(&self, id: GameId) -> Option<&Game> {
        self.pairing(id.round, id.table)?.games.get((id.game as usize).wrapping_sub(1))
    }

    /// How many rounds there will be; `None` while that depends on who enters.
    pub fn rounds_planned(&self) -> Option<u32> {
        let begun = self.stage != Stage::Entering;
        let players = self.seeds.len() as u32;
        match self.plan.form {
            Form::Swiss { rounds: Some(rounds) } => Some(rounds),
            _ if !begun => None,
            Form::RoundRobin { cycles } => Some(cycles * berger_rounds(players)),
            Form::Swiss { rounds: None } => Some(swiss_rounds(players)),
            Form::KnockOut { .. } => Some(players.next_power_of_two().ilog2()),
            Form::Groups { groups, qualify, .. } => {
                Some(self.group_rounds() + (groups * qualify).next_power_of_two().ilog2())
            }
        }
    }

    /// Players in the order of their seeds: by rating, those without one last; then by lot.
    pub(crate) fn seeded(&self, mut players: Vec<PlayerNo>) -> Vec<PlayerNo> {
        players.sort_by_cached_key(|no| {
            let player = &self.players[no.index()];
            (std::cmp::Reverse(player.rating), lot(self.plan.seed, &player.key), player.key.clone())
        });
        players
    }

    /// Those who are to be paired.
    pub(crate) fn here(&self) -> Vec<PlayerNo> {
        self.players.iter().filter(|player| player.presence == Presence::Here).map(|player| player.no).collect()
    }
}
