//! The computer opponent.
//!
//! An [`Engine`] chooses a move for the side to move of a [`Game`](hnefi_rules::Game), at one of eight
//! [`Level`]s, under whatever rule set the game's referee has. It asks the referee for every move and every
//! result and knows no rules of its own; it only knows what usually leads to a win.
//!
//! Three layers lie on each other. The guarantee looks at every move and every answer, so that no level
//! from the third on overlooks what happens on the next ply. The search looks further. The evaluation
//! judges where the search ends; a new mind replaces that file alone.
//!
//! This crate knows no files, sockets or screens. Only a budget with a time looks at a clock.

mod bounds;
mod busy;
mod cancel;
mod candidate;
mod choice;
mod control;
mod doubt;
mod draws;
mod engine;
mod evaluate;
mod exchange;
mod guarantee;
mod helpers;
mod history;
mod ideas;
mod judgement;
mod level;
mod memory;
mod order;
mod path;
mod proof;
mod prune;
mod quiesce;
mod race;
mod root;
mod score;
mod search;
mod singular;
mod squares;
mod table;
mod terrain;
#[cfg(test)]
mod tests;
mod threats;
mod worker;

pub use cancel::Cancel;
pub use choice::{Analysis, Choice};
pub use engine::{Engine, EngineOptions};
pub use evaluate::{Evaluation, Group, Plan, Weights, WeightsError};
pub use ideas::{Idea, Ideas};
pub use level::{Allowance, Budget, Level};
pub use proof::{ProofBudget, Verdict, prove, prove_in};
pub use score::Score;
