//! Who asks: the person of a session, known by one cookie, and the network from where he asks.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use hnefi_live::PersonId;
use hnefi_store::now_ms;

use super::client::{self, Network, Peer};
use super::state::{Addresses, AppState};
use super::{Problem, secret};

const NAME: &str = "visitor";
/// The same where browsers hold it to https and to this host: no neighbour can set it.
const SECURE_NAME: &str = "__Host-visitor";
/// After how long it is noted again that a session is used, in milliseconds.
const A_DAY: i64 = 24 * 60 * 60 * 1000;

/// Somebody whom the server knows. Has no `Debug`, so that no token reaches a log.
#[derive(Clone)]
pub(crate) struct Person {
    /// Who he is.
    pub(crate) id: PersonId,
    /// What his cookie holds.
    token: String,
}

/// Who asks, whether or not the server knows him.
#[derive(Clone)]
pub(crate) struct MaybePerson {
    /// The person; `None` for somebody without a session that goes on.
    pub(crate) known: Option<Person>,
    /// From where he asks.
    pub(crate) network: Network,
}

impl FromRequestParts<AppState> for MaybePerson {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<MaybePerson, Problem> {
        let network = client::network(Peer::of(&parts.extensions).ip, &parts.headers, &app.addresses.proxies);
        Ok(MaybePerson { known: known(app, token(&parts.headers)).await?, network })
    }
}

/// Where there is only something for people whom the server knows.
impl FromRequestParts<AppState> for Person {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Person, Problem> {
        MaybePerson::from_request_parts(parts, app).await?.known.ok_or(Problem::NoGame)
    }
}

impl FromRequestParts<AppState> for Network {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Network, Infallible> {
        Ok(network(&parts.extensions, &parts.headers, &app.addresses))
    }
}

/// The network from where a request comes.
pub(crate) fn network(extensions: &Extensions, headers: &HeaderMap, addresses: &Addresses) -> Network {
    client::network(Peer::of(extensions).ip, headers, &addresses.proxies)
}

/// The person of a token. Only tokens that this server gave out are anybody's.
pub(crate) async fn known(app: &AppState, token: Option<String>) -> Result<Option<Person>, Problem> {
    let Some(token) = token else { return Ok(None) };
    let hash = secret::hash(&token);
    let Some(session) = app.store.session(&hash).await? else { return Ok(None) };
    if session.seen_ms + A_DAY <= now_ms() {
        app.store.touch(&hash, now_ms()).await?;
    }
    Ok(Some(Person { id: session.person, token }))
}

/// The token that a request brings along.
pub(crate) fn token(headers: &HeaderMap) -> Option<String> {
    let jar = CookieJar::from_headers(headers);
    // The plain one is that of a server that had no https when it was given.
    let cookie = jar.get(SECURE_NAME).or_else(|| jar.get(NAME))?;
    Some(cookie.value().to_owned()).filter(|token| token.len() <= 100)
}

impl MaybePerson {
    /// The person, or a new one, whom the server knows from now on.
    pub(crate) async fn or_new(self, app: &AppState) -> Result<Person, Problem> {
        if let Some(person) = self.known {
            return Ok(person);
        }
        if !app.rates.new_person(self.network) {
            return Err(Problem::TooMany);
        }
        let (id, token) = (PersonId::new(secret::person_id()), secret::visitor_token());
        app.store.make_person(&id, &secret::hash(&token), now_ms()).await?;
        Ok(Person { id, token })
    }
}

impl Person {
    /// The cookie to set: a new person gets one, and whoever takes a seat keeps his for longer.
    pub(crate) fn cookie(&self, addresses: &Addresses) -> Option<HeaderValue> {
        let mut cookie = cookie(addresses, self.token.clone());
        cookie.make_permanent();
        header(cookie)
    }

    /// Ends the session. The cookie that takes the browser's away.
    pub(crate) async fn forget(self, app: &AppState) -> Result<Option<HeaderValue>, Problem> {
        app.store.end_session(&secret::hash(&self.token), now_ms()).await?;
        let mut cookie = cookie(&app.addresses, String::new());
        cookie.make_removal();
        Ok(header(cookie))
    }
}

fn cookie(addresses: &Addresses, token: String) -> Cookie<'static> {
    let secure = addresses.public_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    let name = if secure { SECURE_NAME } else { NAME };
    Cookie::build((name, token)).path("/").http_only(true).same_site(SameSite::Lax).secure(secure).build()
}

fn header(cookie: Cookie<'_>) -> Option<HeaderValue> {
    HeaderValue::from_str(&cookie.to_string()).ok()
}
