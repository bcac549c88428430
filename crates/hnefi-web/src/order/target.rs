//! Whom a form means: a member by his name, or who plays a side of a game.

use hnefi_live::{PersonId, PersonName, ShownAs};
use hnefi_rules::Side;
use hnefi_words::{Words, isolated};

use crate::server::Problem;
use crate::server::state::AppState;

/// Somebody whom a form means.
pub(super) struct Target {
    /// Who.
    pub(super) person: PersonId,
    /// How he is shown.
    pub(super) shown: ShownAs,
}

/// The member of a name; with none who plays this side of a game that the asker sees.
pub(super) async fn target(
    app: &AppState,
    asker: &PersonId,
    name: &str,
    (game, side): (&str, &str),
) -> Result<Target, Problem> {
    let nobody = || Problem::BadForm(Words::english().text("order-nobody"));
    if !name.trim().is_empty() {
        let name: PersonName = name.parse().map_err(|_| nobody())?;
        let account = app.store.account_named(&name).await?.ok_or_else(nobody)?;
        return Ok(Target { person: account.person, shown: ShownAs::Member(account.name) });
    }
    let side: Side = side.parse().map_err(|_| nobody())?;
    let summary = app.store.summary(game).await?.ok_or(Problem::NoGame)?;
    let holds = Side::ALL.into_iter().any(|side| summary.seats[side].is_held_by(asker));
    if !holds && !summary.listed {
        return Err(Problem::NoGame);
    }
    let person = summary.seats[side].person().cloned().ok_or_else(nobody)?;
    let shown = app.store.names_in(game).await?[side].clone();
    Ok(Target { person, shown })
}

/// What somebody is called in a sentence.
pub(super) fn called(shown: &ShownAs) -> String {
    match shown {
        ShownAs::Member(name) | ShownAs::Bot(name) | ShownAs::Guest(name) => isolated(name.as_str()),
        ShownAs::Former => Words::english().text("former-member"),
        ShownAs::Nameless => Words::english().text("lobby-guest"),
    }
}
