//! Read a game: the text that somebody gives comes in, and the page about it goes out. Nothing is kept.
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Query};
use axum::http::header::{ACCEPT, CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use hnefi_views::read::{Asked, File, ReadPage};
use hnefi_words::Words;
use serde_json::json;
use tokio::sync::Semaphore;

use crate::server::Problem;
use crate::server::forms::bad_form;
use crate::server::html;
use crate::server::state::AppState;

/// The largest form, in bytes: browsers write some characters of a text with three.
pub(crate) const LARGEST_FORM: usize = 2 * 1024 * 1024;
/// The longest text, in bytes.
const LONGEST_TEXT: usize = 1024 * 1024;

/// How many texts are read at once; others wait for their turn.
static READINGS: Semaphore = Semaphore::const_new(2);

/// The routes under `/read`.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/read", get(show).post(read))
        .route("/read/file", post(file))
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
}

/// Whether an address takes a form as large as [`LARGEST_FORM`].
pub(crate) fn takes(path: &str) -> bool {
    path == "/read" || path == "/read/file"
}

/// The page for what the address says: empty, or with a short text.
async fn show(asked: Result<Query<Asked>, QueryRejection>) -> Result<Response, Problem> {
    let Query(asked) = asked.map_err(|error| Problem::BadForm(error.body_text()))?;
    let link = if asked.text.is_empty() { None } else { asked.address() };
    page(asked, link).await
}

/// The page for a text. A short one is led to an address of its own, which can be kept, sent and gone back to.
async fn read(form: Result<Form<Asked>, FormRejection>) -> Result<Response, Problem> {
    let Form(mut asked) = form.map_err(bad_form)?;
    if !asked.pick.is_empty() {
        asked.rules = std::mem::take(&mut asked.pick);
    }
    if asked.text.trim().is_empty() {
        return Ok((StatusCode::SEE_OTHER, [(LOCATION, "/read".to_owned())]).into_response());
    }
    match asked.address() {
        Some(address) => Ok((StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()),
        None => page(asked, None).await,
    }
}

/// What the text holds as a file in another format; with what did not get into it for who takes JSON.
async fn file(headers: HeaderMap, form: Result<Form<Asked>, FormRejection>) -> Result<Response, Problem> {
    let Form(asked) = form.map_err(bad_form)?;
    let file = aside(asked, |asked| File::new(&asked)).await?;
    let missing = || Problem::BadForm(Words::english().text("import-no-file"));
    let File { name, text, losses } = file.ok_or_else(missing)?;
    if headers.get(ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json")) {
        return Ok(Json(json!({"name": name, "text": text, "losses": losses})).into_response());
    }
    let name = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let name = name.map_err(|error| Problem::Internal(error.to_string()))?;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], text).into_response())
}

async fn page(asked: Asked, link: Option<String>) -> Result<Response, Problem> {
    let page = aside(asked, |asked| ReadPage::new(&asked, link)).await?;
    Ok(html(&page))
}

/// Does the work on a thread where it holds nobody up, and a few texts at a time.
async fn aside<T: Send + 'static>(
    asked: Asked,
    what: impl FnOnce(Asked) -> Result<T, String> + Send + 'static,
) -> Result<T, Problem> {
    if asked.text.len() > LONGEST_TEXT {
        return Err(Problem::TooLarge);
    }
    let internal = |error: &dyn std::fmt::Display| Problem::Internal(error.to_string());
    let turn = READINGS.acquire().await.map_err(|error| internal(&error))?;
    // The turn is held until the work is done, even if who asked for it hangs up meanwhile.
    let done = tokio::task::spawn_blocking(move || (what(asked), turn)).await;
    done.map_err(|error| internal(&error))?.0.map_err(Problem::BadForm)
}
