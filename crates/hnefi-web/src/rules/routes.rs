//! The rules pages: the leaflets and the rule sets of the community, a chapter each, the comparison, and the sheets to print.

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hnefi_chapters::{chapter, comparison, definition, sheet};
use hnefi_rules::{Grade, community, leaflets, ruleset};
use hnefi_words::Words;

use super::card::{Card, CommunityCard};
use super::chapter::{Part, contents, in_short, parts};
use super::clauses::{ClauseRow, CompareRow, compared, rows};
use super::nearest::{Asked, Fit, nearest};
use crate::diagram::Diagram;
use crate::home;
use crate::server::error::ErrorPage;
use crate::server::{Problem, filters, lasting};

/// The routes under `/rules`.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/rules", get(index))
        .route("/rules/compare", get(compare))
        .route("/rules/nearest", get(proposal))
        .route("/rules/definitions/{name}", get(define))
        .route("/rules/{ruleset}", get(one))
        .route("/rules/{ruleset}/sheet", get(print))
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    cards: Vec<Card>,
    community: Vec<CommunityCard>,
}

async fn index(headers: HeaderMap) -> Response {
    let page = RulesPage {
        cards: leaflets().iter().map(|ruleset| Card::new(ruleset)).collect(),
        community: community().iter().map(|ruleset| CommunityCard::new(ruleset)).collect(),
    };
    lasting(&headers, &page)
}

#[derive(Template)]
#[template(path = "nearest.html")]
struct NearestPage {
    fits: Vec<Fit>,
}

async fn proposal(Query(asked): Query<Asked>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(lasting(&headers, &NearestPage { fits: nearest(&asked.said()?) }))
}

#[derive(Template)]
#[template(path = "chapter.html")]
struct ChapterPage {
    id: String,
    title: String,
    publisher: String,
    opening_words: String,
    contents: Vec<(String, String)>,
    /// The sheet's text under its headings, where there is a sheet; else the weightiest answers.
    in_short: Vec<(String, String)>,
    short_rows: Vec<ClauseRow>,
    parts: Vec<Part>,
    clauses: Vec<ClauseRow>,
    grades: Vec<(&'static str, String, String)>,
    has_sheet: bool,
    is_leaflet: bool,
    /// The board, where no chapter shows it.
    start: String,
}

async fn one(Path(id): Path<String>, headers: HeaderMap) -> Response {
    let Some(ruleset) = ruleset(&id) else { return unknown(&id) };
    let parts = chapter(&id).map(parts).unwrap_or_default();
    let page = ChapterPage {
        has_sheet: sheet(&id).is_some(),
        in_short: sheet(&id).map(in_short).unwrap_or_default(),
        short_rows: if sheet(&id).is_none() { home::in_short(ruleset) } else { Vec::new() },
        is_leaflet: leaflets().iter().any(|leaflet| leaflet.id() == id),
        start: if parts.is_empty() { Diagram::start(ruleset).svg() } else { String::new() },
        id,
        title: ruleset.name().to_owned(),
        publisher: ruleset.publisher().to_owned(),
        opening_words: ruleset.opening_words().to_owned(),
        contents: contents(&parts),
        parts,
        clauses: rows(ruleset),
        grades: grades(),
    };
    lasting(&headers, &page)
}

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage {
    title: String,
    names: Vec<(String, String)>,
    differing: Vec<CompareRow>,
    common: Vec<CompareRow>,
    contents: Vec<(String, String)>,
    parts: Vec<Part>,
    grades: Vec<(&'static str, String, String)>,
}

async fn compare(headers: HeaderMap) -> Response {
    let chapter = comparison();
    let parts = parts(chapter);
    let words = Words::english();
    let tables = [("differing", "compare-differing"), ("common", "compare-common")];
    let tables = tables.map(|(anchor, title)| (anchor.to_owned(), words.text(title)));
    let (differing, common) = compared().into_iter().partition(|row: &CompareRow| row.differs);
    let page = ComparePage {
        title: chapter.title.clone(),
        names: leaflets().iter().map(|ruleset| (ruleset.id().to_owned(), ruleset.name().to_owned())).collect(),
        differing,
        common,
        contents: tables.into_iter().chain(contents(&parts)).collect(),
        parts,
        grades: grades(),
    };
    lasting(&headers, &page)
}

#[derive(Template)]
#[template(path = "sheet.html")]
struct SheetPage {
    id: String,
    title: String,
    publisher: String,
    parts: Vec<Part>,
}

async fn print(Path(id): Path<String>, headers: HeaderMap) -> Response {
    let (Some(ruleset), Some(sheet)) = (ruleset(&id), sheet(&id)) else { return unknown(&id) };
    let page = SheetPage {
        id,
        title: ruleset.name().to_owned(),
        publisher: ruleset.publisher().to_owned(),
        parts: parts(sheet),
    };
    lasting(&headers, &page)
}

#[derive(Template)]
#[template(path = "definition.html")]
struct DefinitionPage {
    title: String,
    parts: Vec<Part>,
}

async fn define(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(definition) = definition(&name) else { return unknown(&name) };
    // The records are numbered; a reader of the rules does not need their number.
    let title = definition.title.split_once(". ").map_or(definition.title.as_str(), |(_, title)| title);
    lasting(&headers, &DefinitionPage { title: title.to_owned(), parts: parts(definition) })
}

/// The three grades of a leaflet: id, word, and what it means.
fn grades() -> Vec<(&'static str, String, String)> {
    let words = Words::english();
    [Grade::Text, Grade::Reading, Grade::Default]
        .map(|grade| (grade.id(), words.grade(grade), words.grade_long(grade)))
        .into()
}

fn unknown(id: &str) -> Response {
    let words = Words::english();
    ErrorPage {
        status: 404,
        title: words.text("rules-unknown-title"),
        message: words.format("rules-unknown", &[("id", id.chars().take(40).collect::<String>().into())]),
    }
    .into_response()
}
