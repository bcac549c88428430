//! The nets that the engine has.

use std::sync::{Arc, LazyLock};

use hnefi_net::Net;
use hnefi_rules::Ruleset;

/// The nets and the rule sets that each of them judges best.
const NETS: &[(&[&str], &[u8])] = &[];

static READY: LazyLock<Vec<Option<Arc<Net>>>> = LazyLock::new(|| {
    let read = |(_, bytes): &(&[&str], &[u8])| Net::from_bytes(bytes).ok().map(Arc::new);
    NETS.iter().map(read).collect()
});

/// The net that judges positions of a rule set better than the evaluation by hand, if the engine has one.
pub(super) fn of(ruleset: &Ruleset) -> Option<Arc<Net>> {
    let at = NETS.iter().position(|(rules, _)| rules.contains(&ruleset.id()))?;
    READY[at].clone()
}
