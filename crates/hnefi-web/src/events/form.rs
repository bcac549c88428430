//! The form that makes an event.

use hnefi_clock::Control;
use hnefi_events::{Form, GamesEach, Overdue, Plan, TieBreak};
use hnefi_ratings::Pool;
use hnefi_store::now_ms;
use hnefi_views::events::NewEvent;
use hnefi_wire::{control_words, house};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::log::Line;
use super::online::Online;
use super::says::{break_id, say, text};
use super::typed::Told;
use crate::server::secret;

const MINUTE_MS: i64 = 60_000;
/// The most minutes, hours or days that a field can say.
const MOST: i64 = 9_999;
/// How far ahead an event can begin, in milliseconds.
const LATEST_MS: i64 = 2 * 366 * 24 * 60 * MINUTE_MS;

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
            "places" => said.places = value,
            "break" if !value.is_empty() => said.breaks.push(value),
            "place" => said.online = value == "online",
            "control" => said.control = value.replace(' ', ""),
            "rated" => said.rated = true,
            "begins" => said.begins = value,
            "zone" => said.zone = value,
            "by-hand" => said.by_hand = true,
            "check-in" => said.check_in = true,
            "lasts" => said.lasts = value,
            "lasts-unit" => said.lasts_unit = value,
            "overdue" => said.overdue = value,
            "pause" => said.pause = value,
            "away" => said.away = true,
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
        rated: true,
        pause: "2".to_owned(),
        lasts_unit: "hours".to_owned(),
        ..NewEvent::default()
    }
}

/// The first row of the event that the form asks for; else what is wrong with it, in words.
pub(super) fn made(said: &NewEvent, rules: &str) -> Result<Line, String> {
    let mut told = Told::read(&said.name, &said.about, &said.clock)?;
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
        "groups" => {
            let groups = number("event-new-groups", &said.groups, 1, 64)?;
            let most = (Plan::MOST_PLAYERS as u32 / groups).min(16);
            Form::Groups {
                groups,
                qualify: number("event-new-qualify", &said.qualify, 1, most)?,
                third_place: said.third,
            }
        }
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
    if filled(&said.places) {
        let (least, most) = (plan.least_players() as u32, plan.most_players() as u32);
        plan.places = Some(number("event-new-places", &said.places, least, most)?);
    }
    if !said.breaks.is_empty() {
        plan.tie_breaks = breaks(&said.breaks)?;
    }
    let rules = house::name_of(&known);
    let online = said.online.then(|| online(said, &rules, &mut plan)).transpose()?;
    if online.is_some() {
        told.clock = plan.clock.as_ref().and_then(|clock| clock.parse().ok()).map(control_words).unwrap_or_default();
    }
    plan.check().map_err(|_| text("event-fault-form"))?;
    Ok(Line::Made { told, rules, plan: Box::new(plan), online })
}

/// How an event on the server goes.
fn online(said: &NewEvent, rules: &str, plan: &mut Plan) -> Result<Online, String> {
    let control: Control = said.control.parse().map_err(|_| text("event-fault-control"))?;
    if said.rated && hnefi_lobby::list(rules, control, Pool::People).is_none() {
        return Err(text("event-fault-rated"));
    }
    plan.clock = Some(control.to_string());
    plan.by_itself = !said.by_hand;
    plan.check_in = said.check_in;
    plan.begins_ms = begins_ms(said)?;
    plan.overdue = if said.overdue == "lost" { Overdue::Lost } else { Overdue::GoesOn };
    let number = |field: &str, value: &str, most: i64| {
        let read = value.trim().parse().ok().filter(|number| (0..=most).contains(number));
        read.ok_or_else(|| {
            say("event-fault-number", &[("field", text(field).into()), ("least", 0.into()), ("most", most.into())])
        })
    };
    if !said.pause.trim().is_empty() {
        plan.pause_ms = MINUTE_MS * number("event-new-pause", &said.pause, MOST)?;
    }
    if !said.lasts.trim().is_empty() {
        let unit_ms = match said.lasts_unit.as_str() {
            "days" => 24 * 60 * MINUTE_MS,
            "hours" => 60 * MINUTE_MS,
            _ => MINUTE_MS,
        };
        let lasts = number("event-new-lasts", &said.lasts, MOST)?;
        plan.round_ms = Some(lasts * unit_ms).filter(|&ms| ms > 0);
    }
    Ok(Online { rated: said.rated, away: said.away })
}

/// When it begins by itself.
fn begins_ms(said: &NewEvent) -> Result<Option<i64>, String> {
    let begins = said.begins.trim();
    if begins.is_empty() {
        return Ok(None);
    }
    let wrong = || text("event-fault-begins");
    let at: DateTime = begins.parse().map_err(|_| wrong())?;
    let before_greenwich: i64 = match said.zone.trim() {
        "" => 0,
        minutes => minutes.parse().ok().filter(|minutes| (-1_000..=1_000).contains(minutes)).ok_or_else(wrong)?,
    };
    let greenwich = at.to_zoned(TimeZone::UTC).map_err(|_| wrong())?.timestamp().as_millisecond();
    let at_ms = greenwich + before_greenwich * MINUTE_MS;
    let soonest = now_ms() - 5 * MINUTE_MS;
    if !(soonest..=soonest + LATEST_MS).contains(&at_ms) {
        return Err(text("event-fault-begins-when"));
    }
    Ok(Some(at_ms))
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
