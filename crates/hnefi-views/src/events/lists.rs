//! The list of events, and the form that makes one.

use askama::Template;
use hnefi_rules::Ruleset;
use hnefi_words::Words;

use crate::filters;
use crate::home::{RuleChoice, rule_groups};
use crate::lobby::{CLOCKS, clock_words};

/// The list of events.
///
/// ```
/// use hnefi_views::events::EventsPage;
/// let build = hnefi_views::Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// assert!(hnefi_views::render(&EventsPage::default(), &build).unwrap().contains("No event yet"));
/// ```
#[derive(Clone, Debug, Default, Template)]
#[template(path = "events.html")]
pub struct EventsPage {
    /// Those that the visitor runs.
    pub own: Vec<EventRow>,
    /// Those in which the visitor plays, or has played.
    pub played: Vec<EventRow>,
    /// All of them, the one in which something was done last first.
    pub all: Vec<EventRow>,
    /// Whether the visitor may make one.
    pub may_make: bool,
}

/// An event in the list.
#[derive(Clone, Debug)]
pub struct EventRow {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Where and when.
    pub about: String,
    /// How far it is, in words.
    pub state: String,
    /// Whether it is played on the server.
    pub online: bool,
    /// When it begins by itself, while it has not begun: for programs, and in words.
    pub begins: Option<(String, String)>,
}

/// What the form of a new event says.
#[derive(Clone, Debug, Default)]
pub struct NewEvent {
    /// What it is called.
    pub name: String,
    /// Where and when.
    pub about: String,
    /// The clock, in words.
    pub clock: String,
    /// The code of house rules.
    pub house: String,
    /// `swiss`, `round-robin`, `knock-out` or `groups`.
    pub form: String,
    /// How many rounds a Swiss event has.
    pub rounds: String,
    /// How often everybody meets everybody.
    pub cycles: String,
    /// How many groups.
    pub groups: String,
    /// How many of each group go on.
    pub qualify: String,
    /// Whether there is a match for the third place.
    pub third: bool,
    /// How many games a pairing has.
    pub games: String,
    /// How many may take part; empty for as many as the form can have.
    pub places: String,
    /// Till which round people may still enter.
    pub late: String,
    /// The tie-breaks by their ids, in order; empty for the usual ones of the form.
    pub breaks: Vec<String>,
    /// Whether it is played on the server, and what follows says how.
    pub online: bool,
    /// The clock of games on the server, such as `10+5` or `2d`.
    pub control: String,
    /// Whether they are rated.
    pub rated: bool,
    /// When it begins by itself, as browsers write it: `2026-12-05T18:00`.
    pub begins: String,
    /// How many minutes that is before Greenwich, as browsers count.
    pub zone: String,
    /// Whether somebody has to begin it, and pair its rounds.
    pub by_hand: bool,
    /// Whether only who says that he is there is paired at the beginning.
    pub check_in: bool,
    /// How long a round may last, in `lasts_unit`.
    pub lasts: String,
    /// `minutes`, `hours` or `days`.
    pub lasts_unit: String,
    /// What becomes of games that go on then: `goes-on` or `lost`.
    pub overdue: String,
    /// How many minutes there are between two rounds.
    pub pause: String,
    /// Whether clocks stand still while somebody is away.
    pub away: bool,
}

/// The form that makes an event.
#[derive(Clone, Debug, Template)]
#[template(path = "event-new.html")]
pub struct NewEventPage {
    groups: Vec<(&'static str, Vec<RuleChoice>)>,
    said: NewEvent,
    breaks: Vec<&'static str>,
    fault: Option<String>,
}

impl NewEventPage {
    /// How many tie-breaks can be picked.
    pub const BREAKS: usize = 4;

    /// The form as it was filled in. `breaks` are the ids of all tie-breaks.
    pub fn new(chosen: &Ruleset, said: NewEvent, breaks: &[&'static str], fault: Option<String>) -> NewEventPage {
        NewEventPage { groups: rule_groups(chosen), said, breaks: breaks.to_vec(), fault }
    }

    fn forms(&self) -> [&'static str; 4] {
        ["swiss", "round-robin", "knock-out", "groups"]
    }

    /// The clocks to choose from, and the one that was typed, if it is another.
    fn controls(&self) -> Vec<(String, String, bool)> {
        let chosen = if self.said.control.is_empty() { "10+5" } else { &self.said.control };
        let listed =
            CLOCKS.into_iter().filter_map(|clock| Some((clock.to_owned(), clock_words(clock)?, clock == chosen)));
        let other = Some(chosen).filter(|chosen| !CLOCKS.contains(chosen));
        listed.chain(other.and_then(|other| Some((other.to_owned(), clock_words(other)?, true)))).collect()
    }

    fn units(&self) -> [(&'static str, bool); 3] {
        ["minutes", "hours", "days"].map(|unit| (unit, self.said.lasts_unit == unit))
    }

    fn unit_name(&self, unit: &str) -> String {
        Words::english().text(&format!("event-new-{unit}"))
    }

    fn form_name(&self, form: &str) -> String {
        Words::english().text(&format!("event-new-form-{form}"))
    }

    fn form_about(&self, form: &str) -> String {
        Words::english().text(&format!("event-new-about-{form}"))
    }

    /// The places of tie-breaks, from 1.
    fn places(&self) -> std::ops::RangeInclusive<usize> {
        1..=NewEventPage::BREAKS
    }

    fn is_picked(&self, place: &usize, id: &str) -> bool {
        self.said.breaks.get(place - 1).is_some_and(|picked| picked == id)
    }

    fn break_name(&self, id: &str) -> String {
        Words::english().text(&format!("event-break-{id}"))
    }

    fn break_label(&self, at: &usize) -> String {
        Words::english().format("event-new-break", &[("number", (*at).into())])
    }
}
