//! Read a game: somebody gives a text, and the page shows what it is, plays it through, and says what is wrong.
//!
//! Nothing is kept: every request carries the whole text.

mod routes;

pub(crate) use routes::{LARGEST_FORM, router, takes};
