//! The games that everybody may watch or find: those that are played now, and the archive of the finished ones; and who plays best.

mod best;
mod keeper;
mod routes;
mod texts;

pub(crate) use keeper::{Keeper, catch_up};
pub(crate) use routes::router;
