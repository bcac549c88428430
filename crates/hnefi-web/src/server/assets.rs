//! The scripts and styles, embedded in the program.
//!
//! One hash stands for all of them together, so that a module's relative import finds its neighbour of the same build.

use std::fs::File;
use std::io::{self, Read};
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
    std::env::current_exe().and_then(File::open).and_then(digest_of).unwrap_or_else(|_| HASH.clone())
}

/// The digest of a file that is too large to be held at once.
fn digest_of(mut file: File) -> io::Result<String> {
    let mut all = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(HEXLOWER.encode(&all.finalize()[..6])),
            read => all.update(&part[..read]),
        }
    }
}

/// The hash that stands for all of them.
pub(crate) fn hash() -> &'static str {
    &HASH
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, Write};

    use super::*;

    #[test]
    fn a_file_has_the_digest_of_all_its_parts() {
        let bytes: Vec<u8> = (0..200_000u32).map(|number| number as u8).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        file.rewind().unwrap();
        assert_eq!(digest_of(file).unwrap(), HEXLOWER.encode(&Sha256::digest(&bytes)[..6]));
    }
}
