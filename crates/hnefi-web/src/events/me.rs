//! What a player does in an event on the server: joins, says that he is there, wants no game in a round, leaves.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_events::{Act, By, Form as EventForm, Player, PlayerNo, Presence, Stage};
use hnefi_live::PersonId;
use hnefi_ratings::Pool;
use hnefi_store::{EventMatch, StoreError, now_ms};
use hnefi_views::events::{EventPage, Mine, MyGame};
use serde::Deserialize;

use super::log::Held;
use super::says::{self, say, text};
use super::wish::{Refused, Wish};
use super::{held, show};
use crate::game::see_other;
use crate::server::forms::bad_form;
use crate::server::person::{MaybePerson, Person};
use crate::server::rates::Who;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// How often an act is tried again when somebody else was quicker.
const TRIES: usize = 20;

/// What a form of the page says.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MyForm {
    act: String,
}

/// Does something, or says why not.
pub(super) async fn act(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
    form: Result<Form<MyForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    held(&app, &id).await?.online.ok_or(Problem::NoPage)?;
    let person = match asks.known {
        Some(person) if member(&app, &person).await? => person,
        _ => return Ok(Redirect::to(&format!("/log-in?to=/events/{id}")).into_response()),
    };
    if !app.rates.message(&Who::Person(person.id.clone())) {
        return Err(Problem::TooMany);
    }
    match done(&app, &id, &person.id, &form.act).await? {
        Ok(()) => Ok(see_other(&app, &person, &format!("/events/{id}"))),
        Err(refused) => {
            let shown = show::to(&app, &held(&app, &id).await?, Some(&person)).await?;
            let organiser = super::run::runs(&app, &id, &person.id).await?;
            let page = EventPage { shown, organiser, fault: Some(says::refused(&refused)) };
            Ok((StatusCode::BAD_REQUEST, html(&page)).into_response())
        }
    }
}

/// Whether somebody has an account, so that he is found when his game begins.
async fn member(app: &AppState, person: &Person) -> Result<bool, Problem> {
    Ok(app.store.account(&person.id).await?.is_some_and(|account| account.closed_ms.is_none()))
}

async fn done(app: &AppState, id: &str, person: &PersonId, act: &str) -> Result<Result<(), Refused>, Problem> {
    if app.store.is_bot(person).await? {
        return Ok(Err(Refused::Typed(text("event-refused-bot"))));
    }
    for _ in 0..TRIES {
        let mut held = held(app, id).await?;
        let Some(wish) = wish(app, &held, person, act).await? else {
            return Ok(Err(Refused::Typed(text("event-refused-act"))));
        };
        let (before, at_ms) = (held.version(), now_ms());
        let done = match held.act(at_ms, &By::Player, wish) {
            Ok(done) => done,
            Err(refused) => return Ok(Err(refused)),
        };
        match app.store.append_event(held.change(before, at_ms, Some(person), &done)).await {
            Err(StoreError::EventStale(_)) => {}
            stored => {
                stored?;
                app.event_acts.notify_one();
                return Ok(Ok(()));
            }
        }
    }
    Ok(Err(Refused::Typed(text("event-refused-stale"))))
}

/// What a word of the form means for somebody.
async fn wish(app: &AppState, held: &Held, person: &PersonId, act: &str) -> Result<Option<Wish>, Problem> {
    if act == "join" {
        let rating = rating(app, held, person).await?;
        return Ok(Some(Wish::Join { person: person.clone(), rating }));
    }
    let Some(player) = held.player_of(person).map(|player| player.no) else { return Ok(None) };
    Ok(Some(Wish::Act(match act {
        "leave" => Act::Leave { player },
        "check-in" => Act::CheckIn { player },
        "no-game" => Act::WishBye { player, round: next_round(held) },
        _ => return Ok(None),
    })))
}

/// The rating by which somebody is seeded: that of games like those of the event, rated or not.
async fn rating(app: &AppState, held: &Held, person: &PersonId) -> Result<Option<i32>, Problem> {
    let list = held.control().and_then(|control| hnefi_lobby::list(&held.rules, control, Pool::People));
    let Some(list) = list else { return Ok(None) };
    Ok(app.store.rating(list, person).await?.map(|rating| rating.points().round() as i32))
}

fn next_round(held: &Held) -> u32 {
    held.event.rounds().len() as u32 + 1
}

