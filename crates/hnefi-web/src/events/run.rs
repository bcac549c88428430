//! What those who run an event see and do.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_events::{Act, GameId, PlayerNo, Round, Stage};
use hnefi_live::PersonId;
use hnefi_store::{StoreError, now_ms};
use hnefi_views::events::{JoinOrganisersPage, Next, PlayerRow, RunForm, RunPage};
use serde::Deserialize;

use super::log::{self, Held};
use super::says::{self, say, text};
use super::typed::{self, Told};
use super::wish::{Refused, Wish};
use super::{apart, held, page as public, show, told};
use crate::game::see_other;
use crate::order::is_moderator;
use crate::server::forms::bad_form;
use crate::server::person::{MaybePerson, Person};
use crate::server::rates::Who;
use crate::server::state::AppState;
use crate::server::{Problem, base, html, secret};

/// How often an act is tried again when somebody else was quicker.
const TRIES: usize = 20;

/// Whether somebody may run an event: who does so, and who looks after the club.
pub(super) async fn runs(app: &AppState, event: &str, person: &PersonId) -> Result<bool, Problem> {
    Ok(app.store.organises(event, person).await? || is_moderator(app, person).await?)
}

/// Who asks, if he may run the event.
async fn organiser(app: &AppState, event: &str, asks: MaybePerson) -> Result<Person, Problem> {
    app.store.event_version(event).await?.ok_or(Problem::NoPage)?;
    let person = asks.known.ok_or(Problem::NotOrganiser)?;
    if runs(app, event, &person.id).await? { Ok(person) } else { Err(Problem::NotOrganiser) }
}

/// What the address of the page may say.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// How many rows there were before something was done just now.
    since: Option<u64>,
    /// Whether there is a new link.
    link: Option<String>,
}

/// The page.
pub(super) async fn page(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    organiser(&app, &id, asks).await?;
    let held = held(&app, &id).await?;
    let mut page = view(&app, &held, &headers).await?;
    page.done = match asked.since {
        _ if asked.link.is_some() => Some(text("event-done-link")),
        Some(since) => Some(told::since(&held, since)),
        None => None,
    };
    Ok(html(&page))
}

async fn view(app: &AppState, held: &Held, headers: &HeaderMap) -> Result<RunPage, Problem> {
    let base = base::of(&app.addresses, headers);
    let shown = show::shown(app, held).await?;
    let (next, next_says) = next(held);
    let online = held.online.is_some();
    let players = held.event.players().iter().map(|player| PlayerRow {
        number: player.no.0,
        name: held.name(player.no).to_owned(),
        left: log::has_left(player),
    });
    Ok(RunPage {
        next,
        next_says,
        players: players.collect(),
        online,
        may_enter: !online && held.may_enter(),
        may_unpair: held.may_unpair(),
        address: public::address(&base, &held.id),
        local_only: base.local_only,
        in_the_open: !base.url.starts_with("https://") && !base.local_only,
        link: format!("{}/events/{}/organisers/{}", base.url, held.id, secret_of(app, held)),
        done: None,
        fault: None,
        refused: None,
        log: told::all(held),
        shown,
    })
}

/// What can be done next, and what is said of it.
fn next(held: &Held) -> (Next, String) {
    let event = &held.event;
    let here = event.players().iter().filter(|player| !log::has_left(player)).count();
    match event.stage() {
        Stage::Finished => (Next::Over, text("event-run-next-over")),
        Stage::Entering if here < 2 && held.online.is_some() => (Next::Names, text("event-run-next-players")),
        Stage::Entering if here < 2 => (Next::Names, text("event-run-next-names")),
        Stage::Entering => (Next::Begin, say("event-run-next-begin", &[("count", here.into())])),
        Stage::Playing => {
            let of_round = |round: &Round| {
                let games = || round.pairings.iter().flat_map(|pairing| &pairing.games);
                (games().filter(|game| game.result.is_none()).count(), games().count())
            };
            let (open, all) = event.open_round().map(of_round).unwrap_or_default();
            let go_on: usize = event.rounds().iter().map(|round| of_round(round).0).sum();
            let values = [("open", go_on.into())];
            if open > 0 {
                (Next::Results, say("event-run-next-results", &[("open", open.into()), ("all", all.into())]))
            } else if held.may_pair() {
                (Next::Pair, say("event-run-next-pair", &values))
            } else {
                (Next::Finish, say("event-run-next-finish", &values))
            }
        }
    }
}

