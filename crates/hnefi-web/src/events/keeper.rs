//! Keeps the events on the server going: takes the results of their games, does what is due, and makes the games of new pairings.
//!
//! Everything is read from the store each time, and written under the version that was read. So a server that stops at any moment goes on where it was: a
//! round without games gets them, and a result that nobody has taken is taken.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use hnefi_clock::Control;
use hnefi_events::{Act, By, PlayerNo, Presence, Stage};
use hnefi_live::{Arrangement, MatchLength, Seat};
use hnefi_rules::{BySide, Game, Referee};
use hnefi_store::{EventMatch, StoreError, Terms, now_ms};
use tokio::time::sleep;

use super::log::{Held, OVER};
use super::online::{self, ToPlay};
use super::wish::{Done, Wish};
use crate::game::open_game::{first_game, links};
use crate::push::Notice;
use crate::server::Problem;
use crate::server::connections::stopped;
use crate::server::state::{AppState, Shared};

/// How often a step is tried again when somebody else was quicker.
const TRIES: usize = 20;
/// How long players have to come to a game on the clock before the time of its first move runs, in milliseconds.
const COMING_MS: i64 = 60_000;
/// What happens within so long is looked at together.
const TOGETHER: Duration = Duration::from_millis(100);
/// After how long something is tried again that could not be done, in milliseconds.
const AGAIN_MS: i64 = 30_000;
/// How long nothing is looked at if nothing happens, in milliseconds: where there are several servers, what happened may have been told in vain.
const LONGEST_MS: i64 = 60_000;

/// Looks after all events on the server, as long as there is one.
pub(crate) async fn keep(state: Weak<Shared>) {
    loop {
        let Some(app) = state.upgrade().map(AppState) else { return };
        let next_ms = match look(&app).await {
            Ok(next_ms) => next_ms,
            Err(StoreError::Closing) => return,
            Err(error) => {
                tracing::error!(%error, "which events there are cannot be read");
                now_ms() + AGAIN_MS
            }
        };
        let (games, acted, mut stopping) = (app.games.clone(), app.event_acts.clone(), app.stopping.subscribe());
        drop(app);
        let wait = (next_ms - now_ms()).clamp(0, LONGEST_MS).unsigned_abs();
        tokio::select! {
            () = games.over.notified() => {}
            () = acted.notified() => {}
            () = sleep(Duration::from_millis(wait)) => {}
            () = stopped(&mut stopping) => return,
        }
        sleep(TOGETHER).await;
    }
}

/// Does in every event what there is to be done, and gives when there is something next, in milliseconds since 1970.
async fn look(app: &AppState) -> Result<i64, StoreError> {
    let mut next_ms = i64::MAX;
    for id in app.store.online_events_but(OVER).await? {
        let due_ms = match step(app, &id).await {
            Ok(due_ms) => due_ms,
            Err(problem) => {
                tracing::error!(event = id, ?problem, "an event does not go on");
                Some(now_ms() + AGAIN_MS)
            }
        };
        next_ms = next_ms.min(due_ms.unwrap_or(i64::MAX));
    }
    Ok(next_ms)
}

/// Does in an event what there is to be done, and gives when there is something next.
async fn step(app: &AppState, id: &str) -> Result<Option<i64>, Problem> {
    for _ in 0..TRIES {
        let mut held = super::held(app, id).await?;
        let matches = app.store.event_matches(id).await?;
        let (before, at_ms) = (held.version(), now_ms());
        let mut done = Done { lines: part_from_gone(&mut held, at_ms), ..Done::default() };
        done.lines.extend(take_results(app, &mut held, &matches, at_ms).await?);
        if held.event.due().is_some_and(|due| due.at_ms <= at_ms) {
            let lines;
            (held, lines) = super::apart(held, move |held| held.pass_time(at_ms)).await?;
            done.lines.extend(lines);
        }
        if !done.lines.is_empty() {
            match app.store.append_event(held.change(before, at_ms, None, &done)).await {
                Err(StoreError::EventStale(_)) => continue,
                stored => stored?,
            }
        }
        make_games(app, &held, &matches).await?;
        // What is due and was not done just now is tried again later.
        let now_ms = now_ms();
        return Ok(held.event.due().map(|due| if due.at_ms <= now_ms { now_ms + AGAIN_MS } else { due.at_ms }));
    }
    Ok(Some(now_ms() + AGAIN_MS))
}

