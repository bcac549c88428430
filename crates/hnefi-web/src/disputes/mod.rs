//! The book of disputes: the questions that tables ask, found by their words, with a board and every answer; and all of
//! them to print.

mod routes;

pub(crate) use routes::router;
