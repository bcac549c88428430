//! An event as pages show it.

use std::sync::Arc;

use hnefi_events::{Event, Form, Game, GameId, Pairing, Presence, Round, Share, Stage, Standing};
use hnefi_ratings::{Advantage, Pool};
use hnefi_rules::Ruleset;
use hnefi_store::{EventMatch, Scored, Store, StoreError, Summary, now_ms};
use hnefi_views::events::{
    Balance, ByeRow, CrossRow, CrossTable, GameCell, RoundShown, Shown, StandingRow, Standings, TableRow, TieBreakWords,
};
use hnefi_wire::house;

use super::log::Held;
use super::me;
use super::says::{self, say, text};
use crate::server::Problem;
use crate::server::person::Person;
use crate::server::state::AppState;

/// Above this margin nobody is told what a side is worth, in points.
const VAGUE: f64 = 100.0;

/// What is known of the sides of a rule set on this server, beside what they scored in an event.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sides {
    /// What the attackers' side is worth.
    advantage: Option<Advantage>,
    /// What they scored in all games that everybody may find.
    scored: Scored,
}

impl Sides {
    /// Of house rules nothing is known: two houses can have the same name for theirs.
    pub(super) async fn of(store: &Store, rules: &Ruleset) -> Result<Sides, StoreError> {
        if !rules.is_published() {
            return Ok(Sides::default());
        }
        let advantage = store.advantage(rules.id(), Pool::People).await?;
        Ok(Sides { advantage, scored: store.scored(rules.id()).await? })
    }
}

/// What everybody sees of an event.
pub(super) async fn shown(app: &AppState, held: &Held) -> Result<Shown, Problem> {
    to(app, held, None).await
}

/// What somebody sees of an event.
pub(super) async fn to(app: &AppState, held: &Held, asks: Option<&Person>) -> Result<Shown, Problem> {
    let matches = match held.online {
        Some(_) => app.store.event_matches(&held.id).await?,
        None => Vec::new(),
    };
    let rules = crate::house::asked(&held.rules)?;
    let sides = Sides::of(&app.store, &rules).await?;
    let mine = me::mine(app, held, &matches, asks).await?;
    Ok(Shown { mine, ..of(held, &rules, sides, &matches) })
}

/// The address of At the table, under these rules.
pub(super) fn ask(rules: &Ruleset) -> String {
    hnefi_views::address("/table", &[("rules", &house::name_of(rules))])
}

/// What tells whether something of an event has changed: how many rows its log has, and how many games were made for it.
pub(super) fn stamp(version: u64, games: u64) -> String {
    if games == 0 { version.to_string() } else { format!("{version}.{games}") }
}

/// The same, with what is known of the sides of the rule set.
pub(super) fn of(held: &Held, rules: &Arc<Ruleset>, sides: Sides, matches: &[EventMatch]) -> Shown {
    let event = &held.event;
    let standings = event.standings();
    Shown {
        id: held.id.clone(),
        version: held.version(),
        stamp: stamp(held.version(), matches.iter().map(|one| one.games.len() as u64).sum()),
        online: held.online.is_some(),
        begins: match event.stage() {
            Stage::Entering => event.plan().begins_ms.map(says::moment),
            _ => None,
        },
        mine: None,
        places: event.places(),
        taken: (event.places().is_some() && (held.may_enter() || held.is_full())).then(|| taken(held)),
        name: held.told.name.clone(),
        about: held.told.about.clone(),
        clock: held.told.clock.clone(),
        rules: rules.name().to_owned(),
        rules_page: house::address(rules),
        ask: Some(ask(rules)),
        state: state(held),
        form: says::form(event.plan()),
        form_about: says::form_about(event.plan()),
        entered: match event.stage() {
            Stage::Entering => present(held),
            _ => Vec::new(),
        },
        rounds: event.rounds().iter().rev().map(|round| round_shown(held, round, matches)).collect(),
        standings: tables(held, &standings),
        cross: crosses(held),
        breaks: event
            .plan()
            .tie_breaks
            .iter()
            .filter(|_| !matches!(event.plan().form, Form::KnockOut { .. }))
            .map(|&one| TieBreakWords { name: says::break_name(one), about: says::break_about(one) })
            .collect(),
        balance: (event.stage() != Stage::Entering).then(|| balance(held, rules, sides)),
        over: event.stage() == Stage::Finished,
    }
}

/// How many of the places are taken.
fn taken(held: &Held) -> String {
    let (taken, places) = (held.event.places_taken(), held.event.places().unwrap_or_default());
    say("event-places-taken", &[("taken", taken.into()), ("places", places.into())])
}

