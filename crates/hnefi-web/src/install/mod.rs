//! The app on a device: what a browser needs to install it and to have it without a network, and the folder that any web host
//! can serve.

mod files;
mod site;
use axum::Router;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hnefi_views::offline::OfflinePage;

use self::files::{Installed, content_type, icon, manifest, referee_is_here, script};
use crate::server::assets::build;
use crate::server::page::tagged;
use crate::server::state::AppState;
use crate::server::{Problem, lasting};

pub use site::{Site, write_site};

/// What a browser asks for to install the app.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/manifest.webmanifest", get(async || text("application/manifest+json", manifest())))
        .route("/sw.js", get(async || text("text/javascript; charset=utf-8", script(&Installed::from_server()))))
        .route("/version", get(async || text("text/plain; charset=utf-8", build().version.clone())))
        .route("/icons/{file}", get(picture))
        .route("/offline", get(offline))
}

fn text(kind: &'static str, text: String) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

async fn picture(Path(file): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let icon = icon(&file).ok_or(Problem::NoPage)?.map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(tagged(&headers, "public, no-cache", content_type(&file), icon.into()))
}

async fn offline(headers: HeaderMap) -> Response {
    lasting(&headers, &OfflinePage { alone: false, referee: referee_is_here() })
}
