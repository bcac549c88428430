//! Scripts, styles and the module.
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;

use super::packing::Packing;
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
    let digest = content.metadata.sha256_hash();
    let packing = Packing::asked(&headers);
    // What is packed otherwise has other bytes, so it has a tag of its own.
    let packed_as = packing.map_or(String::new(), |packing| format!("-{}", packing.name()));
    let tag = format!("\"{}{packed_as}\"", HEXLOWER.encode(&digest[..12]));
    let cache = match hash == assets::hash() {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let same = is_known(&headers, &tag);
    let headers = [(CACHE_CONTROL, cache.to_owned()), (ETAG, tag), (VARY, ACCEPT_ENCODING.to_string())];
    if same {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let body = match packing {
        None => Bytes::from(content.data.into_owned()),
        Some(packing) => {
            let packed = tokio::task::spawn_blocking(move || packing.of(&content.data, digest)).await;
            packed.map_err(|error| Problem::Internal(error.to_string()))?
        }
    };
    let mut response = (headers, [(CONTENT_TYPE, content_type(&file))], body).into_response();
    if let Some(packing) = packing {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(packing.name()));
    }
    Ok(response)
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
