//! The form that makes an event.

use hnefi_events::{Form, GamesEach, Plan, TieBreak};
use hnefi_views::events::NewEvent;
use hnefi_wire::house;

use super::log::Line;
use super::says::{break_id, say, text};
use super::typed::Told;
use crate::server::secret;

/// What the fields of the form say, as browsers send them.
pub(super) fn read(pairs: Vec<(String, String)>) -> (NewEvent, String) {
    let mut said = NewEvent::default();
    let mut rules = String::new();
    for (field, value) in pairs {
        match field.as_str() {
            "name" => said.name = value,
            "about" => said.about = value,
            "clock" => said.clock = value,
            "rules" => rules = value,
            "house" => said.house = value,
            "form" => said.form = value,
            "rounds" => said.rounds = value,
            "late" => said.late = value,
            "cycles" => said.cycles = value,
            "groups" => said.groups = value,
            "qualify" => said.qualify = value,
            "third" => said.third = true,
            "games" => said.games = value,
            "break" if !value.is_empty() => said.breaks.push(value),
            _ => {}
        }
    }
    (said, rules)
}

/// What stands in the form before anybody has filled it in.
pub(super) fn empty() -> NewEvent {
    NewEvent {
        form: "swiss".to_owned(),
        late: "2".to_owned(),
        groups: "2".to_owned(),
        qualify: "2".to_owned(),
        ..NewEvent::default()
    }
}

/// The first row of the event that the form asks for; else what is wrong with it, in words.
pub(super) fn made(said: &NewEvent, rules: &str) -> Result<Line, String> {
    let told = Told::read(&said.name, &said.about, &said.clock)?;
    let rules = if said.house.trim().is_empty() { rules } else { said.house.trim() };
    let known =
        crate::house::asked(rules).map_err(|problem| say("event-fault-rules", &[("why", problem.message().into())]))?;
    let number = |field: &str, value: &str, least: u32, most: u32| {
        let read = value.trim().parse().ok().filter(|number| (least..=most).contains(number));
        read.ok_or_else(|| {
            say("event-fault-number", &[("field", text(field).into()), ("least", least.into()), ("most", most.into())])
        })
    };
    let filled = |value: &str| !value.trim().is_empty();
    let form = match said.form.as_str() {
        "swiss" => {
            let rounds = || number("event-new-rounds", &said.rounds, 1, Plan::MOST_ROUNDS);
            Form::Swiss { rounds: filled(&said.rounds).then(rounds).transpose()? }
        }
        "round-robin" => {
            let cycles = if filled(&said.cycles) { said.cycles.as_str() } else { "1" };
            Form::RoundRobin { cycles: number("event-new-cycles", cycles, 1, 2)? }
        }
        "knock-out" => Form::KnockOut { third_place: said.third },
        "groups" => Form::Groups {
            groups: number("event-new-groups", &said.groups, 1, 64)?,
            qualify: number("event-new-qualify", &said.qualify, 1, 16)?,
            third_place: said.third,
        },
        _ => return Err(text("event-fault-form")),
    };
    let mut plan = Plan::new(form);
    plan.games = if said.games == "1" { GamesEach::One } else { GamesEach::Two };
    plan.rule_set = known.id().to_owned();
    plan.seed = u32::from_le_bytes(secret::random());
    if let Form::Swiss { .. } = form
        && filled(&said.late)
    {
        plan.late_entry_till = number("event-new-late", &said.late, 1, Plan::MOST_ROUNDS)?;
    }
    if !said.breaks.is_empty() {
        plan.tie_breaks = breaks(&said.breaks)?;
    }
    plan.check().map_err(|_| text("event-fault-form"))?;
    Ok(Line::Made { told, rules: house::name_of(&known), plan: Box::new(plan) })
}

/// The tie-breaks of ids, each once.
fn breaks(ids: &[String]) -> Result<Vec<TieBreak>, String> {
    let mut all = Vec::new();
    for id in ids {
        let one = TieBreak::ALL.into_iter().find(|one| break_id(*one) == id);
        match one {
            Some(one) if !all.contains(&one) => all.push(one),
            _ => return Err(text("event-fault-breaks")),
        }
    }
    Ok(all)
}

/// The ids of all tie-breaks.
pub(super) fn break_ids() -> [&'static str; 6] {
    TieBreak::ALL.map(break_id)
}
