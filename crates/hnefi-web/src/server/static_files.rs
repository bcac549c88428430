//! Scripts and styles.
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;

use crate::server::Problem;
use crate::server::assets::{self, Assets};
use crate::server::page::is_known;

/// A script or style. Under the hash of this build it never changes; under another one it is given too, for
/// pages that were loaded before an update, and is not kept.
pub(super) async fn asset(Path((hash, file)): Path<(String, String)>, headers: HeaderMap) -> Result<Response, Problem> {
    let Some(content) = Assets::get(&file) else {
        // A program without the module is whole: its pages ask the server.
        return if file == assets::MODULE { Ok(StatusCode::NO_CONTENT.into_response()) } else { Err(Problem::NoPage) };
    };
    let tag = format!("\"{}\"", HEXLOWER.encode(&content.metadata.sha256_hash()[..12]));
    let same = is_known(&headers, &tag);
    let cache = match hash == assets::hash() {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let headers = [(CACHE_CONTROL, cache.to_owned()), (ETAG, tag)];
    if same {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Ok((headers, [(CONTENT_TYPE, content_type(&file))], content.data).into_response())
}

pub(crate) fn content_type(file: &str) -> &'static str {
    match file.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json") => "application/json",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
