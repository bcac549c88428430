//! The commands, one file each.

mod admin;
mod admin_event;
mod admin_move;
mod admin_ratings;
mod analyse;
mod backup;
mod bench;
mod bot;
mod completions;
mod convert;
mod disputes;
mod match_;
mod moves;
mod nets;
mod openings;
mod perft;
mod play;
mod prove;
mod replay;
mod rules;
mod selfplay;
mod serve;
mod shards;
mod site;
mod told;
mod train;
mod uci;
mod why;

pub(crate) use admin::admin;
pub(crate) use analyse::analyse;
pub(crate) use backup::{backup, restore};
pub(crate) use bench::bench;
pub(crate) use bot::bot;
pub(crate) use completions::completions;
pub(crate) use convert::convert;
pub(crate) use disputes::disputes;
pub(crate) use match_::match_;
pub(crate) use moves::moves;
pub(crate) use nets::nets;
pub(crate) use openings::openings;
pub(crate) use perft::perft;
pub(crate) use play::play;
pub(crate) use prove::prove;
pub(crate) use replay::replay;
pub(crate) use rules::rules;
pub(crate) use selfplay::selfplay;
pub(crate) use serve::serve;
pub(crate) use shards::shards;
pub(crate) use site::site;
pub(crate) use train::train;
pub(crate) use uci::uci;
pub(crate) use why::why;

/// How a command ends: with an exit code, or an error that has one.
pub(crate) type Done = Result<std::process::ExitCode, crate::error::Error>;
