//! Read a game: what a text holds, judged by the referee. Nothing is kept.

mod at_the_table;
mod candidates;
pub(crate) mod export;
mod found;
mod list;
mod page;
pub(crate) mod score;
mod verdict;
mod view;

pub use export::File;
pub use page::{Asked, ReadPage};
