//! What stands ready in the form that makes a game: the choices of last time.
use hnefi_live::{PersonId, Seat};
use hnefi_rules::Side;
use hnefi_store::Summary;
use hnefi_views::Choices;

use crate::server::Problem;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;

/// What stands ready for who asks: what he chose for his last game, and his name.
pub(crate) async fn ready(app: &AppState, asks: &MaybePerson) -> Result<Choices, Problem> {
    let Some(person) = &asks.known else { return Ok(Choices::first().called(None)) };
    let last = app.store.games_of(&person.id, 1).await?;
    let choices = last.first().map_or_else(Choices::first, |last| of(last, &person.id));
    // A member has his name.
    match app.store.account(&person.id).await? {
        Some(_) => Ok(choices),
        None => Ok(choices.called(app.store.name(&person.id).await?.as_ref())),
    }
}

/// What somebody chose for a game that he plays.
pub(crate) fn of(game: &Summary, person: &PersonId) -> Choices {
    let held = Side::ALL.into_iter().find(|&side| game.seats[side].is_held_by(person));
    let level = Side::ALL.into_iter().find_map(|side| match game.seats[side] {
        Seat::Computer { level } => Some(level),
        _ => None,
    });
    Choices {
        arrangement: game.arrangement,
        side: held.unwrap_or(Side::Attackers),
        level: level.unwrap_or(Choices::FIRST_LEVEL),
        length: game.match_length,
        clock: game.control,
        name: None,
    }
}
