//! How somebody plays, for moderators. The figures hint at help from an engine, and prove nothing; nothing follows from them by itself.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_engine::{Cancel, Engine, EngineOptions};
use hnefi_live::{Dodge, PersonId};
use hnefi_rules::{BySide, Game, Outcome, Side};
use hnefi_store::{Agreement, Dodges, JudgedGame, now_ms};
use hnefi_views::order::{AgreementRow, DodgeRow, EndingRow, NearRow, PhaseRow, PlayPage};
use hnefi_views::ratings::RatingRow;
use hnefi_wire::{FoundLine, Limits, analyse, at_ply};
use hnefi_words::Words;

use super::moderate::Moderator;
use super::phases::Phases;
use crate::lobby::waits;
use crate::server::desk::Kind;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// How many positions the engine looks at before each move: by positions, not by time, so that it finds the same again.
const NODES: u64 = 20_000;
/// From which ply on moves are compared: before it people play what they know.
const FROM: usize = 8;
/// How many games are compared at once.
const AT_ONCE: u32 = 10;
/// How many games the times are taken from.
const TIMED: u32 = 50;
/// So far apart the ratings of players may be who are compared, in points.
const WITHIN: f64 = 200.0;
/// With whom somebody is compared has played so many games at least: the share of fewer goes up and down by itself.
const ENOUGH: u32 = 10;
/// So far back it is counted who got away from games, in milliseconds: 90 days.
const DODGES_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// The engine by which moves are compared, so that another one's figures do not stand beside them.
fn engine() -> String {
    format!("{} {NODES}", hnefi_wire::edition())
}

/// The page.
pub(super) async fn page(
    State(app): State<AppState>,
    Path(id): Path<String>,
    _: Moderator,
) -> Result<Response, Problem> {
    let person = PersonId::new(id);
    let store = &app.store;
    store.restraint(&person).await?.ok_or(Problem::NoPage)?;
    let name = store.name(&person).await?;
    let engine = engine();
    let mut agreements = Vec::new();
    for (list, rating) in store.ratings_of(&person).await? {
        let (games, own) = store.agreement(&person, list, &engine).await?;
        let others = store.agreement_beside(&person, list, &engine, WITHIN).await?;
        agreements.push(AgreementRow {
            list: RatingRow::new(list, &rating, now_ms()).list,
            games,
            own: figures(own),
            others: others.len(),
            range: range(&others),
        });
    }
    let mut phases = Phases::default();
    for game in store.rated_games_of(&person, TIMED).await? {
        let (Some(log), Some(seats)) = (store.load(&game).await?, store.seats(&game).await?) else { continue };
        let Some(timed) = log.timed() else { continue };
        let mut own = 0;
        for (ply, &ms) in log.game().plies().zip(timed.spent()) {
            if seats[ply.side()].is_held_by(&person) {
                phases.add(own, ms);
                own += 1;
            }
        }
    }
    let since_ms = now_ms() - DODGES_MS;
    let own_dodges = store.dodges(&person, since_ms).await?;
    let mut others_dodges = store.dodges_beside(&person, since_ms, WITHIN).await?;
    others_dodges.retain(|other| other.games >= ENOUGH);
    let mut near = Vec::new();
    for (other, games) in store.beside_each_other(&person).await? {
        let name = store.name(&other).await?.map(|name| name.as_str().to_owned());
        near.push(NearRow { id: other.as_str().to_owned(), name, games });
    }
    let mut endings: Vec<EndingRow> = Vec::new();
    for ended in store.endings_of(&person).await? {
        let how = Words::english().text(match ended.ending.as_str() {
            "aborted" => "conduct-ended-aborted",
            "abandoned" => "conduct-ended-abandoned",
            "time" => "conduct-ended-time",
            "resignation" => "conduct-ended-resignation",
            _ => "conduct-ended-other",
        });
        match endings.iter_mut().find(|row| row.how == how) {
            Some(row) => {
                row.games += ended.games;
                row.lost += ended.lost;
            }
            None => endings.push(EndingRow { how, games: ended.games, lost: ended.lost }),
        }
    }
    Ok(html(&PlayPage {
        id: person.as_str().to_owned(),
        name: name.map_or_else(|| Words::english().text("lobby-guest"), |name| name.as_str().to_owned()),
        waiting: store.unjudged(&person, &engine, 1_000).await?.len(),
        at_work: app.judging.holds(&person),
        agreements,
        phases: phases.rows().into_iter().map(|(phase, row)| PhaseRow { phase, ..row }).collect(),
        near,
        endings,
        least: ENOUGH,
        dodges: dodge_rows(own_dodges, &others_dodges),
        games: own_dodges.games,
        others: others_dodges.len(),
        waits: waits(&app, &person).await?,
        nodes: NODES,
    }))
}

