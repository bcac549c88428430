//! What an event is to be, before anybody has entered.

use serde::{Deserialize, Serialize};

use crate::{Refusal, TextError, TieBreak, text};

/// What an event is to be. It never changes once somebody has entered; how many places there are says [`crate::Event::places`].
///
/// ```
/// use hnefi_events::{Form, GamesEach, Plan};
/// let plan = Plan::new(Form::Swiss { rounds: None });
/// assert_eq!(plan.games, GamesEach::Two);
/// assert_eq!(Plan::from_json(&plan.to_json()), Ok(plan));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Plan {
    /// The edition of the rules by which its log is read: 0 in a plan that names none, else up to [`Plan::EDITION`].
    ///
    /// In edition 0 who leaves forfeits open games of the last round alone, a match of a knock-out that is drawn by that goes on, who leaves
    /// later loses a match that was over, what was forfeited stays with the table when others come to it, a round in which one of two
    /// games was forfeited counts twice for Buchholz, and in a Swiss event who leaves has missed no round by that.
    #[serde(default, skip_serializing_if = "is_first")]
    pub edition: u32,
    /// Who meets whom.
    pub form: Form,
    /// How many games a pairing has.
    pub games: GamesEach,
    /// The rule set, by its id: a word for those who make the games.
    pub rule_set: String,
    /// The clock as text (`10+5`, `2d`): a word for those who make the games.
    pub clock: Option<String>,
    /// What decides between players with the same points, the first first.
    pub tie_breaks: Vec<TieBreak>,
    /// What rounds without a game give.
    pub unplayed: Unplayed,
    /// The number that all lots come from: the same entries and results with the same seed give the same pairings.
    pub seed: u32,
    /// How many may take part at once, from [`Plan::least_players`] to [`Plan::most_players`]; `None`: as many as the form can have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<u32>,
    /// Whether only those who have checked in are paired in the first round.
    pub check_in: bool,
    /// Until before which round people may enter late, or come back; 0 or 1: nobody after the beginning. Swiss only.
    pub late_entry_till: u32,
    /// When it begins by itself, in milliseconds since 1970; `None`: somebody begins it.
    pub begins_ms: Option<i64>,
    /// Whether rounds are closed and paired, and the event finished, by itself; else an arbiter does it.
    pub by_itself: bool,
    /// How long a round may last, in milliseconds; `None`: as long as its games.
    pub round_ms: Option<i64>,
    /// How long after the end of a round the next one is paired by itself, in milliseconds.
    pub pause_ms: i64,
    /// What becomes of games that have not ended when their round is over.
    pub overdue: Overdue,
}

/// Who meets whom in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Form {
    /// Everybody meets everybody.
    RoundRobin {
        /// How often, 1 or 2: the second time with the sides swapped.
        cycles: u32,
    },
    /// In every round those meet who have about the same points, and nobody meets anybody twice.
    Swiss {
        /// How many rounds; `None`: as many as the number of players asks for ([`crate::swiss_rounds`]).
        rounds: Option<u32>,
    },
    /// Who loses a match is out.
    KnockOut {
        /// Whether those who lose the semifinals play for the third place.
        third_place: bool,
    },
    /// Everybody meets everybody of the group; the best of each group then play a knock-out.
    Groups {
        /// How many groups: at least 1.
        groups: u32,
        /// How many of each go on: at least 1.
        qualify: u32,
        /// Whether those who lose the semifinals play for the third place.
        third_place: bool,
    },
}

/// How many games a pairing has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GamesEach {
    /// One game; the sides are balanced over the event.
    One,
    /// Two games, with the sides swapped in the second.
    Two,
}

impl GamesEach {
    /// The number of games.
    pub const fn number(self) -> u32 {
        match self {
            GamesEach::One => 1,
            GamesEach::Two => 2,
        }
    }
}

/// What rounds without a game give, in half points for each game of a pairing: 2 is what a win gives, 1 a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Unplayed {
    /// For who has no opponent because the number of players is odd.
    pub bye: u32,
    /// For who wished for no game.
    pub wished: u32,
    /// How many rounds somebody may wish off.
    pub most_wished: u32,
    /// For rounds before a late entry.
    pub missed: u32,
}

impl Default for Unplayed {
    /// A bye is a win, a wished one a draw and not more than one, a missed round nothing.
    fn default() -> Unplayed {
        Unplayed { bye: 2, wished: 1, most_wished: 1, missed: 0 }
    }
}

/// What becomes of games that have not ended when their round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overdue {
    /// They go on, and count as draws until they end; what is open when the event finishes was drawn.
    GoesOn,
    /// They are lost for both.
    Lost,
}

impl Plan {
    /// The edition of events that are made now.
    pub const EDITION: u32 = 1;
    /// The most players of an event: at once, and of all who ever enter.
    pub const MOST_PLAYERS: usize = 1_000;
    /// The most players of a round robin, and of one group.
    pub const MOST_IN_ROUND_ROBIN: usize = 64;
    /// The most rounds of a Swiss event.
    pub const MOST_ROUNDS: u32 = 50;
    /// The longest text of a key, a rule set, a clock, or a reason, in bytes.
    pub const MOST_TEXT: usize = 500;

