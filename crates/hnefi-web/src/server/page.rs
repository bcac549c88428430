//! A page as a response.
use askama::Template;
use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::assets;

/// A page as a response. A template that cannot be rendered is a fault of ours, and said so in a line.
pub(crate) fn html(page: &impl Template) -> Response {
    render(page).map_or_else(failed, |text| Html(text).into_response())
}

/// A page that is the same for everybody, and changes with the program alone: a browser keeps it, asks whether it is still
/// the same, and is told so in a line. For pages that depend on nothing but their address; never for one that depends on who
/// asks.
pub(crate) fn lasting(asked: &HeaderMap, page: &impl Template) -> Response {
    let Some(text) = render(page) else { return failed() };
    tagged(asked, "public, no-cache", "text/html; charset=utf-8", text.into())
}

/// Bytes under a tag that is made of them, so that whoever holds others gets these; who holds these is told so in a line.
pub(crate) fn tagged(asked: &HeaderMap, cache: &'static str, kind: &'static str, bytes: Bytes) -> Response {
    let tag = format!("\"{}\"", HEXLOWER.encode(&Sha256::digest(&bytes)[..12]));
    let headers = [(CACHE_CONTROL, cache), (ETAG, tag.as_str())];
    match is_known(asked, &tag) {
        true => (StatusCode::NOT_MODIFIED, headers).into_response(),
        false => (headers, [(CONTENT_TYPE, kind)], bytes).into_response(),
    }
}

/// Whether a browser says that it holds what has this tag. A proxy that packs pages may have made a weak one of it.
pub(crate) fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let lists = asked.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

/// A page as text; `None`, and a line in the log, where it cannot be rendered.
pub(crate) fn render(page: &impl Template) -> Option<String> {
    hnefi_views::render(page, assets::build())
        .inspect_err(|error| tracing::error!(%error, "a page could not be rendered"))
        .ok()
}

fn failed() -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, hnefi_words::Words::english().text("error-render")).into_response()
}
