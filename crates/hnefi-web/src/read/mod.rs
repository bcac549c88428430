//! Read a game: somebody gives a text, and the page shows what it is, plays it through, and says what is wrong.
//!
//! Nothing is kept: every request carries the whole text.

mod at_the_table;
mod candidates;
mod export;
mod found;
mod list;
mod page;
mod routes;
mod score;
mod view;

pub(crate) use routes::{LARGEST_FORM, router, takes};
