//! Teaches nets from games that the engine played against itself, on the processor.
//!
//! A [`Lesson`] holds the positions that teach and those that test. A [`Training`] goes through it step by step as its [`TrainingSettings`] say, can be laid
//! aside after any step, and goes on as if nothing had happened.

mod adam;
mod checkpoint;
mod curve;
mod learner;
mod material;
mod samples;
mod targets;
mod training;

pub use checkpoint::CheckpointError;
pub use curve::loss_curve;
pub use material::{Material, MaterialError};
pub use samples::{End, Far, Sample, Samples};
pub use targets::Targets;
pub use training::{Epoch, Lesson, Step, Training, TrainingSettings, calibration};
