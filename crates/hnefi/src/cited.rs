//! The clauses that decide captures, as the answers for programs cite them.

use std::sync::Arc;

use hnefi_formats::answers::Cite;
use hnefi_rules::{Referee, Ruleset, leaflet, referees};
use hnefi_words::{Cites, Words};

/// Runs something that cites the clauses of a rule set.
pub(crate) fn with_cite<T>(ruleset: &Ruleset, run: impl FnOnce(Cite<'_>) -> T) -> T {
    let (others, page) = (others(ruleset), hnefi_web::rules_address(ruleset));
    let cites = Cites::new(Words::english(), ruleset, &others, &page);
    run(&|before, played, capture| cites.capture(before, played, capture))
}

/// The rule sets that people compare with: a leaflet and its house rules with the other leaflets, anything else
/// with all that are played on the same board.
pub(crate) fn others(ruleset: &Ruleset) -> Vec<Arc<Referee>> {
    let among_leaflets = ruleset.is_of_a_leaflet();
    referees()
        .iter()
        .filter(|other| !other.ruleset().is_same(ruleset) && other.ruleset().size() == ruleset.size())
        .filter(|other| !among_leaflets || leaflet(other.ruleset().id()).is_some())
        .cloned()
        .collect()
}