/// Does something, or says why not.
pub(super) async fn act(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
    headers: HeaderMap,
    form: Result<Form<RunForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let person = organiser(&app, &id, asks).await?;
    if !app.rates.message(&Who::Person(person.id.clone())) {
        return Err(Problem::TooMany);
    }
    let (status, fault) = match wish(&form) {
        Err(fault) => (StatusCode::BAD_REQUEST, fault),
        Ok((seen, wish)) => match done(&app, &id, &person.id, seen, wish).await? {
            Ok(before) => {
                let place = if form.act == "result" { "next" } else { "main" };
                return Ok(see_other(&app, &person, &format!("/events/{id}/run?since={before}#{place}")));
            }
            Err(Not::Stale) => (StatusCode::CONFLICT, text("event-refused-stale")),
            Err(Not::Refused(refused)) => (StatusCode::BAD_REQUEST, says::refused(&refused)),
        },
    };
    let held = held(&app, &id).await?;
    let page = RunPage { fault: Some(fault), refused: Some(form), ..view(&app, &held, &headers).await? };
    Ok((status, html(&page)).into_response())
}

/// Why something was not done.
enum Not {
    /// Somebody else has done something that the page did not show.
    Stale,
    /// It cannot be.
    Refused(Refused),
}

/// Does what was wanted after so many rows had been seen: all of it in one transaction, or nothing. Gives how many rows there were.
async fn done(app: &AppState, id: &str, person: &PersonId, seen: u64, wish: Wish) -> Result<Result<u64, Not>, Problem> {
    for _ in 0..TRIES {
        let held = held(app, id).await?;
        let before = held.version();
        let as_seen = || held.as_of(seen).is_some_and(|then| held.means_the_same(&then, &wish));
        if before != seen && !as_seen() {
            return Ok(Err(Not::Stale));
        }
        if held.online.is_some() && !wish.is_for_online() {
            return Ok(Err(Not::Refused(Refused::Typed(text("event-refused-online")))));
        }
        let at_ms = now_ms();
        let again = wish.clone();
        let (held, outcome) = apart(held, move |held| held.act(at_ms, &log::organiser(), again)).await?;
        match outcome {
            Ok(done) if done.lines.is_empty() => return Ok(Ok(before)),
            Ok(done) => match app.store.append_event(held.change(before, at_ms, Some(person), &done)).await {
                // Somebody else was quicker by a moment: it is looked at anew.
                Err(StoreError::EventStale(_)) => {}
                other => {
                    app.event_acts.notify_one();
                    return Ok(other.map(|()| Ok(before))?);
                }
            },
            Err(refused) => return Ok(Err(Not::Refused(refused))),
        }
    }
    Ok(Err(Not::Stale))
}

/// What a form wants, and how many rows its page had seen; else what is wrong with it, in words.
fn wish(form: &RunForm) -> Result<(u64, Wish), String> {
    let unknown = || text("event-refused-act");
    let seen = form.version.parse().map_err(|_| unknown())?;
    let player = |text: &str| text.parse().map(PlayerNo).map_err(|_| unknown());
    let reason = || typed::reason(&form.why);
    let wish = match form.act.as_str() {
        "enter" => {
            let names: Vec<String> =
                form.names.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
            match names.is_empty() {
                true => return Err(text("event-refused-none-typed")),
                false => Wish::Enter(names),
            }
        }
        "rename" => Wish::Rename { player: player(&form.player)?, name: form.name.clone() },
        "leave" => Wish::Act(Act::Leave { player: player(&form.player)? }),
        "return" => Wish::Act(Act::Return { player: player(&form.player)? }),
        "begin" => Wish::Begin,
        "pair" => Wish::Pair,
        "finish" => Wish::Finish,
        "tell" => Wish::Tell(Told::read(&form.name, &form.about, &form.clock)?),
        "places" => Wish::Places(form.places.clone()),
        "unpair" => Wish::Act(Act::Unpair { reason: reason()? }),
        "swap" => Wish::Act(Act::Swap { one: player(&form.player)?, other: player(&form.other)?, reason: reason()? }),
        "result" => {
            let result = says::result_of(&form.result).ok_or_else(unknown)?;
            Wish::Act(Act::Result { game: game(&form.game).ok_or_else(unknown)?, result })
        }
        "correct" => {
            let result = match form.result.as_str() {
                "" => None,
                id => Some(says::result_of(id).ok_or_else(unknown)?),
            };
            Wish::Act(Act::Correct { game: game(&form.game).ok_or_else(unknown)?, result, reason: reason()? })
        }
        _ => return Err(unknown()),
    };
    Ok((seen, wish))
}