/// Whoever has no account any more leaves.
fn part_from_gone(held: &mut Held, at_ms: i64) -> Vec<super::log::Line> {
    let is_gone = |held: &Held, player: PlayerNo| held.person(player).is_none_or(|known| known.gone);
    let here = held.event.players().iter().filter(|player| player.presence == Presence::Here);
    let gone: Vec<PlayerNo> = here.map(|player| player.no).filter(|&player| is_gone(held, player)).collect();
    let mut lines = Vec::new();
    for player in gone {
        // An event that is over takes nothing more, and nothing is to be done then.
        if let Ok(done) = held.act(at_ms, &By::Machine, Wish::Act(Act::Leave { player })) {
            lines.extend(done.lines);
        }
    }
    lines
}

/// Takes the results of games that have ended since.
async fn take_results(
    app: &AppState,
    held: &mut Held,
    matches: &[EventMatch],
    at_ms: i64,
) -> Result<Vec<super::log::Line>, Problem> {
    let mut lines = Vec::new();
    for EventMatch { place, games } in matches {
        let pairing = held.event.pairing(place.round, place.board);
        let open = |game: &hnefi_events::Game| game.id.game >= place.first_game && game.result.is_none();
        let any_open = pairing.is_some_and(|pairing| pairing.games.iter().any(open));
        if !any_open || games.iter().all(|game| game.status.ending.is_none()) {
            continue;
        }
        let mut ended = Vec::new();
        for game in games {
            let log = match game.status.ending {
                Some(_) => app.store.load(&game.id).await?,
                None => None,
            };
            ended.push(log.as_ref().and_then(online::ended));
        }
        for (game, result) in online::results(*place, &ended) {
            if held.event.game(game).is_some_and(|game| game.result.is_none())
                && let Ok(done) = held.act(at_ms, &By::Machine, Wish::Act(Act::Result { game, result }))
            {
                lines.extend(done.lines);
            }
        }
    }
    Ok(lines)
}

/// Makes the games of pairings that have none.
async fn make_games(app: &AppState, held: &Held, matches: &[EventMatch]) -> Result<(), Problem> {
    let (Some(control), Stage::Playing) = (held.control(), held.event.stage()) else { return Ok(()) };
    let known: BTreeMap<_, _> = matches.iter().map(|one| (one.place, &one.games)).collect();
    for to_play in held.to_play() {
        match known.get(&to_play.place).map(|games| games.as_slice()) {
            // A server that stopped between two that begin at once has made the first alone.
            Some([alone]) if to_play.two && !control.is_live() => app.games.open(&alone.id).wake_at(now_ms()),
            Some(_) => {}
            None => make(app, held, control, &to_play).await?,
        }
    }
    Ok(())
}

async fn make(app: &AppState, held: &Held, control: Control, to_play: &ToPlay) -> Result<(), Problem> {
    let seat = |player: PlayerNo| {
        let person = held.person(player)?.person.clone();
        Some(Seat::Person { person, moves: 0 })
    };
    let (Some(attackers), Some(defenders)) = (seat(to_play.first.attackers), seat(to_play.first.defenders)) else {
        return Ok(());
    };
    let game = Game::new(Arc::new(Referee::new(crate::house::asked(&held.rules)?)));
    let length = to_play.two.then_some(MatchLength::Two);
    let mut new = first_game(game, Arrangement::Friend, BySide { attackers, defenders }, length, Some(control));
    let coming_ms = if control.is_live() { COMING_MS } else { 0 };
    if let (Some(clock), Some(turn)) = (&mut new.clock, new.game.turn()) {
        clock.start(turn, app.games.time.now().at_ms + coming_ms);
    }
    let away = held.online.is_some_and(|online| online.away);
    let terms = Terms { rated: held.list(), listed: true, no_away: !away, no_take_back: true };
    let links = links::of_game(&app.games.secrets, &new);
    match app.store.make_of_event(&held.id, to_play.place, &new, &links, terms).await {
        // Another step has made it.
        Err(StoreError::Known(_)) => return Ok(()),
        made => made?,
    }
    tracing::info!(event = held.id, game = new.id, clock = %control, "a game of an event");
    app.games.wake(&new.seats);
    let people = [&new.seats.attackers, &new.seats.defenders].into_iter().filter_map(Seat::person);
    for to in people.cloned() {
        app.push.tell(match control.is_live() {
            true => Notice::Begins { game: new.id.clone(), to },
            false => Notice::Turn { game: new.id.clone(), to },
        });
    }
    // The second game of days begins beside it; the flag of one on the clock falls though nobody comes.
    app.games.open(&new.id).wake_at(now_ms());
    Ok(())
}
