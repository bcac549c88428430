//! The slow referee, and what the tests of several crates share.
//!
//! [`slow`] decides the same questions as `hnefi-rules`, written a second time from the reading of the
//! leaflets, square by square, with no thought of speed. The two must never disagree; the tests in this
//! package play them against each other.

pub mod slow;