fn present(held: &Held) -> Vec<String> {
    let here = held.event.players().iter().filter(|player| player.presence == Presence::Here);
    here.map(|player| held.name(player.no).to_owned()).collect()
}

/// How far it is.
fn state(held: &Held) -> String {
    match (held.event.stage(), held.event.rounds().last()) {
        (Stage::Finished, _) => text("event-state-over"),
        (Stage::Entering, _) | (_, None) => text("event-state-open"),
        (Stage::Playing, Some(round)) => {
            let title = says::round_title(round);
            let over = round.is_played();
            match title == say("event-round", &[("round", round.number.into())]) {
                true if over => say("event-state-between", &[("round", round.number.into())]),
                true => say("event-state-round", &[("round", round.number.into())]),
                false if over => say("event-state-between-match", &[("name", title.into())]),
                false => say("event-state-match", &[("name", title.into())]),
            }
        }
    }
}

fn round_shown(held: &Held, round: &Round, matches: &[EventMatch]) -> RoundShown {
    let games = || round.pairings.iter().flat_map(|pairing| &pairing.games);
    let (all, done) = (games().count(), games().filter(|game| game.result.is_some()).count());
    RoundShown {
        title: says::round_title(round),
        number: round.number,
        open: done < all,
        progress: match done < all {
            true => say("event-progress", &[("done", done.into()), ("all", all.into())]),
            false => text("event-progress-all"),
        },
        by_hand: round.by_hand.clone(),
        tables: round.pairings.iter().map(|pairing| table_row(held, round, pairing, matches)).collect(),
        byes: round
            .byes
            .iter()
            .map(|bye| ByeRow { name: held.name(bye.player).to_owned(), why: says::bye(held, bye) })
            .collect(),
        why_not: super::why::may_ask(held, round).then(|| format!("/events/{}/why?round={}", held.id, round.number)),
    }
}

fn table_row(held: &Held, round: &Round, pairing: &Pairing, matches: &[EventMatch]) -> TableRow {
    TableRow {
        table: pairing.table,
        games: pairing.games.iter().map(|game| cell(held, game, pairing.games.len() > 1, matches)).collect(),
        why: says::why(round, pairing),
        changed: pairing.changed.clone(),
    }
}

fn cell(held: &Held, game: &Game, one_of_many: bool, matches: &[EventMatch]) -> GameCell {
    let id = game.id;
    GameCell {
        id: says::game_id(id),
        number: one_of_many.then_some(id.game),
        attackers: held.name(game.attackers).to_owned(),
        defenders: held.name(game.defenders).to_owned(),
        result: game.result.map(|result| says::result(held, game, result)),
        score: game.result.map(|result| says::score(held, game, result)),
        result_id: game.result.map_or("", says::result_id),
        deciding: game.deciding,
        address: played(id, matches).map(|game| format!("/game/{}", game.id)),
    }
}

/// The game on the server.
pub(super) fn played(id: GameId, matches: &[EventMatch]) -> Option<&Summary> {
    let found = |one: &&EventMatch| (one.place.round, one.place.board) == (id.round, id.table);
    let of_match = matches.iter().filter(found).rfind(|one| one.place.first_game <= id.game)?;
    let number = id.game - of_match.place.first_game + 1;
    of_match.games.iter().find(|game| game.match_game == number)
}

/// The tables: one; after groups one for each of them, and the whole before those once the knock-out has begun.
fn tables(held: &Held, standings: &[Standing]) -> Vec<Standings> {
    let event = &held.event;
    if event.stage() == Stage::Entering {
        return Vec::new();
    }
    let groups = event.groups().len() as u32;
    let mut all = Vec::new();
    if groups == 0 || event.stage() == Stage::Finished || standings.iter().any(|standing| standing.left.is_some()) {
        all.push(table(held, None, standings));
    }
    all.extend((1..=groups).map(|group| table(held, Some(group_title(group)), &event.group_standings(group))));
    all
}

fn group_title(group: u32) -> String {
    say("event-group", &[("group", group.into())])
}

/// Whether points and tie-breaks make the places, and not how far somebody came in a knock-out.
pub(super) fn has_points(event: &Event) -> bool {
    matches!(event.plan().form, Form::RoundRobin { .. } | Form::Swiss { .. })
}

