//! One's own account.

use axum::extract::{FromRequestParts, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use hnefi_people::Password;
use hnefi_store::{Account, NAME_HELD_DAYS, NAME_STAYS_MS, now_ms};
use hnefi_views::order::OwnOrder;
use hnefi_views::people::{AccountPage, PasskeyRow, SessionRow, device_words};
use serde::Deserialize;

use super::begin::with_cookies;
use super::relying::MaybePlace;
use super::tokens;
use super::{address, away};
use crate::order::{done_rows, ignored_rows, report_rows};
use crate::server::date::day;
use crate::server::person::{self, MaybePerson, Person};
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// How much of the hash of a token names its session on the page.
const SHOWN: usize = 16;

/// A member who has logged in; anybody else is led to where one does.
pub(super) struct Member {
    /// Who, in this browser.
    pub(super) person: Person,
    /// His account.
    pub(super) account: Account,
}

impl FromRequestParts<AppState> for Member {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Member, Response> {
        let asks = MaybePerson::from_request_parts(parts, app).await.map_err(IntoResponse::into_response)?;
        let account = match &asks.known {
            Some(person) => {
                app.store.account(&person.id).await.map_err(|error| Problem::from(error).into_response())?
            }
            None => None,
        };
        match (asks.known, account) {
            (Some(person), Some(account)) => Ok(Member { person, account }),
            _ => {
                let mut response = Redirect::to("/log-in").into_response();
                // What pages show of a name in their head is not so any more.
                person::forget_called(&app.addresses, response.headers_mut());
                Err(response)
            }
        }
    }
}

/// What the address of the page may say.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// Whether something was changed just now.
    saved: Option<String>,
    /// Whether the account was made just now, with a passkey: it has no recovery codes yet.
    new: Option<String>,
}

/// The page.
pub(super) async fn page(
    State(app): State<AppState>,
    Query(asked): Query<Asked>,
    member: Member,
    place: MaybePlace,
) -> Result<Response, Problem> {
    let open = if asked.new.is_some() { "codes" } else { "" };
    let passkeys_not = place.checked(&app).await?.err();
    let page = AccountPage { saved: asked.saved.is_some(), open, passkeys_not, ..view(&app, &member).await? };
    // The name may have been changed on another device.
    Ok(with_cookies(&app, &member.person, &member.account.name, html(&page)))
}

/// The page with what is wrong with what was asked for, in the part where it was asked.
pub(super) async fn refused(
    app: &AppState,
    member: &Member,
    (status, part): (StatusCode, &'static str),
    fault: String,
) -> Result<Response, Problem> {
    let page = AccountPage { fault: Some(fault), open: part, ..view(app, member).await? };
    Ok((status, html(&page)).into_response())
}

async fn view(app: &AppState, Member { person, account }: &Member) -> Result<AccountPage, Problem> {
    let here = person.digest();
    let sessions = app.store.sessions_of(&person.id).await?.into_iter().map(|session| SessionRow {
        device: device_words(session.device.as_deref()),
        here: session.token == here,
        since: day(session.made_ms),
        seen: day(session.seen_ms),
        id: shown(&session.token).to_owned(),
    });
    let passkeys = app.store.passkeys_of(&person.id).await?.into_iter().map(|key| PasskeyRow {
        label: device_words(Some(key.label.as_str())),
        since: day(key.made_ms),
        used: key.used_ms.map(day),
        id: key.id,
    });
    let name_from = account.named_ms.map(|named| named + NAME_STAYS_MS).filter(|&from| from > now_ms());
    Ok(AccountPage {
        fault: None,
        saved: false,
        open: "",
        name: account.name.as_str().to_owned(),
        page: account.name.page(),
        since: day(account.made_ms),
        administrator: account.administrator,
        name_from: name_from.map(day),
        has_password: account.password.is_some(),
        codes_left: app.store.codes_left(&person.id).await?,
        sessions: sessions.collect(),
        passkeys: passkeys.collect(),
        passkeys_not: None,
        tokens: app.store.tokens_of(&person.id).await?.into_iter().map(tokens::row).collect(),
        bot: account.bot_ms.is_some(),
        mail: address::shown(app, &person.id).await?,
        away: away::shown(&app.store.away_book(&person.id).await?, now_ms()),
        name_held: NAME_HELD_DAYS,
        shortest: Password::SHORTEST,
        order: OwnOrder {
            done: done_rows(&app.store.done_to(&person.id).await?),
            reports: report_rows(app.store.reports_by(&person.id).await?),
            ignored: ignored_rows(app, &person.id).await?,
            moderates: account.moderates(),
        },
    })
}

/// What names a session on the page.
pub(super) fn shown(token: &str) -> &str {
    token.get(..SHOWN).unwrap_or(token)
}
