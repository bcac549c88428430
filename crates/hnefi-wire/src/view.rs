//! A game in words, as pages show it: each ply is put into words once, for everybody who looks on.

use std::sync::Arc;

use hnefi_rules::Game;
use serde_json::value::{RawValue, to_raw_value};

use crate::{PlyState, RulesName};

/// What pages show of a game that does not depend on who looks.
#[derive(Clone, Debug)]
pub struct View {
    /// The rule set.
    pub rules: RulesName,
    /// The plies as JSON.
    plies: Vec<Arc<RawValue>>,
}

impl View {
    /// A game in words. A long game takes a while: not for a thread that serves others.
    pub fn of(game: &Game) -> View {
        let mut view = View { rules: RulesName::of(game.referee().ruleset()), plies: Vec::new() };
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
            // What is made of words and numbers alone can be written.
            let json = to_raw_value(&state).unwrap_or_else(|_| RawValue::NULL.to_owned());
            self.plies.push(Arc::from(json));
        }
    }
}
