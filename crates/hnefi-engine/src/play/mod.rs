//! Playing a game: the engine that others ask, its levels, what none of them overlooks, and what it says of offers.

mod choice;
mod choosing;
mod engine;
mod guarantee;
mod judgement;
mod level;
mod prepared;
mod proofs;
mod session;
mod sight;
mod variation;

pub use choice::{Analysis, Choice};
pub use engine::{Engine, EngineOptions};
pub(crate) use guarantee::Root;
pub use level::Level;
pub use session::Session;
