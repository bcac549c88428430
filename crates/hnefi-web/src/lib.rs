//! The web app: pages, live games, and the board in the browser.

mod assets;
pub mod pages;
