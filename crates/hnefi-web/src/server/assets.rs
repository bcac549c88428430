//! The scripts and styles, embedded in the program.
//!
//! One hash stands for all of them together, so that a module's relative import finds its neighbour of the same build.

use std::sync::LazyLock;

use data_encoding::HEXLOWER;
use hnefi_views::Build;
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

static BUILD: LazyLock<Build> =
    LazyLock::new(|| Build { assets: format!("/assets/{}", *HASH), version: digest_of_program() });

/// What stands in every page of this build. The address of scripts and styles changes whenever any of them does, the version
/// whenever anything of the program does.
pub(crate) fn build() -> &'static Build {
    &BUILD
}

/// What stands for the whole program; where it cannot read itself, for its scripts and styles.
fn digest_of_program() -> String {
    let read = std::env::current_exe().and_then(std::fs::read);
    read.map_or_else(|_| HASH.clone(), |program| HEXLOWER.encode(&Sha256::digest(program)[..6]))
}

/// The hash that stands for all of them.
pub(crate) fn hash() -> &'static str {
    &HASH
}
