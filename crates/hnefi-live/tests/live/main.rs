//! Rooms from outside: their games, clocks and logs.

mod world;

mod clocks;
mod conditional;
mod log;
mod random;
mod room;
mod together;
