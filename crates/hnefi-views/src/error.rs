//! A page that says what went wrong, and where to go from here.
use askama::Template;

use crate::filters;

/// What went wrong, in words.
#[derive(Clone, Debug, Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// The HTTP status, such as 404.
    pub status: u16,
    /// In a few words.
    pub title: String,
    /// In a sentence or two: what happened, and what can be done.
    pub message: String,
}