/// The game of an id such as `1.3.2`.
fn game(id: &str) -> Option<GameId> {
    let mut parts = id.split('.').map(|part| part.parse().ok());
    let (round, table, game) = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(GameId { round, table, game })
}

/// The secret of the organisers' link.
fn secret_of(app: &AppState, held: &Held) -> String {
    app.games.secrets.organisers(&held.id, held.links)
}

/// Makes the organisers' link anew.
pub(super) async fn new_link(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    organiser(&app, &id, asks).await?;
    app.store.new_event_link(&id).await?;
    Ok(Redirect::to(&format!("/events/{id}/run?link")).into_response())
}

/// The event of an organisers' link.
async fn invited(app: &AppState, id: &str, secret: &str) -> Result<Held, Problem> {
    let held = match held(app, id).await {
        Err(Problem::NoPage) => Err(Problem::NoLink),
        held => held,
    }?;
    // The hashes are compared, so that the time that it takes tells nothing of the secret.
    let fits = secret::hash(secret) == secret::hash(&secret_of(app, &held));
    if fits { Ok(held) } else { Err(Problem::NoLink) }
}

/// The page behind an organisers' link. Opening it gives nothing.
pub(super) async fn join_page(
    State(app): State<AppState>,
    Path((id, secret)): Path<(String, String)>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let held = invited(&app, &id, &secret).await?;
    if let Some(person) = &asks.known
        && app.store.organises(&id, &person.id).await?
    {
        return Ok(see_other(&app, person, &format!("/events/{id}/run")));
    }
    let action = format!("/events/{id}/organisers/{secret}");
    Ok(html(&JoinOrganisersPage { name: held.told.name, action }))
}

/// Who pressed the button runs the event from now on.
pub(super) async fn join(
    State(app): State<AppState>,
    Path((id, secret)): Path<(String, String)>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    invited(&app, &id, &secret).await?;
    let person = asks.or_new(&app).await?;
    app.store.organise_event(&id, &person.id, now_ms()).await?;
    Ok(see_other(&app, &person, &format!("/events/{id}/run")))
}

#[cfg(test)]
mod tests {
    use hnefi_events::{Form, Overdue, Plan};

    use super::*;
    use crate::events::log::{Line, organiser};
    use crate::events::typed::Told;

    #[test]
    fn a_round_whose_time_is_over_does_not_wait_for_games_that_go_on() {
        let plan =
            Plan { round_ms: Some(1000), overdue: Overdue::GoesOn, ..Plan::new(Form::Swiss { rounds: Some(2) }) };
        let made =
            Line::Made { told: Told::default(), rules: "brandubh".to_owned(), plan: Box::new(plan), online: None };
        let mut held = Held::replay("event", 0, [(0, made.to_json().as_str())].into_iter()).unwrap();
        let act = |held: &mut Held, wish| drop(held.act(0, &organiser(), wish).unwrap());
        act(&mut held, Wish::Enter(["Ann", "Ben", "Cleo", "Dora"].map(str::to_owned).to_vec()));
        act(&mut held, Wish::Begin);
        assert_eq!(next(&held), (Next::Results, "Open games: 4 of 4.".to_owned()));
        held.pass_time(1000);
        let goes_on = "This round is over. 4 games go on, and count as draws until they end.";
        assert_eq!(next(&held), (Next::Pair, goes_on.to_owned()));
        act(&mut held, Wish::Pair);
        held.pass_time(2000);
        let goes_on = "All rounds are over. 8 games go on, and count as draws if you finish now.";
        assert_eq!(next(&held), (Next::Finish, goes_on.to_owned()));
        // A game of an earlier round can still be given its result.
        let game = held.event.round(1).unwrap().pairings[0].games[0].id;
        act(&mut held, Wish::Act(Act::Result { game, result: hnefi_events::GameResult::Draw }));
        assert!(next(&held).1.contains(" 7 games go on"));
        act(&mut held, Wish::Finish);
        assert_eq!(next(&held).0, Next::Over);
    }
}