    /// A plan of this form with what is usual for the rest: matches of two games, Copenhagen, no clock, all in an arbiter's hand.
    pub fn new(form: Form) -> Plan {
        Plan {
            edition: Plan::EDITION,
            form,
            games: GamesEach::Two,
            rule_set: "copenhagen".to_owned(),
            clock: None,
            tie_breaks: TieBreak::usual(form),
            unplayed: Unplayed::default(),
            seed: 0,
            places: None,
            check_in: false,
            late_entry_till: 0,
            begins_ms: None,
            by_itself: false,
            round_ms: None,
            pause_ms: 0,
            overdue: Overdue::GoesOn,
        }
    }

    /// The plan as text, with the version of its form.
    pub fn to_json(&self) -> String {
        text::write(self)
    }

    /// Reads [`Plan::to_json`].
    ///
    /// # Errors
    /// The text is no plan, or one of a version that is not known.
    pub fn from_json(json: &str) -> Result<Plan, TextError> {
        text::read(json)
    }

    /// Whether it can be held.
    ///
    /// # Errors
    /// The first number of it that cannot be.
    pub fn check(&self) -> Result<(), Refusal> {
        within(PlanPart::Edition, self.edition.into(), 0, Plan::EDITION.into())?;
        match self.form {
            Form::RoundRobin { cycles } => within(PlanPart::Cycles, cycles.into(), 1, 2)?,
            Form::Swiss { rounds: Some(rounds) } => {
                within(PlanPart::Rounds, rounds.into(), 1, Plan::MOST_ROUNDS.into())?;
            }
            Form::Swiss { rounds: None } | Form::KnockOut { .. } => {}
            Form::Groups { groups, qualify, .. } => {
                within(PlanPart::Groups, groups.into(), 1, 64)?;
                within(PlanPart::Qualify, qualify.into(), 1, 16)?;
            }
        }
        for halves in [self.unplayed.bye, self.unplayed.wished, self.unplayed.missed] {
            within(PlanPart::Unplayed, halves.into(), 0, 2)?;
        }
        within(PlanPart::RoundMs, self.round_ms.unwrap_or(1), 1, LONGEST_MS)?;
        within(PlanPart::PauseMs, self.pause_ms, 0, LONGEST_MS)?;
        within(PlanPart::LateEntry, self.late_entry_till.into(), 0, Plan::MOST_ROUNDS.into())?;
        for text in [Some(&self.rule_set), self.clock.as_ref()].into_iter().flatten() {
            within(PlanPart::Text, text.len() as i64, 0, Plan::MOST_TEXT as i64)?;
        }
        within(PlanPart::TieBreaks, self.tie_breaks.len() as i64, 0, TieBreak::ALL.len() as i64)?;
        self.check_places(self.places)
    }

    /// Whether there can be so many places.
    ///
    /// # Errors
    /// The form needs more, or can have no more than fewer.
    pub(crate) fn check_places(&self, places: Option<u32>) -> Result<(), Refusal> {
        let (least, most) = (self.least_players() as i64, self.most_players() as i64);
        places.map_or(Ok(()), |places| within(PlanPart::Places, places.into(), least, most))
    }

    /// The fewest players with whom this form can begin.
    ///
    /// ```
    /// use hnefi_events::{Form, Plan};
    /// let plan = Plan::new(Form::Groups { groups: 4, qualify: 2, third_place: false });
    /// assert_eq!((plan.least_players(), plan.most_players()), (8, 256));
    /// ```
    pub fn least_players(&self) -> usize {
        match self.form {
            Form::Groups { groups, qualify, .. } => groups as usize * qualify.max(2) as usize,
            _ => 2,
        }
    }

    /// The most players that this form can have at once.
    pub fn most_players(&self) -> usize {
        match self.form {
            Form::RoundRobin { .. } => Plan::MOST_IN_ROUND_ROBIN,
            Form::Swiss { .. } | Form::KnockOut { .. } => Plan::MOST_PLAYERS,
            Form::Groups { groups, .. } => (Plan::MOST_IN_ROUND_ROBIN * groups as usize).min(Plan::MOST_PLAYERS),
        }
    }
}

const fn is_first(edition: &u32) -> bool {
    *edition == 0
}

/// Whether a part of a plan is within its range.
fn within(what: PlanPart, value: i64, least: i64, most: i64) -> Result<(), Refusal> {
    if (least..=most).contains(&value) { Ok(()) } else { Err(Refusal::Plan { what, value, least, most }) }
}

/// Ten years, in milliseconds.
const LONGEST_MS: i64 = 10 * 366 * 24 * 3_600_000;

/// A part of a plan that can be out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlanPart {
    /// The edition of the rules.
    Edition,
    /// How often everybody meets everybody.
    Cycles,
    /// The number of rounds.
    Rounds,
    /// The number of groups.
    Groups,
    /// How many of a group go on.
    Qualify,
    /// What a round without a game gives.
    Unplayed,
    /// How long a round may last.
    RoundMs,
    /// How long it is till the next round.
    PauseMs,
    /// Until which round people may enter.
    LateEntry,
    /// The length of a text.
    Text,
    /// The number of tie-breaks.
    TieBreaks,
    /// The number of places.
    Places,
}
