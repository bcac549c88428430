//! What can go wrong with a request, as a page for people or as JSON for programs.
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use hnefi_people::Scope;
use hnefi_store::StoreError;
use hnefi_views::ErrorPage;
use hnefi_wire::house::LinkError;
use hnefi_wire::kept::KeptError;
use hnefi_wire::{AskError, Refused};
use hnefi_words::Words;
use serde_json::json;

use super::html;
use crate::nodes::Moved;

/// After so long whoever asked for too much may try again, where nobody knows better, in seconds.
const A_WHILE_S: u64 = 10;

/// What went wrong with a request. Only what a person can do something about is told; the rest is logged.
#[derive(Debug)]
pub(crate) enum Problem {
    /// There is no such page.
    NoPage,
    /// There is no such game, or it is none of the visitor's.
    NoGame,
    /// There is no such link, or it has been used up.
    NoLink,
    /// The address exists, but not for this method.
    NoMethod,
    /// The request came from a page of another site.
    ForeignOrigin,
    /// Somebody could read a password on its way here.
    NotPrivate,
    /// Somebody does not run this event.
    NotOrganiser,
    /// Somebody may not do this to somebody.
    NotAllowed,
    /// A moderator has turned away who asks.
    TurnedAway {
        /// Until when, as a date.
        until: String,
        /// Why.
        why: String,
    },
    /// As many wait for their passwords to be looked at as may.
    Busy,
    /// The name by which the request asks is none of this server.
    WrongHost(String),
    /// Somebody else has the seat.
    SeatTaken,
    /// Who follows the invitation plays the other side already.
    OwnInvitation,
    /// Nobody else can take the seat over.
    SeatStays,
    /// The form says something that cannot be. The sentence says what.
    BadForm(String),
    /// A game that a browser kept cannot be.
    BadGame(KeptError),
    /// A game that a browser kept was put on the server before, and was another one then: this one.
    KeptBefore(String),
    /// The code of house rules cannot be read.
    BadLink(LinkError),
    /// The body is too large.
    TooLarge,
    /// Somebody asks for more than is his share.
    TooMany,
    /// A program asks more often than it may; it may again after so long.
    TooOften(Duration),
    /// Somebody asks the computer for more at once than is his share.
    TooManySearches,
    /// The token of a program is wrong or was ended, or there is none.
    NoToken,
    /// The token of a program does not let it do this.
    NeedsScope(Scope),
    /// What a program wanted to do is refused: by the rules, the state of the game, or the lobby.
    Refused(Box<Refused>),
    /// There is no place for one more who holds no seat.
    Full,
    /// The server is stopping.
    Stopping,
    /// Another node has to answer: this one, or whichever is the keeper.
    Moved(Option<i64>),
    /// Another node was asked, and nobody knows whether it has done something.
    Unsure,
    /// Something failed that is no fault of who asked.
    Internal(String),
}

