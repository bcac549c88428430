//! What holds for every request: where it may come from, how large it may be, and what browsers are told.

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hnefi_words::Words;

use super::doors::Door;
use super::hosts;
use super::person;
use super::problem::Told;
use super::{LARGEST_BODY, Problem};
use crate::api::person_of_program;
use crate::server::state::{Addresses, AppState};
use crate::{analyse, game, mail, order, read};

/// Scripts, styles and sockets from here alone, nothing inline, no frames round it; modules may be compiled, and a search looks whether a
/// `blob:` of its page is still there.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      media-src 'self' data: blob:; connect-src 'self' blob:; worker-src 'self'; manifest-src 'self'; form-action 'self'; \
                      base-uri 'none'; frame-ancestors 'none'";

/// Lets a request through, or refuses it, and tells the browser what the answer may do.
pub(super) async fn guard(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let largest = match request.uri().path() {
        analyse::STUDY | analyse::REVIEW => analyse::LARGEST_STUDY,
        path if read::takes(path) => read::LARGEST_FORM,
        game::KEEP => game::LARGEST_KEPT,
        _ => LARGEST_BODY,
    };
    let too_large = request.headers().get(CONTENT_LENGTH).is_some_and(|length| {
        length.to_str().ok().and_then(|length| length.parse().ok()).is_none_or(|length: usize| length > largest)
    });
    // `/api` changes nothing, so anybody may ask it.
    let is_api = request.uri().path().starts_with("/api/");
    let changes = request.method() == Method::POST && !is_api && !mail::is_one_click(request.uri().path());
    let tells_json = is_api || request.uri().path() == game::KEEP;
    let is_page = !request.uri().path().starts_with("/assets/");
    let is_health = request.uri().path() == "/healthz";
    let asked = hosts::asked(request.uri(), request.headers());
    let wrong_host = !asked.is_some_and(|asked| hosts::is_own(&app.addresses, asked));
    let mut response = if is_crowded(&app) && !is_health && !holds_a_seat(&app, request.headers()).await {
        Problem::Full.into_response()
    } else if wrong_host {
        Problem::WrongHost(asked.unwrap_or_default().chars().take(100).collect()).into_response()
    } else if request.uri().path_and_query().is_some_and(|asked| has_nul(asked.as_str().as_bytes())) {
        nul().into_response()
    } else if too_large || request.body().size_hint().lower() > largest as u64 {
        Problem::TooLarge.into_response()
    } else if changes && !is_own_origin(&app.addresses, request.headers()) {
        Problem::ForeignOrigin.into_response()
    } else if let Some(problem) = order::asker_turned_away(&app, request.uri(), request.headers()).await {
        problem.into_response()
    } else if let Some(warning) = order::warning_first(&app, request.method(), request.uri(), request.headers()).await {
        warning
    } else {
        match without_nul(request, largest).await {
            Ok(request) => next.run(request).await,
            Err(problem) => problem.into_response(),
        }
    };
    let is_text = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if response.status() == StatusCode::BAD_REQUEST && is_text {
        // The router could not read the address itself, and says so in a line that is no page.
        response = Problem::NoPage.into_response();
    }
    if tells_json && let Some(told) = response.extensions().get::<Told>().cloned() {
        response = told.json();
    }
    let is_socket = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    if is_crowded(&app) && !is_socket {
        // A connection that idles takes the place of somebody who waits. One that becomes a socket does not idle.
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Addresses carry secrets, which no other site may learn. `no-referrer` would hide them too, but makes
    // browsers send forms with the origin `null`, which could not be told from a foreign one.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    if is_page && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Whether an address or a form holds the character of code 0. No text has it, and not every database can store it.
fn has_nul(text: &[u8]) -> bool {
    text.contains(&0) || text.windows(3).any(|three| three == b"%00")
}

fn nul() -> Problem {
    Problem::BadForm(Words::english().text("form-nul"))
}

/// A request whose form has been read, and holds no character of code 0.
async fn without_nul(request: Request, largest: usize) -> Result<Request, Problem> {
    let kind = request.headers().get(CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/x-www-form-urlencoded")) {
        return Ok(request);
    }
    let (head, body) = request.into_parts();
    let form = to_bytes(body, largest).await.map_err(|_| Problem::TooLarge)?;
    if has_nul(&form) { Err(nul()) } else { Ok(Request::from_parts(head, Body::from(form))) }
}

/// Whether so many are here that the last places are for those who play.
fn is_crowded(app: &AppState) -> bool {
    app.doors.count(&Door::Connection) > app.limits.connections - app.limits.connections / 8
}

/// Whether a request comes from somebody who holds a seat, or from his program.
async fn holds_a_seat(app: &AppState, headers: &HeaderMap) -> bool {
    let person = match person::known(app, person::token(headers)).await {
        Ok(Some(person)) => Some(person.id),
        _ => person_of_program(app, headers).await,
    };
    let Some(person) = person else { return false };
    app.store.holds_a_seat(&person).await.unwrap_or_default()
}

/// Whether a request comes from a page of this server.
pub(crate) fn is_own_origin(addresses: &Addresses, headers: &HeaderMap) -> bool {
    let header = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let (Some(origin), Some(asked)) = (header(ORIGIN), header(HOST)) else { return false };
    hosts::is_own_origin(addresses, origin, asked)
}
