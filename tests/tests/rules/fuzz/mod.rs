//! Bounded fuzzing on stable Rust: seeded random and mutated inputs for every reader of text.
//!
//! Nothing may panic, every refusal must have words, and what was read must read the same once it has been
//! written.

mod formats;
mod input;
mod messages;
mod rules;
