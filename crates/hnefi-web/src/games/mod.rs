//! The games that everybody may watch or find: those that are played now, and the archive of the finished ones.

mod keeper;
mod routes;

pub(crate) use keeper::Keeper;
pub(crate) use routes::router;
