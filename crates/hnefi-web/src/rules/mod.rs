//! The rules: chapters, cards, clauses, the comparison, and which leaflet somebody's box holds.

pub(crate) mod card;
mod chapter;
pub(crate) mod clauses;
mod example;
mod nearest;
mod routes;

pub(crate) use routes::router;
