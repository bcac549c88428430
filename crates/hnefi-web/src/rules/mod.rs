//! The rules: chapters, the comparison, the sheets, and which leaflet somebody's box holds.

mod routes;

pub(crate) use routes::router;
