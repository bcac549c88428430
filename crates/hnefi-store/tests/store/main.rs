//! The store on every kind of database that there is.

mod common;

mod accounts;
mod archive;
mod away;
mod changes;
mod clocks;
mod dodges;
mod event_games;
mod events;
mod failures;
mod folder;
mod log;
mod mail;
mod migration;
mod nodes;
mod order;
mod persons;
mod programs;
mod ratings;
mod rulings;
mod seeks;
mod talk;
