//! Why somebody did not meet somebody else in a round: what the cheapest pairing in which they do would have paid.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use hnefi_events::{ByeKind, Form, Penalties, PlayerNo, Round, Why};
use hnefi_views::events::{WhyNotAnswer, WhyNotPage, WhyNotPlayer, WhyNotRow};
use serde::Deserialize;

use super::held;
use super::log::Held;
use super::says::{self, called, say, text};
use crate::server::doors::Door;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// How many of these questions are worked out at once: of everybody, and of one network. One in an event of 500 players takes a third of a second.
const PLACES: (usize, usize) = (2, 1);

/// The penalties, the dearest first, by the ids of their words.
const KINDS: [&str; 5] =
    ["event-whynot-again", "event-whynot-sides", "event-whynot-score", "event-whynot-turns", "event-whynot-places"];

/// What is asked.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    round: u32,
    one: Option<u32>,
    /// 0 for no game.
    other: Option<u32>,
}

/// Whether the way in which a round was paired left a choice.
pub(super) fn may_ask(held: &Held, round: &Round) -> bool {
    let swiss = matches!(held.event.plan().form, Form::Swiss { .. });
    swiss && round.by_hand.is_none() && 2 * round.pairings.len() + round.byes.len() > 2
}

/// The page that tells why.
pub(super) async fn page(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let held = held(&app, &id).await?;
    let round = held.event.round(asked.round).ok_or(Problem::NoPage)?;
    let people = to_be_paired(round);
    let (first, second) = (people.first().map_or(0, |no| no.0), people.get(1).map_or(0, |no| no.0));
    let mut page = WhyNotPage {
        id: held.id.clone(),
        name: held.told.name.clone(),
        round_title: says::round_title(round),
        round: round.number,
        players: people.iter().map(|&no| WhyNotPlayer { number: no.0, name: held.name(no).to_owned() }).collect(),
        bye: people.len() % 2 == 1,
        one: asked.one.unwrap_or(first),
        other: asked.other.unwrap_or(second),
        answer: None,
    };
    if let (Some(one), Some(other)) = (asked.one, asked.other) {
        let doors = [(Door::WhyNot, PLACES.0), (Door::WhyNotFrom(asks.network), PLACES.1)];
        let place = app.doors.enter(&doors).ok_or(Problem::TooMany)?;
        let number = round.number;
        let answer = move || {
            let _place = place;
            answer(&held, number, PlayerNo(one), (other != 0).then_some(PlayerNo(other)))
        };
        let answered = tokio::task::spawn_blocking(answer).await;
        page.answer = Some(answered.map_err(|error| Problem::Internal(error.to_string()))?);
    }
    Ok(html(&page))
}

/// Who was to be paired in a round, by number. Who wished for no game was not.
fn to_be_paired(round: &Round) -> Vec<PlayerNo> {
    let byes = round.byes.iter().filter(|bye| bye.kind != ByeKind::Wished).map(|bye| bye.player);
    let mut people: Vec<PlayerNo> = round.pairings.iter().flat_map(|pairing| pairing.players).chain(byes).collect();
    people.sort_unstable();
    people
}

fn answer(held: &Held, round: u32, one: PlayerNo, other: Option<PlayerNo>) -> WhyNotAnswer {
    let only = |says: String| WhyNotAnswer { says: vec![says], rows: Vec::new() };
    let event = &held.event;
    let Some(paired) = event.round(round) else { return WhyNotAnswer::default() };
    if !matches!(event.plan().form, Form::Swiss { .. }) {
        return only(text("event-whynot-form"));
    }
    if paired.by_hand.is_some() {
        return only(text("event-whynot-by-hand"));
    }
    if other == Some(one) {
        return only(text("event-whynot-same-person"));
    }
    let changed = paired.pairings.iter().any(|pairing| pairing.changed.is_some());
    let names = |id: &str, more: &[(&'static str, String)]| {
        let mut values = vec![("one", called(held, one).into())];
        if let Some(other) = other {
            values.push(("other", called(held, other).into()));
        }
        values.extend(more.iter().map(|(name, value)| (*name, value.as_str().into())));
        say(id, &values)
    };
    let together = paired.pairing_of(one).filter(|pairing| other.is_some_and(|other| pairing.has(other)));
    if let Some(pairing) = together {
        return only(names("event-whynot-they-did", &[("table", pairing.table.to_string())]));
    }
    if other.is_none() && paired.bye_of(one).is_some_and(|bye| matches!(bye.why, Why::Swiss(_))) {
        return only(names("event-whynot-had-bye", &[]));
    }
    // Where two have changed places, what was paid stands with the tables that the machine had made.
    let (Some(paid), Some(instead)) = (event.paid(round), event.would_pay(round, one, other)) else {
        return only(text("event-whynot-not-there"));
    };
    let decides = decides(&paid, &instead);
    let suffix = if other.is_none() { "-bye" } else { "" };
    let mut says = vec![match decides {
        Some(kind) => {
            let by = instead.amounts()[kind] - paid.amounts()[kind];
            names(&format!("event-whynot-dearer{suffix}"), &[("by", by.to_string()), ("name", text(KINDS[kind]))])
        }
        None => names(&format!("event-whynot-equal{suffix}"), &[]),
    }];
    if changed {
        says.push(text("event-whynot-changed"));
    }
    let amounts = paid.amounts().into_iter().zip(instead.amounts());
    let row = |(kind, (paid, instead)): (usize, (u32, u32))| WhyNotRow {
        name: text(KINDS[kind]),
        paid,
        instead,
        decides: decides == Some(kind),
    };
    WhyNotAnswer { says, rows: amounts.enumerate().map(row).collect() }
}

/// The first kind of penalty of which the other pairing has more; `None` where both pay the same.
fn decides(paid: &Penalties, instead: &Penalties) -> Option<usize> {
    paid.amounts().iter().zip(instead.amounts()).position(|(&paid, instead)| instead > paid)
}
