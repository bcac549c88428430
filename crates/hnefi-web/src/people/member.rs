//! The page of a member.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::{PersonId, PersonName};
use hnefi_ratings::Rating;
use hnefi_rules::Side;
use hnefi_store::{Played, Summary, now_ms};
use hnefi_views::order::MemberOrder;
use hnefi_views::people::MemberPage;
use hnefi_views::ratings::RatingRow;
use hnefi_views::record::{OpponentRow, Record, Results};

use crate::home::row;
use crate::order::is_moderator;
use crate::server::date::day;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// How many games the page lists.
const GAMES: usize = 50;
/// How many opponents it lists.
const OPPONENTS: u32 = 12;
/// How many are looked through for those between two people.
const LOOKED_AT: u32 = 1_000;

/// The page. An old name leads to it, and so does the name in other letters.
pub(super) async fn page(
    State(app): State<AppState>,
    Path(name): Path<String>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let asked: PersonName = name.parse().map_err(|_| Problem::NoPage)?;
    let account = app.store.account_named(&asked).await?.ok_or(Problem::NoPage)?;
    if account.name.as_str() != name {
        return Ok(Redirect::to(&account.name.page()).into_response());
    }
    let member = &account.person;
    let own = asks.known.as_ref().is_some_and(|visitor| visitor.id == *member);
    // What a visitor may see is what he has played himself.
    let games = match &asks.known {
        None => None,
        Some(visitor) => {
            let games = app.store.games_of(&visitor.id, LOOKED_AT).await?;
            let names = app.store.names_beside(&visitor.id).await?;
            let seen = games.into_iter().filter(|game| holds(game, member)).take(GAMES);
            Some(seen.map(|game| row(game, &visitor.id, &names)).collect())
        }
    };
    let order = match &asks.known {
        Some(visitor) if !own => Some(MemberOrder {
            how: app.store.ignored_by(&visitor.id).await?.get(member).map_or("", |how| how.id()),
            moderated: is_moderator(&app, &visitor.id).await?.then(|| member.as_str().to_owned()),
        }),
        _ => None,
    };
    Ok(html(&MemberPage {
        name: account.name.as_str().to_owned(),
        bot: account.bot_ms.is_some(),
        since: day(account.made_ms),
        finished: app.store.finished_games(member).await?,
        games,
        ratings: ratings(&app, member).await?,
        record: record(&app, member, account.name.as_str()).await?,
        own,
        page: account.name.page(),
        order,
    }))
}

async fn ratings(app: &AppState, member: &PersonId) -> Result<Vec<RatingRow>, Problem> {
    let mut rows = Vec::new();
    for (list, rating) in app.store.ratings_of(member).await? {
        let history = app.store.rating_history(list, member).await?;
        let at = |rating: Option<&Rating>| rating.map(|rating| day(rating.played_ms)).unwrap_or_default();
        let days = [at(history.first()), at(history.last())];
        let row = RatingRow::new(list, &rating, now_ms());
        rows.push(row.with_graph(&history, [&days[0], &days[1]]));
    }
    Ok(rows)
}

/// What his games add up to that everybody may find.
async fn record(app: &AppState, member: &PersonId, name: &str) -> Result<Record, Problem> {
    let rows = app.store.record_of(member).await?;
    let rows = rows.iter().map(|row| (row.ruleset_id.as_str(), row.side, results(row.played)));
    let mut record = Record::of(name, rows);
    for (other, played) in app.store.opponents_of(member, OPPONENTS).await? {
        // Guests have no page, and who has left has no name.
        if let Some(other) = app.store.account(&other).await? {
            let called = hnefi_wire::called(other.name.as_str(), other.bot_ms.is_some());
            let row = OpponentRow::new(name, &called, other.name.page(), results(played));
            record.opponents.push(row);
        }
    }
    Ok(record)
}

/// What the store says of games, as pages show it.
pub(crate) fn results(Played { won, drawn, lost }: Played) -> Results {
    Results { won, drawn, lost }
}

fn holds(game: &Summary, person: &PersonId) -> bool {
    Side::ALL.into_iter().any(|side| game.seats[side].is_held_by(person))
}
