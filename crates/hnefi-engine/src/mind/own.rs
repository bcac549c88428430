//! The mind that an engine has where nobody gives it another.

use std::sync::Arc;

use hnefi_net::{Chances, Net, NetError};
use hnefi_rules::{Position, Referee};

use super::by_nets::{TwoSums, score};
use super::{ByHand, ByNet, ByNets, Mind, NetMismatch, Stage, Weights, nets};

/// By what an engine shall judge positions.
#[derive(Clone, Debug, Default)]
pub enum MindChoice {
    /// By the nets that it brings along for the rule set, one for whole games and perhaps one for endgames; by hand where it has
    /// none.
    #[default]
    Own,
    /// By hand, with its own weights for the rule set.
    Hand,
    /// By hand, with these weights, whatever the rule set.
    Weights(Weights),
    /// By this net; by hand under a rule set whose positions the net does not see.
    Net(Arc<Net>),
}

/// Why the bytes of a file are nothing to judge by.
#[derive(Debug)]
#[non_exhaustive]
pub enum MindFileError {
    /// They begin like a net, and are none.
    Net(NetError),
    /// They are neither a net nor weights of the evaluation by hand; what is wrong with them as weights.
    Neither(String),
}

impl std::fmt::Display for MindFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MindFileError::Net(error) => error.fmt(f),
            MindFileError::Neither(why) => write!(f, "neither a net nor weights of the evaluation by hand: {why}"),
        }
    }
}

impl std::error::Error for MindFileError {}

impl MindChoice {
    /// The net, or the weights of the evaluation by hand, that a file holds.
    ///
    /// ```
    /// use hnefi_engine::{MindChoice, Weights};
    /// use hnefi_rules::ruleset;
    /// let weights = Weights::of(ruleset("brandubh").unwrap()).to_toml();
    /// assert!(matches!(MindChoice::from_bytes(weights.as_bytes()), Ok(MindChoice::Weights(_))));
    /// assert!(MindChoice::from_bytes(b"a letter").unwrap_err().to_string().starts_with("neither a net nor weights"));
    /// ```
    ///
    /// # Errors
    /// If it holds neither, or a net that is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<MindChoice, MindFileError> {
        match Net::from_bytes(bytes) {
            Ok(net) => Ok(MindChoice::Net(Arc::new(net))),
            Err(NetError::NoNet) => match str::from_utf8(bytes) {
                Ok(text) => Weights::from_toml(text)
                    .map(MindChoice::Weights)
                    .map_err(|error| MindFileError::Neither(error.to_string())),
                Err(_) => Err(MindFileError::Neither("it is no text".to_owned())),
            },
            Err(error) => Err(MindFileError::Net(error)),
        }
    }

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

/// The evaluation by hand or the one by nets, as a [`MindChoice`] says.
///
/// ```
/// use hnefi_engine::{MindChoice, OwnMind};
/// use hnefi_rules::{Referee, ruleset};
///
/// let nets = |id: &str, choice: &MindChoice| {
///     let referee = Referee::new(ruleset(id).unwrap().clone());
///     OwnMind::new(&referee, choice).nets().count()
/// };
/// assert_eq!(nets("copenhagen", &MindChoice::Own), 2, "one for whole games, and one for endgames");
/// assert_eq!(nets("brandubh", &MindChoice::Own), 1);
/// assert_eq!(nets("brandubh", &MindChoice::Hand), 0);
/// ```
pub enum OwnMind {
    /// By hand.
    Hand(Box<ByHand>),
    /// By a net.
    Net(Box<ByNet>),
    /// By a net, and by another one where few defenders are left.
    Nets(Box<ByNets>),
}

impl OwnMind {
    /// The mind for a referee's rule set.
    pub fn new(referee: &Referee, choice: &MindChoice) -> OwnMind {
        match choice {
            MindChoice::Own => match nets::of(referee, Stage::Game) {
                Some(net) => OwnMind::new(referee, &MindChoice::Net(net)).with_endgames(referee),
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

    /// The same with the net for endgames of a referee's rule set, if there is one.
    fn with_endgames(self, referee: &Referee) -> OwnMind {
        let endgame = nets::of(referee, Stage::Endgame).and_then(|net| ByNet::new(referee, net).ok());
        match (self, endgame) {
            (OwnMind::Net(game), Some(endgame)) => OwnMind::Nets(Box::new(ByNets::new(*game, endgame))),
            (mind, _) => mind,
        }
    }

    /// The nets by which it judges: none, one, or one for whole games and one for endgames.
    pub fn nets(&self) -> impl Iterator<Item = &Net> {
        let nets = match self {
            OwnMind::Hand(_) => [None, None],
            OwnMind::Net(mind) => [Some(mind.net()), None],
            OwnMind::Nets(mind) => mind.nets().map(Some),
        };
        nets.into_iter().flatten()
    }
}

impl Mind for OwnMind {
    // By one net, it is the sums of the one for whole games; by hand, nothing.
    type State = TwoSums;

    // Sums are begun where a net judges its first position.
    fn begin(&self, _: &Position) -> TwoSums {
        TwoSums::default()
    }

    fn chances(&self, position: &Position, score: i32) -> Chances {
        match self {
            OwnMind::Hand(mind) => mind.chances(position, score),
            OwnMind::Net(mind) => mind.chances(position, score),
            OwnMind::Nets(mind) => mind.chances(position, score),
        }
    }

    fn margins(&self) -> i32 {
        match self {
            OwnMind::Hand(mind) => mind.margins(),
            OwnMind::Net(mind) => mind.margins(),
            OwnMind::Nets(mind) => mind.margins(),
        }
    }

    #[inline]
    fn attackers_score(&self, state: &mut TwoSums, position: &Position) -> i32 {
        match self {
            OwnMind::Hand(mind) => mind.judge(position),
            OwnMind::Net(mind) => score(mind, &mut state.game, position),
            OwnMind::Nets(mind) => mind.attackers_score(state, position),
        }
    }
}
