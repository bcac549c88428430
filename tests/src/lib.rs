//! The slow referee.
