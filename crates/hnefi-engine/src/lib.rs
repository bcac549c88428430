//! The computer opponent.
//!
//! An [`Engine`] chooses a move for the side to move of a [`Game`](hnefi_rules::Game), at one of eight
//! [`Level`]s, under whatever rule set the game's referee has. It asks the referee for every move and every
//! ending; of its own it knows what usually leads to a win.
//!
//! Layers lie on each other. The guarantee looks at every move and every answer, so that no level
//! from the third on overlooks what happens on the next ply. The search looks further, and proofs beside it follow what
//! forces to its end. The mind judges where the search ends.
//!
//! This crate knows no files, sockets or screens. Only a budget with a time looks at a [`Clock`], and only a search with
//! helpers asks for [`Threads`].

mod board;
mod budget;
mod cancel;
mod clock;
mod mind;
mod play;
mod proof;
mod score;
mod search;
#[cfg(test)]
mod tests;
mod threads;

pub use budget::{Allowance, Budget};
pub use cancel::Cancel;
pub use clock::Clock;
pub use hnefi_net::Chances;
pub use mind::{
    ByHand, ByNet, ByNets, Calibration, Evaluation, Group, Inputs, Mind, MindChoice, MindFileError, NetMismatch,
    OwnMind, Plan, ShippedNet, Stage, TwoSums, Weights, WeightsError, shipped_nets,
};
pub use play::{Analysis, Choice, Engine, EngineOptions, Level, Session};
pub use proof::{ProofBudget, Verdict, prove, prove_in};
pub use score::Score;
pub use search::{Idea, Ideas};
pub use threads::{Task, Threads};
