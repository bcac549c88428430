//! What a rule set is made into before it is searched.

use hnefi_rules::{Position, Referee};

use crate::board::terrain::Terrain;
use crate::mind::Mind;

/// A rule set as the search needs it, and the mind that judges its positions.
pub(crate) struct Prepared<M> {
    pub(crate) terrain: Terrain,
    pub(crate) mind: M,
    /// A number that differs between rule sets, so that they can share one table.
    pub(crate) salt: u64,
}

impl<M> Prepared<M> {
    pub(crate) fn new(referee: &Referee, mind: M) -> Prepared<M> {
        let text = referee.ruleset().to_toml();
        let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Prepared { terrain: Terrain::new(referee), mind, salt: text.bytes().fold(0xcbf2_9ce4_8422_2325, step) }
    }
}

impl<M: Mind> Prepared<M> {
    /// How good a position is for the attackers, without searching on.
    pub(crate) fn attackers_score(&self, position: &Position) -> i32 {
        self.mind.attackers_score(&mut self.mind.begin(position), position)
    }
}
