//! The nets that the engine brings along.

use std::sync::{Arc, LazyLock};

use hnefi_net::Net;
use hnefi_rules::Referee;

use super::Weights;

/// A net that the engine brings along, for the rule sets of a family on a board of one size.
#[derive(Clone, Debug)]
pub struct ShippedNet {
    /// The family; see [`Weights::family`].
    pub family: &'static str,
    /// The board's size in squares a side.
    pub size: u8,
    /// The net.
    pub net: Arc<Net>,
}

/// Names a net's file `nets/FAMILY-SIZE.net`.
macro_rules! shipped {
    ($($family:literal $size:literal),* $(,)?) => {
        [$(($family, $size, include_bytes!(concat!("../../nets/", $family, "-", $size, ".net")).as_slice())),*]
    };
}

const FILES: &[(&str, u8, &[u8])] = &shipped![
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

static NETS: LazyLock<Vec<ShippedNet>> = LazyLock::new(|| {
    let read = |&(family, size, file): &(&'static str, u8, &[u8])| match Net::from_bytes(file) {
        Ok(net) => ShippedNet { family, size, net: Arc::new(net) },
        Err(error) => unreachable!("the net of {family}-{size} is tested: {error}"),
    };
    FILES.iter().map(read).collect()
});

/// The nets that the engine brings along.
pub fn shipped_nets() -> &'static [ShippedNet] {
    &NETS
}

/// The net for a referee's rule set, if there is one.
pub(super) fn of(referee: &Referee) -> Option<Arc<Net>> {
    let (family, size) = (Weights::family(referee.ruleset()), referee.start().size());
    NETS.iter().find(|net| (net.family, net.size) == (family, size)).map(|net| net.net.clone())
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
                    of(&Referee::new((*ruleset).clone())).is_some_and(|net| Arc::ptr_eq(&net, &shipped.net))
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
