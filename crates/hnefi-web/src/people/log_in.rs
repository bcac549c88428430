//! Logging in and out.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_live::{PersonId, PersonName};
use hnefi_people::{NameKeys, Password};
use hnefi_store::{Account, now_ms};
use hnefi_views::people::LogInPage;
use hnefi_words::Words;
use serde::Deserialize;

use super::begin::{begin, led, path};
use super::relying::MaybePlace;
use crate::server::forms::bad_form;
use crate::server::hashing::Line;
use crate::server::person::{self, MaybePerson, Person};
use crate::server::private::Private;
use crate::server::rates::Tries;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// What the address of the page may say.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// Where to go afterwards.
    #[serde(default)]
    pub(super) to: String,
}

/// The page on which somebody logs in; for who has, his account.
pub(super) async fn page(
    State(app): State<AppState>,
    Query(asked): Query<Asked>,
    asks: MaybePerson,
    place: MaybePlace,
    _: Private,
) -> Result<Response, Problem> {
    let mut guest = false;
    if let Some(person) = &asks.known {
        if app.store.account(&person.id).await?.is_some() {
            return Ok(Redirect::to("/account").into_response());
        }
        guest = has_games(&app, person).await?;
    }
    Ok(html(&LogInPage { to: asked.to, guest, passkeys: place.checked(&app).await?.is_ok(), ..LogInPage::default() }))
}

/// Whether a guest has games that come along.
pub(super) async fn has_games(app: &AppState, person: &Person) -> Result<bool, Problem> {
    Ok(!app.store.games_of(&person.id, 1).await?.is_empty())
}

/// What the form says.
#[derive(Deserialize)]
pub(super) struct LogInForm {
    name: String,
    password: String,
    #[serde(default)]
    to: String,
}

/// Logs somebody in. Whether there is such a name is not told, and costs as much to find out as a wrong password.
pub(super) async fn log_in(
    State(app): State<AppState>,
    asks: MaybePerson,
    headers: HeaderMap,
    _: Private,
    form: Result<Form<LogInForm>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(bad_form)?;
    let again_with = |status: StatusCode, fault: String| {
        let fault = Some(fault);
        let page = LogInPage { fault, name: shortened(&form.name), to: form.to.clone(), ..LogInPage::default() };
        (status, html(&page)).into_response()
    };
    let again = |status, fault: &str| again_with(status, Words::english().text(fault));
    let account = match tried(&app, &asks, &headers, &form.name).await? {
        Tried::Account(account, line) => {
            let hash = account.as_ref().and_then(|account| account.password.clone());
            let fits = app.hasher.verify(Password::typed(&form.password), hash, line).await;
            let fits = match fits {
                Err(Problem::Busy) => return Ok(again(StatusCode::SERVICE_UNAVAILABLE, "log-in-busy")),
                fits => fits?,
            };
            account.filter(|_| fits)
        }
        Tried::TooOften => return Ok(again(StatusCode::TOO_MANY_REQUESTS, "log-in-too-many")),
    };
    let Some(account) = account else { return Ok(again(StatusCode::UNAUTHORIZED, "log-in-wrong")) };
    let Some(person) = begin(&app, asks, &headers, &account.person).await? else {
        return Ok(again_with(StatusCode::FORBIDDEN, closed_words(&app, &account.person).await?));
    };
    tracing::info!(person = account.person.as_str(), "logged in");
    Ok(led(&app, &person, &account.name, &path(&form.to)))
}

/// That an account is closed, and why: for who has proved that it is his.
pub(super) async fn closed_words(app: &AppState, person: &PersonId) -> Result<String, Problem> {
    let done = app.store.done_to(person).await?;
    let why = done.into_iter().find(|done| done.act == "close").map(|done| done.why).unwrap_or_default();
    Ok(Words::english().format("log-in-closed", &[("why", why.into())]))
}

/// A try to prove who one is.
pub(super) enum Tried {
    /// It may be looked at: for this account, if there is one of the name, in this line.
    Account(Option<Account>, Line),
    /// There were too many.
    TooOften,
}

/// Looks up the account of a name, if the name may be tried once more. A device on which its holder has logged in before has tries
/// of its own, which no stranger uses up.
pub(super) async fn tried(
    app: &AppState,
    asks: &MaybePerson,
    headers: &HeaderMap,
    typed: &str,
) -> Result<Tried, Problem> {
    let name: Option<PersonName> = typed.parse().ok();
    let key = name.as_ref().map_or_else(|| shortened(typed), |name| NameKeys::of(name).small().to_owned());
    let account = match &name {
        Some(name) => app.store.account_named(name).await?,
        None => None,
    };
    let mut line = Line::Stranger;
    if let (Some(account), Some(digest)) = (&account, person::known_device(headers))
        && app.store.is_known_device(&digest, &account.person).await?
    {
        line = Line::Known;
        if !app.rates.try_log_in(Tries::Known { device: digest, person: account.person.clone() }) {
            return Ok(Tried::TooOften);
        }
    } else if !app.rates.try_log_in(Tries::Stranger { network: asks.network, name: key }) {
        return Ok(Tried::TooOften);
    }
    Ok(Tried::Account(account, line))
}

/// A name as somebody typed it, no longer than one can be.
fn shortened(typed: &str) -> String {
    typed.chars().take(60).collect()
}

/// Ends the session of this browser.
pub(super) async fn log_out(State(app): State<AppState>, asks: MaybePerson) -> Result<Response, Problem> {
    let mut response = Redirect::to("/").into_response();
    if let Some(person) = asks.known {
        let digest = person.digest();
        app.store.end_session_of(&person.id, &digest, now_ms()).await?;
        app.ends.session(&digest);
        if app.store.account(&person.id).await?.is_none() {
            app.lobby.forget(&app.store, &person.id).await?;
        }
    }
    person::forget_cookies(&app.addresses, response.headers_mut());
    Ok(response)
}
