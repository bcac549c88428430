//! Which rules and words a program has.

use std::sync::LazyLock;

use data_encoding::HEXLOWER;
use hnefi_rules::{JUDGE, rulesets};
use hnefi_words::Words;
use sha2::{Digest, Sha256};

static EDITION: LazyLock<String> = LazyLock::new(|| {
    let words = Words::english();
    let mut all = Sha256::new();
    let mut add = |text: &str| {
        all.update(text.as_bytes());
        all.update([0]);
    };
    add(env!("CARGO_PKG_VERSION"));
    add(&JUDGE.to_string());
    rulesets().for_each(|ruleset| add(&ruleset.to_toml()));
    for id in Words::ids_of_pages() {
        add(id);
        add(&words.text(id));
    }
    HEXLOWER.encode(&all.finalize()[..8])
});

/// What stands for the version, the judge, the rule sets and the words of pages together. A page asks its own referee only if that one has the edition
/// of the server from which the page came.
///
/// ```
/// assert_eq!(hnefi_wire::edition().len(), 16);
/// ```
pub fn edition() -> &'static str {
    &EDITION
}
