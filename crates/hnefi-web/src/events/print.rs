//! What is printed of an event.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hnefi_events::Presence;
use hnefi_views::diagram::Diagram;
use hnefi_views::events::{Certificate, PrintPage, Printed, RoundShown, ScoreSheet};

use super::log::Held;
use super::says::{self, say};
use super::{held, page, show};
use crate::server::state::AppState;
use crate::server::{Problem, base, html};

/// A page to print.
pub(super) async fn page(
    State(app): State<AppState>,
    Path((id, what)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let held = held(&app, &id).await?;
    let shown = show::shown(&app, &held).await?;
    let last = shown.rounds.first().cloned();
    let printed = match what.as_str() {
        "pairings" => Printed::Pairings(last.ok_or(Problem::NoPage)?),
        "sheets" => Printed::Sheets(sheets(&last.ok_or(Problem::NoPage)?)),
        "table" if last.is_some() => Printed::Table,
        "certificates" if shown.over => Printed::Certificates(certificates(&held)),
        _ => return Err(Problem::NoPage),
    };
    let board = Diagram::start(&*crate::house::asked(&held.rules)?).plain().svg();
    let base = base::of(&app.addresses, &headers);
    let address = (!base.local_only).then(|| page::address(&base, &id));
    Ok(html(&PrintPage { shown, printed, board, address }))
}

fn sheets(round: &RoundShown) -> Vec<ScoreSheet> {
    let sheet = |table: u32, game: &hnefi_views::events::GameCell| ScoreSheet {
        round: round.title.clone(),
        table,
        game: game.number,
        attackers: game.attackers.clone(),
        defenders: game.defenders.clone(),
    };
    round.tables.iter().flat_map(|row| row.games.iter().map(move |game| sheet(row.table, game))).collect()
}

/// One for each who has played to the end, the first first.
fn certificates(held: &Held) -> Vec<Certificate> {
    let event = &held.event;
    let standings = event.standings();
    let stays = |standing: &&hnefi_events::Standing| {
        event.player(standing.player).is_some_and(|player| player.presence == Presence::Here)
    };
    standings
        .iter()
        .filter(stays)
        .map(|standing| Certificate {
            name: held.name(standing.player).to_owned(),
            place: say("event-certificate-place", &[("place", standing.place.into()), ("of", standings.len().into())]),
            points: show::has_points(event).then(|| {
                let (halves, games) = (standing.halves, standing.played);
                let values =
                    [("points", says::halves(halves).into()), ("halves", halves.into()), ("games", games.into())];
                say("event-certificate-points", &values)
            }),
        })
        .collect()
}
