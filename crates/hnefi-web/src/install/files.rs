//! The files that a device keeps.
use hnefi_views::{Build, offline};
use hnefi_words::Words;
use serde::Serialize;
use serde_json::json;

use crate::picture::draw_icon;
use crate::server::assets::{Assets, build};

pub(crate) use crate::server::static_files::content_type;

/// The sides of the icons, in pixels: for a home screen, for a list of programs, for a start page.
pub(super) const ICONS: [&str; 4] = ["180.png", "192.png", "512.png", "maskable-512.png"];

/// The service worker, as it is written.
const SCRIPT: &str = "js/sw.js";

/// The referee that runs in a page.
const REFEREE: &str = "wasm/hnefi.wasm";

/// What a service worker fetches whole before it answers for anything.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Installed {
    version: String,
    build: Build,
    /// What the referee has to say of itself so that it is asked.
    edition: &'static str,
    /// Whether there is no server that could be asked first.
    alone: bool,
    /// Where the referee is, if this build has one.
    referee: Option<String>,
    /// What every version has at the same address.
    files: Vec<String>,
    /// What has the version in its address.
    assets: Vec<String>,
    pages: Vec<String>,
}

impl Installed {
    /// From a server.
    pub(super) fn from_server() -> Installed {
        let mut pages = offline::paths();
        pages.push("/offline".to_owned());
        Installed::new(build().version.clone(), false, pages)
    }

    /// From a folder of this version, in which each page is a folder of its own.
    pub(super) fn from_folder(version: String) -> Installed {
        let folder = |path: String| if path.ends_with('/') { path } else { format!("{path}/") };
        let pages = offline::paths().into_iter().chain(["/offline".to_owned()]).map(folder);
        Installed::new(version, true, pages.collect())
    }

    fn new(version: String, alone: bool, pages: Vec<String>) -> Installed {
        let icons = ICONS.map(|icon| format!("/icons/{icon}"));
        Installed {
            build: Build { version: version.clone(), ..build().clone() },
            edition: hnefi_wire::edition(),
            version,
            alone,
            referee: referee_is_here().then(|| build().asset(REFEREE)),
            files: std::iter::once("/manifest.webmanifest".to_owned()).chain(icons).collect(),
            assets: assets().map(|file| build().asset(&file)).collect(),
            pages,
        }
    }
}

/// Whether this build has the referee that runs in a page.
pub(super) fn referee_is_here() -> bool {
    Assets::get(REFEREE).is_some()
}

/// The scripts, styles and the rest that pages have, in order.
pub(super) fn assets() -> impl Iterator<Item = String> {
    let mut files: Vec<String> = Assets::iter().map(|file| file.into_owned()).collect();
    files.retain(|file| file != SCRIPT && !file.ends_with(".json"));
    files.sort();
    files.into_iter()
}

/// The service worker, with what it has to fetch.
pub(super) fn script(installed: &Installed) -> String {
    let script = Assets::get(SCRIPT).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default();
    let installed = serde_json::to_string(installed).unwrap_or_default();
    format!("self.HNEFI = {installed};\n{script}")
}

/// What a system is told of the app.
pub(super) fn manifest() -> String {
    let words = Words::english();
    let icon = |file: &str, sizes: &str, purpose: &str| json!({"src": format!("/icons/{file}"), "sizes": sizes, "type": "image/png", "purpose": purpose});
    json!({
        "id": "/",
        "name": words.text("site-title"),
        "short_name": words.text("site-name"),
        "description": words.text("footer"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f8f4ea",
        "theme_color": "#6d5436",
        "icons": [
            icon("192.png", "192x192", "any"),
            icon("512.png", "512x512", "any"),
            icon("maskable-512.png", "512x512", "maskable"),
        ],
    })
    .to_string()
}

/// An icon by the name of its file; `None` where there is none.
pub(super) fn icon(file: &str) -> Option<Result<Vec<u8>, png::EncodingError>> {
    let name = ICONS.contains(&file).then_some(file)?.strip_suffix(".png")?;
    let (name, maskable) = name.strip_prefix("maskable-").map_or((name, false), |name| (name, true));
    Some(draw_icon(name.parse().ok()?, maskable))
}
