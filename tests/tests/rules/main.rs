//! The two referees, the rules chapters and the rule sets, held against each other and against what was played.

mod archive;
mod as_ruled;
mod chapters;
mod chapters_mirrored;
mod cited;
mod deciding;
mod decisions;
mod details;
mod fuzz;
mod holds;
mod never_stuck;
mod perft;
mod proofs;
mod properties;
mod random;
mod readings;
mod repetition;
mod rings;
mod soundness;
mod turned_over;
mod why;
