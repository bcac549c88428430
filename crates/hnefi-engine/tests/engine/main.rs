//! The engine from outside: what it plays, what it says of positions, and what it proves.

mod common;

mod danger;
mod games;
mod guarantee;
mod judgement;
mod lost;
mod proof;
mod threads;
mod understanding;
mod variations;