impl Problem {
    /// The table of status codes.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Problem::NoPage | Problem::NoGame | Problem::NoLink => StatusCode::NOT_FOUND,
            Problem::NoMethod => StatusCode::METHOD_NOT_ALLOWED,
            Problem::ForeignOrigin
            | Problem::NotPrivate
            | Problem::NotAllowed
            | Problem::TurnedAway { .. }
            | Problem::NotOrganiser
            | Problem::NeedsScope(_) => StatusCode::FORBIDDEN,
            Problem::WrongHost(_) => StatusCode::MISDIRECTED_REQUEST,
            Problem::SeatTaken
            | Problem::OwnInvitation
            | Problem::SeatStays
            | Problem::KeptBefore(_)
            | Problem::Refused(_) => StatusCode::CONFLICT,
            Problem::BadLink(LinkError::TooLong) => StatusCode::URI_TOO_LONG,
            Problem::BadForm(_) | Problem::BadGame(_) | Problem::BadLink(_) => StatusCode::BAD_REQUEST,
            Problem::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Problem::TooMany | Problem::TooOften(_) | Problem::TooManySearches => StatusCode::TOO_MANY_REQUESTS,
            Problem::NoToken => StatusCode::UNAUTHORIZED,
            Problem::Stopping | Problem::Full | Problem::Busy | Problem::Moved(_) => StatusCode::SERVICE_UNAVAILABLE,
            Problem::Unsure => StatusCode::BAD_GATEWAY,
            Problem::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The code for programs.
    pub(crate) fn code(&self) -> &str {
        match self {
            Problem::NoPage => "no-page",
            Problem::NoGame => "no-game",
            Problem::NoLink => "no-link",
            Problem::NoMethod => "no-method",
            Problem::ForeignOrigin => "foreign-origin",
            Problem::NotPrivate => "not-private",
            Problem::NotAllowed => "not-allowed",
            Problem::TurnedAway { .. } => "turned-away",
            Problem::NotOrganiser => "not-organiser",
            Problem::Busy => "busy",
            Problem::WrongHost(_) => "wrong-host",
            Problem::SeatTaken => "seat-taken",
            Problem::OwnInvitation => "own-invitation",
            Problem::SeatStays => "seat-stays",
            Problem::BadForm(_) => "bad-form",
            Problem::BadGame(_) => "bad-game",
            Problem::KeptBefore(_) => "kept-before",
            Problem::BadLink(_) => "bad-link",
            Problem::TooLarge => "too-large",
            Problem::TooMany | Problem::TooOften(_) => "too-many",
            Problem::NoToken => "no-token",
            Problem::NeedsScope(_) => "needs-scope",
            Problem::Refused(refused) => &refused.code,
            Problem::TooManySearches => "too-many-searches",
            Problem::Full => "full",
            Problem::Stopping => "stopping",
            Problem::Moved(_) => "moved",
            Problem::Unsure => "unsure",
            Problem::Internal(_) => "internal",
        }
    }

    fn title(&self) -> String {
        Words::english().text(match self {
            Problem::NoPage | Problem::NoMethod => "problem-no-page",
            Problem::NoGame => "problem-no-game",
            Problem::NoLink => "problem-no-link",
            Problem::ForeignOrigin => "problem-foreign-origin",
            Problem::NotPrivate => "not-private-title",
            Problem::NotAllowed => "problem-not-allowed",
            Problem::TurnedAway { .. } => "turned-away-title",
            Problem::NotOrganiser => "event-problem-not-organiser",
            Problem::Busy => "problem-busy",
            Problem::WrongHost(_) => "problem-wrong-host",
            Problem::SeatTaken => "problem-seat-taken",
            Problem::OwnInvitation => "problem-own-invitation",
            Problem::SeatStays => "problem-seat-stays",
            Problem::BadForm(_) | Problem::BadGame(_) | Problem::Refused(_) => "problem-bad-form",
            Problem::NoToken | Problem::NeedsScope(_) => "programs-problem",
            Problem::KeptBefore(_) => "problem-kept-before",
            Problem::BadLink(_) => "problem-bad-link",
            Problem::TooLarge => "problem-too-large",
            Problem::TooMany | Problem::TooOften(_) | Problem::TooManySearches => "problem-too-many",
            Problem::Full => "problem-full",
            Problem::Stopping | Problem::Moved(_) => "problem-stopping",
            Problem::Unsure => "problem-unsure",
            Problem::Internal(_) => "problem-internal",
        })
    }

