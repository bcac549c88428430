//! The program from outside: what it prints, where, and with which exit code.

mod beside;
mod common;
mod database;

mod admin;
mod admin_ratings;
mod analyse;
mod bot;
mod bot_stops;
mod cli;
mod convert;
mod data;
mod docs;
mod engines;
mod net;
mod play;
mod postgres;
mod selfplay;
mod serve;
mod statuses;
