//! The book of disputes: the questions that tables ask, found by their words, with a board and every answer; and all of
//! them to print.

mod page;
mod view;

pub use page::{Asked, BookPage, SheetPage};
