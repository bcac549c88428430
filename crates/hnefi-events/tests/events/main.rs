//! Events from outside: who meets whom, and who stands where.

mod world;

mod knock_out;
mod leaving;
mod matching;
mod places;
mod random;
mod round_robin;
mod standings;
mod swiss;
