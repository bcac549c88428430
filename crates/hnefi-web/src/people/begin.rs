//! Beginning a session of somebody who has proved who he is, and bringing his games along.

use axum::http::header::{LOCATION, SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use hnefi_live::{PersonId, PersonName};
use hnefi_people::device;
use hnefi_rules::Side;
use hnefi_store::{LogIn, StoreError, now_ms};

use crate::game::unbroken;
use crate::nodes::Call;
use crate::server::Problem;
use crate::server::person::{self, MaybePerson, Person};
use crate::server::state::AppState;

/// So many games of a guest come along.
const GAMES: u32 = 10_000;

/// Begins a session of a member in this browser, unless his account is closed: then it is `None`. The one that it had ends; if it was a guest's,
/// his games come along.
pub(super) async fn begin(
    app: &AppState,
    asks: MaybePerson,
    headers: &HeaderMap,
    member: &PersonId,
) -> Result<Option<Person>, Problem> {
    let new = Person::begun(member.clone());
    let (known, digest) = person::device_token(headers);
    let log_in = LogIn {
        person: member.clone(),
        token: new.digest(),
        device: device_of(headers),
        known: digest,
        instead: asks.known.as_ref().map(Person::digest),
        at_ms: now_ms(),
    };
    let (app, member) = (app.clone(), member.clone());
    // The end of the guest's session and what becomes of his games belong together, even if the browser hangs up.
    let begun = unbroken(async move {
        match app.store.log_in(log_in).await {
            Err(StoreError::NoAccount) => return Ok(false),
            begun => begun?,
        }
        let Some(before) = asks.known else { return Ok(true) };
        app.ends.session(&before.digest());
        if before.id != member && app.store.account(&before.id).await?.is_none() {
            app.lobby.forget(&app.store, &before.id).await?;
            bring(&app, &before.id, &member).await?;
        }
        Ok::<_, Problem>(true)
    })
    .await?;
    Ok(begun.then(|| new.known_by(known)))
}

/// Leads somebody who has logged in on, with the cookies by which he is known.
pub(super) fn led(app: &AppState, person: &Person, name: &PersonName, to: &str) -> Response {
    with_cookies(app, person, name, (StatusCode::SEE_OTHER, [(LOCATION, path(to))]).into_response())
}

/// A response with the cookies of a member.
pub(super) fn with_cookies(app: &AppState, person: &Person, name: &PersonName, mut response: Response) -> Response {
    for cookie in person.cookies(&app.addresses, Some(name)) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Where to go: a path of this server, or the first page.
pub(crate) fn path(to: &str) -> String {
    let good =
        to.starts_with('/') && !to.starts_with("//") && to.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if good { to.to_owned() } else { "/".to_owned() }
}

/// The browser and the system that ask, as `Firefox/Linux`.
pub(super) fn device_of(headers: &HeaderMap) -> Option<String> {
    let (browser, system) = device(headers.get(USER_AGENT)?.to_str().ok()?)?;
    Some(format!("{browser}/{system}"))
}

/// Moves the seats of a guest to a member, game by game: one that cannot be moved keeps no other from it. Where they play each other,
/// they stay as they are.
async fn bring(app: &AppState, guest: &PersonId, member: &PersonId) -> Result<(), Problem> {
    for game in app.store.games_of(guest, GAMES).await? {
        let held = |by: &PersonId| Side::ALL.into_iter().find(|&side| game.seats[side].is_held_by(by));
        if let (Some(side), None) = (held(guest), held(member)) {
            let (side, person) = (side.id().to_owned(), member.as_str().to_owned());
            let id = game.id.clone();
            if let Err(error) = (Call::MoveSeat { game: game.id, side, person }).make(app).await {
                tracing::error!(?error, game = id, "a guest's game could not be brought to the account");
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn nobody_is_led_elsewhere() {
        assert_eq!(path("/game/abc"), "/game/abc");
        for elsewhere in ["", "game", "//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nb", "/ä"] {
            assert_eq!(path(elsewhere), "/", "{elsewhere}");
        }
    }
}
