//! For whom a program acts, other players, and the rule sets.

use axum::Json;
use axum::extract::{Path, State};
use hnefi_formats::answers::RulesSummary;
use hnefi_live::PersonName;
use hnefi_people::Scope;
use hnefi_rules::rulesets;

use super::answers::{Account, PlayerAnswer, RatingAnswer};
use super::program::{MaybeProgram, Program};
use crate::server::Problem;
use crate::server::state::AppState;

/// For whom the token acts, and what it may do.
#[utoipa::path(get, path = "/api/account", tag = "account", security(("token" = ["read"])),
    responses((status = 200, body = Account)))]
pub(super) async fn account(State(app): State<AppState>, program: Program) -> Result<Json<Account>, Problem> {
    Ok(Json(of(&app, &program).await?))
}

/// The account of a program.
pub(super) async fn of(app: &AppState, program: &Program) -> Result<Account, Problem> {
    let account = app.store.account(&program.person).await?.ok_or(Problem::NoToken)?;
    let ratings = app.store.ratings_of(&program.person).await?;
    Ok(Account {
        name: account.name.as_str().to_owned(),
        bot: account.bot_ms.is_some(),
        scopes: program.scopes.iter().map(Scope::id).collect(),
        ratings: ratings.iter().map(RatingAnswer::of).collect(),
    })
}

/// Somebody with an account, by his name, also by one that he had before.
#[utoipa::path(get, path = "/api/players/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = PlayerAnswer), (status = 404, body = super::openapi::ErrorAnswer)))]
pub(super) async fn player(
    State(app): State<AppState>,
    _: MaybeProgram,
    Path(name): Path<String>,
) -> Result<Json<PlayerAnswer>, Problem> {
    let name: PersonName = name.parse().map_err(|_| Problem::NoPage)?;
    let account = app.store.account_named(&name).await?.ok_or(Problem::NoPage)?;
    let ratings = app.store.ratings_of(&account.person).await?;
    Ok(Json(PlayerAnswer {
        name: account.name.as_str().to_owned(),
        bot: account.bot_ms.is_some(),
        since_ms: account.made_ms,
        finished: app.store.finished_games(&account.person).await?,
        ratings: ratings.iter().map(RatingAnswer::of).collect(),
    }))
}

/// The rule sets, the leaflets first.
#[utoipa::path(get, path = "/api/rules", tag = "rules", responses((status = 200, body = Vec<super::openapi::Rules>)))]
pub(super) async fn rules(_: MaybeProgram) -> Json<Vec<RulesSummary>> {
    Json(rulesets().map(|rules| RulesSummary::from(&**rules)).collect())
}
