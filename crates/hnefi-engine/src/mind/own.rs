//! The mind that an engine has where nobody gives it another.

use std::sync::Arc;

use hnefi_net::{Chances, Net};
use hnefi_rules::{Position, Referee};

use super::by_net::Sums;
use super::{ByHand, ByNet, Mind, NetMismatch, Weights, nets};

/// By what an engine shall judge positions.
#[derive(Clone, Debug, Default)]
pub enum MindChoice {
    /// By the net that it brings along for the rule set; by hand where it has none.
    #[default]
    Own,
    /// By hand, with its own weights for the rule set.
    Hand,
    /// By hand, with these weights, whatever the rule set.
    Weights(Weights),
    /// By this net; by hand under a rule set whose positions the net does not see.
    Net(Arc<Net>),
}

impl MindChoice {
    /// Whether positions of a referee's rule set can be judged so.
    ///
    /// # Errors
    /// If it is by a net that does not see them: then they are judged by hand.
    pub fn fits(&self, referee: &Referee) -> Result<(), NetMismatch> {
        match self {
            MindChoice::Net(net) => ByNet::new(referee, net.clone()).map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// The evaluation by hand or the one by a net, as a [`MindChoice`] says.
pub enum OwnMind {
    /// By hand.
    Hand(Box<ByHand>),
    /// By a net.
    Net(Box<ByNet>),
}

impl OwnMind {
    /// The mind for a referee's rule set.
    pub fn new(referee: &Referee, choice: &MindChoice) -> OwnMind {
        match choice {
            MindChoice::Own => match nets::of(referee) {
                Some(net) => OwnMind::new(referee, &MindChoice::Net(net)),
                None => OwnMind::new(referee, &MindChoice::Hand),
            },
            MindChoice::Hand => OwnMind::Hand(Box::new(ByHand::new(referee))),
            MindChoice::Weights(weights) => OwnMind::Hand(Box::new(ByHand::with_weights(referee, weights.clone()))),
            MindChoice::Net(net) => match ByNet::new(referee, net.clone()) {
                Ok(mind) => OwnMind::Net(Box::new(mind)),
                Err(_) => OwnMind::new(referee, &MindChoice::Hand),
            },
        }
    }

    /// The net by which it judges, if it is one.
    pub fn net(&self) -> Option<&Net> {
        match self {
            OwnMind::Hand(_) => None,
            OwnMind::Net(mind) => Some(mind.net()),
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

    fn chances(&self, position: &Position, score: i32) -> Chances {
        match self {
            OwnMind::Hand(mind) => mind.chances(position, score),
            OwnMind::Net(mind) => mind.chances(position, score),
        }
    }

    fn margins(&self) -> i32 {
        match self {
            OwnMind::Hand(mind) => mind.margins(),
            OwnMind::Net(mind) => mind.margins(),
        }
    }

    #[inline]
    fn attackers_score(&self, state: &mut OwnState, position: &Position) -> i32 {
        match (self, &mut state.0) {
            (OwnMind::Net(mind), Some(sums)) => mind.attackers_score(sums, position),
            (OwnMind::Net(mind), none) => mind.attackers_score(none.insert(mind.begin(position)), position),
            (OwnMind::Hand(mind), _) => mind.judge(position),
        }
    }
}
