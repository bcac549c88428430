//! The mind that an engine has where nobody gives it another.

use std::sync::Arc;

use hnefi_net::Net;
use hnefi_rules::{Advanced, Move, Position, Referee};

use super::by_net::Sums;
use super::{ByHand, ByNet, Mind, NetMismatch, Weights, nets};

/// By what an engine shall judge positions.
#[derive(Clone, Debug, Default)]
pub enum Judgement {
    /// By the net that it has for the rule set, or by hand where it has none.
    #[default]
    Own,
    /// By hand, with its own weights for the rule set.
    Hand,
    /// By hand, with these weights, whatever the rule set.
    Weights(Weights),
    /// By this net; by hand under a rule set whose positions the net does not see.
    Net(Arc<Net>),
}

impl Judgement {
    /// Whether positions of a referee's rule set can be judged so.
    ///
    /// # Errors
    /// If it is by a net that does not see them: then they are judged by hand.
    pub fn fits(&self, referee: &Referee) -> Result<(), NetMismatch> {
        match self {
            Judgement::Net(net) => ByNet::new(referee, net.clone()).map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// The evaluation by hand or the one by a net, as a [`Judgement`] says.
pub enum OwnMind {
    /// By hand.
    Hand(Box<ByHand>),
    /// By a net.
    Net(Box<ByNet>),
}

impl OwnMind {
    /// The mind for a referee's rule set.
    pub fn new(referee: &Referee, judgement: &Judgement) -> OwnMind {
        let net = match judgement {
            Judgement::Own => nets::of(referee.ruleset()),
            Judgement::Net(net) => Some(net.clone()),
            Judgement::Hand | Judgement::Weights(_) => None,
        };
        match (net.map(|net| ByNet::new(referee, net)), judgement) {
            (Some(Ok(mind)), _) => OwnMind::Net(Box::new(mind)),
            (_, Judgement::Weights(weights)) => OwnMind::Hand(Box::new(ByHand::with_weights(referee, weights.clone()))),
            _ => OwnMind::Hand(Box::new(ByHand::new(referee))),
        }
    }
}

/// What a thread carries for an [`OwnMind`].
pub struct OwnState(Option<Sums>);

impl Mind for OwnMind {
    type State = OwnState;

    fn begin(&self, position: &Position) -> OwnState {
        OwnState(match self {
            OwnMind::Hand(_) => None,
            OwnMind::Net(mind) => Some(mind.begin(position)),
        })
    }

    #[inline(always)]
    fn made(&self, _: &mut OwnState, _: &Position, _: Move, _: &Advanced) {}

    #[inline]
    fn attackers_score(&self, state: &mut OwnState, position: &Position) -> i32 {
        match (self, &mut state.0) {
            (OwnMind::Net(mind), Some(sums)) => mind.attackers_score(sums, position),
            (OwnMind::Net(mind), none) => mind.attackers_score(none.insert(mind.begin(position)), position),
            (OwnMind::Hand(mind), _) => mind.judge(position),
        }
    }
}
