//! The nets that the engine brings along.

use std::sync::{Arc, LazyLock};

use hnefi_net::Net;
use hnefi_rules::{Position, Referee, Side};

use super::Weights;

/// A net that the engine brings along, for the rule sets of one or more families on a board of one size.
#[derive(Clone, Debug)]
pub struct ShippedNet {
    /// The families; see [`Weights::family`].
    pub families: &'static [&'static str],
    /// The board's size in squares a side.
    pub size: u8,
    /// What it judges of a game.
    pub stage: Stage,
    /// The net.
    pub net: Arc<Net>,
}

/// What a net judges of a game.
///
/// ```
/// use hnefi_engine::Stage;
/// use hnefi_rules::{Referee, Setup, Side, ruleset};
///
/// let referee = Referee::new(ruleset("copenhagen").unwrap().clone());
/// assert!(Stage::Game.has(&referee.start()) && !Stage::Endgame.has(&referee.start()));
/// let few = Setup::from_rows("/11/11/2ttt6/11/11/3T1K5/11/11/11/11/11/").unwrap();
/// assert!(Stage::Endgame.has(&referee.position(&few, Side::Attackers).unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Every position; where a rule set has a net for endgames, all others.
    Game,
    /// Positions with at most one defender beside the king.
    Endgame,
}

/// With so many defenders left, the king not counted, or fewer, a position is an endgame.
const FEW: i32 = 1;

impl Stage {
    /// Whether a position is one of these.
    #[inline(always)]
    pub fn has(self, position: &Position) -> bool {
        self == Stage::Game || Stage::beyond_endgames(position) <= 0
    }

    /// How many defenders a position has more than an endgame.
    #[inline(always)]
    pub(super) fn beyond_endgames(position: &Position) -> i32 {
        position.men(Side::Defenders) as i32 - (FEW + 1)
    }
}

struct File {
    families: &'static [&'static str],
    size: u8,
    stage: Stage,
    bytes: &'static [u8],
}

/// Names a net's file `nets/NAME-SIZE.net`.
macro_rules! file {
    ($name:literal $size:literal, $families:expr, $stage:expr) => {
        File {
            families: $families,
            size: $size,
            stage: $stage,
            bytes: include_bytes!(concat!("../../nets/", $name, "-", $size, ".net")),
        }
    };
}

/// Whole games of one family each.
macro_rules! games {
    ($($family:literal $size:literal),* $(,)?) => { [$(file!($family $size, &[$family], Stage::Game)),*] };
}

const GAMES: &[File] = &games![
    "corner-four" 7,
    "corner-four" 11,
    "corner-four-siege" 11,
    "corner-two" 7,
    "corner-two" 11,
    "edge-four" 9,
    "edge-four" 13,
    "edge-two" 7,
    "edge-two" 9,
    "edge-two" 11,
    "edge-two" 15,
];

const ENDGAMES: &[File] = &[file!("corner-four-endgame" 11, &["corner-four", "corner-four-siege"], Stage::Endgame)];

static NETS: LazyLock<Vec<ShippedNet>> = LazyLock::new(|| {
    let read = |&File { families, size, stage, bytes }: &File| match Net::from_bytes(bytes) {
        Ok(net) => ShippedNet { families, size, stage, net: Arc::new(net) },
        Err(error) => unreachable!("the nets of {families:?} are tested: {error}"),
    };
    GAMES.iter().chain(ENDGAMES).map(read).collect()
});

/// The nets that the engine brings along.
pub fn shipped_nets() -> &'static [ShippedNet] {
    &NETS
}

/// The net for a stage of the games of a referee's rule set, if there is one.
pub(super) fn of(referee: &Referee, stage: Stage) -> Option<Arc<Net>> {
    let (family, size) = (Weights::family(referee.ruleset()), referee.start().size());
    let judges = |net: &&ShippedNet| net.families.contains(&family) && (net.size, net.stage) == (size, stage);
    NETS.iter().find(judges).map(|net| net.net.clone())
}

#[cfg(test)]
mod tests {
    use hnefi_rules::rulesets;

    use super::*;
    use crate::mind::ByNet;

    #[test]
    fn every_net_judges_some_rule_set_and_was_taught_by_its_family() {
        for shipped in shipped_nets() {
            let judged: Vec<&str> = rulesets()
                .filter(|ruleset| {
                    let own = of(&Referee::new((*ruleset).clone()), shipped.stage);
                    own.is_some_and(|net| Arc::ptr_eq(&net, &shipped.net))
                })
                .map(|ruleset| {
                    assert!(
                        ByNet::new(&Referee::new(ruleset.clone()), shipped.net.clone()).is_ok(),
                        "{}",
                        ruleset.id()
                    );
                    ruleset.id()
                })
                .collect();
            let card = shipped.net.card();
            assert!(!judged.is_empty() && card.positions > 0 && card.loss < card.blind_loss, "{}", card.name);
            assert!(card.rules.iter().any(|id| judged.contains(&id.as_str())), "{:?} for {judged:?}", card.rules);
        }
    }
}
