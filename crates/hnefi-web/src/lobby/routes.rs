//! The page of the lobby, and what people do there.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use hnefi_live::PersonId;
use hnefi_lobby::{Seek, SeekError};
use hnefi_rules::{Ruleset, community};
use hnefi_views::lobby::{LobbyPage, TypedSeek, refused_words};
use hnefi_words::{Words, isolated};
use serde::Deserialize;

use super::form::SeekForm;
use super::open_lobby::is_member;
use super::pairing::{self, NoGame, Posted, applicant};
use crate::game::see_other;
use crate::house;
use crate::server::forms::bad_form;
use crate::server::person::{MaybePerson, Person};
use crate::server::rates::Who;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// What the address of the lobby may ask for.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// Rules that are picked already, by id or code.
    rules: Option<String>,
    /// The name of whom somebody is about to challenge.
    to: Option<String>,
    /// Why what somebody wanted could not be.
    refused: Option<String>,
}

/// The words for refusals in addresses.
const REFUSALS: [(SeekError, &str); 10] = [
    (SeekError::Gone, "gone"),
    (SeekError::Own, "own"),
    (SeekError::NeedsAccount, "account"),
    (SeekError::OutOfRange, "range"),
    (SeekError::NotRated, "not-rated"),
    (SeekError::TooMany, "too-many"),
    (SeekError::Same, "same"),
    (SeekError::Mixed, "mixed"),
    (SeekError::ByChallenge, "by-challenge"),
    (SeekError::Apart, "apart"),
];

/// The word for a refusal that says for how long, which is looked up anew.
const WAITS: &str = "waits";

/// The word for a refusal.
pub(crate) fn refusal_word(error: SeekError) -> &'static str {
    if let SeekError::Waits(_) = error {
        return WAITS;
    }
    REFUSALS.into_iter().find(|(known, _)| *known == error).map_or("gone", |(_, word)| word)
}

/// The page of the lobby.
pub(super) async fn page(
    State(app): State<AppState>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let chosen = asked.rules.map_or_else(|| Ok(community()[0].clone()), |rules| house::asked(&rules))?;
    let person = asks.known.map(|person| person.id);
    let waits = match (&person, asked.refused.as_deref()) {
        (Some(person), Some(WAITS)) => pairing::waits(&app, person).await?,
        _ => 0,
    };
    let refused = asked.refused.and_then(|word| match word.as_str() {
        WAITS => Some(SeekError::Waits(waits)).filter(|_| waits > 0),
        _ => REFUSALS.into_iter().find(|(_, known)| *known == word).map(|(error, _)| error),
    });
    let page = view(&app, person.as_ref(), refused.map(refused_words), &chosen).await?;
    Ok(html(&match asked.to {
        Some(to) => page.typed(TypedSeek { to, ..TypedSeek::default() }),
        None => page,
    }))
}

/// The page as somebody sees it, with these rules chosen.
async fn view(
    app: &AppState,
    person: Option<&PersonId>,
    refused: Option<String>,
    chosen: &Ruleset,
) -> Result<LobbyPage, Problem> {
    let member = match person {
        Some(person) => is_member(app, person).await?,
        None => false,
    };
    Ok(LobbyPage::new(app.lobby.live(app, person).await?, refused, chosen, member))
}

/// Looks for a game.
pub(super) async fn post(
    State(app): State<AppState>,
    asks: MaybePerson,
    form: Result<Form<SeekForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let person = asker(&app, asks).await?;
    match wanted(&app, &form, &person.id).await {
        Ok(seek) => answer(&app, &person, pairing::post(&app, seek).await),
        // Who has mistyped something finds the form as he left it.
        Err(Problem::BadForm(says)) => {
            let chosen = house::asked(form.rules()).unwrap_or_else(|_| community()[0].clone());
            let page = view(&app, Some(&person.id), Some(says), &chosen).await?.typed(form.typed());
            let mut response = (StatusCode::BAD_REQUEST, html(&page)).into_response();
            response.headers_mut().extend(person.cookie(&app.addresses).map(|cookie| (SET_COOKIE, cookie)));
            Ok(response)
        }
        Err(problem) => Err(problem),
    }
}

/// The seek that a form wants.
async fn wanted(app: &AppState, form: &SeekForm, by: &PersonId) -> Result<Seek, Problem> {
    let seek = form.seek(by)?;
    match form.to() {
        Some(name) => Ok(Seek { to: Some(named(app, name).await?), ..seek }),
        None => Ok(seek),
    }
}

/// The member of a name.
pub(crate) async fn named(app: &AppState, name: &str) -> Result<PersonId, Problem> {
    let account = match name.parse() {
        Ok(name) => app.store.account_named(&name).await?.filter(|account| account.closed_ms.is_none()),
        Err(_) => None,
    };
    let nobody = || Words::english().format("lobby-refused-nobody", &[("name", isolated(name).into())]);
    account.map(|account| account.person).ok_or_else(|| Problem::BadForm(nobody()))
}

/// Takes a seek.
pub(super) async fn accept(
    State(app): State<AppState>,
    Path(id): Path<String>,
    asks: MaybePerson,
) -> Result<Response, Problem> {
    let person = asker(&app, asks).await?;
    let seek = app.lobby.state().lobby.seek(&id).cloned();
    let Some(seek) = seek else { return answer(&app, &person, Err(SeekError::Gone.into())) };
    let who = applicant(&app, &person.id, &seek).await?;
    answer(&app, &person, pairing::take(&app, &id, &who, None).await.map(Posted::Game))
}

/// Takes one's own seek back.
pub(super) async fn withdraw(
    State(app): State<AppState>,
    Path(id): Path<String>,
    person: Person,
) -> Result<Response, Problem> {
    pairing::withdraw(&app, &id, &person.id).await?;
    Ok(see_other(&app, &person, "/lobby"))
}

/// Who asks for a game, unless he asks for too many.
async fn asker(app: &AppState, asks: MaybePerson) -> Result<Person, Problem> {
    let network = asks.network;
    let person = asks.or_new(app).await?;
    let may = app.rates.message(&Who::Person(person.id.clone())) && app.rates.game(&person.id, network);
    if may { Ok(person) } else { Err(Problem::TooMany) }
}

/// Leads to the game, or back to the lobby, which says what is the matter.
fn answer(app: &AppState, person: &Person, done: Result<Posted, NoGame>) -> Result<Response, Problem> {
    let to = match done {
        Ok(Posted::Game(game)) => format!("/game/{game}"),
        Ok(Posted::Seek(_)) => "/lobby".to_owned(),
        Err(NoGame::Failed(problem)) => return Err(problem),
        Err(NoGame::Refused(error)) => {
            format!("/lobby?refused={}", refusal_word(error))
        }
    };
    Ok(see_other(app, person, &to))
}