/// What somebody sees of himself, and can do; `None` at wooden boards, and where there is nothing.
pub(super) async fn mine(
    app: &AppState,
    held: &Held,
    matches: &[EventMatch],
    asks: Option<&Person>,
) -> Result<Option<Mine>, Problem> {
    if held.online.is_none() || held.event.stage() == Stage::Finished {
        return Ok(None);
    }
    let member = match asks {
        Some(person) => member(app, person).await?,
        None => false,
    };
    let Some(person) = asks.filter(|_| member) else {
        return Ok(match held.may_enter() {
            true => Some(Mine { says: text("event-join-members"), log_in: true, ..Mine::default() }),
            false => held.is_full().then(|| Mine { says: text("event-full"), ..Mine::default() }),
        });
    };
    let would = |wish: Wish| held.clone().act(i64::MAX, &By::Player, wish);
    let may = |wish: Wish| would(wish).is_ok();
    let join = || would(Wish::Join { person: person.id.clone(), rating: None });
    let act = |id: &'static str, words: &str| (id, text(words));
    let Some(player) = held.player_of(&person.id) else {
        return Ok(match join() {
            Ok(_) => Some(Mine { acts: vec![act("join", "event-join")], ..Mine::default() }),
            Err(refused) if refused.is_full() => {
                Some(Mine { says: text("event-full"), shut: Some(text("event-join")), ..Mine::default() })
            }
            Err(_) => None,
        });
    };
    let mut acts = Vec::new();
    let no = player.no;
    if player.presence != Presence::Here {
        let (mut says, mut shut) = (text("event-mine-left"), None);
        match join() {
            Ok(_) => acts.push(act("join", "event-join-again")),
            Err(refused) if refused.is_full() => {
                says = format!("{says} {}", text("event-full"));
                shut = Some(text("event-join-again"));
            }
            Err(_) => {}
        }
        return Ok(Some(Mine { says, acts, shut, ..Mine::default() }));
    }
    if may(Wish::Act(Act::CheckIn { player: no })) {
        acts.push(act("check-in", "event-check-in"));
    }
    let round = next_round(held);
    let mut leaving = Vec::new();
    if may(Wish::Act(Act::WishBye { player: no, round })) {
        leaving.push(("no-game", say("event-no-game", &[("round", round.into())])));
    }
    leaving.push(act("leave", "event-leave"));
    Ok(Some(Mine { says: stands(held, player), game: game(held, matches, no), acts, leaving, ..Mine::default() }))
}

/// How somebody stands who takes part, in a sentence.
fn stands(held: &Held, player: &Player) -> String {
    let event = &held.event;
    let wished = |round: u32| player.wished.contains(&round) && matches!(event.plan().form, EventForm::Swiss { .. });
    match event.stage() {
        Stage::Entering if event.plan().check_in && !player.checked_in => text("event-mine-check-in"),
        Stage::Entering => text("event-mine-in"),
        _ if wished(next_round(held)) => say("event-mine-no-game", &[("round", next_round(held).into())]),
        _ => text("event-mine-playing"),
    }
}

/// The game that somebody has to play: the one in which he is to move before others.
fn game(held: &Held, matches: &[EventMatch], player: PlayerNo) -> Option<MyGame> {
    let me = &held.person(player)?.person;
    let running = matches.iter().flat_map(|one| &one.games).filter(|game| game.status.ending.is_none());
    let side_of = |game: &hnefi_store::Summary| {
        hnefi_rules::Side::ALL.into_iter().find(|&side| game.seats[side].person() == Some(me))
    };
    let mut own: Vec<_> = running.filter_map(|game| Some((game, side_of(game)?))).collect();
    own.sort_by_key(|(game, side)| (game.status.to_move != Some(*side), game.match_game));
    let (game, side) = own.first()?;
    let other = game.seats[!*side].person().and_then(|person| held.player_of(person));
    let name = other.map_or_else(|| text("former-member"), |other| says::called(held, other.no));
    let words = match side {
        hnefi_rules::Side::Attackers => "event-mine-game-attackers",
        hnefi_rules::Side::Defenders => "event-mine-game-defenders",
    };
    Some(MyGame {
        address: format!("/game/{}", game.id),
        says: say(words, &[("name", name.into())]),
        live: game.control.is_some_and(hnefi_clock::Control::is_live),
    })
}
