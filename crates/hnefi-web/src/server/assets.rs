//! The scripts and styles, embedded in the program.
//!
//! One hash stands for all of them together, so that a module's relative import finds its neighbour of the same build.

use std::sync::LazyLock;

use data_encoding::HEXLOWER;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

/// The referee in the page, see `hnefi-wasm`; there may be none.
pub(super) const MODULE: &str = "wasm/hnefi.wasm";

/// Everything under `assets/`.
#[derive(RustEmbed)]
#[folder = "assets/"]
pub(crate) struct Assets;

static HASH: LazyLock<String> = LazyLock::new(|| {
    let mut names: Vec<_> = Assets::iter().collect();
    names.sort();
    let mut all = Sha256::new();
    for file in names.iter().filter_map(|name| Assets::get(name)) {
        all.update(file.metadata.sha256_hash());
    }
    HEXLOWER.encode(&all.finalize()[..6])
});

/// The address under which scripts and styles are, such as `js/game.js`: it changes whenever any of them does.
pub(crate) fn address() -> String {
    format!("/assets/{}", *HASH)
}

/// The hash that stands for all of them.
pub(crate) fn hash() -> &'static str {
    &HASH
}
