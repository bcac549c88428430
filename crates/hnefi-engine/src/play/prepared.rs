//! Rule sets made ready for the search, once for each.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use hnefi_rules::{Game, Offer, Position, Referee, Ruleset, Side};

use super::choice::{Analysis, Choice, Tell};
use super::session::Session;
use crate::mind::Mind;
use crate::search::control::Control;
use crate::search::prepared::Prepared;
use crate::{Cancel, Chances};

/// What an engine asks of its mind, whatever its type: so what searches with a mind is compiled where the mind is named, once.
pub(super) trait Minds: Send + Sync {
    /// Chooses a move of a game that is not over, as [`Engine::analyse`](crate::Engine::analyse) does.
    fn choose(
        &self,
        session: &Session<'_>,
        game: &Game,
        analysis: &Analysis<'_>,
        control: &Control<'_>,
        tell: Option<Tell<'_>>,
    ) -> Option<Choice>;

    /// Judges an offer as [`Engine::judges_drawn`](crate::Engine::judges_drawn) does.
    fn judges_drawn(&self, session: &Session<'_>, game: &Game, offer: Offer, side: Side, cancel: &Cancel) -> bool;

    /// How good a position is for the attackers, without searching on.
    fn attackers_score(&self, referee: &Referee, position: &Position) -> i32;

    /// How likely each end is where a search has found such a score of the attackers.
    fn chances(&self, referee: &Referee, position: &Position, score: i32) -> Chances;
}

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

impl<M: Mind> Minds for PreparedRules<M> {
    fn choose(
        &self,
        session: &Session<'_>,
        game: &Game,
        analysis: &Analysis<'_>,
        control: &Control<'_>,
        tell: Option<Tell<'_>>,
    ) -> Option<Choice> {
        session.choose_telling(game, &self.of(game.referee()), analysis, control, tell)
    }

    fn judges_drawn(&self, session: &Session<'_>, game: &Game, offer: Offer, side: Side, cancel: &Cancel) -> bool {
        session.judges(game, &self.of(game.referee()), offer, side, cancel)
    }

    fn attackers_score(&self, referee: &Referee, position: &Position) -> i32 {
        self.of(referee).attackers_score(position)
    }

    fn chances(&self, referee: &Referee, position: &Position, score: i32) -> Chances {
        self.of(referee).mind.chances(position, score)
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
