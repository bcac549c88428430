//! A game in words, as pages show it: each ply is put into words once, for everybody who looks on.

use std::sync::Arc;

use hnefi_rules::Game;
use serde_json::value::RawValue;

use crate::{PlyState, RulesName};

/// What pages show of a game that does not depend on who looks.
#[derive(Clone, Debug)]
pub struct View {
    /// The rule set.
    pub rules: RulesName,
    /// The plies as JSON.
    plies: Vec<Arc<RawValue>>,
    write: WritePly,
}

/// How a ply becomes JSON, with all that a page shows of it. The first ply has the number 1.
pub type WritePly = fn(PlyState, usize) -> Box<RawValue>;

impl View {
    /// A game in words. A long game takes a while: not for a thread that serves others.
    pub fn of(game: &Game, write: WritePly) -> View {
        let mut view = View { rules: RulesName::of(game.referee().ruleset()), plies: Vec::new(), write };
        view.update(game);
        view
    }

    /// The plies from a number on, as JSON.
    pub fn plies_from(&self, since: u32) -> Vec<Arc<RawValue>> {
        self.plies.iter().skip(since as usize).cloned().collect()
    }

    /// Puts the plies that are new into words, and drops those that were taken back. To be called after every
    /// change: one change adds plies or takes some back, and never does both.
    pub fn update(&mut self, game: &Game) {
        let ruleset = game.referee().ruleset();
        self.plies.truncate(game.plies().count());
        let known = self.plies.len();
        for (number, ply) in game.plies().enumerate().skip(known) {
            let Some(before) = game.position_after(number) else { break };
            let state = PlyState::of(before, ply, game.times_stood(number + 1), ruleset);
            self.plies.push(Arc::from((self.write)(state, number + 1)));
        }
    }
}
