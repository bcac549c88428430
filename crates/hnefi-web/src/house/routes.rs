//! House rules: the editor, the page behind a link, and files.
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FormRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use hnefi_rules::{Question, Ruleset};
use hnefi_views::house::{self as views, HouseEditPage, HousePage, begin as begin_page};
use hnefi_wire::house::{self, HouseRules, LONGEST_FILE, LinkError, named};
use hnefi_wire::{AskError, HouseQuestion, say};
use hnefi_words::Words;
use serde::Deserialize;

use crate::game::choices;
use crate::server::Problem;
use crate::server::base;
use crate::server::forms::{bad_form, unreadable};
use crate::server::html;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;

/// The longest query that the editor reads, in bytes: every answer and the largest board take 2,000.
const LONGEST_QUERY: usize = 8 * 1024;

/// The routes under `/house`.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/house", get(begin))
        .route("/house/edit", get(edit_form))
        .route("/house/read", post(bring))
        .route("/house/{code}", get(show))
        .route("/house/{code}/edit", get(edit))
        .route("/house/{code}/file", get(file))
        .route("/api/house", post(check))
}

/// Where house rules may start from.
async fn begin() -> Response {
    html(&begin_page())
}

/// The editor, as a form without scripts asks for it.
async fn edit_form(uri: Uri) -> Result<Response, Problem> {
    if uri.query().is_some_and(|query| query.len() > LONGEST_QUERY) {
        return Err(Problem::BadLink(LinkError::TooLong));
    }
    let pairs = Query::<Vec<(String, String)>>::try_from_uri(&uri);
    let Query(pairs) = pairs.map_err(|error| Problem::BadForm(say("form-unreadable", &error.body_text())))?;
    let said = |wanted: &str| pairs.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    let Some(base) = said("base") else { return Ok(html(&begin_page())) };
    let answers = pairs.iter().filter(|(key, _)| Question::from_id(key).is_some());
    let answers = answers.map(|(key, value)| (key.as_str(), value.as_str()));
    let house = house::read(base, said("name").unwrap_or_default(), said("start").unwrap_or_default(), answers)?;
    Ok(html(&HouseEditPage::new(&house)))
}

/// The editor for house rules that a link holds.
async fn edit(Path(code): Path<String>) -> Result<Response, Problem> {
    Ok(html(&HouseEditPage::new(&open(&code)?)))
}

/// The page of house rules. Those that make no game say why, as a request that cannot be fulfilled.
async fn show(
    State(app): State<AppState>,
    Path(code): Path<String>,
    asks: MaybePerson,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let house = open(&code)?;
    let base = base::of(&app.addresses, &headers);
    let page = HousePage::new(&house, &base, choices::ready(&app, &asks).await?);
    let mut response = html(&page);
    if !page.is_playable() {
        *response.status_mut() = StatusCode::BAD_REQUEST;
    }
    Ok(response)
}

/// House rules as a rule file.
async fn file(Path(code): Path<String>) -> Result<Response, Problem> {
    let house = open(&code)?;
    house
        .ruleset()
        .map_err(|faults| Problem::BadForm(faults.into_iter().map(|fault| fault.says).collect::<Vec<_>>().join(" ")))?;
    let mut response = ([(CONTENT_TYPE, "application/toml; charset=utf-8")], house.to_toml()).into_response();
    let name = format!("attachment; filename=\"{}.toml\"", house.file_name());
    let name = HeaderValue::from_str(&name).map_err(|error| Problem::Internal(error.to_string()))?;
    response.headers_mut().insert(CONTENT_DISPOSITION, name);
    Ok(response)
}

/// A rule file that somebody brings.
#[derive(Debug, Deserialize)]
struct FileForm {
    toml: String,
}

/// Reads a rule file and leads to the page of its rules.
async fn bring(form: Result<Form<FileForm>, FormRejection>) -> Result<Response, Problem> {
    let Form(FileForm { toml }) = form.map_err(bad_form)?;
    if toml.len() > LONGEST_FILE {
        return Err(Problem::TooLarge);
    }
    let rules = Ruleset::from_toml(&toml).map_err(|error| {
        let says = Words::english().ruleset_error(&error);
        Problem::BadForm(says.chars().take(600).collect())
    })?;
    let code = HouseRules::of(&rules).code();
    Ok((StatusCode::SEE_OTHER, [(LOCATION, format!("/house/{code}"))]).into_response())
}

/// What the rules crate says to house rules as the editor holds them.
async fn check(body: Result<Bytes, BytesRejection>) -> Response {
    let answered = body.map_err(unreadable).and_then(|body| {
        let question: Result<HouseQuestion, _> = serde_json::from_slice(&body);
        let question = question.map_err(|error| Problem::BadForm(say("api-house-json", &error.to_string())))?;
        Ok(views::check(&question)?)
    });
    match answered {
        Ok(answer) => Json(answer).into_response(),
        Err(problem) => problem.json(),
    }
}

fn open(code: &str) -> Result<HouseRules, Problem> {
    HouseRules::from_code(code).map_err(Problem::BadLink)
}

/// The rule set that somebody asks for, by its id or by the code of house rules.
pub(crate) fn asked(name: &str) -> Result<Arc<Ruleset>, Problem> {
    named(name).map_err(|error| AskError::unknown(name, error).into())
}
