//! Teaches nets from games that the engine played against itself, on the processor.

mod adam;
mod learner;
mod samples;
mod targets;
mod training;

pub use samples::{Sample, Samples};
pub use targets::Targets;
pub use training::{Epoch, Plan, Trained, Training};