/// How often somebody got away from games, beside others.
fn dodge_rows(own: Dodges, others: &[Dodges]) -> Vec<DodgeRow> {
    let share =
        |one: &Dodges, how: Dodge| (one.games > 0).then(|| f64::from(one.count(how)) / f64::from(one.games) * 100.0);
    let words = |share: f64| format!("{share:.0}");
    let row = |how: Dodge| {
        let mut shares: Vec<f64> = others.iter().filter_map(|other| share(other, how)).collect();
        shares.sort_by(f64::total_cmp);
        DodgeRow {
            how: Words::english().text(match how {
                Dodge::Aborted => "dodges-aborted",
                Dodge::Left => "dodges-left",
                Dodge::MatchLeft => "dodges-match-left",
            }),
            times: own.count(how),
            share: share(&own, how).map(words),
            range: shares.first().zip(shares.last()).map(|(&low, &high)| (words(low), words(high))),
        }
    };
    Dodge::ALL.map(row).into()
}

/// Has the newest games compared that were not yet, one after the other, when nobody else wants the computer.
pub(super) async fn judge(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Moderator(own): Moderator,
) -> Result<Response, Problem> {
    let person = PersonId::new(id);
    let games = app.store.unjudged(&person, &engine(), AT_ONCE).await?;
    if !games.is_empty() && app.judging.begin(&person) {
        let (app, person) = (app.clone(), person.clone());
        tokio::spawn(async move {
            for game in games {
                if let Err(problem) = judge_game(&app, &own.person, &game).await {
                    tracing::error!(?problem, game, "the moves of a game could not be compared");
                }
            }
            app.judging.end(&person);
        });
    }
    Ok(Redirect::to(&format!("/moderation/person/{person}/play")).into_response())
}

async fn judge_game(app: &AppState, moderator: &PersonId, game: &str) -> Result<(), Problem> {
    let Some(log) = app.store.load(game).await? else { return Ok(()) };
    let played = log.game().clone();
    let ticket = app.games.desk.ask(moderator, Kind::Analysis, false, move |cancel| agreements(&played, cancel));
    let Ok(ticket) = ticket else { return Err(Problem::TooManySearches) };
    if let Some(sides) = ticket.found().await {
        let judged = JudgedGame { game: game.to_owned(), engine: engine(), sides, at_ms: now_ms() };
        app.store.keep_judged(judged).await?;
    }
    Ok(())
}

