//! Who somebody is: one cookie.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};

use hnefi_live::PersonId;

use crate::server::secret;
use crate::server::state::Addresses;

const NAME: &str = "visitor";
/// A year, in seconds.
const A_YEAR: u32 = 365 * 24 * 60 * 60;

/// Somebody with a browser. Has no `Debug`, so that no token reaches a log.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// Who he is.
    pub(crate) person: PersonId,
    /// What his cookie holds.
    token: String,
}

impl Visitor {
    /// The visitor of a cookie; `None` for somebody without one.
    pub(crate) fn known(headers: &HeaderMap) -> Option<Visitor> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let token = cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .find_map(|(name, token)| (name == NAME && is_token(token)).then_some(token))?;
        Some(Visitor { person: PersonId::new(secret::hash(token)), token: token.to_owned() })
    }

    /// The visitor of a cookie, or a new one.
    pub(crate) fn known_or_new(headers: &HeaderMap) -> Visitor {
        Visitor::known(headers).unwrap_or_else(|| {
            let token = secret::visitor_token();
            Visitor { person: PersonId::new(secret::hash(&token)), token }
        })
    }

    /// The cookie to set: a new visitor gets one, and whoever takes a seat keeps his for another year.
    pub(crate) fn cookie(&self, addresses: &Addresses) -> Option<HeaderValue> {
        let token = &self.token;
        let secure = addresses.public_url.as_ref().is_some_and(|url| url.starts_with("https://"));
        let secure = if secure { "; Secure" } else { "" };
        let cookie = format!("{NAME}={token}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).ok()
    }
}

fn is_token(text: &str) -> bool {
    text.len() >= 40 && text.len() <= 100 && text.bytes().all(|b| b.is_ascii_alphanumeric())
}