fn table(held: &Held, title: Option<String>, standings: &[Standing]) -> Standings {
    let by_points = title.is_some() || has_points(&held.event);
    let row = |(index, standing): (usize, &Standing)| StandingRow {
        place: standing.place.to_string(),
        name: held.name(standing.player).to_owned(),
        points: says::halves(standing.halves),
        played: standing.played,
        breaks: standing
            .tie_breaks
            .iter()
            .filter(|_| by_points)
            .map(|value| value.quarters.map_or_else(|| "–".to_owned(), says::quarters))
            .collect(),
        why: why_before(held, standings, index).filter(|_| by_points),
        left: held.event.player(standing.player).is_some_and(super::log::has_left),
    };
    let breaks = held.event.plan().tie_breaks.iter().filter(|_| by_points);
    Standings {
        title,
        breaks: breaks.map(|&one| (says::break_short(one), says::break_name(one))).collect(),
        rows: standings.iter().enumerate().map(row).collect(),
    }
}

/// Why the player of a row is before that of the next one; or, at the first of those who share a place, that they do.
fn why_before(held: &Held, standings: &[Standing], index: usize) -> Option<String> {
    let (this, next) = (standings.get(index)?, standings.get(index + 1)?);
    if this.place != next.place {
        return says::before(held, this, next);
    }
    let first = index == 0 || standings[index - 1].place != this.place;
    let has_played = held.event.rounds().iter().any(|round| round.pairings.iter().any(|pairing| !open(pairing)));
    let all: Vec<&Standing> = standings.iter().filter(|one| one.place == this.place).collect();
    (first && has_played).then(|| says::shared(held, &all))
}

/// Whether no game of a pairing has ended.
fn open(pairing: &Pairing) -> bool {
    pairing.games.iter().all(|game| game.result.is_none())
}

/// Who has met whom, in the order of the table: one for all, or one for each group.
fn crosses(held: &Held) -> Vec<CrossTable> {
    let event = &held.event;
    if event.rounds().is_empty() {
        return Vec::new();
    }
    match event.groups().len() as u32 {
        0 => vec![cross(held, None)],
        groups => (1..=groups).map(|group| cross(held, Some(group))).collect(),
    }
}

fn cross(held: &Held, group: Option<u32>) -> CrossTable {
    let table = held.event.cross_table(group);
    let standings = group.map_or_else(|| held.event.standings(), |group| held.event.group_standings(group));
    let rows = standings.iter().zip(&table.rows).map(|(standing, cells)| CrossRow {
        place: standing.place.to_string(),
        name: held.name(standing.player).to_owned(),
        cells: table
            .players
            .iter()
            .zip(cells)
            .map(|(other, games)| {
                let got: Vec<String> = games.iter().filter_map(|game| game.halves).map(says::halves).collect();
                (*other != standing.player).then(|| got.join(" "))
            })
            .collect(),
        points: says::halves(standing.halves),
    });
    CrossTable { title: group.map(group_title), rows: rows.collect() }
}

/// What the sides have scored, beside what is expected.
fn balance(held: &Held, rules: &Ruleset, sides: Sides) -> Balance {
    let balance = held.event.balance(|_| None);
    let whole = |share: f64| format!("{:.0}", 100.0 * share);
    let here = match balance.share {
        None => text("event-balance-none"),
        Some(share) => say(
            "event-balance-here",
            &[
                ("points", says::halves(2 * balance.attackers + balance.drawn).into()),
                ("games", (balance.attackers + balance.drawn + balance.defenders).into()),
                ("percent", whole(share.share).into()),
                ("low", whole(share.low).into()),
                ("high", whole(share.high).into()),
            ],
        ),
    };
    let public = Share::of(sides.scored.halves(), sides.scored.games()).map(|share| {
        say(
            "event-balance-public",
            &[
                ("percent", whole(share.share).into()),
                ("low", whole(share.low).into()),
                ("high", whole(share.high).into()),
                ("rules", rules.name().into()),
                ("games", sides.scored.games().into()),
            ],
        )
    });
    let percent = |points: f64| 100.0 / (1.0 + 10f64.powf(-points / 400.0));
    let expected = match sides.advantage.filter(|known| known.margin(now_ms()) <= VAGUE) {
        None => say("event-balance-unknown", &[("rules", rules.name().into())]),
        Some(known) => {
            let (points, margin) = (known.points(), known.margin(now_ms()));
            say(
                "event-balance-expected",
                &[
                    ("percent", format!("{:.0}", percent(points)).into()),
                    ("margin", format!("{:.0}", (percent(points + margin) - percent(points - margin)) / 2.0).into()),
                    ("rules", rules.name().into()),
                    ("games", known.games.to_string().into()),
                ],
            )
        }
    };
    Balance { here, public, expected }
}
