//! The list of events, and the form that makes one.

use askama::Template;
use hnefi_rules::Ruleset;
use hnefi_words::Words;

use crate::filters;
use crate::home::{RuleChoice, rule_groups};

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
    /// Till which round people may still enter.
    pub late: String,
    /// The tie-breaks by their ids, in order; empty for the usual ones of the form.
    pub breaks: Vec<String>,
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