    pub(crate) fn message(&self) -> String {
        Words::english().text(match self {
            Problem::BadForm(sentence) => return sentence.clone(),
            Problem::BadGame(error) => return error.says.clone(),
            Problem::KeptBefore(_) => "problem-kept-before-message",
            Problem::WrongHost(host) => {
                return Words::english().format("problem-wrong-host-message", &[("host", host.as_str().into())]);
            }
            Problem::BadLink(error) => error.words(),
            Problem::NoPage => "problem-no-page-message",
            Problem::NoMethod => "problem-no-method-message",
            Problem::NoGame => "problem-no-game-message",
            Problem::NoLink => "problem-no-link-message",
            Problem::ForeignOrigin => "problem-foreign-origin-message",
            Problem::NotPrivate => "not-private-message",
            Problem::NotAllowed => "problem-not-allowed-message",
            Problem::TurnedAway { until, why } => {
                let values = [("when", until.as_str().into()), ("why", why.as_str().into())];
                return Words::english().format("turned-away-message", &values);
            }
            Problem::NotOrganiser => "event-problem-not-organiser-message",
            Problem::Busy => "log-in-busy",
            Problem::SeatTaken => "problem-seat-taken-message",
            Problem::OwnInvitation => "problem-own-invitation-message",
            Problem::SeatStays => "problem-seat-stays-message",
            Problem::TooLarge => "problem-too-large-message",
            Problem::TooMany => "problem-too-many-message",
            Problem::TooOften(_) => "programs-too-often",
            Problem::NoToken => "programs-no-token",
            Problem::NeedsScope(scope) => {
                return Words::english().format("programs-needs-scope", &[("scope", scope.id().into())]);
            }
            Problem::Refused(refused) => return refused.message.clone(),
            Problem::TooManySearches => "refused-too-many-searches",
            Problem::Full => "problem-full-message",
            Problem::Stopping => "problem-stopping-message",
            Problem::Moved(_) => "problem-moved-message",
            Problem::Unsure => "problem-unsure-message",
            Problem::Internal(_) => "problem-internal-message",
        })
    }

    /// The same for programs.
    pub(crate) fn json(self) -> Response {
        self.log();
        self.to_json()
    }

    fn to_json(&self) -> Response {
        let mut body = json!({"error": {"code": self.code(), "message": self.message()}});
        match self {
            Problem::BadGame(error) => body["error"]["entry"] = json!(error.entry),
            Problem::KeptBefore(game) => body["error"]["game"] = json!(game),
            Problem::NeedsScope(scope) => body["error"]["scope"] = json!(scope.id()),
            Problem::Refused(refused) => body["error"]["clause"] = json!(refused.clause),
            _ => {}
        }
        self.with_headers((self.status(), Json(body)).into_response())
    }

    /// What tells a program when to come again, and what a token is wanted for.
    fn with_headers(&self, mut response: Response) -> Response {
        let wait = match self {
            Problem::TooOften(wait) => Some(wait.as_secs() + 1),
            Problem::TooMany | Problem::TooManySearches => Some(A_WHILE_S),
            _ => None,
        };
        if let Some(seconds) = wait {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        if matches!(self, Problem::NoToken) {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    fn log(&self) {
        if let Problem::Internal(cause) = self {
            tracing::error!(cause, "a request failed");
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.log();
        let page = ErrorPage { status: self.status().as_u16(), title: self.title(), message: self.message() };
        let mut response = self.with_headers((self.status(), html(&page)).into_response());
        if let Problem::Moved(node) = self {
            response.extensions_mut().insert(Moved(node));
        }
        response.extensions_mut().insert(Told(Arc::new(self)));
        response
    }
}

/// What a page about a problem tells, for where a program asked.
#[derive(Clone, Debug)]
pub(super) struct Told(Arc<Problem>);

impl Told {
    /// The same for programs.
    pub(super) fn json(&self) -> Response {
        self.0.to_json()
    }
}

impl From<AskError> for Problem {
    fn from(error: AskError) -> Problem {
        match error {
            AskError::Wrong(says) => Problem::BadForm(says),
            AskError::Link(error) => Problem::BadLink(error),
        }
    }
}

impl From<KeptError> for Problem {
    fn from(error: KeptError) -> Problem {
        Problem::BadGame(error)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::NoGame(_) => Problem::NoGame,
            StoreError::Taken => Problem::SeatTaken,
            StoreError::NotAllowed => Problem::NotAllowed,
            StoreError::NoAccount | StoreError::NoReport | StoreError::NoEvent(_) => Problem::NoPage,
            StoreError::Closing | StoreError::Lost(_) => Problem::Stopping,
            StoreError::Elsewhere { node, .. } => Problem::Moved(Some(node)),
            error => Problem::Internal(error.to_string()),
        }
    }
}
