//! Rule sets made ready for the search, once for each.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use hnefi_rules::{Referee, Ruleset};

use crate::search::prepared::Prepared;

/// So many rule sets are kept ready.
const MOST: usize = 32;

/// The rule sets that were asked for last, the last one in front, with the mind for each.
pub(super) struct PreparedRules<M> {
    mind: Box<dyn Fn(&Referee) -> M + Send + Sync>,
    ready: Mutex<VecDeque<Ready<M>>>,
}

type Ready<M> = (Arc<Ruleset>, Arc<Prepared<M>>);

impl<M> PreparedRules<M> {
    pub(super) fn new(mind: impl Fn(&Referee) -> M + Send + Sync + 'static) -> PreparedRules<M> {
        PreparedRules { mind: Box::new(mind), ready: Mutex::default() }
    }

    /// What the rule set of a referee is made into.
    pub(super) fn of(&self, referee: &Referee) -> Arc<Prepared<M>> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(ruleset, _): &Ready<M>| Arc::ptr_eq(ruleset, referee.ruleset());
        let found = ready.iter().position(same).and_then(|at| ready.remove(at));
        let found = found
            .unwrap_or_else(|| (referee.ruleset().clone(), Arc::new(Prepared::new(referee, (self.mind)(referee)))));
        let prepared = found.1.clone();
        ready.push_front(found);
        ready.truncate(MOST);
        prepared
    }
}

#[cfg(test)]
mod tests {
    use hnefi_rules::leaflets;

    use super::*;

    #[test]
    fn a_rule_set_is_made_ready_once() {
        let rules = PreparedRules::new(|referee: &Referee| referee.ruleset().id().to_owned());
        for leaflet in leaflets() {
            let first = rules.of(&Referee::new(leaflet.clone()));
            assert_eq!(first.mind, leaflet.id());
            assert!(Arc::ptr_eq(&rules.of(&Referee::new(leaflet.clone())), &first));
            let same_text = Arc::new((**leaflet).clone());
            assert_eq!(rules.of(&Referee::new(same_text)).salt, first.salt);
        }
    }
}