/// How the moves of both sides agree with the engine's; `None` when the search was stopped.
fn agreements(game: &Game, cancel: &Cancel) -> Option<BySide<Agreement>> {
    // An engine of its own with one thread, so that what it finds depends on the game alone.
    let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) });
    let session = engine.session("compared");
    let limits = Limits { nodes: Some(NODES), lines: Some(1), ..Limits::default() };
    let mut sides = BySide::<Agreement>::default();
    let mut before: Option<FoundLine> = None;
    let plies = game.plies().len();
    for (number, ply) in game.plies().enumerate().skip(FROM.saturating_sub(1)) {
        // What stands after this ply: of it the move is judged, and the next one compared.
        let after = match number + 1 {
            last if last == plies && game.outcome().is_some() => None,
            next => analyse(&engine, &session, &at_ply(game, next), limits, cancel, &mut |_| {}),
        };
        if cancel.is_cancelled() {
            return None;
        }
        let side = ply.side();
        // Where a side wins or loses by force, many moves do.
        let open = before.as_ref().filter(|line| line.found.win_in.is_none() && line.found.loss_in.is_none());
        if let Some(best) = open {
            let now = after.as_ref().map(|line| line.found.chances).or_else(|| ply.outcome.map(settled));
            let lost = now.map_or(0, |now| points(best.found.chances, side).saturating_sub(points(now, side)));
            let tally = &mut sides[side];
            tally.positions += 1;
            tally.agreed += u32::from(best.found.pv.first() == Some(&ply.played.mv.to_string()));
            tally.lost += lost;
        }
        before = after;
    }
    Some(sides)
}

/// What a side may expect, in thousandths of a point.
fn points([attackers, draw, defenders]: [u32; 3], side: Side) -> u32 {
    draw / 2 + if side == Side::Attackers { attackers } else { defenders }
}

fn settled(outcome: Outcome) -> [u32; 3] {
    match outcome.winner {
        Some(Side::Attackers) => [1_000, 0, 0],
        None => [0, 1_000, 0],
        Some(Side::Defenders) => [0, 0, 1_000],
    }
}

/// How often the first choice was played, and what a move lost on average.
fn figures(of: Agreement) -> Option<(String, String)> {
    let positions = f64::from(of.positions);
    (of.positions > 0).then(|| {
        let agreed = f64::from(of.agreed) * 100.0 / positions;
        (format!("{agreed:.0}"), format!("{:.1}", f64::from(of.lost) / 10.0 / positions))
    })
}

/// The lowest and the highest share of first choices among players.
fn range(of: &[(u32, Agreement)]) -> Option<(String, String)> {
    let shares = of.iter().filter(|(_, one)| one.positions > 0);
    let mut shares: Vec<f64> =
        shares.map(|(_, one)| f64::from(one.agreed) * 100.0 / f64::from(one.positions)).collect();
    shares.sort_by(f64::total_cmp);
    Some((format!("{:.0}", shares.first()?), format!("{:.0}", shares.last()?)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hnefi_rules::{Intent, Referee, ruleset};

    use super::*;

    #[test]
    fn the_same_game_gives_the_same_figures_and_who_plays_engine_moves_agrees_more() {
        let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) });
        let session = engine.session("played");
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let mut game = Game::new(Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone())));
        for number in 0..24 {
            // The attackers play the engine's moves, the defenders the first that there is. On a large board that takes a while to lose.
            let mv: Intent = match number % 2 {
                0 => match analyse(&engine, &session, &game, limits, &Cancel::new(), &mut |_| {}) {
                    Some(line) => {
                        let (from, to) = line.found.pv[0].split_once('-').unwrap();
                        Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }
                    }
                    None => break,
                },
                _ => match game.moves().into_iter().next() {
                    Some(mv) => mv.intent(),
                    None => break,
                },
            };
            if game.play(mv).is_err() || game.outcome().is_some() {
                break;
            }
        }
        let (one, two) = (agreements(&game, &Cancel::new()), agreements(&game, &Cancel::new()));
        assert_eq!(one, two);
        let sides = one.unwrap();
        let share = |one: Agreement| f64::from(one.agreed) / f64::from(one.positions.max(1));
        assert!(share(sides.attackers) > share(sides.defenders), "who plays the engine's moves agrees more: {sides:?}");
        let stopped = Cancel::new();
        stopped.cancel();
        assert_eq!(agreements(&game, &stopped), None, "a search that was stopped says nothing");
    }
}
