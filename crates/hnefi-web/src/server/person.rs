//! Who asks: the person of a session, known by one cookie, and the network from where he asks.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use hnefi_live::{PersonId, PersonName};
use hnefi_store::now_ms;

use super::client::{self, Network, Peer};
use super::state::{Addresses, AppState};
use super::{Problem, secret};

const NAME: &str = "visitor";
/// The same where browsers hold it to https and to this host: no neighbour can set it.
const SECURE_NAME: &str = "__Host-visitor";
/// By which a device is known on which somebody has logged in.
const DEVICE: [&str; 2] = ["device", "__Host-device"];
/// What the member is called who has logged in: no secret, and for the head of pages alone.
const CALLED: [&str; 2] = ["called", "called"];
/// Where the name begins in the path of a member's page.
const NAME_AT: usize = "/@/".len();
/// After how long it is noted again that a session is used, in milliseconds.
const A_DAY: i64 = 24 * 60 * 60 * 1000;

/// Somebody whom the server knows. Has no `Debug`, so that no token reaches a log.
#[derive(Clone)]
pub(crate) struct Person {
    /// Who he is.
    pub(crate) id: PersonId,
    /// What his cookie holds.
    token: String,
    /// The token by which this device is known from now on, where somebody has just logged in on it.
    device: Option<String>,
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
    Ok(Some(Person { id: session.person, token, device: None }))
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
        Ok(Person { id, token, device: None })
    }
}

impl Person {
    /// A person whose session begins: it has to be stored.
    pub(crate) fn begun(id: PersonId) -> Person {
        Person { id, token: secret::visitor_token(), device: None }
    }

    /// The same on a device that is known by a token from now on.
    pub(crate) fn known_by(self, device: String) -> Person {
        Person { device: Some(device), ..self }
    }

    /// What is kept of the token.
    pub(crate) fn digest(&self) -> String {
        secret::hash(&self.token)
    }

    /// The cookies of a member: that of his session, that by which the device is known where he has just logged in, and the name for
    /// the head of every page, which its script reads.
    pub(crate) fn cookies(&self, addresses: &Addresses, name: Option<&PersonName>) -> Vec<HeaderValue> {
        let mut cookies = vec![cookie(addresses, self.token.clone())];
        if let Some(device) = &self.device {
            cookies.push(named(addresses, DEVICE, device.clone()));
        }
        if let Some(name) = name {
            let mut called = named(addresses, CALLED, name.page().split_off(NAME_AT));
            called.set_http_only(false);
            cookies.push(called);
        }
        for cookie in &mut cookies {
            cookie.make_permanent();
        }
        cookies.into_iter().filter_map(header).collect()
    }

    /// The cookie to set: a new person gets one, and whoever takes a seat keeps his for longer.
    pub(crate) fn cookie(&self, addresses: &Addresses) -> Option<HeaderValue> {
        let mut cookie = cookie(addresses, self.token.clone());
        cookie.make_permanent();
        header(cookie)
    }

    /// Ends the session. The cookie that takes the browser's away.
    pub(crate) async fn forget(self, app: &AppState) -> Result<Option<HeaderValue>, Problem> {
        app.store.end_session(&self.digest(), now_ms()).await?;
        app.ends.session(&self.digest());
        let mut cookie = cookie(&app.addresses, String::new());
        cookie.make_removal();
        Ok(header(cookie))
    }
}

fn cookie(addresses: &Addresses, token: String) -> Cookie<'static> {
    named(addresses, [NAME, SECURE_NAME], token)
}

/// A cookie under the first of two names, or under the second one where the server is reached through https.
fn named(addresses: &Addresses, names: [&'static str; 2], value: String) -> Cookie<'static> {
    let secure = addresses.public_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    let [plain, held] = names;
    let name = if secure { held } else { plain };
    Cookie::build((name, value)).path("/").http_only(true).same_site(SameSite::Lax).secure(secure).build()
}

/// The token by which a device is known, and what is kept of it: the one that it has, or a new one.
pub(crate) fn device_token(headers: &HeaderMap) -> (String, String) {
    let token = device_cookie(headers).unwrap_or_else(secret::device_token);
    let digest = secret::hash(&token);
    (token, digest)
}

/// What is kept of the token by which the device that asks is known, if it has one.
pub(crate) fn known_device(headers: &HeaderMap) -> Option<String> {
    device_cookie(headers).map(|token| secret::hash(&token))
}

fn device_cookie(headers: &HeaderMap) -> Option<String> {
    let jar = CookieJar::from_headers(headers);
    let cookie = DEVICE.iter().rev().find_map(|name| jar.get(name))?;
    Some(cookie.value().to_owned()).filter(|token| token.len() <= 100)
}

/// Takes the cookies of a member away. That by which the device is known stays: whoever uses it is no stranger.
pub(crate) fn forget_cookies(addresses: &Addresses, headers: &mut HeaderMap) {
    take_away(cookie(addresses, String::new()), headers);
    forget_called(addresses, headers);
}

/// Takes the name away that pages show in their head.
pub(crate) fn forget_called(addresses: &Addresses, headers: &mut HeaderMap) {
    take_away(named(addresses, CALLED, String::new()), headers);
}

fn take_away(mut cookie: Cookie<'static>, headers: &mut HeaderMap) {
    cookie.make_removal();
    if let Some(cookie) = header(cookie) {
        headers.append(SET_COOKIE, cookie);
    }
}

fn header(cookie: Cookie<'_>) -> Option<HeaderValue> {
    HeaderValue::from_str(&cookie.to_string()).ok()
}
