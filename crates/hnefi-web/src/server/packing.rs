//! Scripts, styles and the module, packed once and kept.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use flate2::Compression;
use flate2::write::GzEncoder;

/// How an answer is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Packing {
    Brotli,
    Gzip,
}

/// The module as it was packed when the program was built, and the SHA-256 of what was packed.
const MODULE: (&[u8], &[u8; 32]) = (
    include_bytes!(concat!(env!("OUT_DIR"), "/module.br")),
    include_bytes!(concat!(env!("OUT_DIR"), "/module.sha256")),
);

/// Beyond so many bytes the best that brotli can do takes too long for somebody who waits.
const LONG: usize = 256 * 1024;

type Kept = HashMap<([u8; 32], Packing), Arc<OnceLock<Bytes>>>;

/// What was packed, by the digest of what it was.
static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

impl Packing {
    /// The one that a browser takes and that is smallest; `None` where it takes neither, or says nothing.
    pub(super) fn asked(headers: &HeaderMap) -> Option<Packing> {
        let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let entries: Vec<(&str, f32)> = lists.flat_map(|list| list.split(',')).map(weighed).collect();
        let weight = |name: &str| {
            let named = entries.iter().find(|(entry, _)| entry.eq_ignore_ascii_case(name));
            named.or_else(|| entries.iter().find(|(entry, _)| *entry == "*")).map_or(0.0, |&(_, weight)| weight)
        };
        let (brotli, gzip) = (weight("br"), weight("gzip"));
        match brotli.max(gzip) {
            most if most <= 0.0 => None,
            most if most == brotli => Some(Packing::Brotli),
            _ => Some(Packing::Gzip),
        }
    }

    /// What a browser is told.
    pub(super) fn name(self) -> &'static str {
        match self {
            Packing::Brotli => "br",
            Packing::Gzip => "gzip",
        }
    }

    /// The content packed; the first time takes a while. `digest` is its SHA-256.
    pub(super) fn of(self, content: &[u8], digest: [u8; 32]) -> Bytes {
        if self == Packing::Brotli && digest == *MODULE.1 {
            return Bytes::from_static(MODULE.0);
        }
        let kept = Arc::clone(KEPT.lock().unwrap_or_else(PoisonError::into_inner).entry((digest, self)).or_default());
        // Whoever asks for the same meanwhile waits for it.
        kept.get_or_init(|| self.pack(content).into()).clone()
    }

    fn pack(self, content: &[u8]) -> Vec<u8> {
        let packed = match self {
            Packing::Brotli if content.len() > LONG => hnefi_pack::quickly(content),
            Packing::Brotli => hnefi_pack::smallest(content),
            Packing::Gzip => {
                let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
                gzip.write_all(content).and_then(|()| gzip.finish())
            }
        };
        packed.expect("writing to memory does not fail")
    }
}

/// A name of a list, and how much it is wanted: nothing at all is 0.
fn weighed(entry: &str) -> (&str, f32) {
    let (name, rest) = entry.split_once(';').unwrap_or((entry, ""));
    let said = rest.split(';').find_map(|part| part.trim().strip_prefix(['q', 'Q'])?.trim_start().strip_prefix('='));
    (name.trim(), said.map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(accepted: &[&str]) -> Option<Packing> {
        let mut headers = HeaderMap::new();
        for value in accepted {
            headers.append(ACCEPT_ENCODING, value.parse().unwrap());
        }
        Packing::asked(&headers)
    }

    #[test]
    fn a_browser_gets_what_it_takes() {
        use Packing::{Brotli, Gzip};
        for (accepted, packing) in [
            (&["gzip, deflate, br, zstd"][..], Some(Brotli)),
            (&["gzip, deflate"], Some(Gzip)),
            (&["gzip", "br"], Some(Brotli)),
            (&["GZIP;q=1.0, br;q=0.5"], Some(Gzip)),
            (&["br;q=0, gzip ; Q = 0.1"], Some(Gzip)),
            (&["*"], Some(Brotli)),
            (&["br;q=0, *"], Some(Gzip)),
            (&["*;q=0"], None),
            (&["identity"], None),
            (&["br;q=much"], None),
            (&[""], None),
            (&[], None),
        ] {
            assert_eq!(asked(accepted), packing, "{accepted:?}");
        }
    }

    #[test]
    fn what_was_packed_is_kept() {
        for packing in [Packing::Brotli, Packing::Gzip] {
            let (first, again) = (packing.of(b"a board, a board", [7; 32]), packing.of(b"a board, a board", [7; 32]));
            assert_eq!((first.as_ptr(), first.len()), (again.as_ptr(), again.len()));
        }
    }
}
