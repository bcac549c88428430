//! Looking ahead: alpha-beta search by iterative deepening, on one thread or several.

mod alpha_beta;
pub(crate) mod bounds;
pub(crate) mod busy;
pub(crate) mod candidate;
pub(crate) mod control;
pub(crate) mod doubt;
mod draws;
pub(crate) mod found;
pub(crate) mod helpers;
pub(crate) mod history;
mod ideas;
pub(crate) mod keys;
mod late;
mod moves;
pub(crate) mod node;
pub(crate) mod order;
pub(crate) mod prepared;
pub(crate) mod prune;
mod quiesce;
pub(crate) mod race;
pub(crate) mod root;
mod singular;
pub(crate) mod standstill;
pub(crate) mod table;
pub(crate) mod worker;

pub use ideas::{Idea, Ideas};
