//! The slow referee, and what the tests of several crates share.
//!
//! [`slow`] decides the same questions as `hnefi-rules`, written a second time from the reading of the
//! leaflets, square by square, with no thought of speed. The two must never disagree; [`Duel`] plays them
//! against each other, from positions that [`thin`] and [`scenes`] make up.

mod duel;
pub mod house;
pub mod readers;
pub mod scenes;
pub mod slow;
mod symmetry;
pub mod thin;

pub use duel::{Duel, Style};
pub use symmetry::Symmetry;
